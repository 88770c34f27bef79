"""What is asked of a choice of parts: links, devices, power cords and links through panels, and limits."""

from dataclasses import dataclass, field, replace

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules, Limit


@dataclass(frozen=True)
class PartsQuestion:
    """Which parts to buy for some links, and what the order must keep."""

    needs: LinkNeeds
    rules: BuyingRules
    criterion: Criterion = field(default_factory=Criterion)
    max_skus: int | None = None  # part numbers of cables and cords at most, None for any number
    slack_mm: int | None = None  # added to every routed length; None for the catalogue's
    pieces: tuple["PieceNeed", ...] = ()  # devices and power cords that are bought too
    bundles: tuple["BundleNeed", ...] = ()  # links through panels, which are not in ``needs``
    # the same links between the cages of other devices: one of the questions is answered
    alternatives: tuple["PartsQuestion", ...] = ()
    unasked_cents: int | None = None  # lower bound on orders of device models that no question is of
    # the order by price of one with the fewest parts; None: that of the same device models
    by_price: "PartsQuestion | None" = None

    def without(self, limit: Limit) -> "PartsQuestion":
        """Return the question without one of its limits."""
        if limit == "fewest_parts" and self.by_price is not None:
            return self.by_price
        alternatives = tuple(one.without(limit) for one in self.alternatives)
        if limit == "max_skus":
            return replace(self, max_skus=None, alternatives=alternatives)
        if limit == "fewest_parts":
            return replace(self, criterion=Criterion(), alternatives=alternatives)
        return replace(self, rules=self.rules.without(limit), alternatives=alternatives)

    @property
    def questions(self) -> tuple["PartsQuestion", ...]:
        """The question and its alternatives, each without others."""
        return replace(self, alternatives=(), unasked_cents=None, by_price=None), *self.alternatives


@dataclass(frozen=True)
class PieceNeed:
    """So many pieces, each any of some part numbers, or with ``alike`` all of one of them."""

    parts: tuple[str, ...]
    pieces: int
    alike: bool = False


@dataclass(frozen=True)
class BundleNeed:
    """So many links through panels, each by one of some options: the parts of all its pieces and ends."""

    options: tuple[tuple[str, ...], ...]
    links: int
