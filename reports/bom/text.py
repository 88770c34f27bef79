"""The bill of materials for a terminal."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from netfloor.costmodels.catalogue.gaps import EXPIRED
from netfloor.costmodels.catalogue.parts.skus import EXAMPLE, UNVERIFIED
from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import count_text, join_words
from netfloor.plans.order.warnings import NOT_FOR_ORDERS, OVERFULL_TRAYS
from netfloor.reports.bom.orders import tax_text
from netfloor.reports.bom.parts import NO_SUPPLIER

#: Fields of a summary that a terminal shows on request.
DETAILS = {
    "power",
    "cable length",
    "links between switches",
    "links to servers",
    "cages in use",
    "switch ports in use",
}


def answer_fields(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the total, the order of each supplier, the proof of the choice, gaps and assumptions."""
    return [
        *total_fields(document),
        *_titled("MISSING", document["missing"]),
        *_titled("ASSUMED", document.get("listed", {}).get("assumed", ())),
    ]


def total_fields(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the total, the order of each supplier, and the proof of the choice."""
    money, currency = document["summary"], document["currency"]
    return [
        ("total", f"{amount_text(money['total_cost'])} {currency} {_scope(money)}"),
        *_orders(document),
        ("choice of parts", _choice(document["choice"], currency)),
    ]


def _scope(money: dict[str, Any]) -> str:
    """Return the clause on freight, taxes and installation: included or excluded."""
    taxes, is_laid = any(money["tax_percents"]), "laying_cost" in money
    included = [
        *["freight"] * bool(money["freight_cost"]),
        *[tax_text(money["tax_percents"]) + _untaxed(money)] * taxes,
        *["laying"] * is_laid,
    ]
    excluded = [
        *["freight"] * (not money["freight_cost"]),
        *["taxes"] * (not taxes),
        "other installation" if is_laid else "installation",
    ]
    named = f"including {join_words(included)}; " if included else ""
    return f"{named}excluding {join_words(excluded)}"


def _untaxed(money: dict[str, Any]) -> str:
    """Return the suppliers, and laying, without taxes in the sum because their rate is not stated."""
    names = [
        *money.get("suppliers_of_unknown_taxes", []),
        *["laying"] * ("laying_of_unknown_taxes" in money),
    ]
    return f" (none of {join_words(names)}: rate unknown)" if names else ""


def _orders(document: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the order of each supplier, before taxes; nothing if no supplier is named."""
    orders, currency = document["orders"], document["currency"]
    if all(item["supplier"] == NO_SUPPLIER for item in orders):
        return []
    fields = []
    for number, order in enumerate(orders):
        freight = order["freight"]
        freight = f", including freight of {amount_text(freight)} {currency}" if freight else ""
        days = order["lead_time_days"]
        comes = "lead time unknown" if days is None else f"delivered in {count_text(days, 'day')}"
        remark = f"; {order['remark']}" if order["remark"] else ""
        supplier = "a supplier not named" if order["supplier"] == NO_SUPPLIER else f'"{order["supplier"]}"'
        total = f"{amount_text(order['total'])} {currency} to {supplier}, before taxes"
        fields.append(("" if number else "orders", f"{total}{freight}; {comes}{remark}"))
    return fields


def _bought(counts: dict[str, Any], money: dict[str, Any]) -> str:
    """Return the scope of the cost of a network's parts."""
    parts = "switches, cables and spares" if counts.get("switches") else "cables and spares"
    return parts + ", without freight" * bool(money["freight_cost"])


def _titled(title: str, texts: Sequence[str]) -> list[tuple[str, str]]:
    return [("" if number else title, text) for number, text in enumerate(texts)]


def warning_fields(warnings: Sequence[str]) -> list[tuple[str, str]]:
    """Return warnings as fields of a terminal's list."""
    return _titled("WARNING", warnings)


def is_doubt(warning: str) -> bool:
    """Return True if a warning is about figures without a source."""
    return any(f"{trust.upper()} " in warning for trust in (EXAMPLE, UNVERIFIED))


def split_warnings(warnings: Sequence[str]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return brief warnings as fields: those for the first lines, and the others.

    First are cables that do not fit, without which the rest is not a plan, and the prices. Of doubts about
    sources, only the part before the colon remains.
    """
    prices: list[str] = []
    others: list[str] = []
    overfull = [text for text in warnings if text.startswith(OVERFULL_TRAYS)]
    for text in warnings:
        if text in overfull:
            continue
        brief = text.partition(":")[0].rstrip(".") if is_doubt(text) else text
        is_of_prices = text.startswith((EXPIRED, NOT_FOR_ORDERS)) or (
            is_doubt(text) and " prices for " in text
        )
        (prices if is_of_prices else others).append(brief)
    return [*warning_fields(overfull), *_titled("prices", prices)], warning_fields(others)


def summary_fields(document: dict[str, Any], *, owned: bool) -> list[tuple[str, str]]:
    """Return the totals and counts; ``owned``: the cost of ownership has the electricity."""
    money, counts, currency = document["summary"], document["counts"], document["currency"]
    listed = document.get("listed")
    of_servers = "with adapters and their cables"
    if not (counts["servers"] or counts["nics"]):
        of_servers = "cables to servers"
    if listed is not None:
        bought = "servers, with " * bool(counts["servers"])
        of_servers = f"{bought}cables to servers and storage"
    fields = [
        ("network parts", f"{amount_text(money['network_cost'])} {currency} for {_bought(counts, money)}"),
    ]
    if money["server_cost"]:
        fields.append(("server parts", f"{amount_text(money['server_cost'])} {currency}, {of_servers}"))
    if money["power_cord_cost"]:
        bought = sum(part["used"] for part in document["parts"] if part["kind"] == "power cord")
        cords = f"{bought:,} of {listed['power_cords']:,}" if listed else f"{bought:,}"
        fields.append(("power cords", f"{amount_text(money['power_cord_cost'])} {currency} for {cords}"))
    if money["freight_cost"]:
        fields.append(("freight", f"{amount_text(money['freight_cost'])} {currency}"))
    if "laying_cost" in money:
        fields.append(("laying cables", f"{amount_text(money['laying_cost'])} {currency}"))
    if any(money["tax_percents"]):
        fields.append((tax_text(money["tax_percents"]), f"{amount_text(money['tax_cost'])} {currency}"))
    fields += _electricity(document, owned=owned)
    fields += [
        ("power", _power(money, listed)),
        (
            "cable length",
            f"{money['ordered_m']:,.0f} m as sold, without spares; {money['routed_m']:,.0f} m routed"
            + " (a trunk counts once per link)" * bool(counts.get("trunks")),
        ),
        ("links between switches", f"{counts['network_links']:,}"),
        ("links to servers", f"{counts['host_links']:,}"),
        (
            "cables",
            f"{counts['cables']:,} ({counts['assemblies']:,} assemblies, {counts['cords']:,} cords"
            f"{_trunks(counts)})",
        ),
        ("cages in use", f"{counts['cages']:,} ({counts['transceivers']:,} transceivers)"),
        ("switch ports in use", f"{counts['switch_ports']:,}"),
    ]
    of_group = "network " if listed is None else ""
    networks = document.get("networks", ())
    fields += [
        (f"{of_group}{network['name']}", _network(network, currency, listed)) for network in networks
    ]
    if trunks := document["choice"].get("trunks"):
        fields.append(("fibre trunks", _saving(trunks, counts, currency)))
    if money["lead_time_days"] is not None:
        unknown = money["parts_without_lead_time"]
        more = f", unknown for {count_text(unknown, 'part number')}" if unknown else ""
        fields.append(("longest lead time", f"{money['lead_time_days']} days{more}"))
    return fields


def _choice(choice: dict[str, Any], currency: str) -> str:
    """Return the proof of the choice of parts."""
    rule = f", with {choice['medium_rule']}" if choice["medium_rule"] else ""
    if choice["proved"]:
        why = choice["ties_open"]
        ties = f"; equal orders from fewer suppliers or sooner not compared ({why})" if why else ""
        fits = ", with surplus only of parts in use" * choice["surplus_of_used"]
        return f"cheapest (proved){rule}{fits}{ties}"
    if not choice["gap"]:
        return "cheapest for its number of part numbers; fewer may be enough"
    share = Decimal(choice["gap"]) / Decimal(choice["counted_cost"])
    percent = f"{Decimal(f'{100 * share:.2g}'):f}"  # two significant digits, no exponent
    most = f"at most {amount_text(choice['gap'])} {currency}"
    return f"{most} ({percent} %) above the cheapest{rule}"


def power_text(stated_w: float, lacking: int, powered: int, decimals: int = 0) -> str:
    """Return the power of parts, of which some may lack watts."""
    watts = f"{stated_w:,.{decimals}f} W"
    if not lacking:
        return watts
    unknown = f"unknown for {lacking:,} of {count_text(powered, 'part')}"
    return f"{unknown}, {watts} for the others" if lacking < powered else unknown


def power_of_summary(money: dict[str, Any], decimals: int = 0) -> str:
    """Return the power of the parts in the summary of a bill's document."""
    figures = money["stated_power_w"], money["parts_without_watts"], money["powered_parts"]
    return power_text(*figures, decimals)


def _power(money: dict[str, Any], listed: dict[str, Any] | None) -> str:
    """Return the power of listed devices and of the parts ordered."""
    if "stated_power_w" not in money:
        return "unknown: prices by formula have no watts"
    if listed is None:
        return power_of_summary(money)
    unknown, devices = listed["devices_without_watts"], listed["devices_there"]
    texts = [f"parts ordered {power_of_summary(money, decimals=1)}"]
    if known := devices - unknown:
        texts.insert(0, f"{count_text(known, 'listed device')} {listed['devices_w']:,.0f} W")
    if unknown:
        texts.append(f"unknown for {count_text(unknown, 'listed device')}")
    return ", ".join(texts)


def _trunks(counts: dict[str, int]) -> str:
    return f", {count_text(counts['trunks'], 'trunk')}" if counts.get("trunks") else ""


def _saving(trunks: dict[str, Any], counts: dict[str, int], currency: str) -> str:
    """Return the savings of fibre trunks, or why none are bought."""
    left = trunks["more_saved_at_most"]
    more = f"at most {amount_text(left)} {currency} more could be saved"
    more = more if left else "proved the most possible"
    if trunks["why_none"] is not None:
        return f"none: {trunks['why_none']}" + f"; {more}" * bool(trunks["links_suited"])
    pieces = (
        f"{counts['links_in_trunks']:,} links in {count_text(counts['trunks'], 'trunk')}, "
        f"{count_text(counts['cassettes'], 'cassette')} and {count_text(counts['panels'], 'panel')}"
    )
    if trunks["saved"] is None:
        return f"{pieces}: too few cords are on sale without them; {more}"
    parts = trunks["parts_cost"] - trunks["cords_alone_cost"]
    paid = f"parts {amount_text(abs(parts))} {'more' if parts > 0 else 'less'}, in the total"
    laid = f"laying {amount_text(trunks['laying_saved'])} less, not in the total"
    told = f" ({paid}; {laid})" if trunks["laying_saved"] else ""
    return (
        f"{pieces} save {amount_text(trunks['saved'])} {currency} compared with cords alone{told}; {more}"
    )


def _network(item: dict[str, Any], currency: str, listed: dict[str, Any] | None) -> str:
    """Return cost, links, length and power of one of several networks, or of one rate of a list."""
    managed, watts = item["management_links"], item["power_w"]
    links = item["network_links"] + item["host_links"] + managed
    to_switches = f"{managed:,} to management ports of switches, " if managed else ""
    devices = f" with adapters, {item['switches']:,} switches" if listed is None else ""
    rate = f" of {item['link_gbps']:g} Gb/s" if listed is None else ""
    return (
        f"{amount_text(item['cost'])} {currency}{devices}, "
        f"{count_text(links, 'link')}{rate} ({item['host_links']:,} to servers, "
        f"{to_switches}{item['copper_links']:,} copper) in {count_text(item['cables'], 'cable')}, "
        f"{item['routed_m']:,.0f} m routed, {'power unknown' if watts is None else f'{watts:,.0f} W'}"
    )


def _electricity(document: dict[str, Any], *, owned: bool) -> list[tuple[str, str]]:
    """Return the electricity; with a cost of ownership, only if the choice of parts counted it."""
    money, counted = document["summary"], document["criterion"] == "price+power"
    if money["energy_basis"] is None or (owned and not counted):
        return []
    if money["energy_cost"] is None:
        lacking = money.get("parts_without_watts")
        return [("electricity", f"unknown: no watts for {count_text(lacking, 'part')}")] if lacking else []
    told = f"{amount_text(money['energy_cost'])} {document['currency']}"
    if counted:
        basis = money["energy_basis"]
        return [("electricity", f"{told}, weighed when choosing parts but not in the total: {basis}")]
    return [("electricity", f"{told}, not in the total: {money['energy_basis']}")]
