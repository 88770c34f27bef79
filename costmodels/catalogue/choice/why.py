"""Why a link gets its parts: every way to connect it, with its price or the reason it does not fit."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from netfloor.costmodels.catalogue.choice.assemblies import fitting, offer_assemblies
from netfloor.costmodels.catalogue.choice.cage_groups import CageGroups, group_links
from netfloor.costmodels.catalogue.choice.optics import offer_optics
from netfloor.costmodels.catalogue.choice.part_index import OpticsClass, PartIndex, ShelfLengths
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.catalogue.parts.cable_parts import Assembly
from netfloor.costmodels.sets.offers import NOT_SOLD, metres
from netfloor.foundation.units import money_text
from netfloor.foundation.wording import join_words


class Miss(IntEnum):
    """Why a part does not fit; higher values are nearer misses."""

    RATE = 0
    CONNECTOR = 1
    LISTED = 2
    CAGES = 3
    TRAY = 4
    LENGTH = 5
    NONE = 6


@dataclass(frozen=True)
class Way:
    """A way to connect a link (and the links sharing its cages) by a product or a class of transceivers.

    ``score_cents`` is its objective value for all these links, None if it does not fit; ``miss`` and
    ``short_mm`` measure how close it is to fitting.
    """

    name: str
    score_cents: int | None
    reason: str
    miss: Miss = Miss.NONE
    short_mm: int = 0
    has_plug: bool = True  # whether a plug fits a cage of the link


def ways(needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, link: int, slack_mm: int) -> list[Way]:
    """Return every way to connect a link: fitting ways first, best first."""
    together = np.flatnonzero(groups.of_link == groups.of_link[link])
    own = needs.only(together)
    group = group_links(own)
    candidates = [*_assembly_ways(own, group, shelf, slack_mm), *_optics_ways(own, group, shelf, slack_mm)]
    return sorted(candidates, key=_order)


def nearest_miss(needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, link: int, slack_mm: int) -> str:
    """Return the part that comes closest to serving a link, with the reason it does not fit."""
    nearest = next(iter(ways(needs, groups, shelf, link, slack_mm)), None)
    if nearest is None:
        return "the catalogue has no cable at all"
    if not nearest.has_plug:
        together = np.flatnonzero(groups.of_link == groups.of_link[link])
        return (
            f"no part of the catalogue has a plug {' or '.join(sorted(_connectors(needs.only(together))))}"
        )
    return f"{nearest.name}, {nearest.reason}"


def _connectors(needs: LinkNeeds) -> set[str]:
    """Return the connectors of the cages of links."""
    return {needs.sockets[s].connector for s in needs.cage_socket[np.unique(needs.cage)].tolist()}


def _order(way: Way) -> tuple[int, int, int]:
    if way.score_cents is not None:
        return 0, way.score_cents, 0
    return (1 if way.has_plug else 2), -way.miss, way.short_mm


def _assembly_ways(needs: LinkNeeds, group: CageGroups, shelf: PartIndex, slack_mm: int) -> Iterator[Way]:
    for cable, lengths in shelf.assemblies:
        item = PartIndex(shelf.skus, ((cable, lengths),), {}, {})
        offer = offer_assemblies(needs, group, item, slack_mm)
        if offer.score[0] != NOT_SOLD:
            sku = shelf.skus[offer.sku[0]]
            yield _priced(cable.name, int(offer.score[0]), f"{sku.part}, {metres(sku.length_mm or 0)}")
        else:
            has_plug = bool({cable.connector_a, cable.connector_b} & _connectors(needs))
            yield replace(_assembly_miss(cable, lengths, needs, group, slack_mm), has_plug=has_plug)


def _priced(name: str, score: int, what: str) -> Way:
    return Way(name, score, f"{what}: {money_text(score)}")


def _assembly_miss(
    cable: Assembly, lengths: ShelfLengths, needs: LinkNeeds, group: CageGroups, slack_mm: int
) -> Way:
    rates = {gbps for gbps in needs.gbps.tolist() if not cable.carries(gbps)}
    if rates and (wrong := _rate_miss(cable.name, cable.gbps, needs)):
        return wrong
    sockets = _connectors(needs)
    if sockets != {cable.connector_a, cable.connector_b}:
        text = f"joins {cable.connector_a} and {cable.connector_b}, needed: {' and '.join(sorted(sockets))}"
        return Way(cable.name, None, text, Miss.CONNECTOR)
    if other := _listed_miss(cable.name, cable.kind, needs):
        return other
    if not fitting(cable, needs, group)[0]:
        return Way(cable.name, None, _shape_words(cable, needs, group), Miss.CAGES)
    routed_mm = group.optical_mm if cable.medium == "optical" else group.electrical_mm
    return _length_miss(cable.name, cable.medium, int(routed_mm[0]), slack_mm, lengths)


def _rate_miss(name: str, gbps: float, needs: LinkNeeds) -> Way | None:
    rates = sorted(set(needs.gbps.tolist()))
    if rates == [gbps]:
        return None
    wanted = " and ".join(f"{rate:g}" for rate in rates)
    return Way(name, None, f"carries {gbps:g} Gb/s per link, needed: {wanted}", Miss.RATE)


def _listed_miss(name: str, kind: str, needs: LinkNeeds) -> Way | None:
    if needs.takes(kind).all():
        return None
    asked = sorted(
        {needs.listed[item] for item in needs.listed_of.tolist()} if needs.listed_of is not None else ()
    )
    return Way(
        name,
        None,
        f"is {kind}, and the list asks for {join_words([item for item in asked if item])}",
        Miss.LISTED,
    )


def _shape_words(cable: Assembly, needs: LinkNeeds, group: CageGroups) -> str:
    cages = np.unique(needs.cage)
    takes = sorted({needs.sockets[s].links for s in needs.cage_socket[cages].tolist()})
    plugs = f"1 plug of {cable.links} and {cable.tails} of {cable.tail_links} links"
    if not group.is_star[0]:
        return f"{plugs}: {len(needs)} links share {len(cages)} cages, none of which has all"
    cage_words = " and ".join(map(str, takes))
    return f"{plugs}, needed: {len(cages)} cages that take {cage_words} links"


def _length_miss(name: str, medium: str, routed_mm: int, slack_mm: int, lengths: ShelfLengths) -> Way:
    if routed_mm == NO_WAY:
        return Way(name, None, f"no tray takes {medium} cables there", Miss.TRAY)
    if not len(lengths.length_mm):
        return Way(name, None, "there is no cord for it", Miss.TRAY)
    longest_mm = int(lengths.length_mm[-1])
    short_mm = routed_mm + slack_mm - longest_mm
    text = f"the longest is {metres(longest_mm)}, {metres(routed_mm + slack_mm)} needed"
    return Way(name, None, f"{text} ({metres(short_mm)} short)", Miss.LENGTH, short_mm)


def _optics_ways(needs: LinkNeeds, group: CageGroups, shelf: PartIndex, slack_mm: int) -> Iterator[Way]:
    for kind in shelf.modules:
        name = f"transceivers {kind.optics} with {kind.fibre} {kind.fibre_connector}"
        offer = offer_optics(needs, group, shelf, kind, slack_mm)
        if offer.score[0] != NOT_SOLD:
            used = np.concatenate([offer.module_sku[np.unique(needs.cage)], offer.cord_sku])
            pieces = zip(*(column.tolist() for column in np.unique(used, return_counts=True)), strict=True)
            parts = [f"{count} x {shelf.skus[sku].part}" for sku, count in pieces]
            yield _priced(name, int(offer.score[0]), " + ".join(parts[:6]) + " ..." * (len(parts) > 6))
        else:
            has_plug = bool(
                {module.socket.connector for module in shelf.modules[kind]} & _connectors(needs)
            )
            yield replace(_optics_miss(name, kind, needs, group, shelf, slack_mm), has_plug=has_plug)


def _optics_miss(
    name: str, kind: OpticsClass, needs: LinkNeeds, group: CageGroups, shelf: PartIndex, slack_mm: int
) -> Way:
    wrong = _rate_miss(name, kind.gbps, needs)
    if wrong:
        return wrong
    modules = shelf.modules[kind]
    sockets = {needs.sockets[s] for s in needs.cage_socket[np.unique(needs.cage)].tolist()}
    for socket in sorted(sockets - {module.socket for module in modules}):
        text = f"none goes into a cage {socket.connector} of {socket.links} links"
        return Way(name, None, text, Miss.CONNECTOR)
    if other := _listed_miss(name, kind.fibre, needs):
        return other
    reach_mm = min(max(m.reach_mm for m in modules if m.socket == socket) for socket in sockets)
    cords = shelf.cords[kind]
    within = cords.length_mm <= reach_mm
    usable = ShelfLengths(cords.sku[within], cords.length_mm[within], cords.score[within])
    return _length_miss(name, "optical", int(group.optical_mm[0]), slack_mm, usable)


def explain(needs: LinkNeeds, groups: CageGroups, shelf: PartIndex, link: int, slack_mm: int) -> str:
    """Explain in a sentence why a link gets its parts: the best way, and the next best."""
    candidates = ways(needs, groups, shelf, link, slack_mm)
    fitting_ways = [way for way in candidates if way.score_cents is not None]
    shared = int((groups.of_link == groups.of_link[link]).sum())
    together = f" for {shared} links that share cages" if shared > 1 else ""
    first = f"{fitting_ways[0].name} ({fitting_ways[0].reason}){together}"
    others = [f"{way.name}: {way.reason}" for way in candidates[1:]]
    return first + ("; not " + "; not ".join(others) if others else "; no other part in the catalogue")
