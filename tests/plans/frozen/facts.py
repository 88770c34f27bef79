"""The facts of a plan: where devices stand, what every cable is, what the whole costs, what verify answers.

They are read from the fabric, the order and the verification of a plan, never from the fields of its file.
"""

from collections.abc import Iterable
from pathlib import Path

from netfloor.costmodels import DEFAULT_COST_SET
from netfloor.exchange.export import ExportRequest, order_plan
from netfloor.exchange.orders import with_orders
from netfloor.exchange.trunk_pieces import in_pieces
from netfloor.fabric.fabric import Device, End, Fabric
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.plans.assessment.prices import common_prices
from netfloor.plans.load import load_plan
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.plans.verify import verify_plan

#: Tables, as lines of text, and totals, by name.
Facts = dict[str, list[str] | dict[str, str]]


def facts(path: Path) -> Facts:
    """Return the facts of a plan's file; a plan without an order is priced by the default cost set."""
    plan = load_plan(path, networks=True)
    by_default = None if plan.order else (Path(DEFAULT_COST_SET), OrderTerms())
    bought = order_plan(plan, ExportRequest(plan=path, form="", out=path, parts=by_default), own=True)
    fabric = in_pieces(with_orders(fabric_of_plan(plan), bought.orders), bought.parts)
    return {
        "totals": _totals(plan, fabric),
        "money": _money(plan) if plan.order is None else _bill(bought.parts),
        "verify": _answer(path),
        "devices (cabinet, rack unit or position)": [
            f"{device.name}: {_place(fabric, device)}" for device in fabric.devices
        ],
        "cables (mm laid, mm bought)": [
            f"{cable.id}: {_end(fabric, cable.a)} - {_end(fabric, cable.b)}, {cable.length_mm}, "
            f"{cable.ordered_mm}, {_words((cable.medium, cable.part, *cable.modules, cable.trunk))}"
            for cable in fabric.cables
        ],
    }


def _place(fabric: Fabric, device: Device) -> str:
    height = "" if device.height is None else f" {device.height}"
    return f"{'' if device.cabinet is None else fabric.cabinets[device.cabinet].name}{height}"


def _end(fabric: Fabric, end: End) -> str:
    return f"{fabric.devices[end.device].name}/{end.port_name or end.port}"


def _words(texts: Iterable[str]) -> str:
    return " ".join(text for text in texts if text)


def _metres(mm: float) -> str:
    return f"{mm_to_metres(mm):.3f}"


def _money_text(cents: int) -> str:
    return f"{cents_to_money(cents):.2f}"


def _totals(plan: Plan, fabric: Fabric) -> dict[str, str]:
    laid = [cable.length_mm for cable in fabric.cables if cable.length_mm is not None]
    return {
        "switches": str(len(fabric.switches)),
        "servers": str(len(fabric.end_devices)),
        "cables": str(len(fabric.cables)),
        "network cable (m)": _metres(plan.cables.total_mm),
        "longest network cable (m)": _metres(plan.cables.max_mm),
        "all cable (m)": _metres(sum(laid)),
        "lower bound of network cable (m)": _metres(plan.bound.length_mm),
        "status": plan.solver.status,
    }


def _money(plan: Plan) -> dict[str, str]:
    prices = common_prices([plan], Path(DEFAULT_COST_SET))
    return {"total": f"{_money_text(prices.quote(plan).bill_cents)} {prices.currency}"}


def _bill(parts: PartsList) -> dict[str, str]:
    bom = parts.bom
    return {
        "total": f"{_money_text(bom.total_cents)} {bom.currency}",
        "power (W)": f"{bom.power_mw / 1000:.3f}",
        **{
            line.sku.part: f"{line.purchase.quantity} pieces, {_money_text(line.purchase.total_cents)}"
            for line in bom.lines
        },
    }


def _answer(path: Path) -> dict[str, str]:
    """Return what verify answers; figures to six digits, as computers differ in the last ones."""
    verified = verify_plan(path)
    answer = {
        "ok": str(verified.ok),
        "problems": str(len(verified.problems)),
        "unchecked": str(len(verified.unchecked)),
        **{name: _digits(figure) for name, figure in vars(verified.figures).items()},
    }
    if (objective := verified.objective) is not None:
        answer["objective"] = f"{objective.name}, {objective.unit}"
        answer["objective value"] = _digits(objective.value)
        answer["objective lower bound"] = _digits(objective.lower_bound)
    return answer


def _digits(figure: float | None) -> str:
    return "not known" if figure is None else f"{figure:.6g}"
