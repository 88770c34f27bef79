"""Constructed starts of a search: random, in order, folded, recursive bisection, spectral."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from threading import Lock

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array, diags_array
from scipy.sparse.linalg import ArpackNoConvergence, eigsh

from netfloor.foundation.errors import InfeasibleError
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.problem import Problem
from netfloor.rooms.grid_lengths import GridLengths
from netfloor.rooms.routed_lengths import FloorLengths
from netfloor.topologies.families.lattices.lattice import Dimension

Slots = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int32]
#: Work limit in OR-Tools' deterministic seconds.
MAX_WORK = 20.0
#: Above this number of dimensions only one order is tried.
MAX_DIMENSIONS = 5
#: Eigenvector accuracy: a start only needs a direction.
MAX_STEPS = 400
PRECISION = 1e-3


def random_start(problem: Problem, rng: np.random.Generator) -> Slots:
    """Draw distinct slots uniformly, (n,) int32, within zones; fixed switches stay."""
    slots, turn = rng.permutation(problem.places), np.arange(len(problem.movers))
    if problem.zone is not None and problem.group is not None:
        slots = slots[np.argsort(problem.zone[slots], kind="stable")]
        own = problem.group[problem.movers]
        turn = problem.reach[0] + turn - np.searchsorted(own, own)
    return placed_in(problem, slots[turn])


def placed_in(problem: Problem, slots: Slots) -> Slots:
    """Assign the given slots to the movable switches in order, (n,) int32."""
    slot_of = np.empty(problem.routers, dtype=np.int32)
    if problem.fixed is not None:
        slot_of[:] = problem.fixed
    slot_of[problem.movers] = slots
    return slot_of


def grid_under(problem: Problem) -> GridLengths | None:
    """Return the grid under a problem's slots; None if costs are a table."""
    lengths = problem.lengths
    floor = lengths.floor if isinstance(lengths, PricedLengths) else lengths
    return floor.below if isinstance(floor, FloorLengths) else None


def nearest_places(problem: Problem, grid: GridLengths) -> Slots:
    """Return the free slots nearest to the centre of the floor, one per movable switch."""
    places = problem.places
    x_mm, y_mm = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    away = np.abs(2 * x_mm - x_mm.min() - x_mm.max()) + np.abs(2 * y_mm - y_mm.min() - y_mm.max())
    order = np.argsort(away[places], kind="stable")
    return np.sort(places[order[: len(problem.movers)]])


def fill(
    problem: Problem,
    grid: GridLengths,
    row_key: npt.NDArray[np.float64],
    column_key: npt.NDArray[np.float64],
) -> Iterator[Slots]:
    """Yield two placements: rows filled by one key, each ordered along the other; and columns likewise.

    ``row_key``, ``column_key``: position of each switch across and along the rows, (n,), in any unit.
    """
    places, movers = nearest_places(problem, grid), problem.movers
    row, column = grid.slot_row[places], grid.slot_column[places]
    keys = row_key[movers], column_key[movers]
    for (line, along), (first, second) in (
        ((row, column), keys),
        ((column, row), keys[::-1]),
    ):
        slots = places[np.lexsort((along, line))]
        lines = np.sort(line)
        routers = np.lexsort((second, first))
        # switches of each line, ordered along it
        routers = routers[np.lexsort((first[routers], second[routers], lines))]
        ordered = np.empty(len(movers), dtype=np.int32)
        ordered[routers] = slots
        yield placed_in(problem, ordered)


def best_of(problem: Problem, placements: Iterator[Slots]) -> Slots | None:
    """Return the cheapest placement, the first if tied; None if there are none."""
    return min(placements, key=problem.cost, default=None)


def row_major_start(problem: Problem) -> Slots:
    """Place switches 0, 1, ... along the rows, or along the columns if that costs less."""
    grid = grid_under(problem)
    if grid is None:
        return placed_in(problem, problem.places[: len(problem.movers)])
    order = np.arange(problem.routers, dtype=np.float64)
    best = best_of(problem, fill(problem, grid, order, order))
    assert best is not None  # noqa: S101 - two were made
    return best


def separated(problem: Problem, slot_of: Slots) -> Slots:
    """Move as few switches as possible so that no pair is too close.

    Raise `InfeasibleError` if there is no such placement, or none is found within `MAX_WORK`.
    """
    apart = problem.apart
    if apart is None or not apart.clashing(slot_of).any():
        return slot_of
    cell_of = problem.zones * len(apart.clash[0]) + apart.home  # cabinets, split by zones
    target = _cells(problem, slot_of, cell_of)
    moved = {router: cell for router, cell in target.items() if cell != cell_of[slot_of[router]]}
    stays = {int(slot_of[router]) for router in target if router not in moved}
    occupant = dict(zip(slot_of.tolist(), range(len(slot_of)), strict=True))
    others = {slot for slot, router in occupant.items() if router not in moved}
    places, vacated = defaultdict(list), defaultdict(set)
    for slot in problem.places.tolist():
        if slot not in stays:
            places[int(cell_of[slot])].append(slot)
    left, homeless = slot_of.copy(), []
    for router, cell in moved.items():
        left[router] = slot = min(places[cell], key=lambda item: (item in others, item))
        places[cell].remove(slot)
        vacated[int(problem.zones[slot])].add(int(slot_of[router]))
        homeless += [occupant[slot]] if slot in others else []
    for router in homeless:
        free = vacated[int(problem.zones[slot_of[router]])].difference(left.tolist())
        left[router] = min(free)
    return left


