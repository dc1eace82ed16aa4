"""The frame of every page that the lab writes: one HTML file that needs no other."""

import base64
import csv
from collections.abc import Sequence
from html import escape
from io import StringIO

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fcfbf8; --line: #d9d4c8; --soft: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #16191d; --line: #3a3f47; --soft: #9aa3af; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right; vertical-align: top; }
th:first-child, td:first-child { text-align: left; }
caption { text-align: left; font-weight: bold; padding: 1rem 0 .2rem; }
@media (max-width: 36rem) { table { font-size: .8rem; } th, td { padding: .3rem .2rem; }
  th:first-child, td:first-child { min-width: 5.5rem; } }
.soft { color: var(--soft); } .scroll { overflow-x: auto; } svg { width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } code { overflow-wrap: anywhere; }
a { color: inherit; } .csv { font-size: .8rem; color: var(--soft); white-space: nowrap; }
@page { margin: 16mm 14mm; }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --line: #ccc; --soft: #444; }
  body { margin: 0; padding: 0; max-width: none; font-size: 10pt; line-height: 1.35; }
  figure, tr { break-inside: avoid; }
  h1 { font-size: 17pt; margin-top: 0; } h2 { font-size: 12.5pt; break-after: avoid; } p { orphans: 3; widows: 3; }
  thead { display: table-header-group; } table { font-size: 8.5pt; } th, td { padding: .2rem .35rem; }
  .scroll { overflow: visible; } .csv, .screen { display: none; } }
"""

HEAD = """<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style>"""


def whole(title: str, parts: Sequence[str], style: str = "", language: str = "en") -> str:
    """A page with this title and these parts one below the other."""
    head = HEAD.format(title=escape(title), style=STYLE + style)
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    return f'<!doctype html>\n<html lang="{language}"><head>{head}</head><body><main>\n{body}\n</main></body></html>\n'


def csv_link(name: str, rows: Sequence[Sequence[str | float]]) -> str:
    """The numbers behind a plot, as a file that the page itself holds."""
    written = StringIO()
    csv.writer(written, lineterminator="\n").writerows(
        [f"{cell:.8g}" if isinstance(cell, float) else cell for cell in row] for row in rows
    )
    data = base64.b64encode(written.getvalue().encode()).decode()
    return f'<a class="csv" download="{escape(name)}.csv" href="data:text/csv;base64,{data}">CSV</a>'


def section(heading: str, body: str) -> str:
    return f'<h2>{escape(heading)}</h2>\n<div class="scroll">{body}</div>'


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
