"""The checks of a dry run: what each limit leaves, and what only placing decides."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from netfloor.reports.formats.table import Column, Table, Value

Verdict = Literal[
    "fits",
    "does not fit",
    "in doubt",
    "no limit",
    "not known",
    "some closed",
    "optical beyond",
    "copper instead",
]
FITS: Final = "fits"
SHORT: Final = "does not fit"
DOUBT: Final = "in doubt"
FREE: Final = "no limit"
UNKNOWN: Final = "not known"
CLOSED: Final = "some closed"
OPTICAL: Final = "optical beyond"
COPPER: Final = "copper instead"


@dataclass(frozen=True)
class Check:
    """One thing that has to suffice: what is needed (None: not known), what is there (None: no limit)."""

    what: str
    needed: float | None
    there: float | None
    unit: str
    verdict: Verdict

    @property
    def row(self) -> tuple[Value, ...]:
        """The check as the row of a table."""
        needed, there = (None if one is None else in_tenths(one) for one in (self.needed, self.there))
        return self.what, needed, there, self.unit, self.verdict


@dataclass
class Findings:
    """What checks found.

    Attributes
    ----------
    reasons
        Why it cannot fit; none where no limit is provably broken.
    doubts
        What only placing decides, in a few words: whatever ``plan`` may still refuse is named here.
    warnings
        The doubts in sentences, and other things that are good to know.
    """

    checks: list[Check] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def add(
        self,
        what: str,
        needed: float,
        there: float | None,
        unit: str,
        short: Verdict = SHORT,
        why: str = "",
    ) -> None:
        """Add a check; what does not suffice is a reason, unless its verdict is another one."""
        enough = there is None or needed <= there
        verdict = short if not enough else FREE if there is None else FITS
        self.checks.append(Check(what, needed, there, unit, verdict))
        if verdict == SHORT and there is not None:
            self.reasons.append(
                f"{what}: {number_text(needed)} {unit} needed, {number_text(there)} there{why}"
            )

    def doubt(self, name: str, sentence: str) -> None:
        """Note what only placing decides."""
        self.doubts.append(name)
        self.warnings.append(sentence)

    def extend(self, other: "Findings") -> None:
        """Add what another examination found."""
        self.checks += other.checks
        self.reasons += other.reasons
        self.doubts += other.doubts
        self.warnings += other.warnings


def checks_table(checks: Sequence[Check]) -> Table:
    """Return one line for each check."""
    columns = ("what", Column("needed", form=","), Column("there", form=","), "unit", "verdict")
    return Table("Checks", columns, [one.row for one in checks])


def number_text(value: float) -> str:
    """Return a whole number as it is, others with one digit behind the point."""
    return f"{in_tenths(value):,}"


def in_tenths(value: float) -> float:
    """Return a whole number as an integer, others rounded to one digit behind the point."""
    return int(value) if value == round(value) else round(value, 1)
