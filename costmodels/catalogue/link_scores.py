"""What a link between two switches costs by a catalogue, for many lengths at once."""

import numpy as np

from costmodels.catalogue.cage_groups import group_links
from costmodels.catalogue.catalogue import Catalogue
from costmodels.catalogue.choose import offered_scores
from costmodels.catalogue.criterion import Criterion
from costmodels.catalogue.devices import Switch
from costmodels.catalogue.link_needs import LinkNeeds, Socket
from costmodels.offers import NOT_SOLD, IntArray


def link_scores(
    switch: Switch,
    electrical_mm: IntArray,
    optical_mm: IntArray,
    catalogue: Catalogue,
    criterion: Criterion,
) -> IntArray:
    """Return the score in cents of one link between two of a switch's cages, (d,).

    Where a cage takes several links, they are taken to run side by side, and each counts
    an equal share, rounded up. `NOT_SOLD` where nothing serves them.

    Parameters
    ----------
    electrical_mm, optical_mm
        Routed length by medium, (d,); -1 where there is no way.
    """
    links, count = switch.links_per_cage, len(electrical_mm)
    cage = np.repeat(np.arange(2 * count).reshape(-1, 2), links, axis=0)
    needs = LinkNeeds(
        gbps=np.full(links * count, switch.gbps, dtype=np.float64),
        electrical_mm=np.repeat(electrical_mm, links),
        optical_mm=np.repeat(optical_mm, links),
        cage=cage,
        cage_socket=np.zeros(2 * count, dtype=np.int64),
        sockets=(Socket(switch.connector, links),),
        cage_cabinet=np.arange(2 * count),
    )
    of_link = group_links(needs).of_link[::links]
    score = offered_scores(needs, catalogue, criterion)[of_link]
    return np.where(score == NOT_SOLD, NOT_SOLD, -(-score // links))
