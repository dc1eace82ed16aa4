"""Bots that somebody else wrote: found by `module:Class` or `file.py:Class`, and held to the rules while they play."""

import importlib
import importlib.util
import inspect
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from pasar.bots.contract import Budget, Decision, Position
from pasar.errors import PasarError, did_you_mean

OVERTIME = 2.0  # so many times its budget a bot may take before it has lost
OWN_MODULE = "pasar_own_bot_"  # begins the name of a module that was read from a file
REMINDER = 0.1  # seconds after which a bot that caught the alarm is stopped again


class UnknownBot(PasarError):
    pass


class BotFault(Exception):
    """A bot of somebody's own broke down, broke the rules or did not answer in time."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind  # "exception", "illegal move" or "timeout"
        self.message = message


class OwnBot:
    """An object with `choose`, asked for one move at a time."""

    wants_view = True

    def __init__(self, maker: type) -> None:
        self._maker = maker
        self._bot: Any = None

    def decide(self, position: Position, budget: Budget) -> Decision:
        assert position.view is not None
        return self.answer(position.view, position.open, budget)

    def answer(self, view: Mapping[str, Any], open_moves: Sequence[str], budget: Budget) -> Decision:
        """The same for who has a view and no position, such as a table elsewhere."""
        limit = None if budget.seconds is None else OVERTIME * budget.seconds
        began = time.perf_counter()
        try:
            with _alarm(limit):
                move = self._chosen(view, open_moves, budget)
        except _TooLate:
            raise BotFault("timeout", f"no answer after {limit:g} s, its budget was {budget.seconds:g} s") from None
        except (Exception, SystemExit) as fault:
            raise BotFault("exception", _told(fault)) from fault
        seconds = time.perf_counter() - began
        if limit is not None and seconds > limit:
            raise BotFault("timeout", f"its answer took {seconds:.2f} s, its budget was {budget.seconds:g} s")
        if not isinstance(move, str) or move not in open_moves:
            raise BotFault("illegal move", f"{move!r:.60} is not open")
        return Decision(move, seconds=seconds)

    def _chosen(self, view: Mapping[str, Any], open_moves: Sequence[str], budget: Budget) -> Any:
        if self._bot is None:
            self._bot = self._maker()
        return self._bot.choose(view, list(open_moves), budget)


def _told(fault: BaseException) -> str:
    """An exception in one line, with where in the bot's own code it was raised."""
    place = traceback.extract_tb(fault.__traceback__)[-1]
    text = " ".join(str(fault).split())[:200]
    return f"{type(fault).__name__}{': ' if text else ''}{text} ({Path(place.filename).name}, line {place.lineno})"


# --- Time -------------------------------------------------------------------------------------------------------------


class _TooLate(BaseException):
    """Not an Exception: a bot that catches those must not catch this."""


def _raise_too_late(number: int, frame: FrameType | None) -> None:
    raise _TooLate


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Stop what runs inside after so long. Only a main thread can be stopped; elsewhere lateness shows afterwards."""
    is_main = threading.current_thread() is threading.main_thread()
    if seconds is None or not is_main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _raise_too_late)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, REMINDER)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# --- Finding ----------------------------------------------------------------------------------------------------------


def load(source: str, name: str, method: str = "choose(view, open_moves, budget)") -> type:
    """The class `name` of a module or of a file, which has this method; raises UnknownBot with the way out."""
    needed = method.partition("(")[0]
    module = _module(source)
    found = getattr(module, name, None)
    if not isinstance(found, type):
        classes = [each for each, value in vars(module).items() if _is_own_bot(value, module, needed)]
        there = f"bots there: {', '.join(classes) or 'none'}"
        raise UnknownBot(f"{source} has no class {name!r:.40}{did_you_mean(name, classes)} ({there})")
    if not callable(getattr(found, needed, None)):
        raise UnknownBot(f"{source}:{name} is not a bot: it has no method {method}")
    return found


def check_maker(maker: type) -> None:
    """A bot is made without arguments: found out before a game begins, and without making one, which may be costly."""
    try:
        inspect.signature(maker).bind()
    except ValueError:  # of a class that is no Python code nothing is known
        return
    except TypeError as fault:
        where = f"{maker.__module__.removeprefix(OWN_MODULE)}:{maker.__name__}"
        raise UnknownBot(f"{where} cannot be made without arguments ({fault}); give them defaults") from None


def _is_own_bot(value: object, module: ModuleType, needed: str) -> bool:
    return isinstance(value, type) and value.__module__ == module.__name__ and hasattr(value, needed)


def _module(source: str) -> ModuleType:
    try:
        return _from_file(Path(source)) if source.endswith(".py") else _by_name(source)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as fault:
        raise UnknownBot(f"{source} cannot be loaded: {_told(fault)}") from fault


def _by_name(source: str) -> ModuleType:
    """A module that can be imported, also from the folder one stands in."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    return importlib.import_module(source)


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UnknownBot(f"there is no file {path} with a bot in it")
    name = OWN_MODULE + path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
