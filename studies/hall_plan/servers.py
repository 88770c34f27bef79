"""The servers of a planning run: limits, the cost of each limit, and the bound on their cable length."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.server_links import server_reach_mm
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.units import CENTS_PER_UNIT, metres_to_mm, mm_to_metres, money_text
from netfloor.foundation.wording import count_text
from netfloor.layout.result import gap_text, is_useful
from netfloor.plans.order.devices import chosen_equipment
from netfloor.plans.order.parts_list import PartsList, listed_parts
from netfloor.plans.plan import Plan
from netfloor.rooms.hosts.limits import LIMITS, HostLimits
from netfloor.rooms.hosts.server_placement import HostPlan, limit_costs, slots_closed_by
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.topologies.topology import IntArray, Topology


@dataclass(frozen=True)
class LimitPrice:
    """The cost of a limit on servers."""

    name: str  # as in `rooms.hosts.limits.EASED`
    costs_mm: int = 0  # server cable beyond that without the limit
    # bill before taxes beyond that without the limit; None if it cannot be made, or if better parts could
    # reverse the comparison
    costs_cents: int | None = 0
    gap: float | None = None  # upper bound on the gap of the servers' cables without the limit
    slots: int | None = None  # slots closed to switches if servers share their cabinets; else None

    def to_dict(self) -> dict[str, Any]:
        """Return the cost for ``plan --json``."""
        cents = self.costs_cents
        return {
            "limit": self.name,
            "costs_m": mm_to_metres(self.costs_mm),
            "costs": None if cents is None else cents / CENTS_PER_UNIT,
            "gap_without": self.gap,
            "slots_closed": self.slots,
        }

    def words(self, currency: str) -> str:
        """Return the cost in a few words."""
        if self.slots is not None:
            return f"closes {self.slots:,} slots to switches"
        metres, cents = f"{mm_to_metres(self.costs_mm):,.1f} m of cable to servers", self.costs_cents
        if cents is None:
            return f"costs {metres}"
        return f"costs {metres}, {self.bill_text()}{f' {currency} before taxes' if cents > 0 else ''}"

    def bill_text(self) -> str:
        """Return the cost as text; servers are placed for cable, so it may be negative."""
        if self.costs_cents is None:
            return "unknown"
        return money_text(self.costs_cents) if self.costs_cents > 0 else "no extra cost found"


def host_limits(request: HallPlanFile, topology: Topology, catalogue: Catalogue) -> HostLimits:
    """Return the limits of a request; the reach is the smaller of the user's and the parts'."""
    equipment = chosen_equipment(request.order_terms(), topology, catalogue)
    given = request.servers.reach_m
    asked = None if given is None else metres_to_mm(given, "servers.reach_m")
    sold = server_reach_mm(topology, catalogue, equipment)
    reaches = [item for item in (asked, sold) if item is not None]
    return HostLimits(request.servers.per_cabinet, min(reaches, default=None))


def limit_prices(parts: PartsList, interrupt: Interrupt) -> tuple[LimitPrice, ...]:
    """Return the costs of the limits of a planned order until an interrupt; none by the rule ``file``."""
    plan = parts.plan
    hosts, room = plan.hosts, plan.room
    if hosts is None or not len(hosts) or hosts.rule == "file":
        return ()
    if hosts.rule == "same-cabinet":
        closed = slots_closed_by(room, hosts.devices, hosts.rule, hosts.per_cabinet)
        return tuple(LimitPrice(name, slots=count) for name, count in closed.items())
    held = _bill(parts, hosts) if plan.detours else parts
    endpoints = plan.topology.endpoints
    results = []
    for limit_cost in limit_costs(room, plan.placement.slot_of, hosts):
        if interrupt.asked:
            break
        if limit_cost.without is None:
            results.append(LimitPrice(limit_cost.name))
            continue
        eased = _bill(parts, limit_cost.without)
        saved = None if eased is None or held is None else saved_cents(held, eased)
        all_mm, eased_mm = (
            int(each.lengths_of_endpoints(endpoints).sum()) for each in (hosts, limit_cost.without)
        )
        costs_mm = max(all_mm - eased_mm, 0)
        results.append(LimitPrice(limit_cost.name, costs_mm, saved, limit_cost.without.gap))
    return tuple(results)


def _bill(parts: PartsList, hosts: HostPlan | None) -> PartsList | None:
    """Return the bill with other places of servers and shortest routes; None if parts are missing."""
    plan = replace(parts.plan, hosts=hosts, detours={})
    try:
        return listed_parts(plan, parts.file, parts.catalogue, parts.terms)
    except InfeasibleError:
        return None


def saved_cents(held: PartsList, eased: PartsList) -> int | None:
    """Return how much cheaper the second bill is before taxes; negative if it is more expensive.

    None if better parts could reverse the order: both choices are proven only to their
    gaps.
    """
    saved = held.bom.net_cents - eased.bom.net_cents
    dearer = held if saved > 0 else eased
    return saved if not saved or abs(saved) > dearer.found.gap_cents else None


def server_cable(plan: Plan, limits: Sequence[LimitPrice]) -> dict[str, Any] | None:
    """Return the servers' cables for ``plan --json``, with the proof of their length."""
    hosts, endpoints = plan.hosts, plan.topology.endpoints
    if hosts is None or not len(hosts):
        return None
    return {
        **cable_figures(hosts, endpoints),
        "longest_m": mm_to_metres(int(hosts.length_mm.max())),
        "gap": hosts.gap,
        "least_of": least_words(hosts, endpoints),
        "reach_m": None if hosts.reach_mm is None else mm_to_metres(hosts.reach_mm),
        "limits": [limit.to_dict() for limit in limits],
    }


