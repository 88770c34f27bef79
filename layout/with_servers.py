"""Joint search of switches and servers, which determines the slots of the switches.

The servers of a group are attached to the same switches. Servers that share a cabinet form a batch, linked
to each of their switches by as many cables as they have ports on it, and placed in a spot of a cabinet for
servers. The total cable cost is again a quadratic assignment problem, with two kinds of items and places
that never mix. `rooms.hosts` then chooses the place of each server, with a proof.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.sparse import block_array, coo_array, csr_array, vstack

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.chains.run import Effort, PlaceByName, run_chains
from netfloor.layout.lengths import CabinetMatrix, Costs
from netfloor.layout.placed import NULL_JOURNAL, ChainResult
from netfloor.layout.problem import Problem
from netfloor.topologies.servers import ServerGroups


@dataclass(frozen=True, eq=False)
class CableCosts:
    """Costs of cables, in a common unit."""

    network: Costs  # of a cable between two slots, (S, S), symmetric
    server: Costs  # of a cable from a slot to a server in a cabinet, (S, c)
    room_for: npt.NDArray[np.int64]  # servers that each cabinet can hold, (c,)


def place_with_servers(
    problem: Problem,
    groups: ServerGroups,
    costs: CableCosts,
    effort: Effort,
    heard: Callable[[float, int], None],
    standing: csr_array | None = None,
) -> ChainResult:
    """Return the switches' slots of the best joint placement, with their cost in ``problem``.

    The batch size is fixed beforehand, as large as the cabinets allow. The cost of this model is not
    reported, because servers are placed again afterwards.

    ``problem``: the switches alone, with closed and fixed slots and separation rules; its costs do not
    guide the search. ``standing``: cables from existing servers in each cabinet to each switch, (c, n).
    Raise `InfeasibleError` if the cabinets hold too few servers.
    """
    batch, batches = _batches(groups, problem.routers, costs.room_for)
    spots = np.repeat(np.arange(len(costs.room_for)), costs.room_for // batch)
    joint = _joint_problem(problem, batches, costs, spots, standing)
    work = PlaceByName((joint,) * len(effort.seeds), ("anneal",) * len(effort.seeds))
    chains = run_chains(work, effort, lambda _: NULL_JOURNAL, heard)
    best = min(chains, key=lambda placed: placed.cost)
    slot_of, done = best.slot_of[: problem.routers], sum(placed.iterations for placed in chains)
    return ChainResult(slot_of, problem.cost(slot_of), done, (), best.found_by)


def _batches(groups: ServerGroups, routers: int, room_for: npt.NDArray[np.int64]) -> tuple[int, csr_array]:
    """Return the servers per spot, and the cables from each batch of servers to each switch, (b, n)."""
    maximum = min(int(groups.servers.max()), int(room_for.max(initial=0)))
    for batch in range(maximum, 0, -1):
        counts = -(-groups.servers // batch)
        if int((room_for // batch).sum()) >= int(counts.sum()):
            break
    else:
        held, wanted = int(room_for.sum()), groups.count
        raise InfeasibleError(f"the cabinets hold {held:,} of {wanted:,} servers beside the switches")
    group = np.repeat(np.arange(len(counts)), counts)
    turn = np.arange(len(group)) - np.repeat(np.cumsum(counts) - counts, counts)
    size = np.minimum(groups.servers[group] - turn * batch, batch)
    rows = np.repeat(np.arange(len(group)), groups.ports)
    cables = np.repeat(size, groups.ports)
    columns = groups.switches[group].ravel()
    return batch, coo_array((cables, (rows, columns)), shape=(len(group), routers)).tocsr()


def _joint_problem(
    problem: Problem,
    batches: csr_array,
    costs: CableCosts,
    spots: npt.NDArray[np.int64],
    standing: csr_array | None,
) -> Problem:
    slots, stays = problem.slots, np.full(batches.shape[0], -1, dtype=np.int32)
    if standing is not None:  # the existing servers of a cabinet form one item in a spot of its own
        held = np.flatnonzero(np.diff(standing.indptr)).astype(np.int32)
        stays = np.concatenate([stays, slots + len(spots) + np.arange(len(held), dtype=np.int32)])
        batches, spots = csr_array(vstack([batches, standing[held]])), np.concatenate([spots, held])
    count = batches.shape[0]
    flow = csr_array(block_array([[problem.flow, batches.T], [batches, None]]).astype(np.int32))
    flow.sort_indices()
    to_spot = costs.server[:, spots]
    between = np.zeros((len(spots), len(spots)), dtype=np.int64)
    matrix = np.block([[costs.network, to_spot], [to_spot.T, between]])
    np.fill_diagonal(matrix, 0)
    apart = problem.apart
    # separation rules do not apply to servers, so their spots may belong to any cabinet
    if apart is not None:
        apart = replace(apart, home=np.concatenate([apart.home, np.zeros(len(spots), np.int32)]))
    return Problem(
        flow,
        CabinetMatrix(matrix, np.arange(slots + len(spots), dtype=np.int32)),
        _fixed(problem, stays),
        None if problem.closed is None else np.concatenate([problem.closed, np.zeros(len(spots), bool)]),
        apart=apart,
        group=np.repeat(np.array([0, 1], np.int32), [problem.routers, count]),
        zone=np.repeat(np.array([0, 1], np.int32), [slots, len(spots)]),
    )


def _fixed(problem: Problem, stays: npt.NDArray[np.int32]) -> npt.NDArray[np.int32] | None:
    """Return the places of fixed switches and servers, -1 for others; None if none is fixed."""
    if problem.fixed is None and (stays < 0).all():
        return None
    switches = np.full(problem.routers, -1, np.int32) if problem.fixed is None else problem.fixed
    return np.concatenate([switches, stays])
