"""The savings of numbering ports so that links share cages."""

from dataclasses import dataclass, replace
from typing import Any

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import CENTS_PER_UNIT, money_text
from netfloor.plans.order.parts_list import PartsList, listed_parts


@dataclass(frozen=True)
class CageSaving:
    """Parts and cost saved compared with ports numbered by neighbour."""

    cables: int  # pieces, before spares
    transceivers: int  # pieces, before spares
    cents: int | None  # of the whole bill before taxes; None if ports by neighbour cannot be served

    @property
    def is_dearer(self) -> bool:
        """True if ports by neighbour cost less, as links of different length may share a transceiver."""
        return self.cents is not None and self.cents < 0

    def to_dict(self) -> dict[str, Any]:
        """Return the savings for ``plan --json``."""
        money = None if self.cents is None else self.cents / CENTS_PER_UNIT
        return {"cables": self.cables, "transceivers": self.transceivers, "cost": money}

    def words(self, currency: str) -> str:
        """Return the savings as a sentence without full stop."""
        if self.cents is None:
            return "numbered so that parallel links share cages; numbered by neighbour, no parts fit them"
        return (
            "numbered so that parallel links share cages and cables: saves "
            f"{self.cables:,} cables, {self.transceivers:,} transceivers and "
            f"{money_text(self.cents)} {currency} before taxes"
        )


def cage_saving(parts: PartsList) -> CageSaving | None:
    """Return the savings of a plan's port numbers; None if they are by neighbour."""
    if parts.plan.ports is None:
        return None
    plain = replace(parts.plan, ports=None)
    try:
        other = listed_parts(plain, parts.file, parts.catalogue, parts.terms)
    except InfeasibleError:
        return CageSaving(0, 0, None)
    mine, theirs = parts.choice.counts, other.choice.counts
    return CageSaving(
        theirs.cables - mine.cables,
        theirs.transceivers - mine.transceivers,
        other.bom.net_cents - parts.bom.net_cents,
    )
