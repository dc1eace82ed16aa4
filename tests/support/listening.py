"""`pasar` that hears Ctrl-C: a shell that starts something in the background makes it deaf to it, and its children."""

import signal

from pasar.cli import main

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
