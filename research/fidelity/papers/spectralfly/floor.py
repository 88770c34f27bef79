"""The rooms, networks and baselines of Table II, as the study ``table2.toml`` has them."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from statistics import fmean, stdev
from typing import Any

import numpy as np

from netfloor.foundation.units import mm_to_metres
from netfloor.layout.bounds import Bound
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import CablePlan
from netfloor.research.fidelity.report.exhibit import Ours
from netfloor.research.fidelity.reproduction import Measurement
from netfloor.rooms.any_room import Room
from netfloor.studies.compare.setup import BaselineEntry, NetworkEntry, StudySetup
from netfloor.topologies.topology import Topology

#: Moves per solve over all chains, in full and in a quick run.
MOVES, QUICK_MOVES = 80_000_000, 1_000_000
#: Baselines per size class, the sample size of the paper's means.
INSTANCES = 20


@cache
def table_2() -> StudySetup:
    """Return the study with 20 baselines of each kind, each also placed."""
    from netfloor.studies.compare.setup import set_up  # noqa: PLC0415 - loads all models
    from netfloor.studies.compare.study_file import read_study  # noqa: PLC0415

    with as_file(files("netfloor.examples") / "table2.toml") as path:
        study = read_study(path)
        both = study.baselines.model_copy(update={"unplaced": INSTANCES, "placed": INSTANCES})
        return set_up(path, study.model_copy(update={"baselines": both}))


def network(spec: str) -> NetworkEntry:
    """Return a network of Table II with its room."""
    return next(item for item in table_2().networks if item.spec == spec)


def baselines(kind: str, size: str) -> list[BaselineEntry]:
    """Return the instances of a kind in a size class, such as ``168, 12``."""
    return [
        baseline
        for baseline in table_2().baselines
        if baseline.kind == kind and f"{baseline.size.routers}, {baseline.size.radix}" == size
    ]


def placed(
    topology: Topology, room: Room, work: Measurement, moves: int, *, proved: bool
) -> dict[str, Any]:
    """Place a network by annealing and return its figures, in the form stored for a step."""
    from netfloor.layout.cable_plan import make_cable_plan  # noqa: PLC0415 - loads Numba
    from netfloor.layout.solve import solve  # noqa: PLC0415

    options = replace(table_2().solve_options(), budget=Budget(iterations=moves), seed=work.seed)
    result = solve(topology, room, options, observer=work.observer, interrupt=work.interrupt, proved=proved)
    cables = make_cable_plan(topology, room, result.placement)
    return {**figures(topology, cables), "bound_m": _bound(result.bound, cables)}


def _bound(bound: Bound, cables: CablePlan) -> float:
    return mm_to_metres(bound.length_mm / len(cables))


def figures(topology: Topology, cables: CablePlan) -> dict[str, Any]:
    """Return lengths in metres, copper cables by the cost set's reach, and latencies in ns."""
    from netfloor.costmodels.latency import latency_of  # noqa: PLC0415 - loads SciPy

    models = table_2().models
    reach = models.cost_set.electrical_reach_mm
    swept = latency_of(topology, cables, models.sweep_ns)
    return {
        "mean_m": mm_to_metres(cables.mean_mm),
        "longest_m": mm_to_metres(cables.max_mm),
        "copper": len(cables) if reach is None else int(np.sum(cables.length_mm <= reach)),
        "links": len(cables),
        "mean_ns": swept.mean_ns.tolist(),
        "longest_ns": swept.max_ns.tolist(),
    }


def averaged(values: Sequence[float]) -> Ours:
    """Return a mean with its standard error."""
    error = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Ours(fmean(values), error=error)
