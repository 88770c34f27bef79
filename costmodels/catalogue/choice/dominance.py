"""Dominated part numbers: another part serves the same links at no higher cost."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

import numpy as np

from netfloor.costmodels.catalogue.choice.part_index import PartIndex
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.catalogue.part_terms import PartTerms
from netfloor.costmodels.sets.offers import IntArray

#: A part within its role: what it serves (more is better), length or reach, part number.
_Entry = tuple[int, int, int]


def worth_offering(
    needs: LinkNeeds,
    shelf: PartIndex,
    terms: Mapping[int, PartTerms],
    energy_cents: Mapping[int, int],
    slack_mm: int,
) -> frozenset[int]:
    """Return the indexed part numbers that no other part dominates.

    Part B dominates A if B serves every link that A serves, its terms are no worse at any quantity, its
    supply is unlimited, A is not in stock on hand, and neither belongs to an order with a minimum value or
    freight. All of A can then be replaced by B without increasing cost or the number of part numbers. If
    two parts dominate each other, the shorter one is kept.
    """
    kept: set[int] = set()
    for entries in _roles(needs, shelf, slack_mm).values():
        chosen: list[_Entry] = []
        for entry in sorted(entries, key=lambda item: (-item[0], item[1], item[2])):
            own = (terms[entry[2]], energy_cents[entry[2]])
            better = [(terms[other[2]], energy_cents[other[2]]) for other in chosen]
            if not any(_no_worse(other, own) for other in better):
                equal = [o for o in chosen if o[0] == entry[0]]
                worse = {o for o in equal if _no_worse(own, (terms[o[2]], energy_cents[o[2]]))}
                chosen = [item for item in chosen if item not in worse]
                chosen.append(entry)
        kept |= {sku for *_, sku in chosen}
    return frozenset(kept)


def _no_worse(item: tuple[PartTerms, int], other: tuple[PartTerms, int]) -> bool:
    """Whether buying with the first terms and energy is never worse than with the others."""
    (mine, energy), (theirs, their_energy) = item, other
    if mine.supplier is not None or theirs.supplier is not None:
        return False  # either may be needed to make an order large enough
    if energy > their_energy or mine.prices.most is not None or theirs.owned or mine.prices.pack > 1:
        return False
    if mine.spare.percent > theirs.spare.percent or mine.spare.pieces > theirs.spare.pieces:
        return False
    mine_at = list(zip(mine.prices.quantities, mine.prices.unit_cents, strict=True))
    theirs_at = zip(theirs.prices.quantities, theirs.prices.unit_cents, strict=True)
    return all(any(a <= at and c <= cents for a, c in mine_at) for at, cents in theirs_at)


def _roles(needs: LinkNeeds, shelf: PartIndex, slack_mm: int) -> dict[tuple[object, ...], list[_Entry]]:
    """Group the parts that can substitute for each other, by the links they serve."""
    roles: dict[tuple[object, ...], list[_Entry]] = defaultdict(list)
    needed = {
        "electrical": _needed(needs.electrical_mm, slack_mm),
        "optical": _needed(needs.optical_mm, slack_mm),
    }
    for cable, lengths in shelf.assemblies:
        plugs = (cable.connector_a, cable.links), (cable.connector_b, cable.tail_links)
        served = cable.medium if needs.listed_of is None else cable.kind
        key = (served, cable.gbps, cable.tails, *plugs)
        roles[key] += _entries(needed[cable.medium], lengths.length_mm.tolist(), lengths.sku.tolist())
    levels: dict[int, list[tuple[int, int]]] = defaultdict(list)
    length_of: dict[int, int] = {}
    for number, (kind, modules) in enumerate(shelf.modules.items()):
        reaches = sorted({module.reach_mm for module in modules})
        cords = shelf.cords[kind]
        for sku, length_mm in zip(cords.sku.tolist(), cords.length_mm.tolist(), strict=True):
            levels[sku].append((number, int(np.searchsorted(reaches, length_mm))))
            length_of[sku] = length_mm
        for module in modules:
            entry = (module.reach_mm, module.reach_mm, module.sku)
            roles[("module", number, module.socket, module.budget_db)].append(entry)
    for sku, own in levels.items():
        roles[("cord", *own)] += _entries(needed["optical"], [length_of[sku]], [sku])
    return roles


def _needed(length_mm: IntArray, slack_mm: int) -> IntArray:
    return np.unique(length_mm[length_mm != NO_WAY] + slack_mm)


def _entries(needed: IntArray, lengths: Collection[int], skus: Iterable[int]) -> list[_Entry]:
    served = np.searchsorted(needed, list(lengths), side="right").tolist()
    return list(zip(served, lengths, skus, strict=True))
