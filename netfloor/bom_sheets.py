"""The bill of materials as sheets of a workbook, the same tables as CSV files."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from costmodels.catalogue.link_choice import MEDIA
from costmodels.catalogue.skus import EXAMPLE
from reports.sheet import (
    Sheet,
    Value,
    count_column,
    length_column,
    money_column,
    number_column,
    text_column,
)

if TYPE_CHECKING:
    from costmodels.catalogue.bom import BomLine
    from netfloor.bom_run import MadeBom


def bom_sheets(made: "MadeBom", document: dict[str, Any]) -> dict[str, Sheet]:
    """Return the sheets by the name of their CSV file."""
    return {
        "summary": _summary(made, document),
        "parts": _parts(made),
        "cabinets": _cabinets(document),
        "cabinet_parts": _cabinet_parts(made),
        "cables": _cables(made),
        "counts": _counts(document),
        "assumptions": Sheet("Assumptions", (text_column("assumption"),), _texts(document)),
    }


def price_status(line: "BomLine") -> str:
    """Return how far a price is to be trusted, loud where it is an example."""
    trust = line.sku.buying.price_from.trust
    return trust.upper() if trust in {EXAMPLE, "unverified"} else trust


def _summary(made: "MadeBom", document: dict[str, Any]) -> Sheet:
    bom, catalogue = made.bom, document["catalogue"]
    money = [
        ("Parts, before taxes", bom.net_cents, ""),
        (f"Taxes, {bom.tax_percent:g} %", bom.tax_cents, ""),
        ("Sum with taxes", bom.total_cents, ""),
        ("of which example prices, before taxes", bom.example_cents, EXAMPLE.upper()),
    ]
    texts = [
        ("Network", None, document["network"]),
        ("Room", None, document["room"]),
        ("Catalogue", None, f"{catalogue['title']}, prices of {catalogue['price_date']}"),
        ("Criterion", None, document["criterion"]),
        ("Power", None, f"{document['summary']['power_w']:,.0f} W"),
    ]
    columns = (text_column("item"), money_column("amount", bom.currency), text_column("remark"))
    return Sheet("Summary", columns, [*texts, *money], tuple(document["notes"]))


def _parts(made: "MadeBom") -> Sheet:
    currency = made.bom.currency
    columns = (
        text_column("part"),
        text_column("name"),
        text_column("kind"),
        length_column("length"),
        count_column("used", total=True),
        count_column("spares", total=True),
        count_column("from stock", total=True),
        count_column("to buy", total=True),
        money_column("unit price", currency),
        money_column("extended price", currency, total=True),
        text_column("price date"),
        text_column("price trust"),
        text_column("price source"),
        count_column("lead time", "days"),
        text_column("figures trust"),
        text_column("figures source"),
        text_column("why more"),
    )
    return Sheet("Parts", columns, [_part_row(line) for line in made.bom.lines])


def _part_row(line: "BomLine") -> tuple[Value, ...]:
    sku, buying, purchase = line.sku, line.sku.buying, line.purchase
    return (
        sku.part,
        sku.name,
        sku.kind,
        sku.length_mm,
        line.used,
        line.spares,
        line.from_stock,
        purchase.quantity,
        purchase.unit_cents,
        purchase.total_cents,
        buying.price_date.isoformat(),
        price_status(line),
        buying.price_from.text,
        buying.lead_time_days,
        sku.figures_from.trust,
        sku.figures_from.text,
        purchase.why,
    )


def _cabinets(document: dict[str, Any]) -> Sheet:
    keys = ("switches", "servers", "nics", "transceivers", "cables", "height_u")
    columns = (
        text_column("cabinet"),
        *(count_column(key.replace("_u", " (U)"), total=True) for key in keys),
        number_column("power", "W", total=True),
        number_column("weight", "kg", total=True),
    )
    rows = [
        (one["cabinet"], *(one[key] for key in keys), one["power_w"], one["weight_kg"])
        for one in document["cabinets"]
    ]
    return Sheet("Cabinets", columns, rows)


def _cabinet_parts(made: "MadeBom") -> Sheet:
    columns = (
        text_column("cabinet"),
        text_column("part"),
        text_column("name"),
        count_column("pieces", total=True),
    )
    skus, names = made.bom.skus, made.cabinet_names
    rows = [
        (names[cabinet], skus[sku].part, skus[sku].name, pieces)
        for (cabinet, sku), pieces in sorted(made.bom.by_cabinet.items())
    ]
    return Sheet("Parts by cabinet", columns, rows)


def _cables(made: "MadeBom") -> Sheet:
    """Return every link with the cable that serves it; a cable of several has its length at the first."""
    columns = (
        text_column("link"),
        count_column("cable"),
        text_column("router A"),
        count_column("port A"),
        text_column("cabinet A"),
        text_column("router B"),
        count_column("port B"),
        text_column("cabinet B"),
        text_column("medium"),
        text_column("part"),
        length_column("routed"),
        length_column("ordered"),
    )
    choice, names = made.choice, made.cabinet_names
    needs, skus = choice.needs, choice.skus
    ends = needs.cage_cabinet[needs.cage].tolist()
    sku = choice.cable_sku[choice.link_cable].tolist()
    first = set(np.unique(choice.link_cable, return_index=True)[1].tolist())
    routed, medium = choice.routed_mm.tolist(), choice.medium.tolist()
    rows = [
        (
            needs.name(link),
            cable + 1,
            *one,
            names[ends[link][0]],
            *other,
            names[ends[link][1]],
            MEDIA[medium[link]],
            skus[sku[link]].part,
            routed[link],
            skus[sku[link]].length_mm if link in first else None,
        )
        for link, (cable, (one, other)) in enumerate(
            zip(choice.link_cable.tolist(), _router_ports(made), strict=True)
        )
    ]
    return Sheet("Links and cables", columns, rows)


def _router_ports(made: "MadeBom") -> Iterator[tuple[tuple[str, int | None], tuple[str, int | None]]]:
    """Yield router and port at both ends of every link, network ones first; a host has neither."""
    plan = made.plan
    label = [plan.topology.label(router) for router in range(plan.topology.routers)]
    for (u, v), (p, q) in zip(plan.cables.routers.tolist(), plan.cables.ports.tolist(), strict=True):
        yield (label[u], p), (label[v], q)
    for router, count in enumerate(plan.topology.endpoints.tolist()):
        yield from (((label[router], port), ("", None)) for port in range(1, count + 1))


def _counts(document: dict[str, Any]) -> Sheet:
    counts = [(key.replace("_", " "), value, "") for key, value in document["counts"].items()]
    holds = [(name, None, "holds" if ok else "BROKEN") for name, ok in document["identities"].items()]
    columns = (text_column("what"), count_column("number"), text_column("identity"))
    return Sheet("Counts", columns, [*counts, *holds])


def _texts(document: dict[str, Any]) -> list[tuple[Value, ...]]:
    return [(text,) for text in document["assumptions"]]
