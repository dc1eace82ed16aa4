"""One analysis in a process of its own, which gives way to others: `python -m pasar.coach.at_work BUDGET [idle|nice]`.

As `idle` it runs only when nothing else wants the processor, where the system knows such tasks; as `nice` it takes the
smallest turns.

Reads a record from the first line of its input and writes lines of JSON: `{"done": share}` as it goes on, in the end
`{"analysis": ...}`. When its input ends before that, whoever asked is gone, and it ends as well.
"""

import contextlib
import json
import os
import signal
import sys
import threading
from typing import Any

from pasar.coach import analyse

NICENESS = 19
IDLE, NICE = "idle", "nice"
STEPS = 50  # lines about how far it is


def _give_way(how: str) -> None:
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)
    if how == IDLE:
        with contextlib.suppress(AttributeError, OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with_asker() -> None:
    sys.stdin.buffer.readline()
    os._exit(1)


def _say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def main(budget: str, how: str = NICE) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches whoever asked as well, who then ends this
    _give_way(how)
    record = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_asker, daemon=True).start()
    told = 0

    def report(done: int, of: int) -> None:
        nonlocal told
        if done * STEPS // of > told:
            told = done * STEPS // of
            _say({"done": round(told / STEPS, 2)})

    _say({"analysis": analyse(record, budget=budget, report=report).told()})


if __name__ == "__main__":
    main(*sys.argv[1:])
