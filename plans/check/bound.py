"""The lower bound that a plan claims, proved anew."""

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

#: How the eigenvalue may have been proved, in a network that is connected.
PROOFS = ("Cholesky factorisation", "4 / (n D)")
#: The method of a bound that carries a flow, which proves its eigenvalue.
BY_FLOW = "line cuts, expander flow"
#: The method of a bound that carries the terms of all pairs of cabinets.
BY_PAIRS = "all eigenvalues, pairs of cabinets"
#: The method of a bound that carries clusters of switches.
BY_CLUSTERS = "line cuts, clusters of switches"
#: The method of a bound that is the sum of one for each network.
BY_NETWORKS = "each network bounded alone"
#: What came of trying all placements again, where it did not prove the claim.
REPEATED = {False: "another placement has less", None: "not repeated: too many placements to try again"}


@dataclass(frozen=True)
class ProvedBound:
    """The bound that a plan's eigenvalue proves, None where it proves none, and what is wrong.

    ``unchecked`` says why it was not proved again though nothing is known to be wrong.
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
    """Return what the claimed eigenvalue proves, if it can be proved itself."""
    if claim["method"] in (EVERY, SOLVED):
        return _proved_by_all(claim, network, floor, cost_mm, solver)
    problems = []
    if claim["length_mm"] > cost_mm:
        problems.append(f"lower_bound: {claim['length_mm']} mm is above the cost of {cost_mm} mm")
    if claim["method"] == BY_NETWORKS:
        proved_mm, found = _proved_by_networks(claim, topology, network, floor)
        return ProvedBound(proved_mm, problems + found)
    proved = _proved_alone(claim, topology, network, floor)
    return replace(proved, problems=problems + proved.problems)


def _proved_alone(
    claim: Mapping[str, Any], topology: Topology, network: check.Network, floor: check.AnyFloor
) -> ProvedBound:
    """Return what a claim proves of one network, or of several as if they were one."""
    problems = []
    if claim["method"] not in methods(topology):
        problems.append(f"lower_bound.method: {claim['method']!r} proves nothing here")
    if claim["method"] == BY_PAIRS:
        proved_mm, found = _proved_by_pairs(claim, network, floor)
        return ProvedBound(proved_mm, problems + found)
    if claim["method"] == BY_CLUSTERS:
        proved_mm, found = _proved_by_clusters(claim, network, floor)
        return ProvedBound(proved_mm, problems + found)
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
    """Return the sum of what each network's own claim proves of it alone, and what is wrong."""
    parts, claims = topology.networks or (), claim.get("networks") or []
    if not parts or len(claims) != len(parts):
        return None, [f"lower_bound.networks: are {len(claims)}, the plan has {max(len(parts), 1)}"]
    found = [
        _proved_alone(one, part.alone, _cut_out(network, part.first, part.switches), floor)
        for one, part in zip(claims, parts, strict=True)
    ]
    problems = [problem for one in found for problem in one.problems]
    if any(one.length_mm is None for one in found):
        return None, problems
    total = sum(one.length_mm or 0 for one in found)
    right = {"length_mm": total, "eigenvalue": 0, "inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    claimed = {key: value for key, value in claim.items() if key not in ("method", "networks")}
    return total, [*problems, *differences(claimed, right, "lower_bound")]


def _cut_out(network: check.Network, first: int, switches: int) -> check.Network:
    """Return so many switches from a first one on, with the links between them."""
    kept = [
        ((u - first, v - first), count)
        for (u, v), count in zip(network.links, network.multiplicity, strict=True)
        if first <= min(u, v) and max(u, v) < first + switches
    ]
    return check.Network(switches, tuple(link for link, _ in kept), tuple(count for _, count in kept))


def tries_all(solver: SolverRecord) -> bool:
    """Return True if a search tries every placement in the slots that no requirement keeps free."""
    free = all(text.partition("=")[0] in SLOTS_ALONE for text in solver.required)
    return solver.placer == "exact" and not solver.fixed and free and not solver.together


def _proved_by_all(
    claim: Mapping[str, Any],
    network: check.Network,
    floor: check.AnyFloor,
    cost_mm: int,
    solver: SolverRecord,
) -> ProvedBound:
    """Return the claimed length if all placements, tried again, have no less."""
    right = {"length_mm": cost_mm, "eigenvalue": 0, "inside_links": 0, "rows_mm": 0, "columns_mm": 0}
    if solver.objective is not None:  # the plan's own may be longer than the shortest
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
    """Return True if whoever proves by a method takes such a problem."""
    if method == SOLVED:
        short = solver.objective is None and network.routers <= MAX_SWITCHES
        return short and isinstance(floor, check.Floor)
    return len(floor.cabinet) <= MAX_SLOTS


def _none_is_shorter(length_mm: int, network: check.Network, floor: check.AnyFloor) -> bool | None:
    """Return whether no placement is shorter; None if there are too many to try them all again."""
    slots = range(len(floor.cabinet))
    if len(slots) > MAX_TRIED:
        return None
    return none_is_below(length_mm, network, tabled(floor).length_mm.tolist(), slots)


def _not_repeated(claimed_mm: int, proved_mm: int, links: int) -> str:
    """Return that the proof of a length by branch and bound was not repeated, and what is proved."""
    here, there = (f"{mm_to_metres(mm / max(links, 1)):.4f} m" for mm in (claimed_mm, proved_mm))
    return (
        f"the proof of {here} of cable per link on average by branch and bound is not "
        f"repeated here: too many placements to try again; independently proved are {there}"
    )


def _proved_by_pairs(
    claim: Mapping[str, Any], network: check.Network, floor: check.AnyFloor
) -> tuple[int | None, list[str]]:
    """Return the claimed length if the terms beside it prove it, and what is wrong."""
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
    """Return the length that eigenvalue and clusters prove, and what is wrong."""
    clusters = claim.get("clusters")
    if clusters is None or not isinstance(floor, check.Floor):
        return None, ["lower_bound.clusters: is missing, or this is not a grid"]
    right = derive_cluster_bound(network, floor, claim["eigenvalue"], clusters)
    if right is None:
        return None, ["lower_bound.clusters: they and the eigenvalue cannot be proved"]
    claimed = {key: value for key, value in claim.items() if key not in ("method", "eigenvalue")}
    return right["length_mm"], list(differences(claimed, right, "lower_bound"))


def _straight(below: Mapping[str, Any] | None, floor: check.AnyFloor) -> check.Floor | check.Below | None:
    """Return the straight ways that a bound rests on; None where the claim does not fit the room."""
    if isinstance(floor, check.TableFloor):
        return None if below is None else floor.below(below)
    return floor if below is None else None


def _eigenvalue_is_proved(network: check.Network, claim: Mapping[str, Any]) -> bool:
    """Return True if the claim's eigenvalue is proved in the way that its method says."""
    if claim["method"] != BY_FLOW:
        return check.eigenvalue_is_proved(network, claim["eigenvalue"])
    flow = claim.get("flow")
    return flow is not None and flow_eigenvalue_is_proved(network, claim["eigenvalue"], flow)


def claimed_bound(plan: PlanModel) -> Bound:
    """Return the bound as a plan claims it."""
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
    """Return the bound and its parts, by the independent check.

    On a floor pressed flat in one direction the bound has no part in that direction.
    """
    flat = (0,) * len(floor.cabinet)
    total, rows, columns, fixed = (
        check.derive_bound(network, one, eigenvalue)
        for one in (
            floor,
            replace(floor, x_mm=flat),
            replace(floor, y_mm=flat),
            replace(floor, x_mm=flat, y_mm=flat),
        )
    )
    saves = floor.apart_mm > floor.inside_mm if isinstance(floor, check.Floor) else max(floor.saved_mm) > 0
    return {
        "length_mm": total,
        "inside_links": check.most_inside(network, floor) if saves else 0,
        "rows_mm": rows - fixed,
        "columns_mm": columns - fixed,
    }


def methods(topology: Topology) -> tuple[str, ...]:
    """Return how a bound on this network may say that it was found."""
    if topology.routers < 2:
        # the second is how plans of older versions say it
        return ("line cuts, fewer than two switches", "line cuts, fewer than two routers")
    if not is_connected(topology):
        return ("line cuts, not connected", BY_PAIRS)
    return (*(f"line cuts, {proof}" for proof in PROOFS), BY_FLOW, BY_PAIRS, BY_CLUSTERS)


def status_problems(solver: SolverRecord, cost_mm: int, bound_mm: int) -> list[str]:
    """Return a problem if the solver's status is not what cost and bound say."""
    if cost_mm == bound_mm:
        right = {"optimal"}
    else:
        right = {"interrupted", "bounded" if bound_mm > 0 else "heuristic"}
    if solver.status in right:
        return []
    return [f"solver.status: is {solver.status!r}, must be {' or '.join(sorted(right))}"]
