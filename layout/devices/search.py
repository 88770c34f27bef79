"""Search for places of free devices: start, annealing, exact orders within cabinets, and proof."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.layout.devices.bound import price_bound
from netfloor.layout.devices.classes import links_of
from netfloor.layout.devices.exact import prove
from netfloor.layout.devices.matching import matched
from netfloor.layout.devices.order import NONE, arrange, order_exactly
from netfloor.layout.devices.problem import BOTH, FAR, DeviceProblem
from netfloor.layout.devices.refusals import no_placement
from netfloor.layout.devices.start import first_placement, is_reached

Small = npt.NDArray[np.int32]
Ints = npt.NDArray[np.int64]

#: Annealing moves per free device, their minimum and maximum; and chains for few free devices.
PER_DEVICE, FEWEST, MOST = 40_000, 200_000, 40_000_000
CHAINS, FEW = 4, 100
#: First temperature as a share of a random move's change, last temperature in mm, and steps between.
HOT, COLD_MM, STEPS = 0.35, 8.0, 200
#: Largest number of sets for the exact order of a cabinet.
ORDER_STATES = 1 << 14
ROUNDS = 5

Method = Literal["enumeration", "prices", "none"]
ENUMERATED: Method = "enumeration"
PRICES: Method = "prices"
NOTHING: Method = "none"


@dataclass(frozen=True)
class DevicePlacement:
    """Place of every device, with the proved bound.

    Attributes
    ----------
    cabinet, unit
        Of each device; unit 0 for a device of height 0.
    total_mm
        Total cable length.
    bound_mm
        Lower bound on the total cable length; None without a useful bound.
    method
        Method of the proof.
    price_mm
        Unit prices that prove the bound, (C, U + 1); None for other methods.
    """

    cabinet: Small
    unit: Small
    total_mm: int
    bound_mm: int | None
    method: Method
    price_mm: Ints | None = None


def place_devices(
    problem: DeviceProblem, seed: int = 0, *, interrupt: Interrupt | None = None
) -> DevicePlacement:
    """Place free devices to minimise total cable length; reproducible for a seed.

    Raise `InfeasibleError` if no placement within all limits is found.
    """
    start = first_placement(problem, seed)
    if start is None:
        raise no_placement(problem, seed)
    ordered = order_exactly(problem)
    if ordered is not None and is_reached(problem, *ordered):
        total_mm = problem.total_mm(*ordered)
        return DevicePlacement(*ordered, total_mm, total_mm, ENUMERATED)
    if not problem.indices.size:  # no cables: any placement is optimal
        return DevicePlacement(*start, 0, 0, ENUMERATED)
    return _proved(problem, searched(problem, start, seed, interrupt), interrupt)


def searched(
    problem: DeviceProblem,
    start: tuple[Small, Small],
    seed: int,
    interrupt: Interrupt | None = None,
    *,
    effort: float = 1.0,
) -> tuple[Small, Small]:
    """Return the best placement of several annealing runs from a start."""
    best = start
    for chain in range(CHAINS if len(problem.movers) <= FEW else 1):
        result = improved(problem, *anneal(problem, *start, seed + chain, interrupt, effort))
        if problem.total(*result) < problem.total(*best):
            best = result
    return best


def _proved(
    problem: DeviceProblem, best: tuple[Small, Small], interrupt: Interrupt | None
) -> DevicePlacement:
    """Return the placement, or a shorter one from the proof, with its best bound.

    No bound after an interrupt.
    """
    is_asked = interrupt is not None and interrupt.asked
    proof = None if is_asked else prove(problem, *best)
    if proof is not None:
        best = proof.cabinet, proof.unit
    if not is_reached(problem, *best):
        raise InfeasibleError(
            "lists: some cables have no tray route; connect the trays by risers or common points"
        )
    total_mm = problem.total_mm(*best)
    if proof is not None and proof.is_optimal:
        return DevicePlacement(*best, total_mm, total_mm, ENUMERATED)
    priced = None if is_asked else price_bound(problem, total_mm)
    enumerated_mm = 0 if proof is None else proof.bound_mm
    if priced is not None and priced.total >= max(enumerated_mm, 1):
        return DevicePlacement(*best, total_mm, priced.total, PRICES, priced.price)
    if enumerated_mm:
        return DevicePlacement(*best, total_mm, enumerated_mm, ENUMERATED)
    return DevicePlacement(*best, total_mm, None, NOTHING)


def anneal(
    problem: DeviceProblem,
    cabinet: Small,
    unit: Small,
    seed: int,
    interrupt: Interrupt | None,
    effort: float,
) -> tuple[Small, Small]:
    """Return the best placement of an annealing run."""
    from netfloor.layout.devices import annealing_kernels as kernels  # noqa: PLC0415 - imports Numba

    room, blocks, where = kernel_state(problem, cabinet, unit, seed)
    kernels.occupy(blocks, where)
    movers = len(problem.movers)
    proposals = int(effort * min(max(PER_DEVICE * movers, FEWEST), MOST))
    part = proposals // STEPS
    now = minimum = problem.total(cabinet, unit)
    best = cabinet.copy(), unit.copy()
    _, scale = kernels.anneal_devices(min(part, 2000), 1e9, room, blocks, where)
    now = problem.total(where.cabinet, where.unit)
    hot = max(HOT * scale, COLD_MM)
    for step in range(STEPS + 2):
        if interrupt is not None and interrupt.asked:
            break
        heat = hot * (COLD_MM / hot) ** (step / STEPS) if step < STEPS else 0.0
        now += kernels.anneal_devices(part, heat, room, blocks, where)[0]
        if now < minimum:
            minimum = now
            best = where.cabinet.copy(), where.unit.copy()
    return best


def kernel_state(problem: DeviceProblem, cabinet: Small, unit: Small, seed: int) -> tuple[Any, Any, Any]:
    """Convert a problem and a placement to kernel arrays."""
    from netfloor.layout.devices import annealing_kernels as kernels  # noqa: PLC0415 - imports Numba

    lengths, tables = problem.lengths, problem.tables
    width = lengths.high.size + 1
    count, cabinets = problem.size, len(problem.units)
    ends = np.concatenate([tables.pairs, tables.pairs[:, ::-1]])
    order = np.argsort(ends[:, 0], kind="stable")
    homes = [
        np.flatnonzero(row) if free else np.zeros(0, int)
        for row, free in zip(problem.allowed, problem.free, strict=True)
    ]
    room = kernels.Racks(
        units=problem.units,
        switch_start=problem.switch_start,
        up=lengths.up,
        path=lengths.path,
        high=lengths.high,
        inside=np.array([lengths.inside_mm], dtype=np.int64),
        limit_mw=problem.limit_mw,
        limit_g=problem.limit_g,
        clash=tables.clash,
        steps=_steps(problem),
    )
    blocks = kernels.Blocks(
        height=problem.height,
        sides=problem.sides,
        is_switch=problem.is_switch,
        mw=problem.milliwatts,
        grams=problem.grams,
        indptr=problem.indptr,
        indices=problem.indices,
        counts=problem.counts,
        link_kind=problem.link_kind,
        partners=np.searchsorted(ends[order, 0], np.arange(count + 1)),
        partner=ends[order, 1],
        kind=np.concatenate([tables.kind, tables.kind])[order],
        movers=problem.movers,
        is_free=problem.free.astype(np.uint8),
        homes=np.concatenate([[0], np.cumsum([len(home) for home in homes])]).astype(np.int64),
        home=np.concatenate(homes).astype(np.int32),
        allowed=problem.allowed,
    )
    occupant = np.full((cabinets, 2, width), -1, dtype=np.int32)
    occupant[:, :, 0] = kernels.SHUT
    for number, units in enumerate(problem.units.tolist()):
        occupant[number, :, units + 1 :] = kernels.SHUT
    moved = 2 * width + 4
    where = kernels.Places(
        cabinet=cabinet.copy(),
        unit=unit.copy(),
        occupant=occupant,
        load_mw=np.zeros(cabinets, np.int64),
        load_g=np.zeros(cabinets, np.int64),
        random=np.array([seed], dtype=np.uint64),
        moved=np.zeros(moved, np.int32),
        old=np.zeros((moved, 2), np.int32),
        new=np.zeros((moved, 2), np.int32),
        mark=np.zeros(count, np.int32),
    )
    return room, blocks, where


def _steps(problem: DeviceProblem) -> Any:
    """Convert the cable costs to kernel arrays."""
    from netfloor.layout.devices.annealing_kernels import Steps  # noqa: PLC0415 - imports Numba

    costs, nothing = problem.costs, np.zeros(0, dtype=np.int64)
    if costs is None:
        return Steps(nothing, nothing, nothing, nothing, problem.lengths.accesses)
    slope = np.array([costs.slope], dtype=np.int64)
    return Steps(costs.begin, costs.upto_mm, costs.cost, slope, problem.lengths.accesses)


def improved(problem: DeviceProblem, cabinet: Small, unit: Small) -> tuple[Small, Small]:
    """Improve a placement by matching identical devices to places and, for length, reordering cabinets."""
    cabinet, unit = cabinet.copy(), unit.copy()
    for _ in range(ROUNDS):
        before = problem.total(cabinet, unit)
        cabinet, unit = matched(problem, cabinet, unit)
        held = defaultdict(list)
        for device in problem.movers.tolist() if problem.costs is None else ():  # orders minimise length
            held[int(cabinet[device])].append(device)
        for number in sorted(held):
            _reorder(problem, number, held[number], cabinet, unit)
        if problem.total(cabinet, unit) == before:
            break
    return cabinet, unit


def _reorder(problem: DeviceProblem, number: int, devices: list[int], cabinet: Small, unit: Small) -> None:
    """Put the free devices of a cabinet into their shortest order if there are few enough."""
    devices = [device for device in devices if problem.height[device] > 0]
    blocks = len(devices)
    if not blocks or (problem.sides[devices] != BOTH).any() or blocks > 20 or 1 << blocks > ORDER_STATES:
        return
    inside = set(devices)
    width = problem.lengths.high.size + 1
    cost: dict[int, Ints] = {}
    for device in devices:
        starts = np.array(problem.may_start(device, number), dtype=np.int64)
        own = np.zeros(len(starts), dtype=np.int64)
        for other, times in links_of(problem, device).items():
            if other in inside:
                continue
            there = np.full(len(starts), unit[other]) if unit[other] else starts
            ends = (np.full(len(starts), number), starts), (np.full(len(starts), cabinet[other]), there)
            own += times * problem.lengths.between(*ends)
        cost[device] = np.full(width, NONE, dtype=np.int64)
        cost[device][starts] = np.where(own >= FAR, NONE, own)
    ordered = arrange(problem, number, devices, cost)
    if ordered is not None:
        for device, low in ordered[1].items():
            unit[device] = low
