"""How one cable's length came about, term by term, and why its part was chosen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.costmodels.cable_orders import order_cables, reach_to_mm
from netfloor.costmodels.catalogue.choice.cage_groups import group_links
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.shelf import stock_shelf
from netfloor.costmodels.catalogue.choice.why import explain
from netfloor.costmodels.catalogue.parts.skus import Sku
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import CENTS_PER_UNIT, cents_to_money, money_text
from netfloor.foundation.wording import count_text, key_label
from netfloor.layout.cable_plan import cable_id, host_cable_id
from netfloor.plans.by_names import server_names
from netfloor.plans.order.parts_list import PartsList, parts_list
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.order.trunk_layout import TrunkLayout
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.room import grid_terms
from netfloor.topologies.management import switch_port_name

Terms = list[tuple[str, int]]
_HOST = re.compile(r"(?P<router>.+)/(?P<endpoint>\d{1,9})")


@dataclass(frozen=True)
class Question:
    """Which cable, and what chooses its part: a catalogue, the plan's own order, or else a cost set."""

    cable: str
    catalogue: Path | None = None
    terms: OrderTerms = field(default_factory=OrderTerms)
    cost_set: str = DEFAULT_COST_SET
    reach_m: float | None = None


@dataclass(frozen=True)
class _Link:
    """A cable of a plan: its number among all links, network ones first, and the router of its host."""

    number: int
    is_host: bool


def explain_cable(plan: Plan, question: Question) -> dict[str, Any]:
    """Return everything about one cable as a document.

    Raises
    ------
    InputError
        If the plan has no such cable, or the catalogue or set is none.
    InfeasibleError
        If no part serves the network.
    """
    link = _find(plan, question.cable)
    by_parts = question.catalogue is not None or plan.order is not None
    choice = _by_catalogue(question, plan, link) if by_parts else _by_cost_set(question, plan, link)
    terms = choice.get("terms") or _terms(plan, link, choice["medium"])
    if link.number in plan.detours:
        terms.append(
            ("longer, around full trays", plan.detours[link.number][1] - sum(mm for _, mm in terms))
        )
    length_mm = sum(mm for _, mm in terms)
    return {
        "schema": 1,
        "plan": str(plan.path),
        "cable": _exported(plan, link),
        "ends": _ends(plan, link),
        "medium": choice["medium"],
        "terms": [{"what": what, "mm": mm} for what, mm in terms],
        "length_mm": length_mm,
        "plan_length_mm": _plan_length_mm(plan, link),
        "part": choice["part"],
        "ordered_mm": choice["ordered_mm"],
        **({"pieces": choice["pieces"]} if "pieces" in choice else {}),
        "price": choice.get("price"),
        "why": choice["why"],
        "notes": list(plan.topology.notes),
    }


def _find(plan: Plan, text: str) -> _Link:
    """Return the cable that is meant by ``C000017``, ``17`` or, of a host, ``H000002`` or ``ROUTER/2``.

    A cord of a link in a trunk, such as ``C000017-A``, means its link.
    """
    if re.fullmatch(r"[tT]\d{4,9}(-\d+)?", text):
        raise InputError(
            "CABLE", f"{text} is a trunk", "a link in it: the port map and the bill list which they are"
        )
    text = re.sub(r"^([cChH]\d+)-[aAbB]$", r"\1", text)
    exported = re.fullmatch(r"[hH]0*(\d{1,9})", text)
    if exported is not None and 1 <= int(exported[1]) <= int(plan.topology.endpoints.sum()):
        return _Link(len(plan.cables) + int(exported[1]) - 1, is_host=True)
    number = re.fullmatch(r"[cC]?0*(\d{1,9})", text)
    if number is not None:
        index = int(number[1]) - 1
        if not 0 <= index < len(plan.cables):
            raise InputError(
                "CABLE", f"there is no cable {text}", f"C000001 to {cable_id(len(plan.cables) - 1)}"
            )
        return _Link(index, is_host=False)
    match = _HOST.fullmatch(text)
    if match is None:
        raise InputError(
            "CABLE", f"{text!r} names no cable", "an id such as C000017, or SWITCH/2 for an endpoint"
        )
    routers = {plan.topology.label(router): router for router in range(plan.topology.routers)}
    router, endpoints = routers.get(match["router"]), plan.topology.endpoints
    if router is None:
        raise InputError("CABLE", f"there is no switch {match['router']!r}", "a switch of the network")
    if not 1 <= int(match["endpoint"]) <= endpoints[router]:
        raise InputError(
            "CABLE", f"switch {match['router']} has {endpoints[router]} endpoints", "one of them"
        )
    before = int(endpoints[:router].sum())
    return _Link(len(plan.cables) + before + int(match["endpoint"]) - 1, is_host=True)


