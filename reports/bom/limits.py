"""How good the choice of parts is, and what each limit of an order costs, in words."""

from typing import TYPE_CHECKING

from netfloor.foundation.units import money_text

if TYPE_CHECKING:
    from netfloor.costmodels.catalogue.choice.limits import LimitCost
    from netfloor.plans.order.parts_list import PartsList


def choice_sentences(bill: "PartsList") -> list[str]:
    """Return how good the choice is, then a sentence for each limit."""
    return [_proof(bill), *(f"{one.words}: {limit_cost_text(bill, one)}." for one in bill.limit_costs)]


def _proof(bill: "PartsList") -> str:
    found, currency = bill.found, bill.bom.currency
    if not found.kinds_proved:
        kinds = "it is not proved that no fewer part numbers do"
    elif bill.criterion.name == "fewest-parts":
        kinds = "no fewer part numbers do, and with as many"
    else:
        kinds = "with these prices and limits"
    if found.gap_cents:
        best = f"no choice saves more than {money_text(found.gap_cents)} {currency}"
    else:
        best = "no choice is cheaper (proved)"
    return f"Choice of cables, cords and transceivers: {kinds} {best}."


def limit_cost_text(bill: "PartsList", one: "LimitCost") -> str:
    """Return what a limit costs: ``+12,300.00 USD``, with what is proved of it where that is less."""
    currency = bill.bom.currency
    power = ", electricity included" if bill.criterion.name == "price+power" else ""
    text = (
        f"{money_text(one.saved_cents, signed=True)} {currency}{power}"
        if one.saved_cents
        else "costs nothing"
    )
    if one.is_proved:
        return text
    return f"{text} (proved: {money_text(one.least_cents)} to {money_text(one.most_cents)})"
