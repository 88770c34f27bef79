"""Optimal circulants: Figures 4 to 9 (programs on simulated networks) against averages in the text."""

from collections.abc import Mapping
from functools import partial
from importlib.resources import as_file, files
from statistics import fmean
from typing import Any

from netfloor.foundation.interrupt import Interrupt
from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row

#: Simulated seconds by network, then by kernel.
Times = Mapping[str, Mapping[str, float]]
#: The study lists the networks in the order of the paper's Table 2: a torus, then these.
_PLACES = {"low degree": 1, "high degree": 2, "products": 3, "hypercube": 4}
KERNELS = ("b_eff", "ffte", "graph500", "ft", "is", "cg", "mg", "lu")
#: Tolerance for "almost equal" and "around equal" in the text.
_EQUAL = Said("almost equal", -10, 10)


def simulated_times(work: Measurement) -> Times:
    """Return the simulated times of the example study; each network is a separate step."""
    from netfloor.research.traffic.smpi.study_file import read_smpi_study  # noqa: PLC0415 - pydantic

    with as_file(files("netfloor.examples") / "mpi") as folder:
        study = read_smpi_study(folder / "table2.toml")
        times: dict[str, Any] = {}
        for network in study.networks:
            item = study.model_copy(update={"networks": [network]})
            times[network.network] = work.step(network.network, partial(_seconds, item, work))
    return times


def _seconds(study: Any, work: Measurement) -> dict[str, float | None]:
    from netfloor.research.traffic.smpi.run import simulate_smpi  # noqa: PLC0415 - loads NumPy and SciPy

    report = simulate_smpi(study, None, (1, 1), work.observer, work.interrupt or Interrupt())
    return {run.kernel: run.seconds for run in report.runs}


def gain(times: Times, kind: str, kernel: str) -> float:
    """Return the mean speedup of a network type over the torus in per cent, over the simulated sizes."""
    networks = list(times)
    pairs = zip(networks[0::5], networks[_PLACES[kind] :: 5], strict=True)
    ratios = [times[torus][kernel] / times[item][kernel] for torus, item in pairs if kernel in times[torus]]
    return 100 * (fmean(ratios) - 1)


def _columns(gains: Mapping[str, float], kind: str) -> Row:
    """Return a gain and its rank among the gains that the text gives."""
    ahead = sum(other > gains[kind] for other in gains.values())
    return {"gain, %": float(f"{gains[kind]:.4g}"), "place": ahead + 1}


def _average(row: str, work: Measurement) -> Row:
    times = simulated_times(work)
    gains = {kind: fmean(gain(times, kind, kernel) for kernel in KERNELS) for kind in _AVERAGES}
    if row == "hypercube":  # the text states no average for it
        return {"gain, %": float(f"{gains.pop(row):.4g}")}
    gains.pop("hypercube")
    return _columns(gains, row)


def _by_kernel(row: str, work: Measurement) -> Row:
    times = work.others[FIGURE_4.key].steps
    of_kernel = _BENCHMARKS[row.partition(",")[0]]
    kernel, stated = of_kernel
    if not kernel:
        return {}
    return _columns({kind: gain(times, kind, kernel) for kind in stated}, row.partition(", ")[2])


#: A gain in per cent that the text states, and its rank among the stated gains where the text implies it.
Stated = Mapping[str, tuple[Printed, int | None]]
_AVERAGES: Stated = {
    "low degree": (15, None),
    "high degree": (52, 1),
    "products": (15, None),
    "hypercube": (None, None),
}
#: Stated by the text, and beyond the sizes that we simulate.
_LARGEST = "b_eff with 1024 nodes"
#: By benchmark of the paper: our kernel (empty if it is not measured), and the gains stated in section 5.2.
_BENCHMARKS: Mapping[str, tuple[str, Stated]] = {
    "b_eff": ("b_eff", {"low degree": (17, 2), "high degree": (42, 1), "products": (14, 3)}),
    _LARGEST: ("", {"low degree": (31, None), "high degree": (62, None), "products": (34, None)}),
    "FFTE": (
        "ffte",
        {
            "low degree": (64, 3),
            "high degree": (128, 1),
            "products": (25, 4),
            "hypercube": (Said("24 % below high degree", 103.5, 104.5), 2),
        },
    ),
    "Graph 500": (
        "graph500",
        {
            "low degree": (25, 4),
            "high degree": (70, 2),
            "products": (27, 3),
            "hypercube": (Said("top performance", 70), 1),
        },
    ),
    "FT": (
        "ft",
        {
            "low degree": (66, 3),
            "high degree": (124, 1),
            "products": (27, 4),
            "hypercube": (Said("21 % below high degree", 102.5, 103.5), 2),
        },
    ),
    "IS": ("is", {"low degree": (_EQUAL, 3), "high degree": (30, 1), "products": (18, 2)}),
    "CG": ("cg", {"low degree": (_EQUAL, 3), "high degree": (28, 2), "products": (35, 1)}),
    "MG": ("mg", {"low degree": (_EQUAL, None), "high degree": (3, None), "products": (18, 1)}),
    "LU": ("lu", {"low degree": (_EQUAL, None), "high degree": (10, 1), "products": (_EQUAL, None)}),
}
_COMMON: dict[str, Any] = {
    "paper": "Circulants",
    "command": "netfloor traffic smpi examples/mpi/table2.toml --out out/smpi",
    "sample": "means over 32 to 256 nodes (IS 128), the paper's over 32 to 1,024",
    "columns": (FigureColumn("gain, %", 0.5, digits=1), FigureColumn("place")),
}

FIGURE_4 = Reproduction(
    key="circulants-figure-4",
    excuse="not comparable",
    exhibits=("Figure 4",),
    first="networks",
    printed=_AVERAGES,
    measure=_average,
    minutes=30,
    **_COMMON,
)

FIGURES_5_TO_9 = Reproduction(
    key="circulants-figures-5-to-9",
    excuse="not comparable",
    exhibits=tuple(f"Figure {number}" for number in range(5, 10)),
    first="benchmark, networks",
    printed={
        f"{name}, {kind}": value
        for name, (_, stated) in _BENCHMARKS.items()
        for kind, value in stated.items()
    },
    measure=_by_kernel,
    minutes=30,
    needs=(FIGURE_4.key,),
    **_COMMON,
)

EXHIBITS = (FIGURE_4, FIGURES_5_TO_9)
