"""Verification of a plan's lower bound by proving it again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from netfloor.foundation.units import mm_to_metres
from netfloor.layout.bounds import Bound
from netfloor.layout.check import cables as check
from netfloor.layout.check.certificates import (
    derive_cluster_bound,
    derive_pairs_bound,
    flow_eigenvalue_is_proved,
    pairs_bound_is_proved,
)
from netfloor.layout.check.every import EVERY, MAX_SLOTS, MAX_TRIED, none_is_below, tabled
from netfloor.layout.check.requirements import SLOTS_ALONE
from netfloor.layout.check.solved import MAX_SWITCHES, SOLVED, proved_mm
from netfloor.plans.check.differences import differences
from netfloor.plans.models import OneBoundRecord, PlanModel, SolverRecord
from netfloor.structure.hops.components import is_connected
from netfloor.topologies.topology import Topology

#: Methods that prove the eigenvalue of a connected network.
PROOFS = ("Cholesky factorisation", "4 / (n D)")
#: Method of a bound with a flow that proves its eigenvalue.
BY_FLOW = "line cuts, expander flow"
#: Method of a bound with the terms of all pairs of cabinets.
BY_PAIRS = "all eigenvalues, pairs of cabinets"
#: Method of a bound with clusters of switches.
BY_CLUSTERS = "line cuts, clusters of switches"
#: Method of a bound that sums one bound per network.
BY_NETWORKS = "each network bounded alone"
#: Result of repeating the exhaustive search if it did not confirm the claim.
REPEATED = {False: "another placement has less", None: "not repeated: too many placements to try again"}


@dataclass(frozen=True)
class ProvedBound:
    """The bound proved by a plan's eigenvalue, None if unproved, and the problems.

    ``unchecked`` is the reason why the proof was not repeated even though no problem is known.
    """

    length_mm: int | None
    problems: list[str]
    unchecked: str = ""


def prove_bound(
    claim: Mapping[str, Any],
    topology: Topology,
    network: check.Network,
    floor: check.AnyFloor,
    cost_mm: int,
    solver: SolverRecord,
) -> ProvedBound:
    """Return the bound that the claimed eigenvalue proves, if the eigenvalue itself is proved."""
    if claim["method"] in (EVERY, SOLVED):
        return _proved_by_all(claim, network, floor, cost_mm, solver)
    problems = []
    if claim["length_mm"] > cost_mm:
        problems.append(f"lower_bound: {claim['length_mm']} mm is above the cost of {cost_mm} mm")
    if claim["method"] == BY_NETWORKS:
        proved_mm, result = _proved_by_networks(claim, topology, network, floor)
        return ProvedBound(proved_mm, problems + result)
    proved = _proved_alone(claim, topology, network, floor)
    return replace(proved, problems=problems + proved.problems)


def _proved_alone(
    claim: Mapping[str, Any], topology: Topology, network: check.Network, floor: check.AnyFloor
) -> ProvedBound:
    """Return the bound that a claim proves for one network, or for several treated as one."""
    problems = []
    if claim["method"] not in methods(topology):
        problems.append(f"lower_bound.method: {claim['method']!r} proves nothing here")
    if claim["method"] == BY_PAIRS:
        proved_mm, result = _proved_by_pairs(claim, network, floor)
        return ProvedBound(proved_mm, problems + result)
    if claim["method"] == BY_CLUSTERS:
        proved_mm, result = _proved_by_clusters(claim, network, floor)
        return ProvedBound(proved_mm, problems + result)
    if not _eigenvalue_is_proved(network, claim):
        problems.append(f"lower_bound: the eigenvalue {claim['eigenvalue']} cannot be proved")
        return ProvedBound(None, problems)
    straight = _straight(claim.get("below"), floor)
    if straight is None:
        problems.append("lower_bound.below: is not below the lengths of the hall, or this is not a hall")
        return ProvedBound(None, problems)
    proved = certificate(network, straight, claim["eigenvalue"])
    beside = {"method", "eigenvalue", "below", *(["flow"] if claim["method"] == BY_FLOW else [])}
    claimed = {key: value for key, value in claim.items() if key not in beside}
    problems += differences(claimed, proved, "lower_bound")
    return ProvedBound(proved["length_mm"], problems)


def _proved_by_networks(
    claim: Mapping[str, Any], topology: Topology, network: check.Network, floor: check.AnyFloor
) -> tuple[int | None, list[str]]:
    """Return the sum of the bounds that each network's own claim proves, and the problems."""
    parts, claims = topology.networks or (), claim.get("networks") or []
    if not parts or len(claims) != len(parts):
        return None, [f"lower_bound.networks: are {len(claims)}, the plan has {max(len(parts), 1)}"]
    results = [
        _proved_alone(item, part.alone, _cut_out(network, part.first, part.switches), floor)
        for item, part in zip(claims, parts, strict=True)
    ]
    problems = [problem for item in results for problem in item.problems]
    if any(item.length_mm is None for item in results):
        return None, problems
    total = sum(item.length_mm or 0 for item in results)
    right = {"length_mm": total, "eigenvalue": 0, "inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    claimed = {key: value for key, value in claim.items() if key not in ("method", "networks")}
    return total, [*problems, *differences(claimed, right, "lower_bound")]


def _cut_out(network: check.Network, first: int, switches: int) -> check.Network:
    """Return the subnetwork of consecutive switches from a first one, with their links."""
    kept = [
        ((u - first, v - first), count)
        for (u, v), count in zip(network.links, network.multiplicity, strict=True)
        if first <= min(u, v) and max(u, v) < first + switches
    ]
    return check.Network(switches, tuple(link for link, _ in kept), tuple(count for _, count in kept))


def tries_all(solver: SolverRecord) -> bool:
    """Return True if the search tries every placement in the slots that the requirements allow."""
    free = all(text.partition("=")[0] in SLOTS_ALONE for text in solver.required)
    return solver.placer == "exact" and not solver.fixed and free and not solver.together


def _proved_by_all(
    claim: Mapping[str, Any],
    network: check.Network,
    floor: check.AnyFloor,
    cost_mm: int,
    solver: SolverRecord,
) -> ProvedBound:
    """Return the claimed length if a repeated exhaustive search finds no shorter placement."""
    right = {"length_mm": cost_mm, "eigenvalue": 0, "inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    if solver.objective is not None:  # the plan's length may exceed the minimum length
        right["length_mm"] = claim["length_mm"]
    problems = list(differences({**claim}, right | {"method": claim["method"]}, "lower_bound"))
    if claim["length_mm"] > cost_mm:
        problems.append(f"lower_bound: {claim['length_mm']} mm is above the cost of {cost_mm} mm")
    if not tries_all(solver) or not _takes(claim["method"], network, floor, solver):
        problems.append("lower_bound.method: this search left placements out")
    if problems:
        return ProvedBound(None, problems)
    least_mm = (
        proved_mm(network, floor) if isinstance(floor, check.Floor) and claim["method"] == SOLVED else None
    )
    if least_mm is not None and least_mm >= claim["length_mm"]:
        return ProvedBound(claim["length_mm"], [])
    proved = _none_is_shorter(claim["length_mm"], network, floor)
    if proved is None:
        links = sum(network.multiplicity)
        why = REPEATED[None] if least_mm is None else _not_repeated(claim["length_mm"], least_mm, links)
        return ProvedBound(None, [], f"lower_bound: {why}")
    return ProvedBound(claim["length_mm"], [] if proved else [f"lower_bound: {REPEATED[False]}"])


def _takes(method: str, network: check.Network, floor: check.AnyFloor, solver: SolverRecord) -> bool:
    """Return True if the method applies to a problem of this kind and size."""
    if method == SOLVED:
        short = solver.objective is None and network.routers <= MAX_SWITCHES
        return short and isinstance(floor, check.Floor)
    return len(floor.cabinet) <= MAX_SLOTS


def _none_is_shorter(length_mm: int, network: check.Network, floor: check.AnyFloor) -> bool | None:
    """Return whether no placement is shorter; None if there are too many to try again."""
    slots = range(len(floor.cabinet))
    if len(slots) > MAX_TRIED:
        return None
    return none_is_below(length_mm, network, tabled(floor).length_mm.tolist(), slots)


def _not_repeated(claimed_mm: int, proved_mm: int, links: int) -> str:
    """Return the message that a branch-and-bound proof was not repeated, with the proved length."""
    here, there = (f"{mm_to_metres(mm / max(links, 1)):.4f} m" for mm in (claimed_mm, proved_mm))
    return (
        f"the proof of {here} of cable per link on average by branch and bound is not "
        f"repeated here: too many placements to try again; independently proved are {there}"
    )


def _proved_by_pairs(
    claim: Mapping[str, Any], network: check.Network, floor: check.AnyFloor
) -> tuple[int | None, list[str]]:
    """Return the claimed length if its recorded terms prove it, and the problems."""
    terms = claim.get("pairs")
    if terms is None or not isinstance(floor, check.TableFloor):
        return None, ["lower_bound.pairs: is missing, or this is not a hall"]
    derived = derive_pairs_bound(network, floor.length_mm, floor.cabinet, terms)
    if not pairs_bound_is_proved(claim["length_mm"], None if derived is None else max(derived, 0.0)):
        shown = "nothing" if derived is None else f"{derived:.0f} mm"
        return None, [f"lower_bound: {claim['length_mm']} mm is claimed, its terms prove {shown}"]
    beside = {"length_mm", "method", "pairs"}
    right = {"eigenvalue": terms["shift"], "inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    claimed = {key: value for key, value in claim.items() if key not in beside}
    return claim["length_mm"], list(differences(claimed, right, "lower_bound"))


def _proved_by_clusters(
    claim: Mapping[str, Any], network: check.Network, floor: check.AnyFloor
) -> tuple[int | None, list[str]]:
    """Return the length that the eigenvalue and the clusters prove, and the problems."""
    clusters = claim.get("clusters")
    if clusters is None or not isinstance(floor, check.Floor):
        return None, ["lower_bound.clusters: is missing, or this is not a grid"]
    right = derive_cluster_bound(network, floor, claim["eigenvalue"], clusters)
    if right is None:
        return None, ["lower_bound.clusters: they and the eigenvalue cannot be proved"]
    claimed = {key: value for key, value in claim.items() if key not in ("method", "eigenvalue")}
    return right["length_mm"], list(differences(claimed, right, "lower_bound"))


def _straight(below: Mapping[str, Any] | None, floor: check.AnyFloor) -> check.Floor | check.Below | None:
    """Return the rectilinear distances that a bound uses; None if the claim does not match the room."""
    if isinstance(floor, check.TableFloor):
        return None if below is None else floor.below(below)
    return floor if below is None else None


def _eigenvalue_is_proved(network: check.Network, claim: Mapping[str, Any]) -> bool:
    """Return True if the claim's eigenvalue is proved by the claimed method."""
    if claim["method"] != BY_FLOW:
        return check.eigenvalue_is_proved(network, claim["eigenvalue"])
    flow = claim.get("flow")
    return flow is not None and flow_eigenvalue_is_proved(network, claim["eigenvalue"], flow)


def claimed_bound(plan: PlanModel) -> Bound:
    """Return the bound as claimed by a plan."""
    each = plan.lower_bound.networks
    return replace(_claimed(plan.lower_bound), networks=tuple(map(_claimed, each)) if each else None)


def _claimed(claim: OneBoundRecord) -> Bound:
    return Bound(
        claim.length_mm,
        claim.method,
        claim.eigenvalue,
        claim.inside_links,
        claim.rows_mm,
        claim.columns_mm,
        flow=None if claim.flow is None else claim.flow.model_dump(),
        below=None if claim.below is None else claim.below.model_dump(),
        pairs=None if claim.pairs is None else claim.pairs.model_dump(),
        clusters=None if claim.clusters is None else claim.clusters.model_dump(),
    )


def certificate(
    network: check.Network, floor: check.Floor | check.Below, eigenvalue: float
) -> dict[str, int]:
    """Return the bound and its parts from the independent check.

    Flattening the floor in one direction removes that direction's part of the bound.
    """
    flat = (0,) * len(floor.cabinet)
    total, rows, columns, fixed = (
        check.derive_bound(network, item, eigenvalue)
        for item in (
            floor,
            replace(floor, x_mm=flat),
            replace(floor, y_mm=flat),
            replace(floor, x_mm=flat, y_mm=flat),
        )
    )
    saves = floor.apart_mm > floor.inside_mm if isinstance(floor, check.Floor) else max(floor.saved_mm) > 0
    return {
        "length_mm": total,
        "inside_links": check.max_inside(network, floor) if saves else 0,
        "rows_mm": rows - fixed,
        "columns_mm": columns - fixed,
    }


def methods(topology: Topology) -> tuple[str, ...]:
    """Return the bound methods that are valid for this network."""
    if topology.routers < 2:
        # the second is the wording of older plans
        return ("line cuts, fewer than two switches", "line cuts, fewer than two routers")
    if not is_connected(topology):
        return ("line cuts, not connected", BY_PAIRS)
    return (*(f"line cuts, {proof}" for proof in PROOFS), BY_FLOW, BY_PAIRS, BY_CLUSTERS)


def status_problems(solver: SolverRecord, cost_mm: int, bound_mm: int) -> list[str]:
    """Return a problem if the solver's status contradicts cost and bound."""
    if cost_mm == bound_mm:
        right = {"optimal"}
    else:
        right = {"interrupted", "bounded" if bound_mm > 0 else "heuristic"}
    if solver.status in right:
        return []
    return [f"solver.status: is {solver.status!r}, must be {' or '.join(sorted(right))}"]