def _host(plan: Plan, link: _Link) -> tuple[int, int]:
    """Return router and number from 0 of the endpoint of a host cable."""
    left = link.number - len(plan.cables)
    for router, count in enumerate(plan.topology.endpoints.tolist()):
        if left < count:
            return router, left
        left -= count
    raise ValueError("no such endpoint")


def _by_catalogue(question: Question, plan: Plan, link: _Link) -> dict[str, Any]:
    """Return the part that a catalogue, or the plan's own, gives the cable, and why not the others."""
    parts = parts_list(plan, question.catalogue, question.terms)
    choice, needs = parts.choice, parts.choice.needs
    if link.number >= len(choice.link_cable):
        raise InputError(
            "CABLE", "no cable is ordered for it", "the network alone is ordered: a network cable"
        )
    shelf = stock_shelf(parts.catalogue, partial(_billed_score, parts, parts.unit_cents))
    cable = int(choice.link_cable[link.number])
    sku = choice.skus[int(choice.cable_sku[cable])]
    if parts.trunk_layout is not None and link.number in parts.trunk_of:
        return _in_trunk(parts, parts.trunk_layout, link)
    reason = explain(needs, group_links(needs), shelf, link.number, choice.slack_mm)
    return {
        "medium": MEDIA[int(choice.medium[link.number])],
        "part": sku.part,
        "ordered_mm": sku.length_mm,
        "price": _price(parts, link),
        "why": f"{_why(sku.part, reason)} (amounts in {parts.bom.currency}: {_counted(parts)})",
    }


def _billed_score(parts: PartsList, unit_cents: Mapping[str, int], sku: Sku) -> int:
    """Return the price that the bill pays for a piece; for a part that is not bought, its own."""
    own, billed = sku.buying.price_cents, unit_cents.get(sku.part)
    return parts.criterion.score_cents(sku) + (0 if billed is None else billed - own)


def _price(parts: PartsList, link: _Link) -> dict[str, Any]:
    """Return the order's price of a link's cable, cords and transceivers, each shared by its links."""
    bought = {line.sku.part: line for line in parts.bom.lines}
    pieces, cents = [], Fraction(0)
    for part, count in parts.pieces_of(link.number).items():
        line = bought[part]
        cents += count * Fraction(line.purchase.total_cents, line.used)
        each = cents_to_money(line.purchase.unit_cents)
        pieces.append({"part": part, "pieces": float(count), "unit_price": each})
    return {
        "currency": parts.bom.currency,
        "pieces": pieces,
        "in_order": round(float(cents) / CENTS_PER_UNIT, 6),
    }


def _in_trunk(parts: PartsList, layout: TrunkLayout, link: _Link) -> dict[str, Any]:
    """Return the pieces of a link in a trunk, where they end, and why it is in one."""
    route, trunks, plan = layout.routes[link.number], parts.trunks, parts.plan
    near, far = route.jumpers
    trunk, run = layout.trunks[route.trunk], parts.trunk_of[link.number]
    there, ends = (layout.port_text(near), layout.port_text(far)), _ends(plan, link)
    pieces = (
        (f"cord {_exported(plan, link)}-A", near, near.routed_mm, (ends[0], there[0])),
        (f"trunk {trunk.name}", trunk, layout.way_mm(route), there),
        (f"cord {_exported(plan, link)}-B", far, far.routed_mm, (there[1], ends[1])),
    )
    saved = "0" if trunks is None else money_text(trunks.saved_cents)
    return {
        "medium": MEDIA[int(parts.choice.medium[link.number])],
        "part": layout.parts(route),
        "ordered_mm": layout.ordered_mm(route),
        "terms": [
            (f"{name}, {what}", mm)
            for what, (name, _, mm, _) in zip(
                ("port to panel", "panel to panel", "panel to port"), pieces, strict=True
            )
        ],
        "pieces": [
            {"piece": name, "part": one.part, "ordered_mm": one.length_mm, "ends": list(between)}
            for name, one, _, between in pieces
        ],
        "price": _price(parts, link),
        "why": f"a trunk with {count_text(len(run.links), 'link')} between these two cabinets; all "
        f"trunks save {saved} {parts.bom.currency} in the whole order",
    }


