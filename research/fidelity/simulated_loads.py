"""The loads of an example study of traffic, as results of exhibits keep them."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.fidelity.reproduction import Measurement
from netfloor.research.traffic.report.study_types import StudyReport

#: A load of a series; latencies in cycles, None where it is saturated, and lists by seed.
Load = dict[str, Any]
#: The loads of a study, all panels one after the other.
Loads = Sequence[Load]


def simulated_loads(name: str, work: Measurement) -> list[Load]:
    """Return every load of an example study; each series once, kept as a step of its own."""
    from netfloor.research.traffic.study.study import simulate_study  # noqa: PLC0415 - loads Numba
    from netfloor.research.traffic.study.study_file import read_traffic_study  # noqa: PLC0415

    with as_file(files("netfloor.examples") / "traffic" / f"{name}.toml") as path:
        study = read_traffic_study(path).model_copy(update={"seeds": work.size})

    def simulated(panel: Any) -> list[Load]:
        only = study.model_copy(update={"panels": [panel]})
        return list(_loads(simulate_study(only, None, 1, work.observer, work.interrupt or Interrupt())))

    found: dict[str, list[Load]] = {}
    for panel in study.panels:
        for pattern in panel.patterns:
            for routing in panel.routings:
                for depth in panel.buffers or (None,):
                    alone = {"patterns": [pattern], "routings": [routing], "buffers": depth and [depth]}
                    step = f"{routing}, {pattern}, {depth or 'round trip'}, {panel.show}"
                    one = panel.model_copy(update=alone)
                    found[step] = work.step(step, partial(simulated, one))
    return _once(load for loads in found.values() for load in loads)


def _once(loads: Iterator[Load]) -> list[Load]:
    """Return loads without those that another panel shows too, whose use of channels is kept."""
    kept: dict[tuple[Any, ...], Load] = {}
    for load in loads:
        key = tuple(load[part] for part in ("network", "routing", "pattern", "buffers", "load"))
        if key not in kept or load["use"]:
            kept[key] = load
    return list(kept.values())


def _loads(report: StudyReport) -> Iterator[Load]:
    for panel, series, point in report.each():
        latency = [None if one is None else one.mean for one in map(point.latency, (None, 0, 1))]
        median, most = (_share(point.histogram[kind], part) for kind, part in ((0, 0.5), (1, 0.99)))
        counts = [(run.total.sum(), run.packets.sum()) for run in point.runs]
        yield {
            **vars(series.name),
            "load": point.load,
            "saturated": bool(point.saturated),
            "accepted": point.accepted.mean,
            "accepted_by_seed": [round(run.accepted, 6) for run in point.runs],
            "latency_by_seed": [round(float(total / packets), 4) for total, packets in counts if packets]
            if point.has_latency
            else [],
            **dict(zip(("latency", "minimal", "others"), latency, strict=True)),
            "longest": point.longest,
            "not_minimal": point.not_minimal,
            "minimal_median": median,
            "others_99": most,
            "use": series.global_use(point) if panel.show == "global channels" else {},
        }


def _share(counts: np.ndarray, part: float) -> int | None:
    """Return the latency that a share of packets does not exceed, None without packets."""
    if not counts.any():
        return None
    return int(np.searchsorted(np.cumsum(counts), part * counts.sum()))
