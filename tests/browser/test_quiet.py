"""A page at which nobody does anything asks the server for nothing, or for its list once in ten seconds."""

from collections import Counter

from .people import Finished, Person

PAGES = ("/", "/tables", "/watch", "/me", "/learn", "/learn/basari", "/rules", "/rules/bali", "/replay", "/nowhere")
# A table fetches what it shows later when it has been there for four seconds.
OPENING = "window.opened = new Promise((go) => setTimeout(go, 4500)).then(() => null)"
OPENED = "window.opened"
STILL = 2000  # milliseconds
DOING_NOTHING = 3000
LOOKS = 8  # at whether all pages have come to rest, which takes a busy machine longer


def test_no_page_asks_for_anything_while_nobody_does_anything(person: Person, finished: Finished) -> None:
    person.expects("404.*nowhere")
    tables = [person.open_table("bali", 2, bots=None), person.open_table("bali", 2), person.open_table("basari", 3)]
    over = finished("bali", 2)
    asked: Counter[str] = Counter()
    for path in (*PAGES, *(f"/table/{table}" for table in tables), f"/replay/{over}", f"/fair/{over}"):
        page = person.new_page()
        page.on("request", lambda request, path=path: asked.update([f"{path}: {request.url}"]))
        page.on(
            "websocket", lambda socket, path=path: socket.on("framesent", lambda _: asked.update([f"{path}: told"]))
        )
        page.goto(path)
        page.locator("main:not([aria-busy=true])").first.wait_for()
        page.evaluate(f"() => {{ {OPENING} }}")
    for page in person.context.pages:
        page.evaluate(OPENED)
    for _ in range(LOOKS):
        before = asked.total()
        person.page.wait_for_timeout(STILL)
        if asked.total() == before:
            break
    assert len({line.partition(":")[0] for line in asked}) == len(PAGES) + len(tables) + 2
    asked.clear()
    person.page.wait_for_timeout(DOING_NOTHING)
    # These look for public tables now and then.
    assert [line for line in asked if not line.startswith(("/watch:", "/replay:"))] == []
    assert max(asked.values(), default=0) <= 1
