"""An analysis in a process of its own gives way to others, and ends with who asked for it."""

import json
import os
import subprocess

import pytest
from support import starting

from pasar.lab.bot_match import play_match
from pasar.match.match import Match

LINUX = hasattr(os, "SCHED_IDLE")
POLICIES = [("idle", os.SCHED_IDLE), ("nice", os.SCHED_OTHER)] if LINUX else [("idle", None), ("nice", None)]


@pytest.mark.parametrize(("how", "policy"), POLICIES)
def test_it_gives_way_and_ends_with_who_asked(how: str, policy: int | None) -> None:
    match = Match.new("bali", players=2, seed=1)
    play_match(match, ["greedy"] * 2, range(2))
    command = ["pasar.coach.at_work", "normal", how]
    with starting.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(json.dumps(match.record()).encode() + b"\n")
        child.stdin.flush()
        assert json.loads(child.stdout.readline()) == {"done": 0.02}
        assert os.getpriority(os.PRIO_PROCESS, child.pid) == 19
        assert policy is None or os.sched_getscheduler(child.pid) == policy
        child.stdin.close()
        assert child.wait() == 1
