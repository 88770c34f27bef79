"""The figure ``parts``: what a catalogue asks for the links between switches, by the slots of both."""

from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.equipment import PortNeeds, Wishes, equip
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Switch
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.objectives.price_terms import PriceTerm, priced_ways
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class PartsPricing:
    """A catalogue, how parts are chosen from it, and the switch that the user insists on."""

    catalogue: Catalogue
    criterion: Criterion
    switch: str | None = None


def parts_term(room: AnyRoom, pricing: PartsPricing, topology: Topology) -> PriceTerm:
    """Return what all links between switches count as; those of servers do not depend on the placement.

    Links are priced one by one between cages of the switch with the most ports.

    Raises
    ------
    InfeasibleError
        If the catalogue has no switch for the network, or no part for any length in the room.
    """
    ports = topology.ports.astype(np.int64)
    wishes = Wishes(switch=pricing.switch)
    equipment = equip(PortNeeds(ports, 0, topology.link_gbps), pricing.catalogue, pricing.criterion, wishes)
    largest = int(equipment.switches[ports.argmax()]) if len(ports) else 0
    switch = pricing.catalogue.switches[largest]

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        return link_scores(switch, electrical_mm, optical_mm, pricing.catalogue, pricing.criterion)

    what = "the catalogue has no part for a link of any length in this room"
    return priced_ways(room, price, pricing.catalogue.currency, 1 / CENTS_PER_UNIT, what)


def link_scores(
    switch: Switch,
    electrical_mm: IntArray,
    optical_mm: IntArray,
    catalogue: Catalogue,
    criterion: Criterion,
) -> IntArray:
    """Return the score in cents of one link between two of a switch's cages, (d,).

    Where a cage takes one link, the best cable, or transceivers and a cord. Where it takes
    several, its other links lead elsewhere as a rule, which only transceivers serve: the link
    counts a cord and its share of the transceiver at both ends, rounded up. `NOT_SOLD` where
    nothing serves it; lengths are routed ones, (d,), and -1 where there is no way.
    """
    count = len(electrical_mm)
    needs = LinkNeeds(
        gbps=np.full(count, switch.gbps, dtype=np.float64),
        electrical_mm=electrical_mm,
        optical_mm=optical_mm,
        cage=np.arange(2 * count).reshape(-1, 2),
        cage_socket=np.zeros(2 * count, dtype=np.int64),
        sockets=(Socket(switch.connector, switch.links_per_cage),),
        cage_cabinet=np.arange(2 * count),
    )
    offered = offered_scores(needs, catalogue, criterion)
    group = group_links(needs).of_link
    if switch.links_per_cage == 1:
        return offered.score[group]
    best = np.full(count, NOT_SOLD)
    sku_score = np.array([criterion.score_cents(sku) for sku in skus_of(catalogue)], dtype=np.int64)
    for optics in offered.optics:
        served = optics.score[group] != NOT_SOLD
        modules = sku_score[optics.module_sku[needs.cage[served]]].sum(axis=1)
        shared = optics.score[group[served]] - modules + -(-modules // switch.links_per_cage)
        best[served] = np.minimum(best[served], shared)
    return best
