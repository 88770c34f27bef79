"""Figure 11, printed without numbers: the statements of its text and caption."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from netfloor.research.fidelity.papers.spectralfly.baselines import CLASSES, WHEN_PLACED, unplaced
from netfloor.research.fidelity.papers.spectralfly.table_2 import CABLES, NETWORKS
from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row


def _latencies(row: str, work: Measurement) -> Row:
    """Return the lowest and highest latency ratio to the class's baselines over all switch latencies."""
    (size,) = (size for size, members in CLASSES.items() if row in members)
    ours = work.others[CABLES.key].steps[row]
    random = work.step(f"random {size}", lambda: _mean_latency(unplaced("random", size, work.size)))
    average, longest = (np.divide(ours[key], random[key]) for key in ("mean_ns", "longest_ns"))
    result: dict[str, float] = {
        "average, least": float(average.min()),
        "average, most": float(average.max()),
        "longest, most": float(longest.max()),
    }
    steps = work.others[WHEN_PLACED.key].steps
    placed = [step for name, step in steps.items() if name.startswith(f"random {size}, ")]
    if len(placed) >= work.size:
        ratio = np.divide(ours["mean_ns"], _mean_latency(placed)["mean_ns"])
        result |= {"of placed ones, least": float(ratio.min()), "of placed ones, most": float(ratio.max())}
    return result


def _mean_latency(found: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    return {
        key: np.mean([item[key] for item in found], axis=0).tolist() for key in ("mean_ns", "longest_ns")
    }


def _words(spec: str) -> tuple[Printed, ...]:
    if spec == "lps:19,7":  # "except for LPS(19, 7)"
        return (None, None, Said("not lower", least=1), None, None)
    return (None, Said("significantly lower", most=0.9), Said("typically lower", most=0.9999), None, None)


FIGURE_11 = Reproduction(
    key="spectralfly-figure-11",
    excuse="inputs missing",
    paper="SpectralFly",
    exhibits=("Figure 11",),
    command="netfloor compare examples/table2.toml --out out/table2",
    seed=1,
    sample="means of 20 random networks in random slots",
    columns=tuple(
        FigureColumn(name, digits=2)
        for name in (
            "average, least",
            "average, most",
            "longest, most",
            "of placed ones, least",
            "of placed ones, most",
        )
    ),
    printed={spec: _words(spec) for spec in NETWORKS},
    measure=_latencies,
    minutes=130,
    size=20,
    quick_size=2,
    needs=(CABLES.key, WHEN_PLACED.key),
)

EXHIBITS = (FIGURE_11,)
