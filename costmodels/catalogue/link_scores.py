"""What a link between two switches costs by a catalogue, for many lengths at once."""

import numpy as np

from costmodels.catalogue.cage_groups import group_links
from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.choose import offered_scores
from costmodels.catalogue.criterion import Criterion
from costmodels.catalogue.devices import Switch
from costmodels.catalogue.link_needs import LinkNeeds, Socket
from costmodels.catalogue.skus import skus_of
from costmodels.offers import NOT_SOLD, IntArray


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
    nothing serves it.

    Parameters
    ----------
    electrical_mm, optical_mm
        Routed length by medium, (d,); -1 where there is no way.
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
