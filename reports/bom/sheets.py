"""The bill of materials as sheets of a workbook, the same tables as CSV files."""

from collections.abc import Iterator
from operator import attrgetter

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE
from netfloor.plans.order.parts_list import PartsList
from netfloor.reports.bom.assumptions import assumptions
from netfloor.reports.bom.document import cabinet_loads, counts, identities, notes
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import (
    Table,
    count_column,
    length_column,
    money_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line

#: Columns of each end of a link, and all of the sheet of cables.
_END = {"router": text_column, "port": count_column, "cabinet": text_column}
_CABLES = (
    text_column("link"),
    count_column("cable"),
    *(make(f"{what} A") for what, make in _END.items()),
    *(make(f"{what} B") for what, make in _END.items()),
    text_column("medium"),
    text_column("part"),
    length_column("routed"),
    length_column("ordered"),
)


def bom_sheets(bill: PartsList) -> dict[str, Table]:
    """Return the sheets by the name of their CSV file."""
    sentences = [(text,) for text in assumptions(bill)]
    return {
        "summary": _summary(bill),
        "parts": _parts(bill),
        "cabinets": _cabinets(bill),
        "cabinet_parts": _cabinet_parts(bill),
        "cables": _cables(bill),
        "counts": _counts(bill),
        "assumptions": Table("Assumptions", (text_column("assumption"),), sentences),
    }


def _summary(bill: PartsList) -> Table:
    bom, catalogue, plan = bill.bom, bill.catalogue, bill.plan
    rows = [
        ("Network", None, plan.topology.name),
        ("Room", None, plan.room.summary),
        ("Catalogue", None, f"{catalogue.title}, prices of {catalogue.price_date.isoformat()}"),
        ("Criterion", None, bill.criterion.name),
        ("Power", None, f"{bom.power_mw / 1000:,.0f} W"),
        ("Parts, before taxes", bom.net_cents, ""),
        (f"Taxes, {bom.tax_percent:g} %", bom.tax_cents, ""),
        ("Sum with taxes", bom.total_cents, ""),
        ("of which example prices, before taxes", bom.example_cents, EXAMPLE.upper()),
    ]
    columns = (text_column("item"), money_column("amount", bom.currency), text_column("remark"))
    return Table("Summary", columns, rows, "\n".join(map(one_line, notes(bill))))


def _parts(bill: PartsList) -> Table:
    currency = bill.bom.currency
    columns = {
        "sku.part": text_column("part"),
        "sku.name": text_column("name"),
        "sku.kind": text_column("kind"),
        "sku.length_mm": length_column("length"),
        "used": count_column("used", total=True),
        "spares": count_column("spares", total=True),
        "from_stock": count_column("from stock", total=True),
        "purchase.quantity": count_column("to buy", total=True),
        "purchase.unit_cents": money_column("unit price", currency),
        "purchase.total_cents": money_column("extended price", currency, total=True),
        "sku.buying.price_date": text_column("price date"),
        "sku.buying.price_from.trust": text_column("price trust"),
        "sku.buying.price_from.text": text_column("price source"),
        "lead_time_days": count_column("lead time", "days"),
        "sku.figures_from.trust": text_column("figures trust"),
        "sku.figures_from.text": text_column("figures source"),
        "purchase.why": text_column("why more"),
    }
    rows = []
    for line in bill.bom.lines:
        cells = dict(zip(columns, attrgetter(*columns)(line), strict=True))
        cells["sku.buying.price_date"] = line.sku.buying.price_date.isoformat()
        cells["sku.buying.price_from.trust"] = loud(line.sku.buying.price_from.trust)
        rows.append(tuple(cells.values()))
    return Table("Parts", tuple(columns.values()), rows)


def _cabinets(bill: PartsList) -> Table:
    keys = ("switches", "servers", "nics", "transceivers", "cables", "height_u")
    columns = (
        text_column("cabinet"),
        *(count_column(key.replace("_u", " (U)"), total=True) for key in keys),
        number_column("power", "W", total=True),
        number_column("weight", "kg", total=True),
    )
    figures = attrgetter("cabinet", *keys, "power_w", "weight_kg")
    return Table("Cabinets", columns, list(map(figures, cabinet_loads(bill))))


def _cabinet_parts(bill: PartsList) -> Table:
    columns = (
        text_column("cabinet"),
        text_column("part"),
        text_column("name"),
        count_column("pieces", total=True),
    )
    skus, names = bill.bom.skus, bill.cabinet_names
    rows = [
        (names[cabinet], skus[sku].part, skus[sku].name, pieces)
        for (cabinet, sku), pieces in sorted(bill.bom.by_cabinet.items())
    ]
    return Table("Parts by cabinet", columns, rows)


def _cables(bill: PartsList) -> Table:
    """Return every link with the cable that serves it; a cable of several has its length at the first."""
    choice, names = bill.choice, bill.cabinet_names
    needs, skus = choice.needs, choice.skus
    ends = needs.cage_cabinet[needs.cage].tolist()
    sku = choice.cable_sku[choice.link_cable].tolist()
    first = set(np.unique(choice.link_cable, return_index=True)[1].tolist())
    routed, medium = choice.routed_mm.tolist(), choice.medium.tolist()
    rows = [
        (
            needs.name(link),
            cable + 1,
            *near,
            names[ends[link][0]],
            *far,
            names[ends[link][1]],
            MEDIA[medium[link]],
            skus[sku[link]].part,
            routed[link],
            skus[sku[link]].length_mm if link in first else None,
        )
        for link, (cable, (near, far)) in enumerate(
            zip(choice.link_cable.tolist(), _router_ports(bill), strict=True)
        )
    ]
    return Table("Links and cables", _CABLES, rows)


def _router_ports(bill: PartsList) -> Iterator[tuple[tuple[str, int | None], tuple[str, int | None]]]:
    """Yield router and port at both ends of every link, network ones first; a host has neither."""
    plan = bill.plan
    label = [plan.topology.label(router) for router in range(plan.topology.routers)]
    for (u, v), (p, q) in zip(plan.cables.routers.tolist(), plan.cables.ports.tolist(), strict=True):
        yield (label[u], p), (label[v], q)
    for router, count in enumerate(plan.topology.endpoints.tolist()):
        if bill.terms.network_only:
            break
        yield from (((label[router], port), ("", None)) for port in range(1, count + 1))


def _counts(bill: PartsList) -> Table:
    numbers = [(key.replace("_", " "), value, "") for key, value in counts(bill).items()]
    holds = [(name, None, "holds" if ok else "BROKEN") for name, ok in identities(bill).items()]
    columns = (text_column("what"), count_column("number"), text_column("identity"))
    return Table("Counts", columns, [*numbers, *holds])
