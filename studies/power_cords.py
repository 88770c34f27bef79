"""Power cords of listed devices: assignment to outlets, cords kept in an expansion, checks of limits."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from netfloor.exchange.lists.kept import OldFabric, new_ids
from netfloor.exchange.lists.power import with_numbers
from netfloor.exchange.tables.problems import shortened
from netfloor.fabric.fabric import PDU, Cable, Device, End, Fabric
from netfloor.fabric.power import FeedFailure, Load, PowerRules, PowerSupply
from netfloor.fabric.power_ports import PowerPort
from netfloor.foundation.errors import SEPARATOR, InfeasibleError
from netfloor.foundation.wording import count_text
from netfloor.layout.power.assign import assign_cords
from netfloor.layout.power.outlets import choose_outlets
from netfloor.layout.power.problem import CordProblem, OpenCord, cord_problem
from netfloor.plans.laid import LaidPower
from netfloor.rooms.hall.hall import Hall

#: Maximum devices in a message.
_MAX_NAMED = 8


def supply_power(
    fabric: Fabric, hall: Hall, rules: PowerRules, old: OldFabric | None = None
) -> tuple[Fabric, LaidPower]:
    """Return a placed fabric with a cord for every listed inlet, and the added cords.

    Inlets without a cord get one, and cords with a blank outlet get an outlet. Cords of an ``old`` fabric
    stay in place, and none of its ids is reused. `InfeasibleError` if outlets, feeds or limits do not
    suffice; it names device, limit and remedy.
    """
    count = len(fabric.cables)
    if old is not None:
        fabric = _with_kept_cords(fabric, old.fabric)
    waiting = tuple(open_cords(fabric))
    if waiting:
        problem, places = _assigned(fabric, hall, rules, waiting)
        pdus = [problem.places[place].pdu for place in places]
        used = {cable.id for cable in fabric.cables}
        ids = new_ids(used) if old is None else old.ids(used)
        fabric = joined(fabric, waiting, pdus, choose_outlets(problem, places), ids)
    supply = PowerSupply(fabric, rules)
    if problems := [*_sharing(supply), *_over_limits(supply), *_not_surviving(supply)]:
        raise InfeasibleError(SEPARATOR.join(problems))
    return fabric, LaidPower(rules, frozenset(range(count, len(fabric.cables))))


def _assigned(
    fabric: Fabric, hall: Hall, rules: PowerRules, cords: Sequence[OpenCord]
) -> tuple[CordProblem, list[int]]:
    """Return the cords and the places of their PDUs.

    If feeds may fail and no assignment leaves room for that on every PDU, which three feeds rarely need,
    assignment is repeated without this reserve: the failures are checked afterwards.
    """
    problem = cord_problem(fabric, hall, rules, cords)
    try:
        return problem, assign_cords(problem)
    except InfeasibleError:
        if not rules.survive:
            raise
        eased = cord_problem(fabric, hall, rules, cords, reserved=False)
        try:
            places = assign_cords(eased)
        except InfeasibleError:
            places = None
        if places is None:
            raise
        return eased, places


def within_pdus(fabric: Fabric, hall: Hall, rules: PowerRules) -> Hall:
    """Return a hall in which cabinets hold at most the watts that their own PDUs may carry.

    The limit is the sum of ratings, or if a feed may fail, the ratings left after the worst failure.
    Cabinets with an unrated PDU keep their limits, and all do if a device has neither inlets nor cords.
    """
    supplied = PowerSupply(fabric, rules).cords_of
    if any(
        item.load_w and item.kind != PDU and not item.inlets and number not in supplied
        for number, item in enumerate(fabric.devices)
    ):
        return hall
    pdus: dict[int, list[Device]] = defaultdict(list)
    for device in fabric.devices:
        if device.kind == PDU and device.cabinet is not None:
            pdus[device.cabinet].append(device)
    cabinets = list(hall.cabinets)
    for number, own in pdus.items():
        ratings = [(item.feed, item.rating_w) for item in own if item.rating_w is not None]
        if len(ratings) < len(own):
            continue
        failing = {feed for feed, _ in ratings if feed} if rules.survive else {None}
        left = min(sum(watts for feed, watts in ratings if feed != failed) for failed in failing or {None})
        limits = [limit for limit in (cabinets[number].power_limit_w, int(left)) if limit is not None]
        cabinets[number] = replace(cabinets[number], power_limit_w=min(limits))
    return replace(hall, cabinets=tuple(cabinets))


def open_cords(fabric: Fabric) -> Iterator[OpenCord]:
    """Yield listed cords whose outlet is blank, then inlets without a cord, device by device."""
    corded = set()
    for number in sorted(fabric.power_cords):
        cable = fabric.cables[number]
        for near, far in (cable.ends, cable.ends[::-1]):
            corded.add((near.device, near.port_name))
            item = fabric.devices[near.device]
            if fabric.devices[far.device].outlets and not far.stated and item.kind != PDU:
                yield OpenCord(near.device, _inlet(fabric, near), number, far.device)
    for device, item in enumerate(fabric.devices):
        for inlet in item.inlets if item.kind != PDU else ():
            if (device, inlet.label) not in corded:
                yield OpenCord(device, inlet)


def _inlet(fabric: Fabric, end: End) -> PowerPort:
    known = fabric.devices[end.device].inlets
    return next((port for port in known if port.label == end.port_name), PowerPort(end.port_name))


def joined(
    fabric: Fabric,
    cords: Sequence[OpenCord],
    pdus: Sequence[int],
    outlets: Sequence[PowerPort],
    ids: Iterator[str],
) -> Fabric:
    """Return a fabric with some cords connected to their outlets; ports are numbered by all labels."""
    cables = list(fabric.cables)
    for cord, pdu, outlet in zip(cords, pdus, outlets, strict=True):
        far = End(pdu, 0, outlet.label, stated=False)
        if cord.cable is None:
            near = End(cord.device, 0, cord.inlet.label, stated=False)
            cables.append(Cable(next(ids), near, far))
            continue
        cable = cables[cord.cable]
        is_first = cable.a.device == cord.device
        cables[cord.cable] = replace(cable, b=far) if is_first else replace(cable, a=far)
    note = _assigned_note(fabric, cords, pdus)
    return replace(with_numbers(fabric, cables), notes=(*fabric.notes, *note))


def _assigned_note(fabric: Fabric, cords: Sequence[OpenCord], pdus: Sequence[int]) -> Iterator[str]:
    """Yield the number of assigned cords in total and per PDU."""
    own = [f"{pdus.count(pdu)} on {fabric.devices[pdu].name}" for pdu in dict.fromkeys(sorted(pdus))]
    added = sum(cord.cable is None for cord in cords)
    yield f"Assigned {count_text(len(cords), 'outlet')}: {shortened(own, _MAX_NAMED)}."
    if added:
        yield f"{count_text(added, 'power cord')} added for inlets without one in the lists."


def _with_kept_cords(fabric: Fabric, old: Fabric) -> Fabric:
    """Return a fabric whose inlets without a cord keep the old one if both ends still exist."""
    used = {(end.device, end.port_name) for cable in fabric.cables for end in cable.ends}
    used_ids = {cable.id for cable in fabric.cables}
    cables = list(fabric.cables)
    for number in sorted(old.power_cords):
        cable = old.cables[number]
        ends = []
        for end in cable.ends:
            was = old.devices[end.device]
            now = fabric.device_named.get(was.name)
            ports = () if now is None else (*fabric.devices[now].inlets, *fabric.devices[now].outlets)
            stays = now is not None and old.cabinet_name(end.device) == fabric.cabinet_name(now)
            if (
                stays
                and (now, end.port_name) not in used
                and end.port_name in {port.label for port in ports}
            ):
                ends.append(End(now or 0, 0, end.port_name))
        if len(ends) == 2 and cable.id not in used_ids:
            cables.append(Cable(cable.id, ends[0], ends[1]))
            used |= {(end.device, end.port_name) for end in ends}
    return fabric if len(cables) == len(fabric.cables) else with_numbers(fabric, cables)


def _sharing(supply: PowerSupply) -> Iterator[str]:
    """Yield devices whose cords share a feed against the rule, which is possible in an expanded plan."""
    for device, feed, cords in supply.sharing() if supply.rules.apart else ():
        name, total = supply.fabric.devices[device].name, len(supply.cords_of[device])
        remedy = "list cords to another feed"
        yield f"{name} has {len(cords)} of its {count_text(total, 'cord')} on feed {feed}; {remedy}"


def _over_limits(supply: PowerSupply) -> Iterator[str]:
    """Yield overloaded PDUs and feeds, with the heaviest devices on them."""
    for pdu, load in supply.pdu_loads().items():
        if load.is_over:
            name, feed = supply.fabric.devices[pdu].name, supply.feed_of(pdu)
            on = f" on feed {feed}" if feed else ""
            yield f"{name}{on} {_load_text(load)}: {_supplied(supply, [pdu])}; {_LESS}"
    for feed, load in supply.feed_loads().items():
        if load.is_over:
            yield f"feed {feed} {_load_text(load)}; {_LESS}"


def _not_surviving(supply: PowerSupply) -> Iterator[str]:
    """Yield the effects of a feed's failure that the rules forbid."""
    for failure in supply.failures if supply.rules.survive else ():
        if failure.dark:
            names = shortened([supply.fabric.devices[item].name for item in failure.dark], _MAX_NAMED)
            devices = count_text(len(failure.dark), "device")
            remedy = "give each a cord to another feed"
            yield f"if feed {failure.feed} fails, {devices} would lose power: {names}; {remedy}"
        yield from _overloaded(supply, failure)


def _overloaded(supply: PowerSupply, failure: FeedFailure) -> Iterator[str]:
    for pdu, load in failure.pdus.items():
        if load.is_over:
            name = supply.fabric.devices[pdu].name
            yield f"if feed {failure.feed} fails, {name} {_load_text(load)}; {_LESS}"
    for feed, load in failure.feeds.items():
        if load.is_over:
            yield f"if feed {failure.feed} fails, feed {feed} {_load_text(load)}; {_LESS}"


_LESS = "raise the limit, add a PDU, or move devices"


def _load_text(load: Load) -> str:
    return f"carries {load.watts:,.0f} W, above its limit of {load.limit_w or 0:,.0f} W"


def _supplied(supply: PowerSupply, pdus: Sequence[int]) -> str:
    """Return the heaviest devices on some PDUs."""
    devices = supply.fabric.devices
    own = [device for device, cords in supply.cords_of.items() if any(pdu in pdus for pdu, _ in cords)]
    own.sort(key=lambda device: -(devices[device].load_w or 0.0))
    return shortened([f"{devices[item].name} {devices[item].load_w or 0:,.0f} W" for item in own], 4)
