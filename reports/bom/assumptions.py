"""Every assumption of a bill of materials, in sentences."""

from netfloor.costmodels.catalogue.choice.criterion import CRITERIA, HOURS_PER_YEAR
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.costmodels.sets.offers import metres
from netfloor.foundation.wording import count_text
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.loads import limits_sentence
from netfloor.plans.order.parts_list import OrderedParts, PartsList
from netfloor.reports.bom.limits import choice_sentences
from netfloor.rooms.hosts.server_placement import RULES

ALWAYS = (
    "A part fits if its plugs have the form of both cages and carry just the links that a cage takes, at "
    "their rate, and a tray takes its medium; two transceivers talk if rate, optics, fibre and connector "
    "agree.",
    "A cage holds one plug, so links that share cages are served together: by one cable, or "
    "by transceivers and cords.",
    "Parts are chosen for the whole order: spares, price breaks, minimum orders, packs and pieces at hand "
    "count in the choice.",
    "A cable is listed at the cabinet of its first end; its power is counted where its plugs are.",
    "Power is the catalogue's figure for each part, without cooling.",
)


_CAGES_OF_FORMULAS = "Ports fill cages in the order of their numbers, those of servers first."
_CAGES_OF_LISTS = (
    "Every end of a cable is in a cage of its own; cables of one piece (column piece) share theirs where "
    "all of them end."
)


def assumptions(bill: OrderedParts) -> list[str]:
    """Return what the figures rest on: rules that always hold, and those of this bill."""
    catalogue, criterion = bill.catalogue, bill.criterion
    chosen = f"Parts are chosen for {CRITERIA[criterion.name]}."
    if bill.terms.years is not None:
        chosen += (
            f" Electricity: {criterion.years:g} years of {HOURS_PER_YEAR:,} hours at "
            f"{criterion.kwh_price:g} {catalogue.currency} a kWh."
        )
    slack = metres(bill.choice.slack_mm)
    every = None if bill.spares is None else bill.spares.every
    spares = every or f"{catalogue.spares_percent:g} % of the pieces used, rounded up"
    return [
        chosen,
        f"Each cable is at least its route and {slack} of slack (from the catalogue) long.",
        *_hosts(bill),
        *choice_sentences(bill),
        *_limits(bill),
        f"Spares: {spares}, of cables, cords, power cords and transceivers; other numbers where the "
        "catalogue or --spares names the part.",
        f"Prices are in {catalogue.currency} of {catalogue.price_date.isoformat()} unless a part has its "
        f"own date, before taxes; {_taxes(bill)}. {_laying(bill)}",
        *_doubts(bill),
        *ALWAYS[:2],
        _CAGES_OF_LISTS if isinstance(bill, LaidParts) else _CAGES_OF_FORMULAS,
        *ALWAYS[2:],
        limits_sentence(bill),
    ]


def _taxes(bill: OrderedParts) -> str:
    """Return the taxes of the bill, those of suppliers apart where they differ."""
    bom = bill.bom
    if len(bom.tax_percents) == 1:
        return f"taxes are {bom.tax_percents[0]:g} % of the sum"
    each = (f"{bom.tax_percent_of(order.terms.name):g} % of {order.terms.name}" for order in bom.orders)
    return f"taxes: {', '.join(each)}; parts are compared before taxes"


def _limits(bill: OrderedParts) -> list[str]:
    """Return what the limits of the order mean."""
    terms = bill.terms
    sentences = []
    if terms.max_skus is not None:
        sentences.append("The limit on part numbers counts lengths of cables and cords, not transceivers.")
    if terms.max_lead_days is not None:
        sentences.append(
            f"What takes more than {terms.max_lead_days} days to deliver, or states no time, is bought "
            "only as far as the supplier has it in stock."
        )
    return sentences


def _laying(bill: OrderedParts) -> str:
    """Return whether the bill has the laying of cables."""
    if bill.bom.laying_cents is None:
        return "Installation is not included."
    inside, between = bill.bom.laid
    return (
        f"Laying {inside:,} cables inside cabinets and {between:,} between two is included at the prices "
        "of the catalogue; other installation is not."
    )


def _hosts(bill: OrderedParts) -> list[str]:
    if isinstance(bill, LaidParts):
        return [*bill.missing, *bill.assumed, _devices_of_list(bill)]
    assert isinstance(bill, PartsList)  # noqa: S101 - there are two kinds
    nic, server = bill.equipment.nic, bill.equipment.server
    if nic is None:
        left_out = "The network alone is ordered: no servers, no adapters and no cables to them."
        return [left_out] if bill.terms.network_only else []
    if nic.built_in:
        return [f"Each endpoint is a port of a server, which is not bought; {_where(bill)}."]
    sentences = [
        f"Each endpoint is a link of {_adapters(bill)}; {_where(bill)}.",
        "Endpoints of a switch fill adapters one after the other, and adapters servers; switches share "
        "neither."
        if bill.plan.topology.servers is None
        else "The ports of a server fill its adapters one after the other.",
    ]
    if bill.links.management_ports:
        networks = bill.plan.topology.networks or ()
        managing = next(part for part in networks if part.management_ports)
        sentences.append(
            f"The management port of each of {bill.links.management_ports} switches is a port of its own, "
            f"of the form that the catalogue says, with a link to the network {managing.name}."
        )
    if server is None:
        sentences.append("The catalogue has no servers, so none are on the bill.")
    if bill.links.mixed_cages:
        sentences.append(
            f"{bill.links.mixed_cages} cages hold both a server's link and one between switches, "
            "as the ports are numbered."
        )
    return sentences


def _devices_of_list(bill: LaidParts) -> str:
    """Return which devices of the list are bought."""
    if not bill.terms.listed.devices:
        return "The devices of the list are there already: none is bought."
    bought = sum(len(cabinet) for _, cabinet in bill.links.devices)
    return f"{count_text(bought, 'device')} of the list are bought, as their model says; adapters are not."


def _adapters(bill: PartsList) -> str:
    """Return which adapter the endpoints of each network are links of."""
    networks, nics = bill.plan.topology.networks, bill.equipment.nics
    if networks is None:
        return f"the adapter {nics[0].part}"
    each = [f"{nic.part} on the network {part.name}" for part, nic in zip(networks, nics, strict=True)]
    return f"an adapter of its network: {', '.join(each)}"


def _where(bill: PartsList) -> str:
    """Return where servers stand, by the plan."""
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
