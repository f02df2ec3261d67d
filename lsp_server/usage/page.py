"""An HTML page of the statistics: one file without scripts that loads nothing, in its reader's colours."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from typing import TYPE_CHECKING

from quoin.lsp_server.usage.charts import colour, row, stacked
from quoin.lsp_server.usage.counts import percentile
from quoin.lsp_server.usage.periods import bands, periods
from quoin.lsp_server.usage.summary import SHARES, held_back, rounded

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping

    from quoin.lsp_server.usage.counts import Counts
    from quoin.lsp_server.usage.statistics import Kept

_LIGHT = """--text:#1f2328;--back:#ffffff;--dim:#59636e;--line:#d1d9e0;--panel:#f6f8fa;
--c0:#2f6fb7;--c1:#c2571a;--c2:#3b8a3e;--c3:#7a4ea3;--c4:#b3902a;--c5:#6b7681"""
_DARK = """--text:#e6e9ee;--back:#1b1e23;--dim:#9aa4b0;--line:#3a414b;--panel:#252a31;
--c0:#6aa5e8;--c1:#e8935a;--c2:#74c077;--c3:#b491dc;--c4:#dcbc5e;--c5:#9aa4b0"""
# VS Code names the kind of its theme in a class of the body, and has colours for texts and panels. Those that
# its themes have for charts are not made to be told apart.
_PALETTES = f"""
:root{{color-scheme:light dark;{_LIGHT}}}
@media(prefers-color-scheme:dark){{:root{{{_DARK}}}}}
.vscode-light{{{_LIGHT}}}
.vscode-dark,.vscode-high-contrast{{{_DARK}}}
.vscode-high-contrast-light{{{_LIGHT}}}
"""
_RULES = """
body{font:14px/1.5 var(--vscode-font-family,system-ui,sans-serif);color:var(--vscode-foreground,var(--text));
background:var(--vscode-editor-background,var(--back));max-width:760px;margin:2em auto;padding:0 1em}
h1{font-size:1.5em;font-weight:600}h2{font-size:1.1em;font-weight:600;margin:2em 0 .5em}
p,figcaption,th{color:var(--vscode-descriptionForeground,var(--dim))}
ul{display:flex;flex-wrap:wrap;gap:.8em;padding:0;list-style:none}
li{flex:1 1 9em;padding:.6em .9em;border-radius:6px;
background:var(--vscode-textBlockQuote-background,var(--panel))}
li b{display:block;font-size:1.6em;font-weight:600}
figure{margin:0}svg{max-width:100%;vertical-align:middle}
figure>svg{width:100%;height:auto;display:block}
text{font-size:11px;fill:var(--vscode-descriptionForeground,var(--dim))}
.grid{stroke:var(--vscode-editorWidget-border,var(--line));stroke-width:1}
table{border-collapse:collapse}th{font-weight:400;text-align:right}
td{text-align:right;padding:.15em 1.2em .15em 0}th{padding:.15em 1.2em .15em 0}
td:first-child,th:first-child,td.bar{text-align:left}
.c0{fill:var(--c0)}.c1{fill:var(--c1)}.c2{fill:var(--c2)}.c3{fill:var(--c3)}.c4{fill:var(--c4)}.c5{fill:var(--c5)}
figcaption svg{margin:0 .4em 0 1em}
"""
_STYLE = _PALETTES + _RULES
# Nothing may run, be loaded or be sent; the one style is allowed by its digest.
_DIGEST = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = f"default-src 'none'; style-src 'sha256-{_DIGEST}'; base-uri 'none'; form-action 'none'"
_HEAD = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
    f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
    '<meta name="viewport" content="width=device-width">\n'
    f"<title>quoin: statistics</title>\n<style>{_STYLE}</style>\n"
)


def page(kept: Kept, folder: str) -> str:
    """Return the page of some counts, which are kept in a folder."""
    total = kept.total()
    if not total.shown:
        body = "<p>Nothing has been shown yet: open a file and type.</p>\n"
        if total.held_back:
            body += _rows("Held back", held_back(total))
    else:
        body = _numbers(total) + _plots(kept) + _languages(kept) + _times(total)
        body += _rows("Held back, by requests", held_back(total))
    since = f"Since {kept.since}; counted on this machine alone, kept in {escape(folder)}, and never sent."
    return f"{_HEAD}<body>\n<h1>What quoin did for you</h1>\n<p>{since}</p>\n{body}</body>\n</html>\n"


def _numbers(total: Counts) -> str:
    median = rounded(percentile(total.times, 0.5))
    tiles = {
        "shown": f"{total.shown:,}",
        f"accepted, {total.accepted / total.shown:.0%} of those shown": f"{total.accepted:,}",
        "keystrokes saved": f"{total.keystrokes_saved:,}",
        "to the ghost text, median": "-" if median is None else f"{median:g} ms",
    }
    return "<ul>" + "".join(f"<li><b>{value}</b>{name}" for name, value in tiles.items()) + "</ul>\n"


def _plots(kept: Kept) -> str:
    unit, found = periods(kept)
    if not kept.days:
        return ""
    names = sorted({name for period in found for name in {*period.accepted, *period.saved}})
    accepted = {period.name: period.accepted for period in found}
    saved = {period.name: period.saved for period in found}
    return _plot(f"Accepted by {unit}, words and lines by themselves included", accepted, names) + _plot(
        f"Keystrokes saved by {unit}", saved, names
    )


def _plot(title: str, bars: Mapping[str, Counter[str]], names: list[str]) -> str:
    legend = "".join(
        f'<svg width="10" height="10"><rect class="{colour(place)}" width="10" height="10" rx="2"/></svg>'
        f"{escape(name)}"
        for place, name in enumerate(names)
    )
    picture = stacked(list(bars.items()), names, title)
    return f"<h2>{title}</h2>\n<figure>{picture}<figcaption>{legend}</figcaption></figure>\n"


def _languages(kept: Kept) -> str:
    rows = ["<tr><th>language<th>shown<th>accepted<th>share<th>words<th>lines<th>keystrokes saved"]
    for name, counts in kept.by_language().items():
        share = f"{counts.accepted / counts.shown:.0%}" if counts.shown else "-"
        cells = (counts.accepted_words, counts.accepted_lines, counts.keystrokes_saved)
        rows.append(
            f"<tr><td>{escape(name)}<td>{counts.shown:,}<td>{counts.accepted:,}<td>{share}"
            + "".join(f"<td>{cell:,}" for cell in cells)
        )
    return "<h2>By language</h2>\n<table>\n" + "\n".join(rows) + "\n</table>\n"


def _times(total: Counts) -> str:
    found = {share: rounded(percentile(total.times, share / 100)) for share in SHARES}
    told = [f"{share} % within {value:g} ms" for share, value in found.items() if value is not None]
    if not told:
        return ""
    return _rows("Time to the ghost text", bands(total.times), ", ".join(told) + ".")


def _rows(title: str, numbers: Mapping[str, int], remark: str = "") -> str:
    if not numbers:
        return ""
    most = max(numbers.values())
    lines = [
        f'<tr><td>{escape(name)}<td class="bar">{row(number, most)}<td>{number:,}'
        for name, number in numbers.items()
    ]
    said = f"<p>{remark}</p>\n" if remark else ""
    return f"<h2>{title}</h2>\n{said}<table>\n" + "\n".join(lines) + "\n</table>\n"
