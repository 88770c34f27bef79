"""Ports of switches and adapters in descriptions: ``48 x 10/25GbE SFP28, 8x 100GbE QSFP28``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from netfloor.exchange.plug_forms import (
    COUNT,
    FORM,
    LANES,
    LANES_TEXT,
    RATE,
    count_of,
    form_at_rate,
    form_of,
    forms_in,
    highest_gbps,
    lane_rate,
    rates_in,
    usual_form,
    usual_gbps,
)
from netfloor.exchange.tables.numbers import CACHED

_PORTS = (
    r"(?:ports?|port[aei]|poorts?|poorten|puertos?|portas|portar|\u30dd\u30fc\u30c8|anschl[u\u00fc]sse?|cages?|slots?|downlinks?|uplinks?|interfaces?)"
    r"(?![A-Za-z])"
)
_TIMES = r"\s?[x\u00d7*]\s?"
#: 1 Gb/s without a number of Gb/s: ``48-port gigabit``, ``48x 10/100/1000BASE-T``.
_GIGABIT = (
    r"(?:gigabit(?:\s?ethernet)?(?![A-Za-z])"
    r"|(?:10\s?/\s?)?(?:100\s?/\s?)?1000\s?(?:BASE-?T?X?|Mbps|Mb/s)?(?![\w/]))"
)
_SPEED = rf"(?:{RATE}|{LANES_TEXT}|{_GIGABIT})"
_IS_GIGABIT = re.compile(_GIGABIT, re.IGNORECASE)
_BETWEEN = r"[\s,-]{0,3}(?:of\s|Ethernet\s|Multi-?rate\s|single\s|fixed\s){0,2}\(?"
_GROUP = re.compile(
    rf"(?<![\w.])(?P<count>{COUNT})"
    rf"(?:(?P<by>{_TIMES}|[\s-]?p(?=[\s,])|[\s-]?{_PORTS}(?:\s?[x\u00d7])?)|(?P<after>\s))"
    rf"{_BETWEEN}(?P<speed>{_SPEED})?"
    rf"(?:[\s,/-]{{0,2}}(?:and\s|/)?(?P<form>{FORM})(?![0-9]))?"
    rf"(?P<speed_after>\s\(?{RATE})?"
    rf"(?P<ports>[\s-]?{_PORTS})?",
    re.IGNORECASE,
)
#: Words next to a group of ports that no network link uses.
_MANAGEMENT = re.compile(
    r"management|mgmt|\bmgt\b|\boob\b|out-of-band|verwaltung|gestion|administra", re.IGNORECASE
)
#: What the switch is, not some of its ports.
_OF_SWITCH = re.compile(
    r"(?:management|mgmt|oob|out-of-band|verwaltungs?)[\s-]{0,3}switch\w*", re.IGNORECASE
)
_MAX_FOR_MANAGEMENT = 4
_ASIDE = re.compile(r"console|konsole|usb|serial|stacking", re.IGNORECASE)
_SUPPLY = re.compile(
    r"power|psu|netzteil|aliment|\bAC\b|\bDC\b|fan|l[u\u00fc]fter"
    r"|ventilat",
    re.IGNORECASE,
)
_BASE_T = re.compile(r"BASE-?T(?![A-Za-z0-9])", re.IGNORECASE)
_TWIN = re.compile(r"twin[\s-]?port|dual[\s-]?port per cage", re.IGNORECASE)
_NEAR = 18
#: Words of ports that differ only in their use.
_DIRECTED = re.compile(r"up-?links?|down-?links?|stack|access|server[ -]facing|fabric", re.IGNORECASE)
#: Before a number of ports that nothing but their form follows: ``& 2 SFP+``.
_BESIDE = re.compile(r"(?:[&+,;(/]|\b(?:and|und|et|y|en|with|mit|met|avec|con|plus))\s*$", re.IGNORECASE)


@dataclass(frozen=True)
class PortGroup:
    """Ports of one form factor and rate; None if the description omits it."""

    count: int
    gbps: float | None
    form: str | None
    links: int = 1  # per port
    is_count: bool = field(default=False, compare=False)  # as in 48-port, not 48x


@dataclass(frozen=True)
class DevicePorts:
    """The ports of a device, largest group first, and the form factor of its management port."""

    groups: tuple[PortGroup, ...] = ()
    management: str | None = None
    is_whole: bool = True  # whether every group that is named has its form and rate


@lru_cache(CACHED)
def ports_in(text: str) -> DevicePorts:
    """Return the ports that a description lists."""
    management = None
    groups: list[PortGroup] = []
    for group, about in _groups(_OF_SWITCH.sub("switch", text)):
        if _MANAGEMENT.search(about) and group.count <= _MAX_FOR_MANAGEMENT:
            management = group.form or ("RJ45" if _BASE_T.search(about) else None) or management
        elif not _ASIDE.search(about) and not (_SUPPLY.search(about) and not (group.gbps or group.form)):
            groups.append(group)
    if management is None and _MANAGEMENT.search(text) and (result := _lone_management(text)):
        management = result
    groups = _once(_named_once(groups), text)
    ports = _joined(_completed(groups, text)) if groups else []
    return DevicePorts(tuple(ports), management, _is_whole(groups, ports))


def _named_once(groups: list[PortGroup]) -> list[PortGroup]:
    """Return groups without those that are named again, whose rate the other one takes over."""
    kept = [item for item in groups if not any(_is_same(item, other) for other in groups)]
    for item in groups:
        if item not in kept and item.gbps:
            kept = [
                replace(other, gbps=item.gbps) if other.gbps is None and _is_same(item, other) else other
                for other in kept
            ]
    return kept


def _is_same(port_group: PortGroup, other: PortGroup) -> bool:
    """Return whether a group is named again with its form: ``48-port 10G switch, 48x SFP+``."""
    if other.form is None or other.count != port_group.count:
        return False
    if port_group.form is None:
        return port_group.gbps is not None and port_group.gbps in {other.gbps, usual_gbps(other.form)}
    rates = {item.gbps or usual_gbps(item.form or "") for item in (port_group, other)}
    return port_group.is_count and not other.is_count and port_group.form == other.form and len(rates) == 1


def _once(groups: list[PortGroup], text: str) -> list[PortGroup]:
    """Return groups without those that are repeated, as in a name and its description.

    Equal uplinks and downlinks are different ports, unless every group of several is repeated.
    """
    kept = list[PortGroup]()
    for group in groups:
        place = next((i for i, other in enumerate(kept) if _is_again(group, other)), None)
        if place is None:
            kept.append(group)
        elif kept[place].gbps is None:
            kept[place] = group
    return groups if len(kept) == len(groups) or _tells_apart(groups, text) else kept


def _is_again(group: PortGroup, other: PortGroup) -> bool:
    """Return whether two groups have the same number of ports, form factor and rate."""
    rates = {item.gbps or usual_gbps(item.form or "") for item in (group, other)}
    return (
        group.form is not None
        and (group.count, group.form) == (other.count, other.form)
        and len(rates) == 1
    )


def _tells_apart(groups: list[PortGroup], text: str) -> bool:
    """Return whether words of a use tell equal ports apart: not if all of several kinds occur twice."""
    half = len(groups) // 2
    pairs = list(zip(groups[:half], groups[half:], strict=False))
    is_twice = half > 1 and len(groups) == 2 * half and all(_is_again(*pair) for pair in pairs)
    is_twice &= len({(group.count, group.form) for group in groups[:half]}) > 1
    return not is_twice and _DIRECTED.search(text) is not None


def _is_whole(groups: list[PortGroup], ports: list[PortGroup]) -> bool:
    """Return whether all ports named are among those read; a number alone may be of several groups."""
    if len(ports) > 1 and not all(item.gbps and item.form for item in ports):
        return False
    usual = {group.gbps or usual_gbps(group.form) for group in groups if group.form}
    formless = [group.gbps for group in groups if group.gbps and group.form is None]
    if usual and any(gbps in usual or gbps <= 1 for gbps in formless):
        return False  # 28-port 10G switch (4x SFP+); 48x 1GbE, 4x SFP+
    sums = {0}
    for port in ports:
        sums |= {before + count for before in sums for count in (port.count, port.count * port.links)}
    return all(group.count in sums for group in groups if group.gbps is None and group.form is None)


def _lone_management(text: str) -> str:
    """Return the form factor of a management port named without a number."""
    match = re.search(
        rf"(?:({FORM})\W{{1,3}}(?:\w+\W){{0,2}}(?:management|mgmt)|(?:management|mgmt)\W{{1"
        rf",3}}(?:\w+\W){{0,2}}({FORM}))",
        text,
        re.IGNORECASE,
    )
    return form_of(match[1] or match[2]) if match else ""


def _groups(text: str) -> Iterator[tuple[PortGroup, str]]:
    """Yield each group of ports with the words around it."""
    for match in _GROUP.finditer(text):
        speed, form = match["speed"] or match["speed_after"], match["form"]
        is_beside = form and not speed and _BESIDE.search(text[: match.start()])
        if match["after"] and not is_beside and not (match["ports"] and (speed or form)):
            continue  # a number among other words
        if not (speed or form or match["ports"] or "p" in match["by"].lower()):
            continue
        links, gbps = 1, None
        if speed and (lanes := LANES.search(speed)):
            links, gbps = lane_rate(lanes)
        elif speed and _IS_GIGABIT.fullmatch(speed.strip()):
            gbps, form = 1.0, form or "RJ45"
        elif speed:
            gbps = highest_gbps(speed)
        named = form_of(form) if form else "RJ45" if speed and _BASE_T.search(speed) else None
        end = re.split(r"[,;+|]", text[match.end() : match.end() + _NEAR])[0]
        before = re.split(r"[,;+|]", text[max(0, match.start() - _NEAR) : match.start()])[-1]
        behind = _GROUP.search(end)
        about = f"{before} {match[0]} {end[: behind.start()] if behind else end}"
        is_count = bool(match["by"] and match["by"].strip("- ")[:1].lower() not in {"x", "\u00d7", "*"})
        yield PortGroup(count_of(match["count"]), gbps, named, links, is_count), about


def _completed(groups: list[PortGroup], text: str) -> list[PortGroup]:
    """Fill in form factor and rate of groups from other groups, the whole text, or usual values."""
    bare = [group for group in groups if group.gbps is None and group.form is None]
    full = [group for group in groups if group not in bare]
    forms, rates = list(dict.fromkeys(forms_in(text))), sorted({gbps for _, gbps in rates_in(text)})
    if not full and bare:  # 48-port switch ... 1G RJ45
        maximum = max(bare, key=lambda item: item.count)
        full = [replace(maximum, form=forms[0] if len(forms) == 1 else None)]
        full = [replace(full[0], gbps=rates[-1] if rates else None)]
    cages = [item for item in full if item.form and item.gbps is None]
    links = [item for item in full if item.gbps and item.form is None]
    is_twin = len(cages) == len(links) == 1 and usual_gbps(cages[0].form or "") is None
    if is_twin and links[0].count % cages[0].count == 0:
        per_cage = links[0].count // cages[0].count  # 64 NDR ports, 32 OSFP ports
        full = [item for item in full if item not in links]
        full[full.index(cages[0])] = replace(cages[0], gbps=links[0].gbps, links=per_cage)
    if any(item.gbps for item in full):
        rates = []  # they are of those ports
    return [_usual(item, text, forms, rates) for item in full]


def _usual(port_group: PortGroup, text: str, forms: list[str], rates: list[float]) -> PortGroup:
    form, gbps = port_group.form, port_group.gbps
    if gbps is None and form:
        usual = usual_gbps(form)
        gbps = rates[0] if len(rates) == 1 and rates[0] <= (usual or rates[0]) else usual
    if form is None and gbps is not None:
        of_rate = {
            form_at_rate(each, gbps) for each in forms if usual_gbps(form_at_rate(each, gbps)) == gbps
        }
        alone = forms[0] if len(forms) == 1 else None
        form = of_rate.pop() if len(of_rate) == 1 else alone or usual_form(gbps)
    if form is not None:
        form = form_at_rate(form, gbps)
    twin = 2 if port_group.links == 1 and _TWIN.search(text) and gbps and gbps <= 400 else port_group.links
    return PortGroup(port_group.count, gbps, form, twin)


def _joined(groups: list[PortGroup]) -> list[PortGroup]:
    """Merge groups of equal form factor and rate, most ports first."""
    result: dict[tuple[float | None, str | None, int], int] = {}
    for group in groups:
        key = group.gbps, group.form, group.links
        result[key] = result.get(key, 0) + group.count
    joined = [PortGroup(count, gbps, form, links) for (gbps, form, links), count in result.items()]
    return sorted(joined, key=lambda item: -item.count * item.links)
