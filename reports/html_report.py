"""``report.html``: one file that needs no network, no script and no other file."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from reports.comparison import Comparison
from reports.document import Section
from reports.sections import sections
from reports.sections.answer import answer
from reports.text import one_line

if TYPE_CHECKING:
    from jinja2 import Template

#: What the page may load: nothing but the styles and pictures within it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def write(comparison: Comparison) -> str:
    """Return the whole page; everything from outside is escaped by the template."""
    return page(comparison.title, answer(comparison), sections(comparison))


def page(title: str, answer_text: str, parts: Sequence[Section]) -> str:
    """Return any report as a page: what it says first, then its sections with their pictures."""
    return _template().render(
        title=one_line(title, 200) or "Comparison of networks",
        answer=answer_text,
        sections=parts,
        pictures={part.anchor: _pictures(part) for part in parts},
        policy=POLICY,
    )


def _pictures(part: Section) -> list[str]:
    """Return a section's charts as SVG, their ids kept apart by section and number."""
    from markupsafe import Markup  # noqa: PLC0415

    drawn = (chart.draw(f"{part.anchor}-{n}-") for n, chart in enumerate(part.charts))
    return [Markup(svg) for svg in drawn]  # noqa: S704 - serialised from an XML tree, hence escaped


@cache
def _template() -> "Template":
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    environment = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report.html.jinja")
