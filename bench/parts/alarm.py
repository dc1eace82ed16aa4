"""Fails a run in which a server kept everybody waiting for one message (`pasar.server.base.loop_watch`)."""

import re

HELD = re.compile(r'^pasar_loop_held_total\{cause="processor",kind="(.*)"\} (\S+)$', re.MULTILINE)


def held(*metrics: str) -> dict[str, int]:
    """How often each kind of message held the event loop, as the servers' metrics say."""
    counts: dict[str, int] = {}
    for text in metrics:
        for kind, count in HELD.findall(text):
            counts[kind] = counts.get(kind, 0) + int(float(count))
    return counts


def check(before: dict[str, int], after: dict[str, int]) -> None:
    """Say that nothing did meanwhile, or end the program with what did."""
    new = {kind: count - before.get(kind, 0) for kind, count in after.items() if count > before.get(kind, 0)}
    if new:
        kinds = ", ".join(f"{kind} ({count} times)" for kind, count in new.items())
        raise SystemExit(f"ALARM: the event loop was held for longer than 20 ms by: {kinds}")
    print("no message held the event loop for longer than 20 ms")
