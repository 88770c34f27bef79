"""One line of a bill of materials, as every format shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

#: Trust of a price that has no source at all; other trust is that of coefficients.
EXAMPLE = "example"
#: Trust of a figure that claims a source which nobody could find.
UNVERIFIED = "unverified"


@dataclass(frozen=True)
class BomRow:
    """One part number.

    Attributes
    ----------
    part, name, kind
        Its number; what a person calls it; ``DAC``, ``switch`` and the like.
    length_mm
        Of a cable, None of anything else.
    needed, spares, owned, bought
        Pieces installed; kept as spares; at hand already; bought, which may be more than
        the rest demands where a volume price is reached.
    unit_cents, total_cents
        Price of a piece, and of all that are bought.
    price_date
        Day of the price, as ``2024-05-01``; empty where nobody said.
    trust, source
        How far the price is trusted, and where it comes from.
    note
        Why more is bought than is needed, lead time and the like.
    """

    part: str
    name: str
    kind: str
    length_mm: int | None
    needed: int
    spares: int
    owned: int
    bought: int
    unit_cents: int
    total_cents: int
    price_date: str
    trust: str
    source: str
    note: str = ""

    @property
    def is_doubtful(self) -> bool:
        """Whether nobody should order by the price as it stands."""
        return self.trust in {EXAMPLE, UNVERIFIED}


def check_bom(rows: Sequence[BomRow]) -> None:
    """Refuse, as a caller's mistake, rows whose money or pieces do not agree."""
    for row in rows:
        if row.total_cents != row.bought * row.unit_cents:
            raise ValueError(f"part {row.part!r}: the total is not the unit price times the pieces bought")
        if row.bought + row.owned < row.needed + row.spares:
            raise ValueError(f"part {row.part!r}: fewer pieces than are needed with spares")
    if len({row.part for row in rows}) != len(rows):
        raise ValueError("a part number stands in two rows")


def total_cents(rows: Sequence[BomRow]) -> int:
    """Return the money for everything bought."""
    return sum(row.total_cents for row in rows)
