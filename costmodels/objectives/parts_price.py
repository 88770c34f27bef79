"""The figure ``parts``: what a catalogue asks for the links between switches, by the slots of both."""

from dataclasses import dataclass

import numpy as np

from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.criterion import Criterion
from costmodels.catalogue.equipment import Wishes, equip
from costmodels.catalogue.link_scores import link_scores
from costmodels.objectives.price_terms import PriceTerm
from costmodels.offers import MOST_CENTS, NOT_SOLD, IntArray
from foundation.errors import InfeasibleError
from foundation.units import CENTS_PER_UNIT
from layout.lengths import PricedLengths, PricedPairs
from rooms.any_room import AnyRoom
from rooms.hall.hall import Hall
from topologies.topology import Topology


@dataclass(frozen=True)
class PartsPricing:
    """A catalogue, how parts are chosen from it, and the switch that the user insists on."""

    catalogue: Catalogue
    criterion: Criterion
    switch: str | None = None


def parts_term(room: AnyRoom, pricing: PartsPricing, topology: Topology) -> PriceTerm:
    """Return what all links between switches count as; those of servers do not depend on the placement.

    Links are priced one by one between cages of the switch with the most ports. What nobody
    sells counts a hundred times the dearest, so that a search leaves it where it can.

    Raises
    ------
    InfeasibleError
        If the catalogue has no switch for the network, or no part for any length in the room.
    """
    ports = topology.ports.astype(np.int64)
    wishes = Wishes(switch=pricing.switch)
    equipment = equip(ports, 0, topology.link_gbps, pricing.catalogue, pricing.criterion, wishes)
    largest = int(equipment.switches[ports.argmax()]) if len(ports) else 0
    switch = pricing.catalogue.switches[largest]

    def priced(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        score = link_scores(switch, electrical_mm, optical_mm, pricing.catalogue, pricing.criterion)
        sold = score != NOT_SOLD
        if not sold.any():
            raise InfeasibleError("the catalogue has no part for a link of any length in this room")
        return np.where(sold, score, min(100 * int(score[sold].max(initial=1)), MOST_CENTS))

    floor, currency = room.lengths, pricing.catalogue.currency
    if not isinstance(room, Hall) or len(room.distinct_media) == 1:
        prices = PricedLengths(floor, floor.all_mm, priced(floor.all_mm, floor.all_mm))
        return PriceTerm(currency, prices, 1 / CENTS_PER_UNIT)
    apart = ~np.eye(room.slots, dtype=bool)
    both = np.column_stack([room.slot_lengths(medium)[apart] for medium in ("electrical", "optical")])
    distinct, which = np.unique(both, axis=0, return_inverse=True)
    costs = np.zeros((room.slots, room.slots), dtype=np.int64)
    costs[apart] = priced(distinct[:, 0], distinct[:, 1])[which.ravel()]
    least = np.full(len(floor.all_mm), np.iinfo(np.int64).max)
    np.minimum.at(least, np.searchsorted(floor.all_mm, floor.matrix()[apart]), costs[apart])
    return PriceTerm(currency, PricedPairs(floor, floor.all_mm, least, 0, costs), 1 / CENTS_PER_UNIT)
