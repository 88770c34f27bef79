"""Explain the length of one cable term by term, and the part bought for it."""

from typing import Any

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.fabric.fabric import SERVER, Fabric
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import key_label
from netfloor.plans.by_names import endpoint_routers, link_lengths_mm
from netfloor.plans.explain.find import end_text
from netfloor.plans.explain.parts import (
    NO_PARTS,
    AskedLink,
    Question,
    chosen_part,
    part_of_listed_cable,
)
from netfloor.plans.laid import LaidFabric, cable_ports
from netfloor.plans.order.laid_parts import laid_parts
from netfloor.plans.order.places import given_port, is_measured
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.room import grid_terms

Terms = list[tuple[str, int]]


def laid_cable(laid: LaidFabric, number: int, question: Question) -> dict[str, Any]:
    """Return the facts about one cable between listed devices.

    With a catalogue, its length in its medium.
    """
    from netfloor.rooms.hall.cables.route import route_between  # noqa: PLC0415 - loads SciPy

    fabric = laid.fabric
    cable = fabric.cables[number]
    ports = [(int(cabinets[number]), int(units[number])) for cabinets, units in cable_ports(fabric)]
    chosen = _listed_part(laid, number, question)
    way = route_between(laid.hall, ports[0], ports[1], chosen["medium"] or None)
    assert way is not None  # noqa: S101 - the plan was checked
    terms, length_mm = way.terms, way.length_mm
    if cable.length_listed:
        length_mm = cable.length_mm or 0
        terms = ((f"as listed (route {way.length_mm:,} mm)", length_mm),)
    return {
        "cable": cable.id,
        "ends": [end_text(fabric, end) for end in cable.ends],
        "medium": chosen["medium"],
        "terms": [{"what": what, "mm": mm} for what, mm in terms],
        "length_mm": length_mm,
        "plan_length_mm": cable.length_mm,
        **({"length_listed": True} if cable.length_listed else {}),
        **{key: chosen[key] for key in ("part", "ordered_mm", "price", "why")},
    }


def _listed_part(laid: LaidFabric, number: int, question: Question) -> dict[str, Any]:
    """Return the part of a listed cable, or the reason why it has none."""
    if laid.fabric.cables[number].installed:
        return NO_PARTS | {"why": "already installed, so not bought"}
    if question.catalogue is None:
        return NO_PARTS
    parts = laid_parts(laid, question.catalogue, load_catalogue(question.catalogue), question.terms)
    return part_of_listed_cable(parts, number)


def formula_cable(plan: Plan, fabric: Fabric, number: int, question: Question) -> dict[str, Any]:
    """Return the facts about one cable of a plan built from a spec.

    Raises
    ------
    InputError
        If the catalogue or set is invalid, or the cable leads to an unplaced server.
    InfeasibleError
        If no part serves the network.
    """
    ends = _ends(plan, fabric, number)
    link = AskedLink(number, fabric.cables[number].id, ends, number >= len(plan.cables))
    choice = chosen_part(question, plan, link)
    pieces = plan.pieces[number] if number in plan.piece_lengths_mm else ()
    terms = [(f"cable {piece.id}", piece.length_mm or 0) for piece in pieces]
    terms = terms or choice.get("terms") or _terms(plan, link, choice["medium"])
    if number in plan.detours:
        terms.append(("longer, around full trays", plan.detours[number][1] - sum(mm for _, mm in terms)))
    return {
        "cable": link.id,
        "ends": list(ends),
        "medium": choice["medium"],
        "terms": [{"what": what, "mm": mm} for what, mm in terms],
        "length_mm": sum(mm for _, mm in terms),
        "plan_length_mm": _plan_length_mm(plan, link),
        "part": choice["part"],
        "ordered_mm": choice["ordered_mm"],
        **({"pieces": choice["pieces"]} if "pieces" in choice else {}),
        "price": choice.get("price"),
        "why": choice["why"],
    }


