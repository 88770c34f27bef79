"""Cables between switches and server adapters: score by length, and the longest on sale."""

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.choice.part_index import PartIndex
from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Switch
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.topologies.topology import Topology

#: Lengths to evaluate: every decimetre up to 200 m, beyond any room.
STEP_MM, LONGEST_MM = 100, 200_000


def server_link_scores(
    ends: tuple[Switch, Nic],
    electrical_mm: IntArray,
    optical_mm: IntArray,
    catalogue: Catalogue,
    criterion: Criterion,
    shelf: PartIndex | None = None,
) -> IntArray:
    """Return the score in cents of a link between a switch's cage and adapters, (d,), rounded up.

    The switch's cage is assumed full of links to servers at equal distance, served by a splitter cable or
    by transceivers and cords. `NOT_SOLD` if nothing serves them; lengths are routed, (d,), and -1 if there
    is no route. ``shelf`` as for `offered_scores`.
    """
    switch, nic = ends
    links = switch.links_per_cage if switch.links_per_cage % nic.links_per_cage == 0 else 1
    count = len(electrical_mm)
    head = np.repeat(np.arange(count), links)
    tail = count + np.arange(count * links) // nic.links_per_cage
    kinds = [Socket(item.connector, item.links_per_cage) for item in ends]
    sockets = tuple(dict.fromkeys(kinds))
    cages = int(tail.max(initial=count - 1)) + 1
    needs = LinkNeeds(
        gbps=np.full(count * links, switch.gbps, dtype=np.float64),
        electrical_mm=electrical_mm[head],
        optical_mm=optical_mm[head],
        cage=np.column_stack([head, tail]),
        cage_socket=np.where(np.arange(cages) < count, 0, sockets.index(kinds[1])),
        sockets=sockets,
        cage_cabinet=np.arange(cages),
    )
    offered = offered_scores(needs, catalogue, criterion, shelf)
    score = offered.score[group_links(needs).of_link[::links]]
    return np.where(score == NOT_SOLD, NOT_SOLD, -(-score // links))


def server_reach_mm(topology: Topology, catalogue: Catalogue, equipment: Equipment) -> int | None:
    """Return the longest route, in mm, for which every kind of switch has a part to its adapter.

    It is rounded down to a decimetre and at most `LONGEST_MM`. Each link is assumed alone in its cages.
    Return None without servers, adapters or a suitable part; the bill then reports the gap. Over several
    networks, return the minimum for the switches with servers.
    """
    if not equipment.nics or not len(equipment.switches):
        return None
    if topology.networks is None:
        used = np.ones(topology.routers, dtype=np.bool_)
    else:
        used = topology.endpoints > 0
    of, rates, switches = topology.network_of_switches[used], topology.rates[used], equipment.switches[used]
    kinds = dict.fromkeys(zip(of.tolist(), rates.tolist(), switches.tolist(), strict=True))
    reaches = [
        _reach_mm(gbps, catalogue.switches[number], equipment.nics[network], catalogue)
        for network, gbps, number in kinds
    ]
    return min(reaches, default=0) or None


def _reach_mm(gbps: float, switch: Switch, nic: Nic, catalogue: Catalogue) -> int:
    """Return the longest route that a part serves between a switch and an adapter, mm; 0: none."""
    length_mm = np.arange(STEP_MM, LONGEST_MM + 1, STEP_MM, dtype=np.int64)
    count = len(length_mm)
    ends = [Socket(item.connector, item.links_per_cage) for item in (switch, nic)]
    sockets = tuple(dict.fromkeys(ends))
    needs = LinkNeeds(
        gbps=np.full(count, gbps, dtype=np.float64),
        electrical_mm=length_mm,
        optical_mm=length_mm.copy(),
        cage=np.arange(2 * count).reshape(-1, 2),
        cage_socket=np.tile(np.array([sockets.index(end) for end in ends]), count),
        sockets=sockets,
        cage_cabinet=np.arange(2 * count),
    )
    sold = length_mm[offered_scores(needs, catalogue, Criterion()).score != NOT_SOLD]
    return int(sold.max(initial=0))
