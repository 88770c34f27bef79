"""The parts of a report for people, independent of the format: sections, tables, charts."""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.reports.formats.page_script import Live, PageScript
from netfloor.reports.formats.table import Table


@dataclass(frozen=True)
class Chart:
    """A picture; ``draw`` takes a prefix for the ids inside and returns SVG for HTML."""

    caption: str
    draw: Callable[[str], str]
    wide: bool = True  # whether it spans the width of the page
    # replaces the picture on the screen where scripts run; the picture stays in print
    live: Live | None = None


@dataclass(frozen=True)
class FirstPage:
    """The opening of a report; when printed, the first page."""

    sentence: str  # the answer for readers who stop here
    figures: tuple[tuple[str, str], ...] = ()  # name and value with unit of the three deciding figures
    chart: Chart | None = None
    warning: str = ""  # to be read before acting on the report; may be empty
    more: tuple[str, ...] = ()  # further sentences, for the second page

    @property
    def text(self) -> str:
        """All sentences as a paragraph."""
        return " ".join(text for text in (self.sentence, self.warning, *self.more) if text)


@dataclass(frozen=True)
class Section:
    """A section of a report; all formats omit empty ones."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    listed: tuple[str, ...] = ()
    list_heading: str = ""
    scripts: tuple[PageScript, ...] = ()  # for the HTML page, in addition to those of the charts

    @property
    def is_empty(self) -> bool:
        """True if there is no content."""
        return not (self.paragraphs or self.tables or self.charts or self.listed)

    @property
    def needed_scripts(self) -> tuple[PageScript, ...]:
        """All scripts that the section needs on a page."""
        return *self.scripts, *(chart.live.script for chart in self.charts if chart.live is not None)
