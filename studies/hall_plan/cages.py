"""What it saves to number ports so that links share cages."""

from dataclasses import dataclass, replace
from typing import Any

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.units import CENTS_PER_UNIT, money_text
from netfloor.plans.order.parts_list import PartsList, listed_parts


@dataclass(frozen=True)
class CageSaving:
    """Parts and money saved against ports counted by neighbour.

    Attributes
    ----------
    cables, transceivers
        Pieces in the plan, before spares.
    cents
        Of the whole bill before taxes; None where ports by neighbour could not be served.
    """

    cables: int
    transceivers: int
    cents: int | None

    @property
    def is_dearer(self) -> bool:
        """True if ports by neighbour cost less: links of unlike lengths may share a transceiver."""
        return self.cents is not None and self.cents < 0

    def to_dict(self) -> dict[str, Any]:
        """Return what ``plan --json`` shows."""
        money = None if self.cents is None else self.cents / CENTS_PER_UNIT
        return {"cables": self.cables, "transceivers": self.transceivers, "cost": money}

    def words(self, currency: str) -> str:
        """Return the same as a sentence without its stop."""
        if self.cents is None:
            return "numbered so that parallel links share cages; by neighbour no parts would serve them"
        return (
            "numbered so that parallel links share cages and cables: saves "
            f"{self.cables:,} cables, {self.transceivers:,} transceivers and "
            f"{money_text(self.cents)} {currency} before taxes"
        )


def cage_saving(parts: PartsList) -> CageSaving | None:
    """Return what the ports of a plan save, None where they count by neighbour."""
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
