"""The loads of an example study of traffic, as results of exhibits keep them."""

from collections.abc import Iterator, Sequence
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.fidelity.reproduction import Measurement
from netfloor.research.traffic.report.study_types import StudyReport

#: A load of a series; latencies in cycles, None where it is saturated.
Load = dict[str, Any]
#: The loads of a study, all panels one after the other.
Loads = Sequence[Load]


def simulated_loads(name: str, work: Measurement) -> list[Load]:
    """Return every load of an example study; each series once."""
    from netfloor.research.traffic.study.study import simulate_study  # noqa: PLC0415 - loads Numba
    from netfloor.research.traffic.study.study_file import read_traffic_study  # noqa: PLC0415

    with as_file(files("netfloor.examples") / "traffic" / f"{name}.toml") as path:
        study = read_traffic_study(path)
    report = simulate_study(study, None, 1, work.observer, work.interrupt or Interrupt())
    return list(_loads(report))


def _loads(report: StudyReport) -> Iterator[Load]:
    told: set[tuple[Any, ...]] = set()
    for panel, series, point in report.each():
        key = *vars(series.name).values(), point.load
        if key in told:
            continue
        told.add(key)
        latency = [None if one is None else one.mean for one in map(point.latency, (None, 0, 1))]
        median, most = (_share(point.histogram[kind], part) for kind, part in ((0, 0.5), (1, 0.99)))
        yield {
            **vars(series.name),
            "load": point.load,
            "saturated": bool(point.saturated),
            "accepted": point.accepted.mean,
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
