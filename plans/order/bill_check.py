"""The bill of an order, told to the check that shares no code with the choice of its parts."""

from dataclasses import replace

from netfloor.costmodels.catalogue.bom import Bom
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.part_terms import DEVICES
from netfloor.costmodels.check.orders import (
    CheckedOrder,
    OrderCheck,
    OrderedLine,
    OrderedLink,
    cheaper_order,
)
from netfloor.costmodels.check.panel_orders import OrderedPath
from netfloor.costmodels.check.part_money import PartMoney
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.parts_list import OrderedParts

#: Links of a bill up to which it is checked; each is a step of plain code.
MOST_LINKS = 20_000


def bill_problems(parts: OrderedParts) -> list[str]:
    """Return what is wrong with a bill: links that are not served, pieces, money; nothing if all is well.

    Of a bill with trunks, laid cables or many links nothing: its trunks have a check of their own.
    """
    in_trunks = parts.trunks is not None and parts.trunks.runs
    if len(parts.links.needs) > MOST_LINKS or in_trunks or parts.terms.laid:
        return []
    spares = [f"{text}%" if text.replace(".", "", 1).isdecimal() else text for text in parts.terms.spares]
    money = PartMoney(parts.catalogue.model_dump(), spares, parts.terms.max_lead_days)
    by_price = parts.criterion.name == "price" and parts.terms.max_skus is None
    order = checked_order(parts.found, parts.bom, by_price=by_price)
    if isinstance(parts, LaidParts):
        order = replace(order, paths=_paths(parts))
    check = OrderCheck(order, money)
    found = check.problems()
    if not found and cheaper_order(check):
        found = ["choice: a cheaper one was found than its lower bound"]
    return [f"order: {one}" for one in found]


def _paths(parts: LaidParts) -> tuple[OrderedPath, ...]:
    """Return the links through panels as the check takes them."""
    return tuple(
        OrderedPath(
            rows,
            tuple(
                None if is_bought else length_mm
                for is_bought, length_mm in zip(path.bought, path.installed_mm, strict=True)
            ),
            path.measured_db,
            path.fibre,
        )
        for rows, path in zip(parts.links.paths, parts.paths, strict=True)
    )


def checked_order(found: PartsChoice, bom: Bom, *, by_price: bool) -> CheckedOrder:
    """Return an order as the check takes it, with its bound where the choice counts money alone."""
    choice, needs = found.choice, found.choice.needs
    sockets = [needs.sockets[number] for number in needs.cage_socket.tolist()]
    names = [sku.part for sku in choice.skus]
    columns = zip(
        needs.gbps.tolist(),
        needs.cage.tolist(),
        needs.electrical_mm.tolist(),
        needs.optical_mm.tolist(),
        choice.link_cable.tolist(),
        strict=True,
    )
    return CheckedOrder(
        cages=[(one.connector, one.links) for one in sockets],
        modules={
            cage: names[module] for cage, module in enumerate(choice.cage_module.tolist()) if module >= 0
        },
        links=[
            OrderedLink(gbps, (a, b), copper, fibre, cable, names[int(choice.cable_sku[cable])])
            for gbps, (a, b), copper, fibre, cable in columns
        ],
        devices={line.sku.part: line.used for line in bom.lines if line.sku.kind in DEVICES},
        lines={
            line.sku.part: OrderedLine(
                *(line.used, line.spares, line.from_stock),
                *(line.purchase.quantity, line.purchase.total_cents),
            )
            for line in bom.lines
        },
        freight_cents={order.terms.name: order.freight_cents for order in bom.orders},
        tax_cents=bom.tax_cents,
        total_cents=bom.total_cents,
        choice_cents=found.cents if by_price else None,
        bound_cents=found.bound_cents if by_price else None,
    )