def cable_figures(hosts: HostPlan, endpoints: IntArray) -> dict[str, Any]:
    """Return number, length and lower bound of all links to servers.

    The proof counts a cable per server if its ports are on one switch; the bound for all cables is known if
    servers have equally many.
    """
    lengths_mm = hosts.lengths_of_endpoints(endpoints)
    proof, alike = hosts.proof, _ports_alike(hosts, endpoints)
    return {
        "links": len(lengths_mm),
        "total_m": mm_to_metres(int(lengths_mm.sum())),
        "least_m": mm_to_metres(proof.least_mm * alike)
        if proof is not None and alike is not None
        else None,
    }


def _ports_alike(hosts: HostPlan, endpoints: IntArray) -> int | None:
    """Return the number of cables per measured length; None if it varies."""
    if hosts.devices.attached is not None:
        return 1
    used = np.bincount(hosts.of_endpoints(endpoints), minlength=len(hosts))
    return int(used[0]) if (used == used[0]).all() else None


def least_words(hosts: HostPlan, endpoints: IntArray) -> str | None:
    """Return the scope of the servers' lower bound; None without a proof.

    The proof covers the cabinets of servers, but not their units there nor the places of switches.
    """
    if hosts.proof is None:
        return None
    many = len(hosts.standing)
    keep = "keeps its" if many == 1 else "keep their"
    stay = f" while {count_text(many, 'server')} {keep} place and switch" if many else ""
    remark = ", counting one cable per server" if _ports_alike(hosts, endpoints) is None else ""
    fixed = "switches and units in cabinets" if hosts.unit.any() else "switches"
    return f"over all choices of cabinets within the limits, with {fixed} fixed{stay}{remark}"


def server_words(hosts: HostPlan, endpoints: IntArray) -> str:
    """Return the length of the servers' cables and its gap as a sentence."""
    lengths_mm = hosts.lengths_of_endpoints(endpoints)
    links = "" if len(lengths_mm) == len(hosts) else f" over {len(lengths_mm):,} links"
    texts = f"{mm_to_metres(int(lengths_mm.sum())):,.1f} m{links or ' of cable'} to {len(hosts):,} servers"
    if hosts.gap is None:
        return texts
    if hosts.gap == 0:
        return f"{texts}: proved optimal {least_words(hosts, endpoints)}"
    if not is_useful(hosts.gap):
        return f"{texts}: {gap_text(hosts.gap)}"
    above = f"at most {gap_text(max(hosts.gap, 0.0001))} above the optimum"
    return f"{texts}: {above} {least_words(hosts, endpoints)}"


def limit_fields(limits: Sequence[LimitPrice], currency: str) -> list[tuple[str, str]]:
    """Return the limits with a cost, for the terminal."""
    dear = [limit for limit in limits if limit.costs_mm or limit.costs_cents or limit.slots]
    texts = [f"{LIMITS[item.name]}: {item.words(currency)}" for item in dear]
    return [("limits" if not number else "", text) for number, text in enumerate(texts)]
