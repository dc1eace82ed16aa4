"""What must hold of every page, whatever it shows: readable, nothing sticks out, no violation that axe knows of."""

from collections.abc import Sequence
from itertools import product
from typing import Any, Literal

from .house import ROOT
from .people import PHONE, WIDE, Person

WIDTHS = (360, 390, 820, 1440, 3840)
SMALLEST = 14  # pixels of text
ARRANGED = 10.0  # seconds, by which time even a busy machine has arranged everything
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
# It passes over what is transparent, so for its eyes the page is painted after all.
RUN_AXE = """async (only) => {
  const sheets = document.adoptedStyleSheets;
  document.adoptedStyleSheets = [];
  const found = await axe.run(document, { resultTypes: ['violations'], ...(only.length && { runOnly: only }) });
  document.adoptedStyleSheets = sheets;
  return found.violations.map((each) => ({
    id: each.id, help: each.help,
    nodes: each.nodes.slice(0, 4).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }));
}"""
STICKING_OUT = """() => {
  const wide = document.documentElement.clientWidth;
  const cut = (node) => {
    for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowX !== 'visible') return true;
    }
    return false;
  };
  const out = [...document.body.querySelectorAll('*')].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > wide + 1 && node.checkVisibility() && !cut(node);
  });
  const scrolls = document.scrollingElement.scrollWidth > wide;
  return scrolls || out.length ? [`${document.scrollingElement.scrollWidth} > ${wide}`,
    ...out.slice(0, 5).map((node) => node.outerHTML.slice(0, 120))] : [];
}"""
# Colours fade from day to lamp, drawers slide in: half-way nobody has to read them. One fading may start another.
SETTLED = """async () => {
  const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const ends = (each) => each.effect?.getComputedTiming().endTime < Infinity && each.playState === 'running';
  for (let again = 0; again < 20; again++) {
    await frame();
    const moving = document.getAnimations().filter(ends);
    if (!moving.length) return;
    await Promise.all(moving.map((each) => each.finished.catch(() => undefined)));
  }
}"""
SMALL_TEXT = """(smallest) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility() || parent.closest('script, style')) continue;
    if (parent.getBoundingClientRect().width <= 1) continue; // only for screen readers
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < smallest - 0.01) small.add(`${size}px ${parent.className}: ${node.data.trim().slice(0, 40)}`);
  }
  return [...small].slice(0, 8);
}"""


def axe_violations(person: Person, *only: str) -> list[dict[str, Any]]:
    """Of all rules, or only of those named."""
    if not person.page.evaluate("typeof axe === 'object'"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = person.page.evaluate(RUN_AXE, only)
    return found


def set_size(person: Person, size: tuple[int, int]) -> None:
    person.page.set_viewport_size({"width": size[0], "height": size[1]})


Theme = Literal["light", "dark"]
Looks = Sequence[tuple[tuple[int, int], Theme]]
EVERY_LOOK: Looks = tuple(product((PHONE, WIDE), ("light", "dark")))


def check_with_axe(person: Person, where: str, looks: Looks) -> None:
    """By day and by lamp, on a phone and on a desk."""
    for size, theme in looks:
        set_size(person, size)
        _check_theme(person, where, theme)


def _check_theme(person: Person, where: str, theme: Theme, *only: str) -> None:
    person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    person.page.evaluate(SETTLED)
    found = axe_violations(person, *only)
    assert found == [], f"{where}, {theme}, {person.page.viewport_size}: {found}"


def _sticking_out(person: Person) -> list[str]:
    """What stays outside: a drawer that is sliding in is there only for a moment."""
    return person.comes_to_rest(lambda: person.page.evaluate(SETTLED) or person.page.evaluate(STICKING_OUT), ARRANGED)


def check_widths(person: Person, where: str, widths: Sequence[int] = WIDTHS) -> None:
    for width in widths:
        set_size(person, (width, 800 if width < 800 else 1000))
        _check_room(person, where)
    set_size(person, WIDE)


def _check_room(person: Person, where: str) -> None:
    size = person.page.viewport_size
    sticking = _sticking_out(person)
    assert sticking == [], f"{where} sticks out at {size}: {sticking}"
    small = person.page.evaluate(SMALL_TEXT, SMALLEST)
    assert small == [], f"{where} has small text at {size}: {small}"


def check_looks(person: Person, where: str) -> None:
    """At every width; by day on the phone and by lamp on the desk also with axe. Each size is laid out once."""
    themes: dict[int, Theme] = {PHONE[0]: "light", WIDE[0]: "dark"}
    for width in WIDTHS:
        set_size(person, {PHONE[0]: PHONE, WIDE[0]: WIDE}.get(width, (width, 800 if width < 800 else 1000)))
        _check_room(person, where)
        if width in themes:
            _check_theme(person, where, themes[width])
    set_size(person, WIDE)


def check_phase(person: Person, where: str, number: int) -> None:
    """One of many looks at one table: in turns on the phone and on the desk, by day and by lamp.

    What axe finds besides contrast does not depend on the lamp, so it looks for all of it once.
    """
    check_widths(person, where, (WIDTHS[0], WIDTHS[-1]))
    set_size(person, (PHONE, WIDE)[number % 2])
    _check_theme(person, where, "light")
    _check_theme(person, where, "dark", "color-contrast")
