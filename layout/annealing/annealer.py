"""One annealing chain: the part that does not depend on how a cable is priced."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.layout.annealing.common_kernels import Flow, State
from netfloor.layout.annealing.schedule import MAX_SLICE, Schedule, max_next, slice_length
from netfloor.layout.annealing.swap_kernels import anneal_slice, descend_some, mean_change
from netfloor.layout.apart import NO_CONSTRAINTS
from netfloor.layout.budget import Stopping
from netfloor.layout.placed import NULL_JOURNAL, ChainResult, Journal, Listener, Snapshot
from netfloor.layout.problem import Problem

#: Below this size an (n, n) uint8 link matrix is faster than a search of sorted rows.
MAX_DENSE_ROUTERS = 8192
#: Random swaps sampled for the mean change, which sets the temperatures.
SAMPLES = 4096
#: Swaps that the final descent may always try.
MIN_DESCENT = 1 << 25
#: Progress at which the final descent stops, for budgets in seconds: 5 % over the budget.
LATEST = 1.05


class Annealer(ABC):
    """An annealable placement of a problem; subclasses provide the kernels for each kind of length.

    Attributes
    ----------
    cost
        Of the current placement.
    unit
        Common divisor of all changes of cost. Tables and kernels count in this unit to keep numbers small.
    """

    unit = 1
    #: Largest amount by which `rest_of_change` can lower a swap's change below its cheap part.
    slack = 1
    #: Whether the accepted rise is drawn separately from the swap.
    twice = False
    #: Named tuple from which the kernels compute the change of a swap.
    tables: Any
    #: Iterations between two checks of the clock.
    max_slice = MAX_SLICE

    def __init__(self, problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator):
        self.flow = flow_of(problem)
        self.state = state_of(problem, slot_of, rng)
        self.cost = problem.cost(slot_of)
        self._problem = problem

    @abstractmethod
    def refresh(self) -> None:
        """Recompute all tables from the current placement."""

    def mean_change(self) -> float:
        """Estimate the mean absolute change of a random swap, 0 if no switch may move."""
        if not len(self.state.movers):
            return 0.0
        return self.unit * float(mean_change(SAMPLES, self.tables, self.state, self.flow))

    def anneal(self, proposals: int, temperature: float) -> int:
        """Propose random swaps at one temperature and return the change of cost."""
        if not len(self.state.movers):
            return 0
        units = temperature / self.unit
        change = anneal_slice(
            proposals=proposals,
            temperature=units,
            slack=self.slack,
            twice=self.twice,
            tables=self.tables,
            state=self.state,
            flow=self.flow,
        )
        return self.unit * int(change)

    def descend_some(self, begin: int, end: int) -> int:
        """Try every swap of movers ``begin`` to ``end - 1``, apply improving ones and return the change."""
        change = descend_some(begin, end, self.slack, self.tables, self.state, self.flow)
        return self.unit * int(change)

    @property
    def slot_of(self) -> npt.NDArray[np.int32]:
        """The slot of each switch, (n,), a copy."""
        return self.state.slot_of.astype(np.int32)

    # A few lines over 35: saving and restoring a snapshot belong together.
    def run(
        self,
        scale: float,
        schedule: Schedule,
        stop: Stopping,
        listener: Listener,
        journal: Journal = NULL_JOURNAL,
        stage: str = "anneal",
    ) -> ChainResult:
        """Cool until ``stop`` reports the end, then descend, normally to a local optimum.

        Parameters
        ----------
        scale
            Mean change to which the schedule's shares refer.
        journal, stage
            Where snapshots are saved and restored, and under which name.
        """
        done, history = 0, [(0, self.cost)]
        saved = journal.load(stage, self._could_be)
        if saved is not None:
            self.put_back(saved.slot_of, saved.cost, saved.random)
            scale, done, history = saved.scale, saved.iterations, list(saved.history)
            if saved.finished:
                return ChainResult(self.slot_of, self.cost, done, tuple(history))

        def snapshot(finished: bool = False) -> Snapshot:
            random = int(self.state.random[0])
            return Snapshot(
                slot_of=self.slot_of,
                random=random,
                scale=scale,
                cost=self.cost,
                iterations=done,
                history=tuple(history),
                finished=finished,
            )

        maximum, proposals = self.max_slice, 1
        while (progress := stop.progress(done)) < 1.0 and len(self.state.movers):
            proposals = slice_length(stop, done, maximum, proposals)
            self.cost += self.anneal(proposals, schedule.temperature(scale, progress))
            done += proposals
            history.append((done, self.cost))
            listener(stop.progress(done), self.cost)
            if stop.progress(done) <= LATEST:  # past this, the slice may have been cut short
                journal.offer(stage, snapshot)
            maximum = max_next(maximum, stop.progress(done) - progress, self.max_slice)
        self.descend(max(MIN_DESCENT, done // 4), stop, done)
        history.append((done, self.cost))
        # past this, the descent was cut short and resumes from the last snapshot
        if stop.progress(done) <= LATEST:
            journal.offer(stage, lambda: snapshot(finished=True), now=True)
        return ChainResult(self.slot_of, self.cost, done, tuple(history))

    def _could_be(self, saved: Snapshot) -> bool:
        """Return True if a snapshot is a valid placement of this problem with the cost it claims."""
        allowed = self._problem.allows(saved.slot_of)
        return allowed and saved.cost == self._problem.cost(saved.slot_of)

    def put_back(self, slot_of: npt.NDArray[np.int32], cost: int, random: int) -> None:
        """Restore an earlier placement and generator state."""
        self.state.slot_of[:] = slot_of
        self.state.router_in[:] = -1
        self.state.router_in[slot_of] = np.arange(len(slot_of), dtype=np.int32)
        self.state.random[0] = random
        self.cost = cost
        self.refresh()

    def descend(self, most: int = MIN_DESCENT, stop: Stopping | None = None, done: int = 0) -> None:
        """Apply improving swaps until none is left, ``most`` swaps were tried or time is up.

        The limit matters when the annealing was too short for the size of the network: the descent would
        then take far longer than the annealing.
        """
        movers, places = len(self.state.movers), max(len(self.state.places), 1)
        step = max(1, self.max_slice // places)
        since_improved, begin, tried = 0, 0, 0
        while since_improved < movers and tried < most:
            if stop is not None and stop.progress(done) > LATEST:
                break
            end = min(begin + step, movers)
            change = self.descend_some(begin, end)
            self.cost += change
            since_improved = 0 if change else since_improved + end - begin
            tried += (end - begin) * places
            begin = end % movers


def state_of(problem: Problem, slot_of: npt.NDArray[np.int32], rng: np.random.Generator) -> State:
    """Convert a placement to kernel arrays; one draw seeds the kernels' generator."""
    router_in = np.full(problem.slots, -1, dtype=np.int32)
    router_in[slot_of] = np.arange(problem.routers, dtype=np.int32)
    movers, places, apart = problem.movers, problem.places, problem.apart or NO_CONSTRAINTS
    begin, span = problem.reach
    begins, partner, kind = apart.by_router(problem.routers)
    return State(
        slot_of=slot_of.astype(np.uint32),
        router_in=router_in,
        random=rng.integers(0, 2**64, size=1, dtype=np.uint64),
        movers=movers.astype(np.uint32),
        places=places.astype(np.uint32),
        begin=begin.astype(np.uint64),
        span=span.astype(np.uint64),
        partners=begins,
        partner=partner.astype(np.uint32),
        kind=kind.astype(np.uint32),
        clash=apart.clash,
        home=apart.home.astype(np.uint32),
    )


