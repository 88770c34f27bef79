"""What a report for people is made of, before any format: sections, tables, charts."""

from collections.abc import Callable
from dataclasses import dataclass

from netfloor.reports.formats.table import Table


@dataclass(frozen=True)
class Chart:
    """A picture: ``draw`` takes a prefix for the ids inside and returns SVG for HTML.

    A ``wide`` one has a line of the page to itself.
    """

    caption: str
    draw: Callable[[str], str]
    wide: bool = True


@dataclass(frozen=True)
class Section:
    """A headed part of the report; an empty one is left out by every format."""

    anchor: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    listed: tuple[str, ...] = ()
    list_heading: str = ""

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.paragraphs or self.tables or self.charts or self.listed)
