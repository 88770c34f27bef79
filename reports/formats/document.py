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
