"""The client in a real browser, at a real server.

A package, so that one browser serves all of it and is closed after it: as long as it runs, a loop of its own runs in
this thread, and other tests want to start theirs.
"""