def flow_of(problem: Problem) -> Flow:
    """Convert the links to kernel arrays."""
    flow = problem.flow
    small = problem.routers <= MAX_DENSE_ROUTERS and flow.data.max(initial=0) < 256
    dense = flow.toarray().astype(np.uint8) if small else np.zeros((0, 0), dtype=np.uint8)
    return Flow(
        flow.indptr.astype(np.int64), flow.indices.astype(np.uint32), flow.data.astype(np.int32), dense
    )


def narrowest(largest: int) -> type[np.int16] | type[np.int32] | type[np.int64]:
    """Return the narrowest integer type for values up to ``largest``; kernels subtract in 64 bits."""
    if largest < 2**15:
        return np.int16
    return np.int32 if largest < 2**31 else np.int64


#: Temperatures tried, from the schedule's hottest to its coldest.
TRIALS = 10
#: Proposals per mover and trial, and the minimum per trial.
PER_MOVER = 20
LEAST = 20_000


def equilibrium(annealer: Annealer, scale: float) -> Schedule:
    """Build a schedule that starts at the hottest temperature where the cost does not rise.

    Each temperature is tried briefly and the placement and generator are restored afterwards. If the cost
    rises at every temperature, the schedule starts at the coldest.
    """
    usual = Schedule()
    snapshot = annealer.slot_of, annealer.cost, int(annealer.state.random[0])
    proposals = max(LEAST, PER_MOVER * len(annealer.state.movers))
    share = usual.cold
    for trial in range(TRIALS):
        temperature = usual.temperature(scale, trial / TRIALS)
        change = annealer.anneal(proposals, temperature)
        annealer.put_back(*snapshot)
        if change <= 0:
            share = temperature / scale if scale > 0 else usual.cold
            break
    return Schedule(hot=max(share, usual.cold))
