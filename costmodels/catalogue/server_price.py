"""What a cable between a switch and a server's adapter counts as, by its length."""

import numpy as np

from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.offers import offered_scores
from netfloor.costmodels.catalogue.choice.shelf import Shelf
from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Switch
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray


def server_link_scores(
    ends: tuple[Switch, Nic],
    electrical_mm: IntArray,
    optical_mm: IntArray,
    catalogue: Catalogue,
    criterion: Criterion,
    shelf: Shelf | None = None,
) -> IntArray:
    """Return the score in cents of one link between a switch's cage and adapters, (d,), rounded up.

    A cage of the switch is full of links to servers at one distance: a cable that splits serves them, or
    transceivers and cords. `NOT_SOLD` where nothing does; lengths are routed ones, (d,), and -1 where
    there is no way. ``shelf`` as for `offered_scores`.
    """
    switch, nic = ends
    links = switch.links_per_cage if switch.links_per_cage % nic.links_per_cage == 0 else 1
    count = len(electrical_mm)
    head = np.repeat(np.arange(count), links)
    tail = count + np.arange(count * links) // nic.links_per_cage
    kinds = [Socket(one.connector, one.links_per_cage) for one in ends]
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
