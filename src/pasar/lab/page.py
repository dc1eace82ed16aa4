"""The frame of every page that the lab writes: one HTML file that needs no other."""

from collections.abc import Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fcfbf8; --line: #d9d4c8; --soft: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #16191d; --line: #3a3f47; --soft: #9aa3af; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.soft { color: var(--soft); } .scroll { overflow-x: auto; } svg { width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } code { overflow-wrap: anywhere; }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #ccc; --soft: #444; }
  body { margin: 0; max-width: none; font-size: 11pt; } figure, tr { break-inside: avoid; }
  h2 { break-after: avoid; } }
"""

HEAD = """<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style>"""


def whole(title: str, parts: Sequence[str], style: str = "") -> str:
    """A page with this title and these parts one below the other."""
    head = HEAD.format(title=escape(title), style=STYLE + style)
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body><main>\n{body}\n</main></body></html>\n'


def section(heading: str, body: str) -> str:
    return f'<h2>{escape(heading)}</h2>\n<div class="scroll">{body}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
