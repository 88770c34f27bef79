"""The explanation of a name in any plan, as a JSON document and as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from netfloor.fabric.fabric import SERVER, Fabric
from netfloor.fabric.power import PowerSupply
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text, key_label
from netfloor.plans.explain.cable import formula_cable, laid_cable
from netfloor.plans.explain.find import Named, find_named
from netfloor.plans.explain.link import link_document, link_lines, links_through
from netfloor.plans.explain.parts import Question
from netfloor.plans.explain.places import cabinet_document, device_document, free_port_document
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any

#: Listed items of one kind, of each of two kinds, and terms of a length, unless all are requested.
_MAX_LISTED, _MAX_OF_EACH, _MAX_TERMS = 5, 2, 7


def explain_name(plan: AnyPlan, question: Question) -> dict[str, Any]:
    """Return the facts about the cable, device, port or cabinet with a name.

    Raises
    ------
    InputError
        If no item has the name, or the catalogue or set is invalid.
    InfeasibleError
        If no part serves the network.
    """
    fabric = fabric_of_any(plan)
    kind, result = _found(plan, fabric, question)
    notes = plan.topology.notes if isinstance(plan, Plan) else fabric.notes
    return {"schema": 1, "plan": str(plan.path), "explains": kind, **result, "notes": list(notes)}


def _found(plan: AnyPlan, fabric: Fabric, question: Question) -> tuple[str, dict[str, Any]]:
    named = _named_piece(plan, question.name) or find_named(fabric, question.name)
    if named.cable is not None:
        result = (
            formula_cable(plan, fabric, named.cable, question)
            if isinstance(plan, Plan)
            else laid_cable(plan, named.cable, question)
        )
        links = links_through(fabric, fabric.cables[named.cable])
        return "cable", result | (
            {"links": [link_document(fabric, link) for link in links]} if links else {}
        )
    if named.cabinet is not None:
        placed = isinstance(plan, LaidFabric) or bool(plan.hosts)
        return "cabinet", cabinet_document(
            plan.room, fabric if placed else fabric.without(SERVER), named.cabinet
        )
    assert named.device is not None  # noqa: S101 - it is one of these
    if named.free_port:
        return "port", free_port_document(fabric, named.device, named.free_port)
    supply = plan.supply if isinstance(plan, LaidFabric) else PowerSupply(fabric)
    return "device", device_document(fabric, named.device, supply)


def _named_piece(plan: AnyPlan, text: str) -> Named | None:
    """Return the link through panels of an imported plan that a piece belongs to, by the piece's id."""
    links = plan.pieces if isinstance(plan, Plan) else {}
    name = text.strip().casefold()
    result = (
        number for number, pieces in links.items() if any(piece.id.casefold() == name for piece in pieces)
    )
    number = next(result, None)
    return None if number is None else Named(cable=number)


def explain_text(document: Mapping[str, Any], *, verbose: bool = False) -> str:
    """Return the document as text, the answer first; long lists in full only if verbose."""
    write = {"cable": _cable, "device": _device, "port": _port, "cabinet": _cabinet}
    return "\n".join(write[document["explains"]](document, verbose))


def _cable(document: Mapping[str, Any], verbose: bool) -> Iterator[str]:
    how = f", {key_label(document['medium'])}" if document["medium"] else " as routed"
    how = " as listed" if document.get("length_listed") else how
    yield f"cable {document['cable']}: length {mm_to_metres(document['length_mm']):,.3f} m{how}"
    yield f"  {document['ends'][0]}"
    yield f"  to {document['ends'][1]}"
    ordered = "" if document["ordered_mm"] is None else f", ordered {document['ordered_mm'] / 1000:g} m"
    if document["part"]:
        yield f"part   {document['part']}{ordered}"
    for item in document.get("pieces", ()):
        yield f"       {item['piece']}: {item['part']}, {' to '.join(item['ends'])}"
    if (price := document["price"]) is not None:
        each = [
            f"{entry['pieces']:g} x {entry['part']} at {entry['unit_price']:,.2f}"
            for entry in price["pieces"]
        ]
        share = f"{price['in_order']:,.2f} {price['currency']}"
        paid = f"{share} with its share of spares and packs, before tax"
        yield f"price  {' + '.join(each)} {price['currency']}; {paid}"
    yield f"why    {document['why']}"
    yield from _terms(document, None if verbose else _MAX_TERMS)
    yield from link_lines(document.get("links", []), verbose=verbose)


