"""The head of a report: what it is, of which day, by which command, from what, at which trust of prices.

The library knows no day and no command line: whoever asks for a report gives a head with these two,
and the report fills in the rest.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netfloor.foundation.tool import TOOL
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import Table, text_column
from netfloor.reports.formats.text import one_line

#: Digits of a checksum that a line at the foot of a page has room for.
_SHORT = 12


@dataclass(frozen=True)
class ReportHead:
    """What stands above a report; what is None or empty is left out.

    Attributes
    ----------
    title
        What it is of.
    day
        The date that it bears; no time of day.
    command
        The command line without what changes nothing in the report, such as where it goes.
    version
        Of netfloor.
    seed
        Of everything that drew lots.
    plans
        SHA-256 of each plan file by its name.
    catalogue, catalogue_sha256
        Whose prices these are.
    price_trust
        Part numbers by how far their prices are trusted, ``quoted`` or ``example``.
    warnings
        What must be known before anybody acts by the report, a sentence each; every page and workbook
        begins with them.
    """

    title: str = ""
    day: dt.date | None = None
    command: str = ""
    seed: int | None = None
    plans: Mapping[str, str] = field(default_factory=dict)
    catalogue: str = ""
    catalogue_sha256: str = ""
    price_trust: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    version: str = f"{TOOL['name']} {TOOL['version']}"

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return name and text of everything that is known but the title."""
        seed = "" if self.seed is None else str(self.seed)
        rows = [
            ("Date", "" if self.day is None else self.day.isoformat()),
            ("Made by", self.version),
            ("Command", self.command),
            ("Seed", seed),
            *(("Plan", f"{name}, SHA-256 {digest}".lstrip(", ")) for name, digest in self.plans.items()),
            ("Catalogue", self._catalogue()),
            ("Prices", self._prices()),
        ]
        return tuple((name, one_line(text, 2000)) for name, text in rows if text)

    def table(self) -> Table:
        """Return the same as a table, for a sheet or a section; warnings have a sheet of their own."""
        return Table("About this report", (text_column("item"), text_column("value")), self.rows())

    def warning_table(self) -> Table:
        """Return the warnings as a table."""
        return Table("Warnings", (text_column("warning"),), [(text,) for text in self.warnings])

    def foot(self) -> str:
        """Return title, plan and date for the foot of each page, short."""
        digest = next(iter(self.plans.values()), "")
        day = "" if self.day is None else self.day.isoformat()
        texts = (one_line(self.title, 80), f"plan {digest[:_SHORT]}" if digest else "", day)
        return ", ".join(text for text in texts if text)

    def to_dict(self) -> dict[str, Any]:
        """Return what a JSON document says of it."""
        return {
            "title": self.title,
            "date": None if self.day is None else self.day.isoformat(),
            "version": self.version,
            "command": self.command,
            "seed": self.seed,
            "plans": dict(self.plans),
            "catalogue": self.catalogue,
            "catalogue_sha256": self.catalogue_sha256,
            "price_trust": dict(self.price_trust),
            **({"warnings": list(self.warnings)} if self.warnings else {}),
        }

    def _catalogue(self) -> str:
        digest = f"SHA-256 {self.catalogue_sha256}" if self.catalogue_sha256 else ""
        return ", ".join(text for text in (self.catalogue, digest) if text)

    def _prices(self) -> str:
        """Return how many part numbers have a price of each trust: ``of 7 part numbers: 3 read, ...``."""
        if not self.price_trust:
            return ""
        total = sum(self.price_trust.values())
        counted = ", ".join(f"{count:,} {loud(trust)}" for trust, count in self.price_trust.items())
        return f"of {total:,} part {'number' if total == 1 else 'numbers'}: {counted}"
