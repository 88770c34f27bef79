"""Text on the quality of the choice of parts and the cost of each limit of an order."""

from netfloor.costmodels.catalogue.choice.limits import LimitCost
from netfloor.costmodels.catalogue.formula import takes_copper_first
from netfloor.costmodels.catalogue.part_terms import DEVICES
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice
from netfloor.costmodels.sets.offers import metres
from netfloor.foundation.units import money_text
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.reports.formats.listing import Listing, RowColumn, json_column
from netfloor.reports.formats.table import count_column, money_column, text_column
from netfloor.rooms.hall.hall import Hall

#: What an order holds beside cables, cords, transceivers and trunks.
_OTHER_KINDS = {DEVICES: "devices", (POWER_CORD,): "power cords"}


def choice_sentences(bill: OrderedParts) -> list[str]:
    """Return a sentence on the quality of the choice, then one for each limit."""
    limits = (
        f"{limit_cost.words}: {_limit_cost_text(bill, limit_cost)}." for limit_cost in bill.limit_costs
    )
    return [proof_sentence(bill), *_trunks(bill), *limits]


def _trunks(bill: OrderedParts) -> list[str]:
    """Return the savings of fibre trunks, their proof, and the points left unchecked."""
    trunks, currency = bill.trunks, bill.bom.currency
    if trunks is None:
        unused = bill.catalogue.trunks and isinstance(bill, PartsList) and isinstance(bill.plan.room, Hall)
        told = "The catalogue has fibre trunks, which this order does not ask for (fibre_trunks)."
        return [told] if unused else []
    more = "no use of trunks with these transceivers saves more"
    if trunks.gap_cents:
        more += f" than {money_text(trunks.gap_cents)} {currency} beyond that"
    else:
        more += " (proved)"
    if trunks.why_none is not None:
        return [f"Fibre trunks: none: {trunks.why_none}" + f"; {more}" * bool(trunks.suited) + "."]
    return [
        f"{_saving(trunks, currency)}; {more}. The cost of order limits is unknown with trunks.",
        "Panels stand in the topmost free rack units of their cabinets. Polarity and the cleaning of ends "
        "are not checked; the loss of a link is checked only where transceiver, cassette and trunk state "
        "theirs.",
    ]


def _saving(trunks: TrunkChoice, currency: str) -> str:
    """Return the savings of trunks compared with cords alone, if enough cords are on sale."""
    if trunks.saved_cents is None or trunks.without_cents is None:
        return "Fibre trunks serve links that there are too few cords for"
    dearer = trunks.parts_cents - trunks.without_cents
    parts = f"{money_text(abs(dearer))} {'more' if dearer > 0 else 'less'}"
    laying = f" and {money_text(trunks.laying_saved_cents)} less for laying cables between cabinets"
    return (
        f"Fibre trunks save {money_text(trunks.saved_cents)} {currency} against cords alone: {parts} for "
        f"cords, trunks, cassettes and panels{laying if trunks.laying_cents else ''}"
    )


def medium_rule(bill: OrderedParts) -> str | None:
    """Return the rule that prefers copper even where optical cables may cost less; None without a rule."""
    if not takes_copper_first(bill.catalogue):
        return None
    reach_mm = None if bill.catalogue.formula is None else bill.catalogue.formula.electrical_reach_mm
    return f"copper up to {metres(reach_mm)}, optical beyond" if reach_mm else "copper wherever it serves"


def proof_sentence(bill: OrderedParts) -> str:
    """Return a sentence on the proof of the choice."""
    result, currency = bill.found, bill.bom.currency
    if not result.kinds_proved:
        kinds = "fewer part numbers may be enough, and"
    elif bill.criterion.name == "fewest-parts":
        kinds = "no order has fewer part numbers, and with this number"
    else:
        rule = medium_rule(bill)
        kinds = f"with these prices and limits{f' and {rule},' if rule else ''}"
    if result.gap_cents:
        best = f"no choice saves more than {money_text(result.gap_cents)} {currency}"
    else:
        best = "no choice is cheaper (proved)"
    more = [
        name
        for kinds, name in _OTHER_KINDS.items()
        if any(line.sku.kind in kinds for line in bill.bom.lines)
    ]
    what = (
        "cables, cords, transceivers"
        + ", trunks" * (bill.trunks is not None)
        + "".join(f", {item}" for item in more)
    )
    head, _, last = what.rpartition(", ")
    return f"Choice of {head} and {last}: {kinds} {best}."


def _limit_cost_text(bill: OrderedParts, limit_cost: LimitCost) -> str:
    """Return the cost of a limit: ``+12,300.00 USD``, with its proved bounds if they differ."""
    currency = bill.bom.currency
    power = ", electricity included" if bill.criterion.name == "price+power" else ""
    text = (
        f"{money_text(limit_cost.saved_cents, signed=True)} {currency}{power}"
        if limit_cost.saved_cents
        else "no extra cost found"
    )
    if limit_cost.is_proved:
        return text
    return f"{text} (proved: {money_text(limit_cost.least_cents)} to {money_text(limit_cost.max_cents)})"


def criterion_cost(bill: OrderedParts) -> str:
    """Return the value that the choice of parts minimises, with its currency."""
    power = " and electricity" if bill.criterion.name == "price+power" else ""
    return f"order{power} {bill.bom.currency}"


def limit_listing(bill: OrderedParts) -> Listing[LimitCost]:
    """Return each limit of the order with its cost."""
    columns: tuple[RowColumn[LimitCost], ...] = (
        json_column("limit", lambda item: item.limit),
        RowColumn(text_column("limit"), lambda item: item.words, "text"),
        RowColumn(
            text_column("what it costs" + ", before taxes" * any(bill.bom.tax_percents)),
            lambda item: _limit_cost_text(bill, item),
            "cost_text",
        ),
        json_column("saved_without", lambda item: item.saved_cents, decimals=2),
        json_column("saved_at_least", lambda item: item.least_cents, decimals=2),
        json_column("saved_at_most", lambda item: item.max_cents, decimals=2),
    )
    return Listing("Limits", columns, bill.limit_costs)


def curve_listing(bill: OrderedParts) -> Listing[tuple[int, int]]:
    """Return the cost of the choice with other numbers of part numbers of cables and cords."""
    columns: tuple[RowColumn[tuple[int, int]], ...] = (
        RowColumn(count_column("part numbers"), lambda row: row[0], "lengths"),
        RowColumn(money_column(criterion_cost(bill), ""), lambda row: row[1], "order_cost"),
    )
    return Listing("Cost by number of part numbers", columns, bill.curve)
