"""The checks of a dry run: met or violated limits, and those that depend on the placement."""

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
    """A requirement: the amount needed (None: unknown) and available (None: no limit)."""

    what: str
    needed: float | None
    there: float | None
    unit: str
    verdict: Verdict

    @property
    def row(self) -> tuple[Value, ...]:
        """The check as a row of a table."""
        needed, there = (None if item is None else in_tenths(item) for item in (self.needed, self.there))
        return self.what, needed, there, self.unit, self.verdict


@dataclass
class Findings:
    """The results of checks."""

    checks: list[Check] = field(default_factory=list)
    # proofs that the plan cannot fit; none if no limit is provably violated
    reasons: list[str] = field(default_factory=list)
    # short names of everything that depends on the placement and may make ``plan`` fail
    doubts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)  # the doubts as sentences, and other remarks

    def add(
        self,
        what: str,
        needed: float,
        there: float | None,
        unit: str,
        short: Verdict = SHORT,
        why: str = "",
    ) -> None:
        """Add a check; a violation is a reason unless ``short`` is another verdict."""
        enough = there is None or needed <= there
        verdict = short if not enough else FREE if there is None else FITS
        self.checks.append(Check(what, needed, there, unit, verdict))
        if verdict == SHORT and there is not None:
            self.reasons.append(
                f"{what}: {number_text(needed)} {unit} needed, {number_text(there)} available{why}"
            )

    def doubt(self, name: str, sentence: str) -> None:
        """Add something that depends on the placement."""
        self.doubts.append(name)
        self.warnings.append(sentence)

    def extend(self, other: "Findings") -> None:
        """Add other findings."""
        self.checks += other.checks
        self.reasons += other.reasons
        self.doubts += other.doubts
        self.warnings += other.warnings


def checks_table(checks: Sequence[Check]) -> Table:
    """Return a row for each check."""
    columns = ("check", Column("needed", form=","), Column("available", form=","), "unit", "verdict")
    return Table("Checks", columns, [check.row for check in checks])


def number_text(value: float) -> str:
    """Return whole numbers as they are, others with one decimal."""
    return f"{in_tenths(value):,}"


def in_tenths(value: float) -> float:
    """Return whole numbers as integers, others rounded to one decimal."""
    return int(value) if value == round(value) else round(value, 1)
