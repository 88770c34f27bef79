"""The bill of materials as sheets of a workbook, the same tables as CSV files."""

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.foundation.wording import key_label
from netfloor.plans.headroom.amounts import Headroom
from netfloor.plans.laid import LaidFabric
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.power_cords import cord_forms
from netfloor.plans.plan import Plan
from netfloor.reports.bom.assumptions import assumptions
from netfloor.reports.bom.cabinets import cabinet_sheets
from netfloor.reports.bom.document import counts, identities, notes
from netfloor.reports.bom.money import summary_sheet
from netfloor.reports.bom.networks import network_sheets
from netfloor.reports.bom.orders import order_listing
from netfloor.reports.bom.parts import order_sheets, part_listing, source_sheet
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import (
    Table,
    count_column,
    length_column,
    text_column,
)
from netfloor.reports.headroom import headroom_sheets
from netfloor.reports.lists.supply import supply_sheets

#: What the sheet of cables says of a port.
_PORT = {"port": count_column, "cabinet": text_column}


def bom_sheets(bill: OrderedParts, head: ReportHead, headroom: Headroom) -> dict[str, Table]:
    """Return the sheets by the name of their CSV file."""
    parts = part_listing(bill.bom)
    sentences = [(text,) for text in assumptions(bill)]
    return {
        "summary": summary_sheet(bill, head, notes(bill)),
        "suppliers": order_listing(bill.bom).sheet(),
        **order_sheets(bill.bom, parts),
        "parts": parts.sheet(),
        **network_sheets(network_bills(bill), bill.bom.currency),
        "sources": source_sheet(parts),
        **cabinet_sheets(bill),
        **headroom_sheets(headroom),
        "cables": _cables(bill),
        **_power_sheets(bill),
        **_trunk_links(bill),
        "counts": _counts(bill),
        "assumptions": Table("Assumptions", (text_column("assumption"),), sentences),
    }


def _cables(bill: OrderedParts) -> Table:
    """Return every link with its parts; the length of a shared cable is at its first link.

    Pieces of links in trunks are on a separate sheet.
    """
    choice, names = bill.choice, bill.cabinet_names
    needs = choice.needs
    ends = needs.cage_cabinet[needs.cage].tolist()
    runs = () if bill.trunks is None else bill.trunks.runs
    trunk = {link: number for number, run in enumerate(runs, 1) for link in run.links}
    routed, medium = choice.routed_mm.tolist(), choice.medium.tolist()
    rows = [
        (
            needs.name(link),
            cable + 1,
            *near,
            names[ends[link][0]],
            *far,
            names[ends[link][1]],
            key_label(MEDIA[medium[link]]),
            trunk.get(link),
            bill.link_parts[link],
            routed[link],
            bill.link_ordered_mm[link],
        )
        for link, (cable, (near, far)) in enumerate(
            zip(choice.link_cable.tolist(), bill.link_ends, strict=True)
        )
    ]
    devices = ("device", "device") if isinstance(bill, LaidParts) else ("switch", "switch or server")
    columns = (
        text_column("link"),
        count_column("cable"),
        text_column(f"{devices[0]} A"),
        *(make(f"{what} A") for what, make in _PORT.items()),
        text_column(f"{devices[1]} B"),
        *(make(f"{what} B") for what, make in _PORT.items()),
        text_column("medium"),
        count_column("trunk"),
        text_column("part"),
        length_column("routed"),
        length_column("ordered"),
    )
    return Table("Links and cables", columns, rows)


def _power_sheets(bill: OrderedParts) -> dict[str, Table]:
    """Return every power cord with its part, and the loads of feeds and PDUs."""
    if not isinstance(bill, LaidParts) or not isinstance(bill.plan, LaidFabric):
        return {}
    fabric, power, plan = bill.fabric, bill.power, bill.plan
    cords = []
    for number in bill.cords:
        cable, sku = fabric.cables[number], power.sku_of.get(number)
        ends = [(fabric.devices[end.device].name, end.port_text) for end in cable.ends]
        part = (None, None) if sku is None else (sku.part, sku.length_mm)
        cords.append((cable.id, *ends[0], *ends[1], *cord_forms(fabric, number), cable.length_mm, *part))
    heads = ("cord", "device A", "port A", "device B", "port B", "inlet", "outlet")
    of_cords = (*map(text_column, heads), length_column("routed"), text_column("part"))
    sheets = {
        "power_cords": Table("Power cords", (*of_cords, length_column("ordered")), cords),
    }
    known = {name: table for name, table in sheets.items() if table.rows}
    return known if isinstance(plan, Plan) else {**known, **supply_sheets(plan.supply)}


def _trunk_links(bill: OrderedParts) -> dict[str, Table]:
    """Return the pieces of every link in a trunk and their ends; none without trunks."""
    layout = bill.trunk_layout
    if layout is None:
        return {}
    ends = [
        (make(f"{what} {end}"))
        for end in "AB"
        for what, make in (
            *(("cord", text_column), ("panel", text_column), ("unit", count_column)),
            *(("cassette", count_column), ("front port", count_column)),
        )
    ]
    columns = (text_column("link"), text_column("trunk"), text_column("trunk part"), *ends)
    rows = []
    for link, route in layout.routes.items():
        trunk = layout.trunks[route.trunk]
        sides = [
            (jumper.part, panel.name, panel.unit, jumper.at.place, jumper.port)
            for jumper in route.jumpers
            for panel in [layout.panels[jumper.at.panel]]
        ]
        rows.append((bill.choice.needs.name(link), trunk.name, trunk.part, *sides[0], *sides[1]))
    return {"trunk_links": Table("Links in trunks", columns, rows)}


def _counts(bill: OrderedParts) -> Table:
    numbers = [(key.replace("_", " "), value, "") for key, value in counts(bill).items()]
    holds = [(name, None, "holds" if ok else "BROKEN") for name, ok in identities(bill).items()]
    columns = (text_column("quantity"), count_column("number"), text_column("identity"))
    return Table("Counts", columns, [*numbers, *holds])
