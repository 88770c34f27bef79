"""The links that no trunk can serve, with the reasons."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product

import numpy as np

from netfloor.costmodels.catalogue.trunks.case import LinkKind, TrunkCase, TrunkOption
from netfloor.costmodels.catalogue.trunks.kits import Kit, Length

NO_CORD = "their cable is not a fibre cord"
NO_UNITS = "one of their cabinets has no free rack unit for a panel"
NO_WAY = "no route for a trunk between their panels, or their own route around full trays"
NO_KIT = "no cassette of the catalogue fits a trunk by connector, fibre and number of ports"
TOO_SHORT = "no trunk whose cassettes take their cords is long enough"
TOO_LOSSY = "trunk and cassettes lose more than their transceivers allow"
CORDS_SHORT = "no cord on offer reaches from their cages to the panels"
OUT_OF_REACH = "a cord needs more than half of the reach that the trunk leaves to their transceivers"
TOO_FEW_UNITS = "one of their cabinets has too few free rack units at the top for the panels"


def unsuited_links(case: TrunkCase) -> Mapping[str, int]:
    """Count the links between cabinets that no trunk can serve, by reason."""
    result = Counter[str]()
    for why, count in _without_way(case):
        result[why] += count
    for kind, links in case.kinds.items():
        if not _is_suited(case, kind):
            result[_why_not(case, kind)] += len(links)
    return dict(result)


def _is_suited(case: TrunkCase, kind: LinkKind) -> bool:
    """Whether one of the kits in the choice has enough room and pieces."""
    return any(
        kind in kinds
        and _has_room(case, option[0], kind)
        and not _lacking(case, option)
        and _has_cords(case, kind, kinds[kind])
        for option, kinds in case.options.get(kind.pair, ())
    )


def _has_cords(case: TrunkCase, kind: LinkKind, last: int) -> bool:
    """Whether a link may exchange its cord for two while all others keep theirs."""
    cords = case.cords[kind.optics]
    for item, other in product(cords[kind.first[0] : last], cords[kind.first[1] : last]):
        pieces = Counter(case.leads)
        pieces[kind.lead] -= 1
        pieces.update((item.sku, other.sku))
        if all(case.terms[sku].can_supply(pieces[sku]) for sku in (item.sku, other.sku)):
            return True
    return False


def _without_way(case: TrunkCase) -> Iterator[tuple[str, int]]:
    """Yield the numbers of links without a fibre cord, and without panels or a route between them."""
    choice, free_u = case.choice, case.ways.free_u
    cabinets = choice.needs.cage_cabinet[choice.needs.cage]
    apart, is_cord = case.apart.copy(), choice.is_cord[choice.link_cable]
    if others := int((apart & ~is_cord).sum()):
        yield NO_CORD, others
    apart[[link for links in case.kinds.values() for link in links]] = False
    racked = np.isin(cabinets, [cabinet for cabinet, units in free_u.items() if units]).all(axis=1)
    for why, which in ((NO_UNITS, ~racked), (NO_WAY, racked)):
        if count := int((apart & is_cord & which).sum()):
            yield (why if case.kits else NO_KIT), count


def _why_not(case: TrunkCase, kind: LinkKind) -> str:
    """Return why no kit can serve links of a kind."""
    optics, cords = kind.optics, case.cords[kind.optics]
    wanted_mm = case.ways.trunk_mm[kind.pair] + case.choice.slack_mm
    cord = f"{optics.fibre_connector} cords of {optics.fibres} {optics.fibre} fibres"
    takes_none = f"no cassette on a trunk takes {cord}"
    needed: tuple[tuple[str, Callable[[Kit, Length], bool]], ...] = (
        (takes_none, lambda kit, _length: kit.takes(optics)),
        (TOO_SHORT, lambda _kit, length: length.length_mm >= wanted_mm),
        (TOO_LOSSY, kind.bears),
        (CORDS_SHORT, lambda _kit, _length: max(kind.first) < len(cords)),
        (OUT_OF_REACH, lambda kit, length: kind.last(kit, length, cords) > 0),
        (TOO_FEW_UNITS, lambda kit, _length: _has_room(case, kit, kind)),
    )
    options = [(kit, length) for kit in case.kits for length in kit.lengths]
    if not options:
        return NO_KIT
    for why, fits in needed:
        options = [option for option in options if fits(*option)]
        if not options:
            return why
    part = _lacking(case, options[0]) or case.choice.skus[cords[max(kind.first)].sku].part
    return f"too few pieces of {part} are available in time"


def _panels(kit: Kit) -> int:
    """Return the number of panels for the cassettes at one end of a trunk."""
    return -(-kit.cassettes // kit.panel_holds)


def _has_room(case: TrunkCase, kit: Kit, kind: LinkKind) -> bool:
    height_u = _panels(kit) * kit.panel_u
    return all(case.ways.free_u.get(cabinet, 0) >= height_u for cabinet in kind.pair)


def _lacking(case: TrunkCase, option: TrunkOption) -> str:
    """Return a part with too few pieces for one kit, an empty string if all suffice."""
    kit, length = option
    pieces = {length.sku: 1, kit.sku: 2 * kit.cassettes, kit.panel: 2 * _panels(kit)}
    short = (sku for sku, count in pieces.items() if not case.terms[sku].can_supply(count))
    return next((case.choice.skus[sku].part for sku in short), "")
