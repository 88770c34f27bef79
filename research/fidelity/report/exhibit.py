"""An exhibit of a paper: its printed figures and ours."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: A computed figure: a number, or text such as a shape.
Figure = float | int | str
#: Why a comparison cannot settle an exhibit, whatever the figures.
Excuse = Literal["", "not comparable", "inputs missing"]
#: Direction in which a figure is better.
Better = Literal["", "less", "more"]


@dataclass(frozen=True)
class Said:
    """A number described in words, such as "over 256k"; figures from ``least`` to ``most`` agree."""

    text: str
    least: float = -math.inf
    most: float = math.inf


@dataclass(frozen=True)
class ByFormula:
    """A value of the paper's own formula where the paper prints no number; not counted as printed."""

    value: float | int


#: A printed figure; None where the paper prints nothing.
Printed = float | int | str | Said | ByFormula | None


@dataclass(frozen=True)
class FigureColumn:
    """A figure reported for every row.

    Attributes
    ----------
    name
        Heading, with the unit.
    tolerance
        Largest difference from the printed figure that counts as agreement: half a unit of the last printed
        digit where figures are rounded, 0 for whole numbers.
    digits, printed_digits
        Decimals of our figure and of the printed figure on the page.
    better
        Direction in which a figure outside the tolerance is better, if any.
    compared
        False for a figure that is shown but does not affect the state; the notes say why.
    another_way
        True if the column judges the same statements as the column before, by another method or by a second
        condition: each statement counts once, by the worse of the two.
    """

    name: str
    tolerance: float = 0.0
    digits: int = 0
    printed_digits: int = 0
    better: Better = ""
    compared: bool = True
    another_way: bool = False


@dataclass(frozen=True)
class Ours:
    """A figure measured by netfloor.

    Attributes
    ----------
    value
        The figure, or the mean over several instances.
    lower
        A certified lower bound; None if there is none, and equal to ``value`` if that is exact.
    error
        Standard error of a mean; None where nothing varies.
    """

    value: Figure
    lower: float | int | None = None
    error: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form of the figure in a results file."""
        more = {"lower": self.lower, "error": self.error}
        return {"value": self.value, **{key: item for key, item in more.items() if item is not None}}


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """An exhibit of a paper, or a part of an exhibit that is measured separately.

    Attributes
    ----------
    key
        Name on the command line and of the results file.
    paper
        Short name, as in `PAPERS`.
    exhibits
        The numbered figures and tables that it reproduces, such as ``("Table 1",)``.
    part
        Which part of them, if other parts are measured separately; empty for the whole.
    command
        A command that gives some or all of our figures by itself; may name a ``SPEC`` of the rows, and is
        empty if there is none.
    seed
        Seed of every randomised step; None if nothing is randomised.
    sample
        The sample in words, such as "20 instances"; empty where each figure has a single instance.
    first
        Heading of the rows; the rows are network specs if it is "network".
    columns, printed
        The figures, and the printed values by row in the order of the columns.
    by_formula
        Values of the paper's own formula or other tables, by row and column, where the printed figure
        contradicts them: the printed figure is then refuted, or imprecise if it is close.
    excuse
        Why no comparison settles the exhibit: other software or hardware, or inputs that the paper omits.
    beside
        Columns without printed figures that the section also shows.
    rule_changed
        Whether its state was worse by the first rules, which were changed when the figures were known.
    """

    key: str
    paper: str
    exhibits: tuple[str, ...]
    command: str
    columns: tuple[FigureColumn, ...]
    printed: Mapping[str, tuple[Printed, ...]]
    part: str = ""
    seed: int | None = None
    sample: str = ""
    first: str = "network"
    by_formula: Mapping[tuple[str, str], float | int] = field(default_factory=dict)
    excuse: Excuse = ""
    beside: tuple[str, ...] = ()
    rule_changed: bool = False

    @property
    def whole_command(self) -> str:
        """The command that measures every figure: all rows, loads, patterns and seeds."""
        return f"netfloor fidelity --only {self.key} --out fidelity.md"

    @property
    def title(self) -> str:
        """Heading of its section."""
        figures = [name.removeprefix("Figure ") for name in self.exhibits if name.startswith("Fig")]
        tables = [name.removeprefix("Table ") for name in self.exhibits if name.startswith("Table")]
        kinds = [_joined("Figure", figures), _joined("Table", tables)]
        what = ", ".join(kind for kind in kinds if kind)
        return f"{self.paper}, {what}{': ' if self.part else ''}{self.part}"


@dataclass(frozen=True)
class MeasuredExhibit:
    """An exhibit with the figures measured so far.

    ``ours`` has the figures by row and column. ``origin`` names their source if the present code did not
    measure them, and the limits of a quick run. ``notes`` are Markdown: a first paragraph of one sentence
    that explains the result, then further remarks.
    """

    exhibit: Exhibit
    ours: Mapping[str, Mapping[str, Ours]]
    origin: str = ""
    notes: str = ""

    @property
    def why(self) -> str:
        """One sentence that explains the result."""
        return self.notes.partition("\n\n")[0].replace("\n", " ").strip()

    @property
    def text(self) -> str:
        """Further remarks for the reader."""
        return self.notes.partition("\n\n")[2].strip()

    @property
    def complete(self) -> bool:
        """Whether every row has been measured."""
        return all(row in self.ours for row in self.exhibit.printed)


def _joined(kind: str, numbers: list[str]) -> str:
    """Return a list in words, such as ``Tables 1, 2 and 5``."""
    if not numbers:
        return ""
    head, last = ", ".join(numbers[:-1]), numbers[-1]
    return f"{kind}s {head} and {last}" if head else f"{kind} {last}"
