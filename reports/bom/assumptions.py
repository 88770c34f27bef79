"""Every assumption of a bill of materials, in sentences."""

from netfloor.costmodels.catalogue.choice.criterion import CRITERIA, HOURS_PER_YEAR
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.offers import metres
from netfloor.foundation.wording import count_text
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.loads import limits_sentence
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.reports.bom.limits import choice_sentences
from netfloor.rooms.hosts.server_placement import RULES

ALWAYS = (
    "A cable fits if its plugs match both cages in form factor, rate and number of links, and a tray "
    "accepts its medium; two transceivers interoperate if rate, optics, fibre and connector match.",
    "A cage holds one plug: links that share cages share one cable, or transceivers and cords.",
    "Parts are chosen for the order as a whole, including spares, price breaks, minimum orders, pack sizes "
    "and stock on hand.",
    "Each cable is listed under its A-end cabinet; its power counts in the cabinets of its plugs.",
    "Power is the catalogue's figure for each part, without cooling.",
)


_CAGES_OF_FORMULAS = "Ports fill cages in numerical order, server ports first."
_CAGES_OF_LISTS = (
    "Each cable end has its own cage; cables with the same entry in column piece share a cage where all of "
    "them end."
)


def assumptions(bill: OrderedParts) -> list[str]:
    """Return the assumptions behind the figures: the general ones, and those of this bill."""
    catalogue, criterion = bill.catalogue, bill.criterion
    chosen = f"Parts are chosen for {CRITERIA[criterion.name]}."
    if bill.terms.years is not None:
        chosen += (
            f" Electricity: {criterion.years:g} years of {HOURS_PER_YEAR:,} h at {criterion.kwh_price:g} "
            f"{catalogue.currency}/kWh."
        )
    slack_mm = bill.choice.slack_mm
    slack = f" plus {metres(slack_mm)} of slack" if slack_mm else "; the catalogue adds no slack"
    every = None if bill.spares is None else bill.spares.every
    spares = every or f"{catalogue.spares_percent:g} %, rounded up"
    return [
        chosen,
        f"Each cable is at least as long as its route{slack}.",
        *_hosts(bill),
        *choice_sentences(bill),
        *_limits(bill),
        f"Spares: {spares}, for the cables, cords, power cords and transceivers in use, unless the "
        "catalogue or --spares sets another number for a part.",
        f"Prices: {catalogue.currency} as of {catalogue.price_date.isoformat()} unless a part has its own "
        f"date, before taxes; {_taxes(bill)}. {_laying(bill)}",
        *_doubts(bill),
        *ALWAYS[:2],
        _CAGES_OF_LISTS if isinstance(bill, LaidParts) else _CAGES_OF_FORMULAS,
        *ALWAYS[2:],
        limits_sentence(bill),
    ]


def _taxes(bill: OrderedParts) -> str:
    """Return the taxes of the bill, by supplier if their rates differ."""
    bom = bill.bom
    if len(bom.tax_percents) == 1:
        return f"taxes are {bom.tax_percents[0]:g} % of the sum"
    names = (order.terms.name for order in bom.orders)
    each = (
        f"an unknown rate, counted as 0, of {name}"
        if name in bom.untaxed
        else f"{bom.tax_percent_of(name):g} % of {name}"
        for name in names
    )
    laid = ", an unknown rate, counted as 0, of laying" * bom.is_laying_untaxed
    return f"taxes: {', '.join(each)}{laid}; parts are compared before taxes"


def _limits(bill: OrderedParts) -> list[str]:
    """Return the meaning of the order's limits."""
    terms = bill.terms
    sentences = []
    if terms.max_skus is not None:
        sentences.append("The limit on part numbers counts lengths of cables and cords, not transceivers.")
    if terms.max_lead_days is not None:
        sentences.append(
            f"Parts with a lead time above {terms.max_lead_days} days, or without one, are bought only "
            "from stock."
        )
    return sentences


def _laying(bill: OrderedParts) -> str:
    """Return a sentence on the laying of cables: included or not."""
    if bill.bom.laying_cents is None:
        return "Installation is not included."
    inside, between = bill.bom.laid
    return (
        f"Laying {inside:,} cables within cabinets and {between:,} between cabinets is included at "
        "catalogue prices; other installation is not."
    )


def _hosts(bill: OrderedParts) -> list[str]:
    if isinstance(bill, LaidParts):
        return [*bill.missing, *bill.assumed, _devices_of_list(bill)]
    assert isinstance(bill, PartsList)  # noqa: S101 - there are two kinds
    nic, server = bill.equipment.nic, bill.equipment.server
    if nic is None:
        left_out = "Only the network is ordered: no servers, adapters or cables to servers."
        return [left_out] if bill.terms.network_only else []
    if nic.built_in:
        return [f"Each endpoint is a server port; the servers are not bought; {_where(bill)}."]
    sentences = [
        f"Each endpoint is a link of {_adapters(bill)}; {_where(bill)}.",
        "A switch's endpoints fill adapters in turn, and adapters fill servers; switches share neither."
        if bill.plan.topology.servers is None
        else "The ports of a server fill its adapters in turn.",
    ]
    if bill.links.management_ports:
        networks = bill.plan.topology.networks or ()
        managing = next(part for part in networks if part.management_ports)
        sentences.append(
            f"Each of {bill.links.management_ports} switches has a management port, of the form in the "
            f"catalogue, linked to network {managing.name}."
        )
    if server is None:
        sentences.append("The catalogue has no servers, so the bill has none.")
    if bill.links.mixed_cages:
        sentences.append(
            f"{bill.links.mixed_cages} cages hold both a server link and a switch link, because of the "
            "port numbering."
        )
    return sentences


def _devices_of_list(bill: LaidParts) -> str:
    """Return a sentence on the devices of the list that are bought."""
    if not bill.terms.listed.devices:
        return "The listed devices are not bought."
    bought = sum(len(cabinet) for _, cabinet in bill.links.devices)
    return f"{count_text(bought, 'device')} from the list are bought, by model; adapters are not."


def _adapters(bill: PartsList) -> str:
    """Return the adapter that connects the endpoints of each network."""
    networks, nics = bill.plan.topology.networks, bill.equipment.nics
    if networks is None:
        return f"the adapter {nics[0].part}"
    each = [f"{nic.part} on the network {part.name}" for part, nic in zip(networks, nics, strict=True)]
    return f"an adapter of its network: {', '.join(each)}"


def _where(bill: PartsList) -> str:
    """Return the places of the servers in the plan."""
    hosts = bill.plan.hosts
    if hosts is None:
        inside = f"{metres(bill.plan.room.inside_mm)}, the length inside a cabinet"
        return f"servers are in the cabinet of their switch, on cables of {inside}"
    where = f"{RULES[hosts.rule]}, at most {hosts.per_cabinet} in a cabinet, as the plan records"
    return f"{where}; their cables are as long as their way"


def _doubts(bill: OrderedParts) -> list[str]:
    lines = bill.bom.lines
    examples = sum(line.sku.buying.is_example for line in lines)
    unsure = sum(line.sku.figures_from.trust == UNVERIFIED for line in lines)
    doubts = [
        (unsure, "have reach, power or weight that is UNVERIFIED."),
        (examples, "have an EXAMPLE price that has no source: do not order by it."),
    ]
    return [f"{count} of {len(lines)} part numbers {doubt}" for count, doubt in doubts if count]
