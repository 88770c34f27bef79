"""Cable assemblies for each group of links: candidates, the best of them, and the copper-first rule."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.part_index import PartIndex, build_part_index
from netfloor.costmodels.catalogue.formula import takes_copper_first
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.cable_parts import Assembly
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.sets.offers import NOT_SOLD, IntArray
from netfloor.costmodels.sets.prices import exact_mm


@dataclass(frozen=True, eq=False)
class AssemblyOffer:
    """The best cable for each group, (g,) int64 each; `NOT_SOLD` and -1 if none fits."""

    score: IntArray
    sku: IntArray


def offer_assemblies(
    needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, slack_mm: int
) -> AssemblyOffer:
    """Return the best cable for each group; among equals, the first in the catalogue."""
    score, sku = np.full(len(groups), NOT_SOLD), np.full(len(groups), -1)
    for cable, lengths in shelf.assemblies:
        routed_mm = groups.optical_mm if cable.medium == "optical" else groups.electrical_mm
        fits = fitting(cable, needs, groups) & (routed_mm != NO_WAY)
        offered, offered_sku = lengths.cheapest(np.where(fits, routed_mm + slack_mm, NO_WAY))
        better = offered < score
        score[better], sku[better] = offered[better], offered_sku[better]
    return AssemblyOffer(score, sku)


def fitting(cable: Assembly, needs: LinkNeeds, groups: CageGroups) -> npt.NDArray[np.bool_]:
    """Return a mask of the groups that a cable fits, regardless of length, (g,).

    Its plugs must carry exactly the links of the cages at their rate, it must have a tail for every cage
    except the head, and every link must take its kind. A pair of cages may be connected either way round.
    """
    plug_a = _index(needs, Socket(cable.connector_a, cable.links))
    plug_b = _index(needs, Socket(cable.connector_b, cable.tail_links))
    if plug_a < 0 or plug_b < 0:
        return np.zeros(len(groups), dtype=np.bool_)
    head = needs.cage_socket[groups.head]
    forwards = (head == plug_a) & (groups.tail_socket == plug_b) & (groups.tails <= cable.tails)
    backwards = (head == plug_b) & (groups.tail_socket == plug_a) & (groups.tails == 1)
    rates = [gbps for gbps in np.unique(groups.gbps).tolist() if cable.carries(gbps)]
    fits: npt.NDArray[np.bool_] = groups.is_star & np.isin(groups.gbps, rates) & (forwards | backwards)
    return fits & groups.taking(needs.takes(cable.kind))


def _index(needs: LinkNeeds, socket: Socket) -> int:
    return needs.sockets.index(socket) if socket in needs.sockets else -1


def by_medium_rule(needs: LinkNeeds, catalogue: Catalogue, shelf: PartIndex | None = None) -> LinkNeeds:
    """Remove the optical route of links that a copper cable serves, if the catalogue prefers copper."""
    if not takes_copper_first(catalogue) or not len(needs):
        return needs
    whole = shelf or build_part_index(catalogue, lambda sku: sku.buying.price_cents)
    copper = tuple(assembly for assembly in whole.assemblies if assembly[0].medium == "electrical")
    groups = group_links(needs)
    slack_mm = exact_mm(catalogue.slack_m, "slack_m")
    result = offer_assemblies(needs, groups, replace(whole, assemblies=copper), slack_mm)
    served = (result.score != NOT_SOLD)[groups.of_link]
    return replace(needs, optical_mm=np.where(served, NO_WAY, needs.optical_mm))