def _cells(problem: Problem, slot_of: Slots, cell_of: Slots) -> dict[int, int]:
    """Choose cells for all switches in separation rules, keeping as many as possible in place."""
    from ortools.sat.python import cp_model  # noqa: PLC0415 - takes long to import

    apart, model = problem.apart, cp_model.CpModel()
    assert apart is not None  # noqa: S101 - for the type checker
    cabinets, movers = len(apart.clash[0]), set(problem.movers.tolist())
    cells, room_for = (entry.tolist() for entry in np.unique(cell_of[problem.places], return_counts=True))
    own = {router: int(cell_of[slot_of[router]]) for router in sorted(set(apart.pairs.ravel().tolist()))}
    stands = {
        router: {
            cell: model.new_bool_var("")
            for cell in (cells if router in movers else [home])
            if cell // cabinets == home // cabinets
        }
        for router, home in own.items()
    }
    for variables in stands.values():
        model.add_exactly_one(variables.values())
    for cell, maximum in zip(cells, room_for, strict=True):
        model.add(
            sum(stand[cell] for r, stand in stands.items() if r in movers and cell in stand) <= maximum
        )
    for rule in apart.rules:
        for item in rule.exclusive(stands, apart.clash[rule.kind], cabinets):
            model.add_at_most_one(item)
        for shut in rule.shut(stands, apart.clash[rule.kind], cabinets):
            model.add(shut == 0)
    model.maximize(sum(stand[own[r]] for r, stand in stands.items() if own[r] in stand))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.random_seed = 1, 0
    solver.parameters.max_deterministic_time = MAX_WORK
    solver.parameters.catch_sigint_signal = False  # Ctrl-C ends the command, not only this search
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        result = "there is no placement" if status == cp_model.INFEASIBLE else "no placement was found"
        raise InfeasibleError(apart.impossible(result))
    return {r: next(c for c, entry in of.items() if solver.value(entry)) for r, of in stands.items()}


def folded_start(problem: Problem) -> npt.NDArray[np.int32] | None:
    """Return the cheapest folded layout; None without a lattice or a grid.

    Some dimensions of a product of rings, paths and cliques run across the rows, the others along. A ring
    folded in the middle (0, 2, 4, .., 5, 3, 1) has no link longer than two steps.
    """
    grid = grid_under(problem)
    if grid is None or problem.lattice is None:
        return None
    fills = (fill(problem, grid, rows, columns) for rows, columns in _keys(problem.lattice))
    return best_of(problem, (placement for pair in fills for placement in pair))


def fold(size: int) -> npt.NDArray[np.int64]:
    """Return the position of each switch of a folded ring: 0, 2, 4, .., 5, 3, 1."""
    step = np.arange(size)
    return np.where(2 * step < size, 2 * step, 2 * (size - step) - 1)


def _keys(dimensions: Sequence[Dimension]) -> Iterator[tuple[Floats, Floats]]:
    """Yield the layouts of dimensions: a prefix of an order across the rows, the rest along."""
    sizes = [part.size for part in dimensions]
    steps = np.indices(sizes).reshape(len(sizes), -1)
    lines = [
        fold(part.size)[step] if part.kind == "ring" else step
        for part, step in zip(dimensions, steps, strict=True)
    ]
    axes = range(len(sizes))
    orders = permutations(axes) if len(sizes) <= MAX_DIMENSIONS else [tuple(axes)]
    for order in orders:
        for cut in range(len(sizes) + 1):
            yield _mixed(order[:cut], sizes, lines), _mixed(order[cut:], sizes, lines)


def _mixed(axes: Sequence[int], sizes: list[int], lines: list[npt.NDArray[np.int64]]) -> Floats:
    """Combine several dimensions into a key in boustrophedon order, the first dimension slowest.

    Every other run of a faster dimension is reversed, so that consecutive keys are neighbours.
    """
    key = np.zeros(len(lines[0]), dtype=np.int64)
    for axis in axes:
        step = np.where(key % 2 == 0, lines[axis], sizes[axis] - 1 - lines[axis])
        key = key * sizes[axis] + step
    return key.astype(np.float64)


