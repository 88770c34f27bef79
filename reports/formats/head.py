"""The head of a report: subject, day, command, inputs and trust of the prices.

The library knows neither the day nor the command line. The caller passes a head with both, and the report
fills in the rest.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from netfloor.foundation.tool import TOOL
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import Table, text_column
from netfloor.reports.formats.text import one_line

#: Digits of a checksum in the page footer.
_SHORT = 12


@dataclass(frozen=True)
class ReportHead:
    """The head of a report; fields that are None or empty are left out."""

    title: str = ""  # subject of the report
    day: dt.date | None = None  # date of the report
    command: str = ""  # command line without options that do not change the report, such as the output path
    seed: int | None = None  # of all random numbers
    plans: Mapping[str, str] = field(default_factory=dict)  # SHA-256 of each plan file by name
    catalogue: str = ""
    catalogue_sha256: str = ""
    # part numbers by trust in their price, such as ``quoted`` or ``example``
    price_trust: Mapping[str, int] = field(default_factory=dict)
    # sentences to be read before acting on the report; pages and workbooks begin with them
    warnings: tuple[str, ...] = ()
    version: str = f"{TOOL['name']} {TOOL['version']}"  # of netfloor

    def rows(self) -> tuple[tuple[str, str], ...]:
        """Return name and text of every known field except the title."""
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
        """Return `rows` as a table, for a sheet or a section; `warning_table` has the warnings."""
        return Table("About this report", (text_column("item"), text_column("value")), self.rows())

    def warning_table(self) -> Table:
        """Return the warnings as a table."""
        return Table("Warnings", (text_column("warning"),), [(text,) for text in self.warnings])

    def foot(self) -> str:
        """Return title, plan and date for the page footer, shortened."""
        digest = next(iter(self.plans.values()), "")
        day = "" if self.day is None else self.day.isoformat()
        texts = (one_line(self.title, 80), f"plan {digest[:_SHORT]}" if digest else "", day)
        return ", ".join(text for text in texts if text)

    def to_dict(self) -> dict[str, Any]:
        """Return the head for a JSON document."""
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
