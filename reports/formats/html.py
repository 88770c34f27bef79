"""One HTML page that needs no network, no script and no other file."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from netfloor.reports.formats.document import Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.text import one_line

if TYPE_CHECKING:
    from jinja2 import Template

#: What the page may load: nothing but the styles and pictures within it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def page(head: ReportHead, answer_text: str, parts: Sequence[Section]) -> str:
    """Return any report as a page: what it says first, its head, then its sections with their pictures."""
    from markupsafe import Markup  # noqa: PLC0415

    pictures = {
        part.anchor: [
            Markup(chart.draw(f"{part.anchor}-{number}-"))  # noqa: S704 - from an XML tree, hence escaped
            for number, chart in enumerate(part.charts)
        ]
        for part in parts
    }
    return _template().render(
        title=one_line(head.title, 200) or "Comparison of networks",
        head=head.rows(),
        answer=answer_text,
        sections=parts,
        pictures=pictures,
        policy=POLICY,
    )


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
    return environment.get_template("report.html.jinja")
