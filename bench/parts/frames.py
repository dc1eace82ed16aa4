"""Reads Chromium's own record of a page (DevTools tracing): what was on the screen when, and who worked for it.

Slowing the processor through DevTools slows the page's main thread: script, style, layout, painting. Whatever travels
is moved by the compositor in another thread; without a graphics card, raster and display are software as well.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NotRequired, TypedDict

from playwright.sync_api import Browser, Page

Span = tuple[float, float]  # milliseconds

CATEGORIES = [
    "devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame",
    "blink.user_timing",
]  # fmt: skip
FRAME = 1000 / 60
# Marks when a message with a position comes, when the table has changed, and when something sets out or arrives.
WATCH = """(() => {
  const changes = new MutationObserver(() => performance.mark('changed'));
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({data}) => {
        if (!data.includes('"play":{')) return;
        const table = document.querySelector('.game');
        if (table) changes.observe(table, {subtree: true, childList: true, attributes: true, characterData: true});
        performance.mark('message');
      });
    }
  };
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...given) {
    const motion = animate.apply(this, given);
    if (!this.matches('.flight, dialog.climax *')) return motion;
    performance.mark('sets out');
    const arrived = () => performance.mark('arrives');
    motion.finished.then(arrived, arrived);
    return motion;
  };
})()"""
# What a main thread's time is spent on, by the outermost named activity; whatever is inside belongs to it.
KINDS = {
    "FunctionCall": "script", "EvaluateScript": "script", "RunMicrotasks": "script", "TimerFire": "script",
    "FireAnimationFrame": "script", "EventDispatch": "script", "MinorGC": "script", "MajorGC": "script",
    "UpdateLayoutTree": "style", "Layout": "layout", "PrePaint": "paint", "Paint": "paint", "Layerize": "layers",
    "Commit": "layers", "UpdateLayer": "layers",
}  # fmt: skip
OTHERS = {
    ("RasterTask", "ThreadPoolForegroundWorker"): "raster",
    ("RasterTask", "CompositorTileWorker1"): "raster",
    ("RunTask", "Compositor"): "compositor",
    ("RunTask", "VizCompositorThread"): "display",
}


class Event(TypedDict):
    """As Chromium writes it, as far as it is read here. Times are microseconds."""

    name: str
    cat: str
    ph: str  # what it is: X is whole, b begins and e ends, M tells a name
    pid: int
    tid: int
    args: dict[str, Any]
    ts: NotRequired[float]
    dur: NotRequired[float]
    id2: NotRequired[dict[str, str]]


@dataclass(frozen=True)
class Showing:
    """How a message came to the screen: milliseconds until the table had changed, was painted, and was displayed."""

    changed: float
    painted: float
    displayed: float


@dataclass
class Activity:
    """Something that a thread did, and its time without what was inside it."""

    kind: str
    start: float
    end: float
    own: float = field(init=False)

    def __post_init__(self) -> None:
        self.own = self.end - self.start


class Trace:
    """One page's events. Times are milliseconds."""

    def __init__(self, recorded: bytes) -> None:
        events: list[Event] = json.loads(recorded)["traceEvents"]
        marks = [event for event in events if event["cat"] == "blink.user_timing"]
        self.page = next(event["pid"] for event in marks if event["name"] == "message")
        self.events = sorted((event for event in events if "ts" in event), key=_order)
        self.threads = {
            (event["pid"], event["tid"]): str(event["args"]["name"])
            for event in events
            if event["ph"] == "M" and event["name"] == "thread_name"
        }

    def marks(self, name: str) -> list[float]:
        return [at(event) for event in self._own if event["name"] == name and event["cat"] == "blink.user_timing"]

    @cached_property
    def _own(self) -> list[Event]:
        return [event for event in self.events if event["pid"] == self.page]

    @cached_property
    def travels(self) -> list[Span]:
        """From where something sets out until everything has arrived."""
        steps = [(when, 1) for when in self.marks("sets out")] + [(when, -1) for when in self.marks("arrives")]
        spans, above, start = [], 0, 0.0
        for when, step in sorted(steps):
            start = when if above == 0 else start
            above += step
            if above == 0:
                spans.append((start, when))
        return spans

    @cached_property
    def displayed(self) -> list[float]:
        """When each frame was on the screen, whether the main thread had something for it or only the compositor."""
        begun: dict[str, bool] = {}
        times = set()
        for event in self._own:
            if event["name"] != "PipelineReporter":
                continue
            key = event["id2"]["local"]
            if event["ph"] == "b":
                begun[key] = event["args"]["frame_reporter"]["state"].startswith("STATE_PRESENTED")
            elif begun.pop(key, False):
                times.add(round(at(event), 2))
        return sorted(times)

    def intervals(self) -> list[float]:
        """Between two frames on the screen, both while something travels."""
        return [
            later - before
            for start, end in self.travels
            for before, later in pairwise([when for when in self.displayed if start <= when <= end])
        ]

    def showings(self) -> tuple[list[Showing], int]:
        """Of each message that was taken in at once; and how many waited until what was shown before had been seen."""
        changes, tasks = self.marks("changed"), [span(event) for event in self._main if event["name"] == "RunTask"]
        shown, waited = [], 0
        for came in self.marks("message"):
            end = next((end for start, end in tasks if start <= came <= end), came)
            changed = next((when for when in changes if came <= when <= end), None)
            frame = None if changed is None else next((each for each in self.frames if each[0] >= came), None)
            if changed is None:
                waited += 1
            elif frame is not None:
                shown.append(Showing(changed - came, frame[1] - came, frame[2] - came))
        return shown, waited

    @cached_property
    def frames(self) -> list[tuple[float, float, float]]:
        """Of each of the main thread's frames: when it began to be rendered, was painted, and was displayed."""
        begun: dict[str, float] = {}
        painted: dict[str, float] = {}
        names: dict[str, str] = {}
        found = []
        for event in self._own:
            key = event.get("id2", {}).get("local", "")
            if event["name"] == "AnimationFrame" and event["ph"] == "b":
                names[key] = event["args"]["id"]
            elif event["name"] == "AnimationFrame::Render" and event["ph"] == "b":
                begun[names[key]] = at(event)
            elif event["name"] == "AnimationFrame" and event["ph"] == "e":
                painted[names[key]] = at(event)
            elif event["name"] == "AnimationFrame::Presentation" and event["args"]["id"] in begun:
                name = event["args"]["id"]
                found.append((begun[name], painted[name], at(event)))
        return sorted(found)

    @cached_property
    def _main(self) -> list[Event]:
        return [event for event in self._own if self._thread(event) == "CrRendererMain" and event["ph"] == "X"]

    def _thread(self, event: Event) -> str:
        return self.threads.get((event["pid"], event["tid"]), "")

    def work(self, spans: Sequence[Span]) -> dict[str, float]:
        """What was worked on meanwhile, in milliseconds: the main thread's by kind, the other threads' by name."""
        done: dict[str, float] = defaultdict(float)
        for activity in (*self._on_main(), *self._elsewhere()):
            if any(begin <= activity.start < end for begin, end in spans):
                done[activity.kind] += activity.own
        return done

    def _on_main(self) -> list[Activity]:
        found: list[Activity] = []
        around: list[Activity] = []  # the outermost first
        for event in self._main:
            start, end = span(event)
            while around and around[-1].end <= start:
                around.pop()
            activity = Activity(KINDS.get(event["name"], around[-1].kind if around else "other"), start, end)
            if around:
                around[-1].own -= activity.own
            around.append(activity)
            found.append(activity)
        return found

    def _elsewhere(self) -> Iterator[Activity]:
        for event in self.events:
            kind = OTHERS.get((event["name"], self._thread(event)))
            if kind and event["ph"] == "X" and (event["pid"] == self.page or kind == "display"):
                yield Activity(kind, *span(event))


@contextmanager
def recorded(browser: Browser, page: Page) -> Iterator[list[Trace]]:
    """The list has the trace when the block has ended."""
    traces: list[Trace] = []
    browser.start_tracing(page=page, categories=CATEGORIES)
    yield traces
    traces.append(Trace(browser.stop_tracing()))


def _order(event: Event) -> tuple[float, float]:
    """What is inside comes after what is around it."""
    return float(event["ts"]), -float(event.get("dur", 0))


def at(event: Event) -> float:
    return float(event["ts"]) / 1000


def span(event: Event) -> Span:
    return at(event), at(event) + event.get("dur", 0) / 1000