def _exported(plan: Plan, link: _Link) -> str:
    """Return what a cable is called on sheets and in other systems' files."""
    return host_cable_id(link.number - len(plan.cables)) if link.is_host else cable_id(link.number)


def _counted(parts: PartsList) -> str:
    """Return what an amount of the choice includes."""
    piece = "price of a piece at the quantity ordered, before taxes"
    if parts.criterion.name != "price+power":
        return piece
    return f"{piece}, and its electricity, {parts.criterion.energy_basis(parts.bom.currency)}"


def _why(part: str, reason: str) -> str:
    """Return why a link gets a part, given what is best for it by the price of a piece."""
    if part in reason.split("; not ", maxsplit=1)[0]:
        return reason
    order = "for the whole order: its spares, price breaks, smallest orders, stock and limits"
    return f"{part} is chosen {order}; by the price of a piece this link would get {reason}"


def _by_cost_set(question: Question, plan: Plan, link: _Link) -> dict[str, Any]:
    """Return what a cost set buys for the cable; host cables are electrical by its rule."""
    if link.is_host:
        return {
            "medium": MEDIA[0],
            "part": "server cable",
            "ordered_mm": None,
            "why": "cost sets treat every server cable as copper; a catalogue chooses its part",
        }
    cost_set, reach_mm = load_cost_set(question.cost_set), reach_to_mm(question.reach_m)
    order = order_cables(plan.cables, cost_set, plan.topology.link_gbps, reach_mm).order(link.number)
    return {
        "medium": order.medium,
        "part": order.part,
        "ordered_mm": order.ordered_length_mm,
        "why": f"{order.why} (cost set {cost_set.name})",
    }


def _plan_length_mm(plan: Plan, link: _Link) -> int:
    if not link.is_host:
        return int(plan.cables.length_mm[link.number])
    if plan.hosts is None:
        return plan.room.inside_mm
    return int(plan.hosts.lengths_of_endpoints(plan.topology.endpoints)[link.number - len(plan.cables)])


def _server(plan: Plan, link: _Link) -> int:
    assert plan.hosts is not None  # noqa: S101 - for the type checker
    return int(plan.hosts.of_endpoints(plan.topology.endpoints)[link.number - len(plan.cables)])


def _terms(plan: Plan, link: _Link, medium: str) -> Terms:
    """Return what the length adds up from, by the way of a medium."""
    room = plan.room
    if link.is_host and plan.hosts is None:
        if plan.topology.servers is not None:
            raise InputError("CABLE", "leads to a server that has no place", "netfloor plan places servers")
        return [("a server beside its switch, inside the cabinet", room.inside_mm)]
    if isinstance(room, Hall):
        from netfloor.rooms.hall.cables.route import route_between  # noqa: PLC0415 - loads SciPy

        way = route_between(room, *_hall_ports(plan, room, link), medium)
        if way is None:
            raise InputError("CABLE", f"no tray takes {key_label(medium)} cables there")
        return list(way.terms)
    one, other = _grid_cabinets(plan, link)
    return grid_terms(room, one, other)