def _terms(document: Mapping[str, Any], limit: int | None) -> Iterator[str]:
    """Yield the terms of a length, the shortest added up beyond a limit, and the plan's if different."""
    terms = [(term["what"], term["mm"]) for term in document["terms"]]
    if limit is not None and len(terms) > limit:
        longest = sorted(range(len(terms)), key=lambda number: -abs(terms[number][1]))[: limit - 1]
        others = [terms[number][1] for number in range(len(terms)) if number not in longest]
        terms = [terms[number] for number in sorted(longest)]
        terms.append((f"{len(others):,} shorter terms (all: --verbose)", sum(others)))
    if document["plan_length_mm"] != document["length_mm"]:
        what = "one cord" if "pieces" in document else "the better medium"
        terms.append((f"length in the plan, {what}", document["plan_length_mm"]))
    width = max(len(what) for what, _ in terms) + 2
    yield from (f"  {what:<{width}}{mm:>9,} mm" for what, mm in terms)


def _device(document: Mapping[str, Any], verbose: bool) -> Iterator[str]:
    model = f", {document['model']}" if document["model"] else ""
    network = f", network {document['network']}" if document["network"] else ""
    yield f"{document['kind']} {document['device']}{model}{network}"
    yield f"place  {_place(document)}"
    figures = [
        "" if document["units"] is None else count_text(document["units"], "rack unit"),
        _figure(document["watts"], "W", ",.0f"),
        _figure(document["kilograms"], "kg", ",.1f"),
    ]
    if size := ", ".join(filter(None, figures)):
        yield f"size   {size}"
    cables, cords = document["cables"], document["cords"]
    limit = None if verbose else _MAX_OF_EACH if cables and cords else _MAX_LISTED
    length = (
        "" if document["length_mm"] is None else f", {mm_to_metres(document['length_mm']):,.2f} m in total"
    )
    if document["power"] is not None:
        yield f"power  {_power(document)}"
    if cables or not cords:
        yield f"cables {len(cables):,}{length if cables else ''}"
        yield from _ends(cables, limit)
    if cords:
        yield f"cords  {len(cords):,}"
        yield from _ends(cords, limit)


def _power(document: Mapping[str, Any]) -> str:
    """Return the load of a PDU, or the feeds of a device, as text."""
    power = document["power"]
    if "by_feed_w" in power:
        feeds = [f"{watts:,.0f} W from feed {feed}" for feed, watts in power["by_feed_w"].items() if watts]
        dark = [f"feed {feed}" for feed in power["dark_if_fails"]]
        goes = f"loses power if {' or '.join(dark)} fails" if dark else "no feed failure cuts its power"
        return "; ".join([*([", ".join(feeds)] if feeds else []), goes])
    feed = f"feed {document['feed']}, " if document["feed"] else ""
    limit = "" if power["limit_w"] is None else f" of {power['limit_w']:,.0f} W"
    used, outlets = len(document["cords"]), power["outlets"]
    taken = f"{used:,} cords" if outlets is None else f"{used:,} of {outlets:,} outlets taken"
    worst = max(power["load_if_fails_w"].items(), key=lambda item: item[1], default=None)
    failed = "" if worst is None else f"; {worst[1]:,.0f} W if feed {worst[0]} fails"
    return f"{feed}{power['load_w']:,.0f} W{limit}{failed}; {taken}"


