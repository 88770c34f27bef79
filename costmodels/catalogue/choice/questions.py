"""The input of a choice of parts: links, devices, power cords, links through panels, and limits."""

from dataclasses import dataclass, field, replace

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.link_needs import LinkNeeds
from netfloor.costmodels.catalogue.part_terms import BuyingRules, Limit


@dataclass(frozen=True)
class PartsQuestion:
    """A request for the parts of some links, with the limits of the order."""

    needs: LinkNeeds
    rules: BuyingRules
    criterion: Criterion = field(default_factory=Criterion)
    max_skus: int | None = None  # maximum number of part numbers of cables and cords, None without a limit
    slack_mm: int | None = None  # added to every routed length; None for the catalogue's slack
    pieces: tuple["PieceNeed", ...] = ()  # devices and power cords to buy as well
    bundles: tuple["BundleNeed", ...] = ()  # links through panels, which are not in ``needs``
    # the same links between the cages of other devices; only one of the questions is answered
    alternatives: tuple["PartsQuestion", ...] = ()
    unasked_cents: int | None = None  # lower bound on orders of device models outside all questions
    # the order by price corresponding to a fewest-parts order; None: the order of the same device models
    by_price: "PartsQuestion | None" = None

    def without(self, limit: Limit) -> "PartsQuestion":
        """Return the question without one of its limits."""
        if limit == "fewest_parts" and self.by_price is not None:
            return self.by_price
        alternatives = tuple(alternative.without(limit) for alternative in self.alternatives)
        if limit == "max_skus":
            return replace(self, max_skus=None, alternatives=alternatives)
        if limit == "fewest_parts":
            return replace(self, criterion=Criterion(), alternatives=alternatives)
        return replace(self, rules=self.rules.without(limit), alternatives=alternatives)

    @property
    def questions(self) -> tuple["PartsQuestion", ...]:
        """The question and its alternatives, each without further alternatives."""
        return replace(self, alternatives=(), unasked_cents=None, by_price=None), *self.alternatives


@dataclass(frozen=True)
class PieceNeed:
    """A number of pieces, each of any of some part numbers; with ``alike`` all of the same part number."""

    parts: tuple[str, ...]
    pieces: int
    alike: bool = False


@dataclass(frozen=True)
class BundleNeed:
    """A number of links through panels, each with one of several options: parts for all pieces and ends."""

    options: tuple[tuple[str, ...], ...]
    links: int
