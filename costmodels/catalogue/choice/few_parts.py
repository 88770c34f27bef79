"""The fewest part numbers that serve every link, exactly, by an integer programme."""

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import fitting
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups
from netfloor.costmodels.catalogue.choice.cover import Demand, Option, Part, Way, least_cover
from netfloor.costmodels.catalogue.choice.shelf import Module, OpticsClass, Shelf
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket

#: A kind of link within a group: the kinds of cage at both ends and the longest route.
Kind = tuple[int, int, int]


def fewest_parts(needs: LinkNeeds, groups: CageGroups, shelf: Shelf, slack_mm: int) -> frozenset[int]:
    """Return the part numbers to restrict the choice to, the fewest that serve every link.

    A way to serve a group is one cable long enough, or a class of transceivers with, for
    every two kinds of cages that are joined, a reach, a transceiver of at least that reach
    in both, and a cord no longer. What serves a longer link serves a shorter one of the
    same kind, so that only the longest count. Of several smallest sets one whose unit
    prices add up to least is taken.

    Raises
    ------
    ValueError
        If some link cannot be served at all.
    """
    demands: dict[Demand, None] = {}
    for group, kinds in _hardest(needs, groups):
        demands[_demand(needs, groups, shelf, group, kinds, slack_mm)] = None
    prices = [sku.buying.price_cents for sku in shelf.skus]
    return least_cover(list(demands), prices)


def _hardest(needs: LinkNeeds, groups: CageGroups) -> list[tuple[int, tuple[Kind, ...]]]:
    """Return the groups that no other makes superfluous, each with its kinds of links."""
    kinds = _kinds(needs, groups)
    chosen: dict[tuple[object, ...], list[int]] = {}
    shape = np.column_stack([groups.is_star, groups.tail_socket, groups.tails * groups.is_star])
    for group in range(len(groups)):
        pairs = tuple((a, b) for a, b, _ in kinds[group])
        key = (*shape[group].tolist(), float(groups.gbps[group]), pairs)
        chosen.setdefault(key, []).append(group)
    return [(g, kinds[g]) for alike in chosen.values() for g in _undominated(alike, groups, kinds)]


def _kinds(needs: LinkNeeds, groups: CageGroups) -> list[tuple[Kind, ...]]:
    """Return for each group the kinds of its links, each with its longest optical route."""
    ends = np.sort(needs.cage_socket[needs.cage], axis=1)
    rows = np.column_stack([groups.of_link, ends])
    unique, inverse = np.unique(rows, axis=0, return_inverse=True)
    longest = np.full(len(unique), NO_WAY, dtype=np.int64)
    np.maximum.at(longest, inverse.ravel(), needs.optical_mm)
    kinds: list[list[Kind]] = [[] for _ in range(len(groups))]
    for (group, a, b), length_mm in zip(unique.tolist(), longest.tolist(), strict=True):
        kinds[group].append((a, b, length_mm))
    return [tuple(one) for one in kinds]


def _undominated(alike: list[int], groups: CageGroups, kinds: list[tuple[Kind, ...]]) -> list[int]:
    """Return the groups whose needs are not all met by what meets another's."""
    endless = np.iinfo(np.int64).max
    rows: dict[tuple[int, ...], int] = {}
    for group in alike:
        own = (groups.electrical_mm[group], groups.optical_mm[group], *(mm for *_, mm in kinds[group]))
        rows.setdefault(tuple(endless if mm == NO_WAY else int(mm) for mm in own), group)
    kept: list[tuple[int, ...]] = []
    for row in sorted(rows, reverse=True):
        if not any(all(a >= b for a, b in zip(other, row, strict=True)) for other in kept):
            kept.append(row)
    return [rows[row] for row in kept]


def _demand(
    needs: LinkNeeds, groups: CageGroups, shelf: Shelf, group: int, kinds: tuple[Kind, ...], slack_mm: int
) -> Demand:
    cables = _assemblies(needs, groups, shelf, group, slack_mm)
    ways: set[Way] = {(frozenset({frozenset({cables})}),)}
    if groups.optical_mm[group] != NO_WAY:
        for kind in shelf.modules:
            if kind.gbps == groups.gbps[group]:
                ways.add(tuple(_reaches(needs, shelf, kind, one, slack_mm) for one in kinds))
    return frozenset(ways)


def _assemblies(needs: LinkNeeds, groups: CageGroups, shelf: Shelf, group: int, slack_mm: int) -> Part:
    """Return every cable that serves a group."""
    skus: set[int] = set()
    for cable, lengths in shelf.assemblies:
        routed_mm = groups.optical_mm if cable.medium == "optical" else groups.electrical_mm
        if routed_mm[group] != NO_WAY and fitting(cable, needs, groups)[group]:
            long_enough = lengths.length_mm >= routed_mm[group] + slack_mm
            skus |= set(lengths.sku[long_enough].tolist())
    return frozenset(skus)


def _reaches(
    needs: LinkNeeds, shelf: Shelf, kind: OpticsClass, link: Kind, slack_mm: int
) -> frozenset[Option]:
    """Return for each reach of a class the transceivers of both cages and the cords that do."""
    first, second, routed_mm = link
    cords, modules = shelf.cords[kind], shelf.modules[kind]
    options: set[Option] = set()
    for reach_mm in {module.reach_mm for module in modules}:
        fits = (cords.length_mm >= routed_mm + slack_mm) & (cords.length_mm <= reach_mm)
        ends = (_modules(modules, needs.sockets[s], reach_mm) for s in (first, second))
        options.add(frozenset({frozenset(cords.sku[fits].tolist()), *ends}))
    return frozenset(options)


def _modules(modules: tuple[Module, ...], socket: Socket, reach_mm: int) -> Part:
    return frozenset(m.sku for m in modules if m.reach_mm >= reach_mm and m.socket == socket)