def _ends(cables: Sequence[Mapping[str, Any]], limit: int | None) -> Iterator[str]:
    """Yield the cables of a device by its ports."""
    for cable in _listed(cables, limit):
        place = f" ({cable['to_place']})" if cable["to_place"] else ""
        rate = "" if cable["gbps"] is None else f", {cable['gbps']:g} Gb/s"
        metres = "" if cable["length_mm"] is None else f", {mm_to_metres(cable['length_mm']):,.3f} m"
        to = f"{cable['to_device']} port {cable['to_port']}{place}"
        yield f"  port {cable['port']}: {cable['cable']} to {to}{rate}{metres}"
    yield from _more(len(cables), limit)


def _place(document: Mapping[str, Any]) -> str:
    """Return cabinet and unit or position of a device as text."""
    if not document["cabinet"]:
        return "unknown"
    unit, position = document["unit"], document["position"]
    where = "" if position is None else f", position {position} from below"
    where = where if unit is None else f", unit {unit}{document['bay_mark']}"
    face = f", ports at the {document['face']}" if document.get("face") else ""
    return f"{document['cabinet']}{where}{face}"


def _figure(value: float | None, unit: str, form: str) -> str:
    return "" if value is None else f"{value:{form}} {unit}"


def _port(document: Mapping[str, Any], verbose: bool) -> Iterator[str]:  # noqa: ARG001 - as the others
    yield f"port {document['port']} of {document['device']}: no cable"
    yield f"{document['ports_in_use']:,} of its {count_text(document['ports'], 'port')} are in use"


def _cabinet(document: Mapping[str, Any], verbose: bool) -> Iterator[str]:
    row = f", row {document['row']}" if document["row"] else ""
    yield f"cabinet {document['cabinet']}{row}"
    for name, used, limit, unit in (
        ("units", document["units_used"], document["units"], " U"),
        ("power", document["watts"], document["watts_limit"], " W"),
        ("weight", document["kilograms"], document["kilograms_limit"], " kg"),
    ):
        amount = "unknown" if used is None else f"{used:,.12g}{unit}"
        maximum = "" if limit is None else f" of {limit:,}{unit}"
        yield f"{name:<8}{amount}{maximum}"
    metres = document["leaving_mm"]
    length = "" if metres is None else f", {mm_to_metres(metres):,.1f} m"
    leaving = f"{document['cables_leaving']:,} to other cabinets{length}"
    yield f"cables  {document['cables_inside']:,} inside, {leaving}{_far_cabinets(document, verbose)}"
    yield f"devices {len(document['devices']):,}"
    limit = None if verbose else _MAX_LISTED
    for item in _listed(document["devices"], limit):
        unit, position = item["unit"], item["position"]
        where = "at the side" if unit is None and position is None else f"U{unit}{item['bay_mark']}"
        where = f"position {position}" if unit is None and position is not None else where
        model = f", {item['model']}" if item["model"] else ""
        yield f"  {where}: {item['kind']} {item['device']}{model}"
    yield from _more(len(document["devices"]), limit)


def _far_cabinets(document: Mapping[str, Any], verbose: bool) -> str:
    """Return the number of cables to each other cabinet as text."""
    counts = [f"{count:,} to {name}" for name, count in document["leads_to"].items()]
    shown = _listed(counts, None if verbose else _MAX_LISTED)
    if left := len(counts) - len(shown):
        shown = [*shown, f"the others to {count_text(left, 'cabinet')}"]
    return f": {', '.join(shown)}" if shown else ""


_Item = TypeVar("_Item")


def _listed(items: Sequence[_Item], limit: int | None) -> Sequence[_Item]:
    """Return the listed items: all without a limit, or if the line that counts the others saves none."""
    return items if limit is None or len(items) <= limit + 1 else items[:limit]


def _more(count: int, limit: int | None) -> Iterator[str]:
    """Yield a line with the number of items that are not listed, if any."""
    if limit is not None and count > limit + 1:
        yield f"  ... {count - limit:,} more: --verbose"
