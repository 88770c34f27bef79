"""What a report for people is made of, before any format: sections, tables, charts."""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.reports.formats.page_script import Live, PageScript
from netfloor.reports.formats.table import Table


@dataclass(frozen=True)
class Chart:
    """A picture: ``draw`` takes a prefix for the ids inside and returns SVG for HTML.

    A ``wide`` one has a line of the page to itself. In a browser with scripts ``live`` takes the
    picture's place on the screen; in print and without scripts the picture stays.
    """

    caption: str
    draw: Callable[[str], str]
    wide: bool = True
    live: Live | None = None


@dataclass(frozen=True)
class FirstPage:
    """What a report says first; printed, it is the whole first page.

    Attributes
    ----------
    sentence
        The one sentence for whoever reads no more.
    figures
        What it is called and its value with the unit, of the three figures that decide.
    chart
        The one picture.
    warning
        What must be known before anybody acts by it; may be empty.
    more
        Further sentences, for the second page.
    """

    sentence: str
    figures: tuple[tuple[str, str], ...] = ()
    chart: Chart | None = None
    warning: str = ""
    more: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All sentences in one paragraph."""
        return " ".join(text for text in (self.sentence, self.warning, *self.more) if text)


@dataclass(frozen=True)
class Section:
    """A headed part of the report; an empty one is left out by every format.

    ``scripts`` are those of the HTML page beside what its charts need.
    """

    anchor: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    listed: tuple[str, ...] = ()
    list_heading: str = ""
    scripts: tuple[PageScript, ...] = ()

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.paragraphs or self.tables or self.charts or self.listed)

    @property
    def needed_scripts(self) -> tuple[PageScript, ...]:
        """All scripts that the section needs in a page."""
        return *self.scripts, *(chart.live.script for chart in self.charts if chart.live is not None)
