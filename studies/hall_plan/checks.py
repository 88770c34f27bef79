"""The checks of a dry run: what each limit leaves, and what only placing decides."""

from dataclasses import dataclass, field
from typing import Final, Literal

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
HEADINGS = ("what", "needed", "there", "", "verdict")


@dataclass(frozen=True)
class Check:
    """One thing that has to suffice: what is needed (None: not known), what is there (None: no limit)."""

    what: str
    needed: float | None
    there: float | None
    unit: str
    verdict: Verdict

    def row(self) -> list[str]:
        """Return the check as the row of a table."""
        there = "-" if self.there is None else number_text(self.there)
        needed = "-" if self.needed is None else number_text(self.needed)
        return [self.what, needed, there, self.unit, self.verdict]


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


def number_text(value: float) -> str:
    """Return a whole number as it is, others with one digit behind the point."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"
