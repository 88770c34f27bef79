"""An order of parts for a plan of networks or lists, as reports and exports read it."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np

from netfloor.costmodels.buying.spares import SpareRule
from netfloor.costmodels.catalogue.bom import Bom
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.limits import (
    LimitCost,
    lengths_curve,
    limit_costs,
)
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.offers import Unsold
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, TrunkRun
from netfloor.plans.laid import LaidFabric
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.trunks.layout import TrunkLayout
from netfloor.plans.plan import Plan

#: Device and port at both ends of a link; empty and None for an unplaced server.
LinkEnds = tuple[tuple[str, int | str | None], tuple[str, int | str | None]]


@dataclass(frozen=True)
class OrderedParts(ABC):
    """A bill of materials with the data from which it was made.

    Attributes
    ----------
    file
        File of the catalogue.
    links
        Links to buy parts for.
    asked, found
        The choice to make, and the best choice found with its proof or gap.
    cabinet_names
        Names of the cabinets numbered in ``links`` and ``bom``.
    trunks
        Fibre trunks in addition to ``choice``: their links have cords to cassettes instead of a cord. None
        if not ordered.
    unsold
        Links that are left out because they have no part.
    assumed
        Assumptions about the cables, in sentences.
    """

    plan: Plan | LaidFabric
    file: Path
    catalogue: Catalogue
    terms: OrderTerms
    criterion: Criterion
    spares: SpareRule | None
    links: CagedLinks
    asked: PartsQuestion
    found: PartsChoice
    bom: Bom
    cabinet_names: tuple[str, ...]
    unsold: Unsold | None = None
    trunks: TrunkChoice | None = None
    assumed: tuple[str, ...] = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the network on the bill."""

    @property
    @abstractmethod
    def notes(self) -> tuple[str, ...]:
        """Notes on the network."""

    @property
    @abstractmethod
    def link_ends(self) -> Iterator[LinkEnds]:
        """Device and port at both ends of every link."""

    @property
    @abstractmethod
    def identities(self) -> dict[str, bool]:
        """Whether the bill's links are those of the plan, by each way of counting."""

    @property
    def missing(self) -> tuple[str, ...]:
        """Sentences on items missing from the bill."""
        return ()

    @property
    def choice(self) -> LinkChoice:
        """The parts of every link."""
        return self.found.choice

    @cached_property
    def link_parts(self) -> tuple[str, ...]:
        """Part number of each link's cable; in a trunk those of cord, trunk and cord, joined by +."""
        skus = self.bom.skus
        parts = [skus[sku].part for sku in self.choice.cable_sku[self.choice.link_cable].tolist()]
        if (layout := self.trunk_layout) is not None:
            for link, route in layout.routes.items():
                parts[link] = layout.parts(route)
        return tuple(parts)

    @cached_property
    def trunk_of(self) -> dict[int, TrunkRun]:
        """The trunk of each link in a trunk."""
        runs = () if self.trunks is None else self.trunks.runs
        return {link: run for run in runs for link in run.links}

    @cached_property
    def unit_cents(self) -> dict[str, int]:
        """The price of a piece of each part, at the quantity bought."""
        return {line.sku.part: line.purchase.unit_cents for line in self.bom.lines}

    def pieces_of(self, link: int) -> dict[str, Fraction]:
        """Return the pieces of each part that serve a link; shared pieces count in proportion.

        Cables, cords, trunks and transceivers; cassettes and panels of trunks are left out.
        """
        choice, result = self.choice, dict[str, Fraction]()

        def add(part: str, links: int) -> None:
            result[part] = result.get(part, Fraction(0)) + Fraction(1, links)

        if (layout := self.trunk_layout) is not None and link in self.trunk_of:
            route = layout.routes[link]
            for jumper in route.jumpers:
                add(jumper.part, 1)
            add(layout.trunks[route.trunk].part, len(self.trunk_of[link].links))
        else:
            cable = int(choice.link_cable[link])
            add(choice.skus[int(choice.cable_sku[cable])].part, int((choice.link_cable == cable).sum()))
        for cage in choice.needs.cage[link].tolist():
            if (module := int(choice.cage_module[cage])) >= 0:
                add(choice.skus[module].part, int((choice.needs.cage == cage).sum()))
        return result

    @cached_property
    def link_ordered_mm(self) -> tuple[int | None, ...]:
        """Length of each link's cable; None for links in trunks and for further links of a shared cable."""
        choice = self.choice
        first = np.unique(choice.link_cable, return_index=True)[1]
        ordered: list[int | None] = [None] * len(choice.needs)
        for link, mm in zip(first.tolist(), choice.ordered_mm.tolist(), strict=True):
            ordered[link] = None if link in self.trunk_of else mm
        return tuple(ordered)

    @property
    def trunk_layout(self) -> TrunkLayout | None:
        """Ends of trunks, panels and links in trunks; None without trunks."""
        return None

    @cached_property
    def limit_costs(self) -> tuple[LimitCost, ...]:
        """The cost of each limit of the order, by choosing again without it. Empty with trunks."""
        return () if self.trunks else limit_costs(self.asked, self.found)

    @cached_property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """Cost of the choice for other numbers of cables and cords, see `lengths_curve`."""
        return lengths_curve(self.asked, self.found)
