"""Self-contained HTML pages that are complete without scripts and need no network."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from netfloor.reports.formats.document import FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.page_script import page_script, policy
from netfloor.reports.formats.palette import dark_rules
from netfloor.reports.formats.text import one_line

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

#: Fewest rows of a sortable table; the script uses the same number.
_FEWEST_TO_SORT = 3
#: Longest word of a heading that is not broken, and the pieces of a longer one.
_LONG_WORD, _PIECE = 16, re.compile(r"[^,:;=/_.+-]{0,15}[,:;=/_.+-]|[^,:;=/_.+-]{1,16}")


def page(head: ReportHead, first: FirstPage | str, parts: Sequence[Section]) -> str:
    """Return any report as a page: opening, head, then the sections with their pictures.

    A plain text as ``first`` is an opening without figures and picture.
    """
    from markupsafe import Markup  # noqa: PLC0415

    first = FirstPage(first) if isinstance(first, str) else first

    pictures = {
        part.anchor: [
            Markup(chart.draw(f"{part.anchor}-{number}-"))  # noqa: S704 - from an XML tree, hence escaped
            for number, chart in enumerate(part.charts)
        ]
        for part in parts
    }
    needed = [script for part in parts for script in part.needed_scripts]
    if first.chart is not None and first.chart.live is not None:
        needed.append(first.chart.live.script)
    if any(len(table.rows) >= _FEWEST_TO_SORT for part in parts for table in part.tables):
        needed.append(page_script("tables", "netfloor.reports.templates", "tables"))
    scripts = tuple(dict.fromkeys(needed))
    return _template().render(
        title=one_line(head.title, 200) or "Comparison of networks",
        head=head.rows(),
        answer=first,
        warnings=[*head.warnings, *([first.warning] if first.warning else [])],
        answer_chart=Markup(first.chart.draw("answer-")) if first.chart else "",  # noqa: S704 - as above
        sections=parts,
        pictures=pictures,
        policy=policy(scripts),
        scripts=[Markup(script.text) for script in scripts],  # noqa: S704 - our own, without an end tag
        styles=[Markup(script.styles) for script in scripts if script.styles],  # noqa: S704 - likewise
        live=lambda chart: Markup(chart.live.json),  # noqa: S704 - JSON without any sign of HTML
        dark_rules=Markup(dark_rules()),  # noqa: S704 - our own colours
    )


def _breakable(text: str) -> "Markup":
    """Return a heading with break points inside long words, such as names: after signs, else anywhere."""
    from markupsafe import Markup, escape  # noqa: PLC0415

    words = text.split(" ")
    pieces = [_PIECE.findall(word) if len(word) > _LONG_WORD else [word] for word in words]
    return Markup(" ").join(Markup("<wbr>").join(map(escape, parts)) for parts in pieces)


@cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("netfloor.reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["breakable"] = _breakable
    return environment.get_template("report.html.jinja")
