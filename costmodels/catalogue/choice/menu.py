"""Every way to connect each group of links, with equivalent groups combined.

Two groups are equivalent if the same part numbers can serve them in the same positions, so the unknowns are
the number of groups served in each way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import fitting
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups
from netfloor.costmodels.catalogue.choice.part_index import OpticsClass, PartIndex
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds, Socket
from netfloor.costmodels.sets.offers import IntArray


class TrunkAccess(Protocol):
    """The links that may use a place in a trunk instead of their cord."""

    @property
    def of_link(self) -> IntArray:
        """Trunk class of each link, (m,): links of a class can use the same trunks; -1 for none."""

    def reach_mm(self, optics: OpticsClass, access: int) -> int | None:
        """Return the lowest transceiver reach that trunks of a class require, None if none is suitable."""


@dataclass(frozen=True, eq=False)
class OpticsMenu:
    """Transceivers of one class and the cords between them, by level of reach.

    Attributes
    ----------
    cords, length_mm
        Part numbers and lengths, ascending.
    reach_mm, allowed
        Reach of each level, ascending, and the number of cords within it; without trunks, no two levels
        allow the same cords.
    modules
        (Reach, part number) of the transceivers for each form of cage, ascending.
    """

    cords: tuple[int, ...]
    length_mm: IntArray
    reach_mm: tuple[int, ...]
    allowed: tuple[int, ...]
    modules: dict[Socket, tuple[tuple[int, int], ...]]


@dataclass(frozen=True)
class OpticsWay:
    """How a class of transceivers connects a group.

    Attributes
    ----------
    kind
        The class, an index into `Menu.optics`.
    sockets, least, most
        Form of each cage, the level it needs and the highest available level.
    links
        The two cages of each link, and its shortest sufficient cord.
    access
        Trunk class of each link, from `TrunkAccess`.
    """

    kind: int
    sockets: tuple[Socket, ...]
    least: tuple[int, ...]
    most: tuple[int, ...]
    links: tuple[tuple[int, int, int], ...]
    access: tuple[int, ...] = ()

    def level(self, link: int) -> int:
        """Return the level that both cages of a link have at least."""
        a, b, _ = self.links[link]
        return min(self.least[a], self.least[b])

    def highest(self, link: int) -> int:
        """Return the highest level available to both cages of a link."""
        a, b, _ = self.links[link]
        return min(self.most[a], self.most[b])


@dataclass(frozen=True, eq=False)
class Template:
    """Equivalent groups.

    Attributes
    ----------
    groups
        Their numbers, shortest routes first.
    links, cages
        Links and cages of each group, in the order of `OpticsWay`, (groups, ...).
    assemblies
        Part numbers of cables that serve a whole group, shortest first.
    optics
        Classes of transceivers that serve a group.
    """

    groups: IntArray
    links: IntArray
    cages: IntArray
    assemblies: tuple[int, ...]
    optics: tuple[OpticsWay, ...]


@dataclass(frozen=True, eq=False)
class Menu:
    """The available options."""

    templates: tuple[Template, ...]
    optics: tuple[OpticsMenu, ...]


def make_menu(
    needs: LinkNeeds,
    groups: CageGroups,
    shelf: PartIndex,
    slack_mm: int,
    trunks: TrunkAccess | None = None,
) -> Menu:
    """Return the menu of the indexed parts."""
    optics = tuple(_optics_menu(shelf, kind, every_reach=trunks is not None) for kind in shelf.modules)
    alike = _alike(needs, groups, shelf, slack_mm, trunks)
    representatives = np.array([own[0][0] for own in alike], dtype=np.int64)
    cables = _assemblies(needs, groups, shelf, representatives, slack_mm)
    templates = []
    for own, assemblies in zip(alike, cables, strict=True):
        number, links, cages = (np.array(column, dtype=np.int64) for column in zip(*own, strict=True))
        ways = tuple(_optics_ways(needs, shelf, optics, (links[0], cages[0]), slack_mm, trunks))
        need = np.maximum(groups.electrical_mm[number], groups.optical_mm[number])
        order = np.lexsort((number, need))
        templates.append(Template(number[order], links[order], cages[order], assemblies, ways))
    return Menu(tuple(templates), optics)


def _optics_menu(shelf: PartIndex, kind: OpticsClass, *, every_reach: bool) -> OpticsMenu:
    cords, modules = shelf.cords[kind], shelf.modules[kind]
    by_socket: dict[Socket, list[tuple[int, int]]] = {}
    for module in sorted(modules, key=lambda item: (item.reach_mm, item.sku)):
        by_socket.setdefault(module.socket, []).append((module.reach_mm, module.sku))
    levels: dict[int, int] = {}  # number of sufficiently short cords by reach
    for reach_mm in sorted({module.reach_mm for module in modules}):
        allowed = int(np.searchsorted(cords.length_mm, reach_mm, side="right"))
        if allowed and (every_reach or allowed not in levels.values()):
            levels[reach_mm] = allowed
    return OpticsMenu(
        tuple(cords.sku.tolist()),
        cords.length_mm,
        tuple(levels),
        tuple(levels.values()),
        {socket: tuple(own) for socket, own in by_socket.items()},
    )


def _alike(
    needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, slack_mm: int, trunks: TrunkAccess | None
) -> list[list[tuple[int, IntArray, IntArray]]]:
    """Return the groups with their links and cages, combining groups that the same parts serve."""
    electrical = [lengths.length_mm for cable, lengths in shelf.assemblies if cable.medium == "electrical"]
    optical = [lengths.length_mm for cable, lengths in shelf.assemblies if cable.medium == "optical"]
    optical += [lengths.length_mm for lengths in shelf.cords.values()]
    group_rank = _rank(groups.electrical_mm, electrical, slack_mm)
    link_rank = _rank(needs.optical_mm, optical, slack_mm).tolist()
    access = [-1] * len(needs) if trunks is None else trunks.of_link.tolist()
    gbps, cage, socket = needs.gbps.tolist(), needs.cage.tolist(), needs.cage_socket.tolist()
    listed = [0] * len(needs) if needs.listed_of is None else needs.listed_of.tolist()
    order = np.argsort(groups.of_link, kind="stable")
    result: dict[tuple[object, ...], list[tuple[int, IntArray, IntArray]]] = {}
    for number, links in enumerate(np.split(order, np.cumsum(groups.links)[:-1]) if len(groups) else ()):
        local: dict[int, int] = {}
        rows = []
        for link in links.tolist():
            a, b = (local.setdefault(item, len(local)) for item in cage[link])
            rows.append((gbps[link], a, b, link_rank[link], access[link], listed[link]))
        sockets = tuple(socket[item] for item in local)
        key = (int(group_rank[number]), sockets, *rows)
        result.setdefault(key, []).append((number, links, np.array(list(local), dtype=np.int64)))
    return list(result.values())


def _rank(needed_mm: IntArray, lengths: list[IntArray], slack_mm: int) -> IntArray:
    """Count the lengths that are too short; -1 without a route."""
    known = np.unique(np.concatenate([*lengths, np.zeros(0, dtype=np.int64)]))
    return np.where(needed_mm == NO_WAY, -1, np.searchsorted(known, needed_mm + slack_mm))


def _assemblies(
    needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, wanted: IntArray, slack_mm: int
) -> list[tuple[int, ...]]:
    """Return the cables that serve each of the wanted groups, shortest first."""
    serving: list[list[tuple[int, int]]] = [[] for _ in wanted]
    for cable, lengths in shelf.assemblies:
        routed_mm = groups.optical_mm if cable.medium == "optical" else groups.electrical_mm
        fits = (fitting(cable, needs, groups) & (routed_mm != NO_WAY))[wanted]
        first = np.searchsorted(lengths.length_mm, routed_mm[wanted] + slack_mm)
        offered = list(zip(lengths.length_mm.tolist(), lengths.sku.tolist(), strict=True))
        for place in np.flatnonzero(fits).tolist():
            serving[place] += offered[first[place] :]
    return [tuple(sku for _, sku in sorted(own)) for own in serving]


def _optics_ways(
    needs: LinkNeeds,
    shelf: PartIndex,
    menus: tuple[OpticsMenu, ...],
    group: tuple[IntArray, IntArray],
    slack_mm: int,
    trunks: TrunkAccess | None,
) -> Iterator[OpticsWay]:
    links, cages = group
    if (needs.optical_mm[links] == NO_WAY).any():
        return
    local = {cage: place for place, cage in enumerate(cages.tolist())}
    ends = [(local[a], local[b]) for a, b in needs.cage[links].tolist()]
    sockets = tuple(needs.sockets[socket] for socket in needs.cage_socket[cages].tolist())
    access = tuple(-1 for _ in links) if trunks is None else tuple(trunks.of_link[links].tolist())
    takes = {fibre: needs.only(links).takes(fibre) for fibre in {optics.fibre for optics in shelf.modules}}
    for kind, (optics, menu) in enumerate(zip(shelf.modules, menus, strict=True)):
        if (needs.gbps[links] != optics.gbps).any() or not menu.allowed:
            continue
        if not takes[optics.fibre].all():
            continue
        cords = np.searchsorted(menu.length_mm, needs.optical_mm[links] + slack_mm)
        first, levels = cords.tolist(), np.searchsorted(menu.allowed, cords, side="right").tolist()
        if trunks is not None:
            levels = [
                min(level, _trunk_level(menu, trunks.reach_mm(optics, item)))
                for level, item in zip(levels, access, strict=True)
            ]
        minimum = [0] * len(sockets)
        for pair, level in zip(ends, levels, strict=True):
            for cage in pair:
                minimum[cage] = max(minimum[cage], level)
        highest = {socket: _highest(menu, socket) for socket in set(sockets)}
        maximum = [highest[socket] for socket in sockets]
        if all(low <= high for low, high in zip(minimum, maximum, strict=True)):
            rows = tuple((a, b, cord) for (a, b), cord in zip(ends, first, strict=True))
            yield OpticsWay(kind, sockets, tuple(minimum), tuple(maximum), rows, access)


def _trunk_level(menu: OpticsMenu, reach_mm: int | None) -> int:
    """Return the first level with this reach, or the number of levels if none has it."""
    return len(menu.reach_mm) if reach_mm is None else int(np.searchsorted(menu.reach_mm, reach_mm))


def _highest(menu: OpticsMenu, socket: Socket) -> int:
    """Return the highest level of any transceiver for a form of cage, -1 if there is none."""
    furthest = menu.modules.get(socket, ((0, -1),))[-1][0]
    return int(np.searchsorted(menu.reach_mm, furthest, side="right")) - 1
