"""The figure ``parts``: the catalogue price of the links between switches, by the slots of both ends."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import by_medium_rule
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.equipment import PortNeeds, RequestedDevices, equip
from netfloor.costmodels.catalogue.formula import FormulaNeeds, for_network, within_reach
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Switch
from netfloor.costmodels.objectives.price_terms import PriceTerm, priced_ways
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class PartsPricing:
    """A catalogue, the criterion for choosing parts from it, and the required switch, if any."""

    catalogue: Catalogue
    criterion: Criterion
    switch: str | None = None


def parts_terms(
    room: Room, pricing: PartsPricing, topology: Topology, links: IntArray
) -> tuple[PriceTerm, ...]:
    """Return the price of all links between switches; links to servers do not depend on the placement.

    Links are priced between cages of the switch with the most ports. Of the parallel links of two switches,
    as many as fill cages at both ends are priced by the cage, served by one cable or by transceivers; the
    remaining links leave from cages whose other links lead elsewhere, which only transceivers serve, so
    each is priced as a cord plus its share of them. Pairs of switches with the same share of links in whole
    cages have the same price per link and form one term.

    If all switches are of one kind and their ports in use fill whole cages, every bill asks at least this
    much for these links, at the same prices; exactly this much if all links, including those to servers,
    are in whole cages.

    ``links``: the number of links of each connected pair of switches, as in `Problem.pairs`.

    Raise `InfeasibleError` if the catalogue has no switch for the network, or no part for any length in the
    room.
    """
    pricing = _made_parts(room, pricing, topology)
    switch, currency = _largest_switch(pricing, topology), pricing.catalogue.currency
    what = "the catalogue has no part for a link of any length in this room"
    cage = switch.links_per_cage
    shares = np.column_stack([links // cage * cage, links % cage])
    shares //= np.maximum(np.gcd(*shares.T), 1)[:, None]
    kinds, kind = np.unique(shares, axis=0, return_inverse=True)
    terms = []
    for number, share in enumerate(kinds.tolist() or [[1, 0]]):
        price, step = partial(_price, pricing, switch, share), 1 / (CENTS_PER_UNIT * cage * sum(share))
        term = priced_ways(room, price, currency, step, what)
        terms.append(replace(term, links=np.where(kind == number, links, 0)) if len(kinds) > 1 else term)
    return tuple(terms)


def _made_parts(room: Room, pricing: PartsPricing, topology: Topology) -> PartsPricing:
    """Return a pricing whose catalogue has its formula's parts for every length in the room."""
    catalogue = pricing.catalogue
    if catalogue.formula is None:
        return pricing
    gbps, lengths_mm = topology.link_gbps, room.lengths.all_mm
    ways = [lengths_mm, lengths_mm]
    if isinstance(room, Hall) and len(room.distinct_media) > 1:
        ways = [np.unique(room.slot_lengths(medium)) for medium in MEDIA]
    longest = max(map(len, ways))
    copper_mm, fibre_mm = (np.pad(own, (0, longest - len(own)), constant_values=-1) for own in ways)
    switches = [(gbps, ports) for ports in np.unique(topology.ports).tolist()]
    needs = FormulaNeeds(switches, np.full(longest, gbps), copper_mm, fibre_mm, every_medium=True)
    return replace(pricing, catalogue=for_network(catalogue, needs))


def _largest_switch(pricing: PartsPricing, topology: Topology) -> Switch:
    """Return the catalogue's switch for the most ports in the network."""
    ports, requested_devices = topology.ports.astype(np.int64), RequestedDevices(switch=pricing.switch)
    equipment = equip(
        PortNeeds(ports, 0, topology.link_gbps), pricing.catalogue, pricing.criterion, requested_devices
    )
    return pricing.catalogue.switches[int(equipment.switches[ports.argmax()]) if len(ports) else 0]


def _price(
    pricing: PartsPricing,
    switch: Switch,
    share: Sequence[int],
    electrical_mm: IntArray,
    optical_mm: IntArray,
) -> IntArray:
    """Return the score of a cage of links times both shares: in whole pairs of cages, and left over."""
    result = cage_scores(switch, electrical_mm, optical_mm, pricing.catalogue, pricing.criterion)
    counted = [(many, score) for many, score in zip(share, result, strict=True) if many]
    sold = np.all([score != NOT_SOLD for _, score in counted], axis=0)
    scores = np.full(len(sold), NOT_SOLD)
    scores[sold] = np.sum([many * score[sold] for many, score in counted], axis=0)
    return scores


def cage_scores(
    switch: Switch,
    electrical_mm: IntArray,
    optical_mm: IntArray,
    catalogue: Catalogue,
    criterion: Criterion,
) -> tuple[IntArray, IntArray]:
    """Return the score in cents of links that fill two of a switch's cages, (d,), and without cables.

    The second score is for transceivers and cords only. `NOT_SOLD` if nothing serves the links; lengths are
    routed, (d,), and -1 if there is no route.
    """
    count, cage = len(electrical_mm), switch.links_per_cage
    link = np.repeat(np.arange(count), cage)
    electrical_mm, optical_mm = within_reach(catalogue, electrical_mm, optical_mm)
    needs = LinkNeeds(
        gbps=np.full(count * cage, switch.gbps, dtype=np.float64),
        electrical_mm=electrical_mm[link],
        optical_mm=optical_mm[link],
        cage=np.arange(2 * count).reshape(-1, 2)[link],
        cage_socket=np.zeros(2 * count, dtype=np.int64),
        sockets=(Socket(switch.connector, cage),),
        cage_cabinet=np.arange(2 * count),
    )
    offered, group = offered_scores(needs, catalogue, criterion), group_links(needs).of_link[::cage]
    ruled = by_medium_rule(needs, catalogue)
    whole = offered if ruled is needs else offered_scores(ruled, catalogue, criterion)
    optics = np.min([np.full(count, NOT_SOLD), *(optic.score[group] for optic in offered.optics)], axis=0)
    return whole.score[group], optics