def _ends(plan: Plan, fabric: Fabric, number: int) -> tuple[str, str]:
    """Return both ends as text; an unplaced server is marked as such."""
    a, b = fabric.cables[number].ends
    there = end_text(fabric, b)
    if plan.given is not None:
        if not fabric.cabinet_name(b.device):
            item = fabric.devices[b.device]
            there = f"{item.kind} {item.name}, not placed, port {b.port_text}"
    elif fabric.devices[b.device].kind == SERVER and not plan.hosts:
        there = f"endpoint {a.port} beside it"
        if plan.topology.servers is not None:
            there = f"server {fabric.devices[b.device].name}, port {b.port_text}, not placed"
    return end_text(fabric, a), there


def _plan_length_mm(plan: Plan, link: AskedLink) -> int:
    if link.number in plan.piece_lengths_mm:
        return plan.piece_lengths_mm[link.number]
    if link.is_host and plan.given is not None:
        return _given_length_mm(plan.given, link)
    if link.is_host and not plan.hosts:
        return plan.room.inside_mm
    return link_lengths_mm(plan)[link.number]


def _given_length_mm(given: Fabric, link: AskedLink) -> int:
    """Return the length of an imported plan's cable to a server; raise `InputError` if unknown."""
    length_mm = given.cables[link.number].length_mm
    if length_mm is None:
        what = "has no known length: a device at its end has no rack or unit"
        raise InputError("NAME", what, "give the device's rack and unit in the imported file")
    return length_mm


def _host_ends(plan: Plan, link: AskedLink) -> tuple[int, int]:
    """Return the slot of the switch of a server's cable, and the server."""
    assert plan.hosts is not None  # noqa: S101 - the caller looked
    endpoint = link.number - len(plan.cables)
    router = int(endpoint_routers(plan.topology)[endpoint])
    server = int(plan.hosts.of_endpoints(plan.topology.endpoints)[endpoint])
    return int(plan.placement.slot_of[router]), server


def _terms(plan: Plan, link: AskedLink, medium: str) -> Terms:
    """Return the terms of the length, along the route of a medium."""
    room = plan.room
    if link.is_host and plan.given is not None:
        length_mm = _given_length_mm(plan.given, link)
        if not is_measured(room, plan.given, plan.given.cables[link.number]):
            return [("as the imported file says", length_mm)]
    elif link.is_host and not plan.hosts:
        if plan.topology.servers is not None:
            raise InputError("NAME", "leads to an unplaced server", "netfloor plan places servers")
        return [("a server beside its switch, inside the cabinet", room.inside_mm)]
    if isinstance(room, Hall):
        from netfloor.rooms.hall.cables.route import route_between  # noqa: PLC0415 - loads SciPy

        way = route_between(room, *_hall_ports(plan, room, link), medium)
        if way is None:
            raise InputError("NAME", f"no tray takes {key_label(medium)} cables there")
        return list(way.terms)
    return grid_terms(room, *_grid_cabinets(plan, link))


def _hall_ports(plan: Plan, hall: Hall, link: AskedLink) -> tuple[tuple[int, int], tuple[int, int]]:
    def port(slot: int) -> tuple[int, int]:
        return int(hall.usable[hall.slot_cabinet[slot]]), int(hall.slot_unit[slot])

    if link.is_host and plan.given is not None:
        near, far = (
            given_port(hall, plan.given, end.device) for end in plan.given.cables[link.number].ends
        )
        return near, far
    if not link.is_host or plan.hosts is None:
        item, other = plan.cables.slots[link.number].tolist()
        return port(item), port(other)
    hosts = plan.hosts
    slot, server = _host_ends(plan, link)
    places = host_places(hall, hosts.devices.heights, hosts.per_cabinet)
    return port(slot), (int(places.number[hosts.cabinet[server]]), int(hosts.unit[server]))


def _grid_cabinets(plan: Plan, link: AskedLink) -> tuple[int, int]:
    if link.is_host and plan.given is not None:
        near, far = (plan.given.devices[end.device].cabinet for end in plan.given.cables[link.number].ends)
        assert near is not None and far is not None  # noqa: S101, PT018 - its length is known
        return near, far
    if not link.is_host or plan.hosts is None:
        item, other = plan.cables.cabinets[link.number].tolist()
        return item, other
    slot, server = _host_ends(plan, link)
    return int(plan.room.lengths.cabinet_of_slot[slot]), int(plan.hosts.cabinet[server])
