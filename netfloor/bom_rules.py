"""Every assumption of a bill of materials, in sentences."""

from typing import TYPE_CHECKING

from costmodels.catalogue.criterion import CRITERIA, HOURS_PER_YEAR
from costmodels.catalogue.skus import UNVERIFIED
from costmodels.offers import metres
from layout.hosts import RULES

if TYPE_CHECKING:
    from netfloor.bom_run import MadeBom

ALWAYS = (
    "A part fits if its plugs have the form of both cages and carry just the links that a cage takes, at "
    "their rate, and a tray takes its medium; two transceivers talk if rate, optics, fibre and connector "
    "agree.",
    "A cage holds one plug, so that links whose cages hang together are served together: by one cable, or "
    "by transceivers and cords.",
    "Ports fill cages in the order of their numbers, those of hosts first.",
    "Parts are chosen by the price of a single piece; price breaks, stock and spares are reckoned "
    "afterwards.",
    "A cable is listed at the cabinet of its first end; its power is counted where its plugs are.",
    "Power is what the catalogue says of each part, without cooling. Slots, power and weight that a "
    "cabinet can bear are not checked here.",
)


def assumptions(made: "MadeBom") -> list[str]:
    """Return what the figures rest on: rules that always hold, and those of this bill."""
    found = [_criterion(made), _length(made), *_hosts(made), *_limits(made), _spares(made), _money(made)]
    return [*found, *_examples(made), *ALWAYS]


def _criterion(made: "MadeBom") -> str:
    criterion = made.criterion
    text = f"Parts are chosen for {CRITERIA[criterion.name]}."
    if made.request.years is None:
        return text
    return (
        f"{text} Electricity: {criterion.years:g} years of {HOURS_PER_YEAR:,} hours at "
        f"{criterion.kwh_price:g} {made.catalogue.currency} a kWh."
    )


def _length(made: "MadeBom") -> str:
    slack = metres(made.choice.slack_mm)
    return f"Each cable is at least its route and {slack} of slack, which the catalogue says, long."


def _hosts(made: "MadeBom") -> list[str]:
    nic, server = made.fabric.equipment.nic, made.fabric.equipment.server
    if nic is None:
        return []
    found = [
        f"Each endpoint is a link of the adapter {nic.part}; {_where(made)}.",
        "Endpoints of a router fill adapters one after the other, and adapters servers; routers share "
        "neither.",
    ]
    if server is None:
        found.append("The catalogue has no servers, so that none are on the bill.")
    if made.fabric.mixed_cages:
        found.append(
            f"{made.fabric.mixed_cages} cages hold both a host's link and one of the network, "
            "as the ports are numbered."
        )
    return found


def _where(made: "MadeBom") -> str:
    """Return where hosts stand, by the plan."""
    hosts = made.plan.hosts
    if hosts is None:
        inside = f"{metres(made.plan.room.inside_mm)}, the length inside a cabinet"
        return f"hosts stand in the cabinet of their router, on cables of {inside}"
    where = f"{RULES[hosts.rule]}, at most {hosts.per_cabinet} in a cabinet, as the plan records"
    return f"{where}; their cables are as long as their way"


def _limits(made: "MadeBom") -> list[str]:
    most = made.request.max_skus
    if most is None:
        return []
    return [
        f"At most {most} lengths of cable are bought, the cheapest such choice; every link keeps the "
        "product that was chosen without this limit, and transceivers are not counted."
    ]


def _spares(made: "MadeBom") -> str:
    rule, percent = made.spares, made.catalogue.spares_percent
    every = f"{percent:g} % of the pieces used, rounded up" if rule is None else str(rule.every)
    return (
        f"Spares: {every}, of cables, cords and transceivers; other numbers where the catalogue or "
        "--spares names the part."
    )


def _money(made: "MadeBom") -> str:
    catalogue = made.catalogue
    return (
        f"Prices are in {catalogue.currency} of {catalogue.price_date.isoformat()} unless a part has its "
        f"own date, before taxes; taxes are {catalogue.tax_percent:g} % of the sum. Installation is not "
        "included."
    )


def _examples(made: "MadeBom") -> list[str]:
    bom = made.bom
    examples = sum(line.sku.buying.is_example for line in bom.lines)
    unsure = sum(line.sku.figures_from.trust == UNVERIFIED for line in bom.lines)
    found = []
    if unsure:
        found.append(
            f"{unsure} of {len(bom.lines)} part numbers have reach, power or weight that is UNVERIFIED."
        )
    if not examples:
        return found
    return [
        *found,
        f"{examples} of {len(bom.lines)} part numbers have an EXAMPLE price that has no source: do not "
        "order by it.",
    ]