def halved_start(problem: Problem, seed: int) -> Indices | None:
    """Place by recursive bisection of floor and network together; None without a grid.

    Min-cut placement (Breuer 1977) with METIS's multilevel bisection (Karypis and Kumar 1998): the network
    is coarsened by matching, cut and refined at every level of each bisection.
    """
    grid = grid_under(problem)
    if grid is None:
        return None
    places = nearest_places(problem, grid)
    x_mm, y_mm = grid.column_mm[grid.slot_column], grid.row_mm[grid.slot_row]
    ordered = np.empty(len(places), dtype=np.int32)
    rank = np.empty(problem.routers, dtype=np.int64)
    rank[problem.movers] = np.arange(len(places))
    waiting = [(problem.movers, places)]
    while waiting:
        routers, slots = waiting.pop()
        if len(routers) <= 1 or len(np.unique(grid.slot_cabinet[slots])) == 1:
            ordered[rank[routers]] = slots
            continue
        across = np.ptp(x_mm[slots]) < np.ptp(y_mm[slots])
        slots = slots[np.argsort((y_mm if across else x_mm)[slots], kind="stable")]
        half = len(slots) // 2
        near, far = _halves(problem.flow, routers, half, seed)
        waiting += [(near, slots[:half]), (far, slots[half:])]
    return placed_in(problem, ordered)


def _halves(flow: csr_array, routers: Indices, half: int, seed: int) -> tuple[Indices, Indices]:
    """Split switches into two parts with few links between them, the first of size ``half``."""
    part = _bisect(flow[routers][:, routers], half / len(routers), seed)
    order = np.argsort(part, kind="stable")
    surplus = int((part == 0).sum()) - half
    if surplus:  # METIS balances up to a few switches: the least attached cross over
        inner = flow[routers][:, routers]
        side = np.where(part == 0, 1, -1)
        pull = side * (inner @ side)
        leaving = part == (0 if surplus > 0 else 1)
        movable = np.flatnonzero(leaving)[np.argsort(pull[leaving], kind="stable")][: abs(surplus)]
        part[movable] = 1 - part[movable]
        order = np.argsort(part, kind="stable")
    return np.sort(routers[order[:half]]), np.sort(routers[order[half:]])


# METIS uses the C library's global generator, seeded for each call.
_ONE_AT_A_TIME = Lock()


def _bisect(inner: csr_array, share: float, seed: int) -> npt.NDArray[np.int8]:
    """Return part 0 or 1 of each switch of a subnetwork."""
    import pymetis  # noqa: PLC0415 - a heavy import

    dtype = pymetis.zero_copy_dtype()
    if inner.nnz == 0:
        later = np.arange(inner.shape[0]) >= round(share * inner.shape[0])
        return np.asarray(later, dtype=np.int8)
    graph = pymetis.CSRAdjacency(inner.indptr.astype(dtype), inner.indices.astype(dtype))
    options = pymetis.Options(seed=seed)
    with _ONE_AT_A_TIME:
        answer = pymetis.part_graph(
            2, graph, eweights=inner.data.astype(dtype), tpwgts=[share, 1 - share], options=options
        )
    return np.asarray(answer.vertex_part, dtype=np.int8)


def spectral_start(problem: Problem) -> npt.NDArray[np.int32] | None:
    """Return the cheaper of two layouts by two eigenvectors; None without a grid or for tiny networks.

    Hall (1970): of all placements on a line with unit variance and mean zero, the second eigenvector of the
    Laplacian has the smallest sum of squared lengths, the third the next.
    """
    grid = grid_under(problem)
    if grid is None or problem.routers < 4 or problem.flow.nnz == 0:
        return None
    vectors = _eigenvectors(problem.flow)
    if vectors is None:
        return None
    first, second = vectors
    fills = (*fill(problem, grid, first, second), *fill(problem, grid, second, first))
    return best_of(problem, iter(fills))


def _eigenvectors(flow: csr_array) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None:
    """Return two eigenvectors at the low end of the Laplacian; None if the iteration fails.

    Computed as the largest of ``2 d I - L``, with d the largest degree and without the constant vector.
    """
    routers = flow.shape[0]
    degrees = np.asarray(flow.sum(axis=1)).ravel().astype(np.float64)
    shift = 2.0 * degrees.max()
    matrix = flow.astype(np.float64) + diags_array(shift - degrees)
    rng = np.random.default_rng(0)  # for restarts of the iteration
    start = rng.standard_normal(routers)
    start -= start.mean()
    try:
        values, vectors = eigsh(
            matrix, k=3, which="LA", v0=start, maxiter=MAX_STEPS, tol=PRECISION, rng=rng
        )
    except ArpackNoConvergence as failure:
        values, vectors = failure.eigenvalues, failure.eigenvectors
    order = np.argsort(-values)
    chosen = [vectors[:, i] for i in order if abs(vectors[:, i].sum()) < 0.5 * np.sqrt(routers)]
    return (chosen[0], chosen[1]) if len(chosen) >= 2 else None
