"""The figure ``parts``: what a catalogue asks for the links between switches, by the slots of both."""

from dataclasses import dataclass

import numpy as np

from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.criterion import Criterion
from costmodels.catalogue.equipment import Wishes, equip
from costmodels.catalogue.link_scores import link_scores
from costmodels.objectives.price_terms import PriceTerm, priced_ways, where_sold
from costmodels.offers import IntArray
from foundation.units import CENTS_PER_UNIT
from rooms.any_room import AnyRoom
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

    def price(electrical_mm: IntArray, optical_mm: IntArray) -> IntArray:
        score = link_scores(switch, electrical_mm, optical_mm, pricing.catalogue, pricing.criterion)
        return where_sold(score, "the catalogue has no part for a link of any length in this room")

    return PriceTerm(pricing.catalogue.currency, priced_ways(room, price), 1 / CENTS_PER_UNIT)
