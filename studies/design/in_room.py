"""The estimated cost of a network in a room, by a catalogue."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.bom import make_bom
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import sold_links
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.equipment import Equipment, PortNeeds, equip
from netfloor.costmodels.catalogue.order_choice import listed_pieces, ordered_choice
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.plan_needs import caged_links, same_cabinet_routes
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.layout.annealing import make_annealer
from netfloor.layout.annealing.annealer import equilibrium
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import CablePlan, make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.layout.placers.from_start import starts_of
from netfloor.layout.problem import Problem, make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.layout.starts import random_start
from netfloor.plans.order.warnings import part_warnings
from netfloor.rooms.any_room import Room
from netfloor.topologies.topology import Topology

#: Proposals of an estimate per switch, their lower and upper limit, and its number of temperatures.
PER_ROUTER, LEAST, MOST, STEPS = 1000, 100_000, 4_000_000, 40
#: Scope of every estimate; docs/how-to/choose-a-network.md has its errors against `netfloor layout`.
_LEFT_OUT = "switches and the cables between them with spares, before taxes, without servers"
ESTIMATE = f"estimates: {_LEFT_OUT}; cable within 6 % and its price within 2 % of a full placement"
#: Keys of an estimate.
FIGURES = (
    *("cable_m", "longest_cable_m", "links_not_purchasable"),
    *("switch_cost", "cable_cost", "cost", "power_w", "warnings"),
)
#: Kinds of parts that are not cables.
_DEVICES = ("switch",)


@dataclass(frozen=True)
class Purchase:
    """A room, a catalogue and a link rate in Gb/s."""

    room: Room
    catalogue: Catalogue
    gbps: float
    iterations: int | None = None  # effort of a full placement of every network; None: estimates

    @property
    def how(self) -> str:
        """How the figures were obtained."""
        if self.iterations is None:
            return ESTIMATE
        return f"every network placed with {self.iterations:,} iterations; {_LEFT_OUT}"


def rate_of(catalogue: Catalogue) -> float:
    """Return the rate of a catalogue's switches; `InputError` if they have several rates or none."""
    rates = sorted({switch.gbps for switch in catalogue.switches})
    if len(rates) == 1:
        return rates[0]
    known = ", ".join(f"{rate:g}" for rate in rates) or "none"
    raise InputError(setting("gbps"), "the link rate is ambiguous", f"rates of its switches: {known}")


def max_ports(purchase: Purchase) -> int:
    """Return the ports of the largest switch of the link rate; `InputError` if there is none."""
    ports = [switch.ports for switch in purchase.catalogue.switches if switch.gbps == purchase.gbps]
    if not ports:
        what = f"no switch of the catalogue has links of {purchase.gbps:g} Gb/s"
        raise InputError(setting("ports"), what, f"give it, or another {setting('gbps')}")
    return max(ports)


def estimated(topology: Topology, purchase: Purchase) -> dict[str, Any]:
    """Return the cost of switches and cables between them, or the obstacle.

    The cheapest initial placement is annealed briefly, then every link gets its part as in a bill of
    materials, with price breaks and spares, before taxes. Servers, their cables and the limits of cabinets
    are ignored. The result has ``obstacle`` (None, or why the network does not fit), ``cable_m``,
    ``longest_cable_m``, ``links_not_purchasable``, ``switch_cost``, ``cable_cost``, ``cost``, ``power_w``
    and ``warnings`` (prices, figures and watts that are unsourced or missing); all are None if there is an
    obstacle.
    """
    result: dict[str, Any] = dict.fromkeys(FIGURES)
    missing = topology.routers - purchase.room.slots
    if missing > 0:
        return {"obstacle": f"{count_text(missing, 'slot')} missing", **result}
    try:
        return {"obstacle": None, **_figures(topology, purchase)}
    except InfeasibleError as error:
        obstacle = str(error).partition(";")[0].removeprefix("the catalogue has ")
        return {"obstacle": obstacle, **result}


def _figures(topology: Topology, purchase: Purchase) -> dict[str, Any]:
    """Return the figures; `InfeasibleError` if switch or parts are not sold, or there is no placement."""
    ports = topology.ports.astype(np.int64)
    equipment = equip(PortNeeds(ports, 0, purchase.gbps), purchase.catalogue, Criterion())
    none = np.zeros(topology.routers, dtype=np.int32)
    bare = replace(topology, endpoints=none, gbps=purchase.gbps, servers=None)
    placement = _placed(bare, purchase)
    cables = make_cable_plan(bare, purchase.room, placement)
    return _bill(bare, cables, placement, equipment, purchase)


def _placed(bare: Topology, purchase: Purchase) -> Placement:
    """Return the placement behind the figures: a quick one, or that of a full solve."""
    if purchase.iterations is None:
        return Placement(quickly_placed(make_problem(bare, purchase.room)), purchase.room.slots)
    options = SolveOptions("portfolio", Budget(iterations=purchase.iterations), seed=0, chains=2)
    return solve(bare, purchase.room, options, proved=False).placement


def quickly_placed(problem: Problem) -> npt.NDArray[np.int32]:
    """Return a quick, reproducible placement close to the result of a full solve."""
    rng = np.random.default_rng(0)
    anywhere = random_start(problem, rng)
    start = min([*starts_of(problem).values(), anywhere], key=problem.cost)
    scale = make_annealer(problem, anywhere, rng).mean_change()
    annealer = make_annealer(problem, start, rng)
    schedule = equilibrium(annealer, scale)
    effort = min(max(PER_ROUTER * problem.routers, LEAST), MOST)
    for step in range(STEPS):
        annealer.anneal(effort // STEPS, schedule.temperature(scale, step / STEPS))
    return min((start, annealer.slot_of), key=problem.cost)


def _bill(
    topology: Topology, cables: CablePlan, placement: Placement, equipment: Equipment, purchase: Purchase
) -> dict[str, Any]:
    """Return length, cost and watts of a placed network; unsold links are counted separately."""
    room, catalogue = purchase.room, purchase.catalogue
    cabinet = room.lengths.cabinet_of_slot[placement.slot_of].astype(np.int64)
    routes = same_cabinet_routes(cables, topology, cabinet, room.inside_mm)
    if cables.by_medium_mm is not None:
        electrical_mm, optical_mm = (cables.of_medium_mm(medium) for medium in range(len(MEDIA)))
        count = len(cables)
        routes = replace(
            routes,
            electrical_mm=np.concatenate([electrical_mm, routes.electrical_mm[count:]]),
            optical_mm=np.concatenate([optical_mm, routes.optical_mm[count:]]),
        )
    links = caged_links(topology, cables, routes, catalogue, equipment)
    sold, unsold = sold_links(links.needs, catalogue, Criterion())
    if unsold is not None and not len(sold):
        raise InfeasibleError("no part for any of its links")
    links, rules = links.only(sold), BuyingRules(catalogue)
    asked = PartsQuestion(links.needs, rules, pieces=listed_pieces(links))
    bom = make_bom(links, ordered_choice(asked), rules)
    switches = sum(line.purchase.total_cents for line in bom.lines if line.sku.kind in _DEVICES)
    return {
        "cable_m": mm_to_metres(cables.total_mm),
        "longest_cable_m": mm_to_metres(cables.max_mm),
        "links_not_purchasable": 0 if unsold is None else unsold.links,
        "switch_cost": cents_to_money(switches),
        "cable_cost": cents_to_money(bom.net_cents - switches),
        "cost": cents_to_money(bom.net_cents + bom.freight_cents),
        "power_w": None if bom.power_mw is None else bom.power_mw / 1000,
        "warnings": list(part_warnings(bom)),
    }