def _hall_ports(plan: Plan, hall: Hall, link: _Link) -> tuple[tuple[int, int], tuple[int, int]]:
    def port(slot: int) -> tuple[int, int]:
        return int(hall.usable[hall.slot_cabinet[slot]]), int(hall.slot_unit[slot])

    if not link.is_host or plan.hosts is None:
        one, other = plan.cables.slots[link.number].tolist()
        return port(one), port(other)
    server, hosts = _server(plan, link), plan.hosts
    places = host_places(hall, hosts.devices.heights, hosts.per_cabinet)
    there = int(places.number[hosts.cabinet[server]]), int(hosts.unit[server])
    return port(int(plan.placement.slot_of[_host(plan, link)[0]])), there


def _grid_cabinets(plan: Plan, link: _Link) -> tuple[int, int]:
    if not link.is_host or plan.hosts is None:
        one, other = plan.cables.cabinets[link.number].tolist()
        return one, other
    slot = plan.placement.slot_of[_host(plan, link)[0]]
    return int(plan.room.lengths.cabinet_of_slot[slot]), int(plan.hosts.cabinet[_server(plan, link)])


def _ends(plan: Plan, link: _Link) -> list[str]:
    """Return both ends in words."""
    topology, cables, room = plan.topology, plan.cables, plan.room
    if not link.is_host:
        ends = zip(
            cables.routers[link.number],
            cables.cabinets[link.number],
            cables.ports[link.number],
            strict=True,
        )
        return [
            f"switch {topology.label(int(r))} in {room.cabinet_name(int(c))}, "
            f"port {switch_port_name(topology, int(r), int(p)) or int(p)}"
            for r, c, p in ends
        ]
    router, endpoint = _host(plan, link)
    cabinet = room.cabinet_name(int(room.lengths.cabinet_of_slot[plan.placement.slot_of[router]]))
    first = f"switch {topology.label(router)} in {cabinet}, port {endpoint + 1}"
    number, groups = link.number - len(plan.cables), topology.servers
    name = port = ""
    if groups is not None:
        name = f" {groups.label(int(groups.of_endpoints[number]))}"
        at = int(groups.ports_of_endpoints[number])
        port = f", port {topology.port_name(at) or at + 1}"
    if plan.hosts is None:
        return [first, f"server{name}{port}, not placed" if name else f"endpoint {endpoint + 1} beside it"]
    server, hosts = _server(plan, link), plan.hosts
    if groups is None:
        name = f" {server_names(topology, hosts)[server]}"
        port = f", port {int(hosts.ports_of_endpoints(topology.endpoints)[number]) + 1}"
    places = host_places(room, hosts.devices.heights, hosts.per_cabinet)
    unit = f" U{int(hosts.unit[server])}" if int(hosts.unit[server]) else ""
    return [first, f"server{name} in {places.names[int(hosts.cabinet[server])]}{unit}{port}"]


def explain_text(document: dict[str, Any]) -> str:
    """Return the document for people."""
    lines = [f"cable {document['cable']}", *(f"  {end}" for end in document["ends"]), ""]
    width = max(len(term["what"]) for term in document["terms"]) + 2
    lines += [f"{term['what']:<{width}}{term['mm']:>9,} mm" for term in document["terms"]]
    length = f"length, {key_label(document['medium'])}" if document["medium"] else "length as routed"
    lines.append(f"{length:<{width}}{document['length_mm']:>9,} mm")
    if document["plan_length_mm"] != document["length_mm"]:
        what = "one cord" if "pieces" in document else "the better medium"
        lines.append(f"{'length in the plan, ' + what:<{width}}{document['plan_length_mm']:>9,} mm")
    ordered = "" if document["ordered_mm"] is None else f", ordered {document['ordered_mm'] / 1000:g} m"
    lines += ["", *([f"part   {document['part']}{ordered}"] if document["part"] else [])]
    for one in document.get("pieces", ()):
        lines.append(f"       {one['piece']}: {one['part']}, {' to '.join(one['ends'])}")
    if (price := document["price"]) is not None:
        each = [f"{one['pieces']:g} x {one['part']} at {one['unit_price']:,.2f}" for one in price["pieces"]]
        paid = f"{price['in_order']:,.2f} {price['currency']} of the order before taxes, spares included"
        lines.append(f"price  {' + '.join(each)}: {paid}")
    return "\n".join([*lines, f"why    {document['why']}"])
