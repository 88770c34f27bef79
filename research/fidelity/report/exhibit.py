"""An exhibit of a paper: what it prints, and what ours is beside it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: A figure that is computed: a number, or words such as a shape.
Figure = float | int | str
#: Why ours and the printed figures do not settle an exhibit, whatever they are.
Excuse = Literal["", "not comparable", "inputs missing"]
#: Which way a figure is better.
Better = Literal["", "less", "more"]


@dataclass(frozen=True)
class Said:
    """Words of a paper for a number, such as "over 256k": ours agrees from ``least`` to ``most``."""

    text: str
    least: float = -math.inf
    most: float = math.inf


@dataclass(frozen=True)
class ByFormula:
    """What a paper's own formula gives in a place where it prints no number; not counted as printed."""

    value: float | int


#: What a paper prints in a place; None where it prints nothing.
Printed = float | int | str | Said | ByFormula | None


@dataclass(frozen=True)
class FigureColumn:
    """A figure that is given for every row.

    Attributes
    ----------
    name
        Its heading, with the unit.
    tolerance
        Largest difference from the printed figure that agrees: half a unit of the last printed digit
        where figures are rounded, 0 for whole numbers.
    digits, printed_digits
        Decimals of ours and of the printed figure on the page.
    better
        Which way a figure that differs by more than the tolerance is better, if any.
    compared
        False where both are shown and the state does not depend on them; the notes say why.
    another_way
        True where it has the printed figures of the column before, and ours in another way: each of them
        counts once, by the worse of the two.
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
    """A figure of ours.

    Attributes
    ----------
    value
        The figure; a mean where it is one of several instances.
    lower
        A certified lower bound on it, None where there is none; equal to it where it is exact.
    error
        Standard error of a mean, None where nothing varies.
    """

    value: Figure
    lower: float | int | None = None
    error: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return what results hold."""
        more = {"lower": self.lower, "error": self.error}
        return {"value": self.value, **{key: one for key, one in more.items() if one is not None}}


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """One exhibit of a paper, or a part of one that is measured alone.

    Attributes
    ----------
    key
        Its name on the command line and of its file of results.
    paper
        Short name, as in `PAPERS`.
    exhibits
        The numbered figures and tables that it reproduces, such as ``("Table 1",)``.
    part
        What of them, where another part is measured apart; empty for the whole.
    command
        What a reader runs to see ours.
    seed
        Seed of everything that uses randomness; None where nothing does.
    sample
        What ours are taken over, in words, such as "20 instances"; empty where there is one of each.
    first
        Heading of the rows, which are specs where it is "network".
    columns, printed
        The figures, and by row what the paper prints, in the order of the columns.
    by_formula
        Figures that the paper's own formula or other tables give, by row and column, where the printed
        figure contradicts them: the printed figure is refuted then, or imprecise if it is near.
    excuse
        Why no comparison settles it: another program or hardware, or inputs that the paper does not print.
    beside
        Columns without printed figures that its section shows too.
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
    """An exhibit with ours, as far as they are there.

    ``ours`` by row and column; ``origin`` says where they come from if not from the code as it is now, and
    what is less about a quick run; ``notes`` are Markdown: in the first paragraph one sentence, why it came
    out so, then what else a reader must know.
    """

    exhibit: Exhibit
    ours: Mapping[str, Mapping[str, Ours]]
    origin: str = ""
    notes: str = ""

    @property
    def why(self) -> str:
        """One sentence: why it came out so."""
        return self.notes.partition("\n\n")[0].replace("\n", " ").strip()

    @property
    def text(self) -> str:
        """What else a reader must know."""
        return self.notes.partition("\n\n")[2].strip()

    @property
    def complete(self) -> bool:
        """True if every row was measured."""
        return all(row in self.ours for row in self.exhibit.printed)


def _joined(kind: str, numbers: list[str]) -> str:
    """Return ``Tables 1, 2 and 5``."""
    if not numbers:
        return ""
    head, last = ", ".join(numbers[:-1]), numbers[-1]
    return f"{kind}s {head} and {last}" if head else f"{kind} {last}"
