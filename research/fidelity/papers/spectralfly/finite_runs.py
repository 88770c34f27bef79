"""SpectralFly, Figures 6 to 8, by the paper's protocol: finite runs, networks compared seed by seed."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row

OWN, DRAGONFLY, BUNDLEFLY = "SpectralFly", "DragonFly", "BundleFly"
PRINTED_SLIMFLY, SMALLER_SLIMFLY, OTHER_SLIMFLY = "SlimFly, as printed", "q = 27, 6 endpoints", "q = 17"
#: SlimFlys with fewer and with more channels per rank than SpectralFly, the nearest of its size.
BRACKETS = {"q = 19": "slimfly:19,endpoints=12", "q = 23": "slimfly:23,endpoints=8"}
NETWORKS = {
    OWN: "lps:23,13,endpoints=8",
    DRAGONFLY: "dragonfly:a=16,p=8,h=8,g=69,arrangement=circulant",
    BUNDLEFLY: "bundlefly:9,9,endpoints=6",
    PRINTED_SLIMFLY: "slimfly:27,endpoints=8",
    SMALLER_SLIMFLY: "slimfly:27,endpoints=6",
    OTHER_SLIMFLY: "slimfly:17,endpoints=15",
}
SLIMFLYS = PRINTED_SLIMFLY, SMALLER_SLIMFLY, OTHER_SLIMFLY
PATTERNS = {
    "random": "permutation",
    "bit shuffle": "bit-shuffle",
    "bit reverse": "bit-reverse",
    "transpose": "transpose",
}
#: Cells of Figure 6 in which `BRACKETS` are run.
_BRACKET_CELLS = (*(f"{name} at 0.3" for name in PATTERNS), "random at 0.6")
#: KiB of a port, by packets of a virtual channel on both sides: 2d + 1 channels, packets of 4 KiB.
_EQUAL_BUFFERS = {2: {OWN: 64, "q = 19": 40}, 3: {OWN: 84, "q = 19": 64}}
_BUFFER = 64
#: Loads in the order of measurement.
LOADS = (0.3, 0.6, 0.1, 0.7, 0.2, 0.5)
RANKS, SEEDS = 8192, 3
#: Beginning of columns that compare by the mean message and judge nothing.
_BY_MEAN = "by mean message: "
#: Beginning of columns that count the seeds in which SpectralFly is first, beside one SlimFly.
FIRST = "seeds with SpectralFly first, beside "
#: Beginning of columns of one-packet messages, which judge nothing either.
_SMALL = "the same, messages of 1 packet"
#: Beginning of columns of destinations redrawn for every message, which judge nothing.
_REDRAWN = "destinations redrawn"
#: Completion time of the slowest message in cycles, by seed; means of all messages are not whole.
Times = list[int]
Means = list[float]


def _times(
    spec: str, pattern: str, routing: str, load: float, packets: int, buffer: int, work: Measurement
) -> dict[str, Any]:
    """Return the slowest and the mean message time of every seed; ``buffer`` in KiB a port."""
    from netfloor.foundation.interrupt import Interrupt, Interrupted  # noqa: PLC0415
    from netfloor.research.traffic.offered.messages import OfferedSettings  # noqa: PLC0415 - loads Numba
    from netfloor.research.traffic.study.offered import (  # noqa: PLC0415
        OfferedRequest,
        OfferedSwitches,
        run_offered_loads,
    )
    from netfloor.studies.named_network import NetworkRequest  # noqa: PLC0415

    request = OfferedRequest(
        (NetworkRequest(spec, seed=1),),
        (routing,),
        pattern,
        (load,),
        RANKS,
        OfferedSettings("redrawn" if pattern == "uniform" else "fixed", message_packets=packets),
        seed=1,
        seeds=work.size,
        switches=OfferedSwitches(buffer_bytes=1024 * buffer),
    )
    report = run_offered_loads(request, work.observer, work.interrupt or Interrupt())
    if report.interrupted:
        raise Interrupted
    runs = report.series[0].runs
    return {
        "slowest": [run.slowest for run in runs],
        "mean": [round(run.mean, 1) for run in runs],
        "not_minimal": [round(run.not_minimal, 4) for run in runs],
    }


def _runs(
    network: str,
    pattern: str,
    routing: str,
    load: float,
    work: Measurement,
    packets: int = 16,
    buffer: int = _BUFFER,
) -> tuple[Times, Means]:
    """Return the times of the slowest and of the mean message by seed, cached as a step."""
    parts = [network, pattern, routing, f"{load:g}", *([f"{packets} packet"] if packets != 16 else [])]
    parts += [f"{buffer} KiB"] if buffer != _BUFFER else []
    spec = {**NETWORKS, **BRACKETS}[network]
    step = partial(_times, spec, pattern, routing, load=load, packets=packets, buffer=buffer, work=work)
    times = work.step("; ".join(parts), step)
    return list(times["slowest"]), list(times["mean"])


def _first(mine: Sequence[float], *others: Sequence[float]) -> int:
    """Count the seeds in which a network beats all others."""
    return sum(item < min(rest) for item, *rest in zip(mine, *others, strict=True))


def _mean(times: Times) -> float:
    return sum(times) / len(times)


def _cells(patterns: tuple[str, ...]) -> dict[str, tuple[str, float]]:
    """Return the rows (pattern and load), all patterns of a load first."""
    return {f"{name} at {load:g}": (name, load) for load in LOADS for name in patterns}


def _compared(
    routing: str, cell: tuple[str, float], work: Measurement
) -> tuple[dict[str, float], dict[str, Times]]:
    """Count the seeds in which SpectralFly is first, once per SlimFly, and return all networks' times."""
    slowest, means = _each(tuple(NETWORKS), routing, cell, work)
    result: dict[str, float] = {}
    for slimfly in SLIMFLYS:
        rivals = (DRAGONFLY, BUNDLEFLY, slimfly)
        result[f"{FIRST}{slimfly}"] = _first(slowest[OWN], *(slowest[rival] for rival in rivals))
        result[f"{_BY_MEAN}{FIRST}{slimfly}"] = _first(means[OWN], *(means[rival] for rival in rivals))
    return {**result, **{f"{network}, cycles": _mean(times) for network, times in slowest.items()}}, slowest


def _each(
    networks: tuple[str, ...], routing: str, cell: tuple[str, float], work: Measurement
) -> tuple[dict[str, Times], dict[str, Means]]:
    """Return the times of the slowest and of the mean message, by network."""
    name, load = cell
    pattern = PATTERNS.get(name, "uniform")
    runs = {network: _runs(network, pattern, routing, load, work) for network in networks}
    return {key: times for key, (times, _) in runs.items()}, {key: mean for key, (_, mean) in runs.items()}


_FIRSTS = tuple(FigureColumn(f"{FIRST}{slimfly}") for slimfly in SLIMFLYS)
_MEAN_FIRSTS = tuple(FigureColumn(f"{_BY_MEAN}{FIRST}{slimfly}") for slimfly in SLIMFLYS)
_CYCLES = tuple(FigureColumn(f"{network}, cycles") for network in NETWORKS)
_BUNDLEFLY = "BundleFly before SlimFly, as printed"
#: Routings by figure.
_ROUTINGS = {6: "ugal-l", 7: "minimal", 8: "minimal,valiant"}
_SAMPLE = (
    "8,192 ranks, 10 messages of 16 packets of 4,096 bytes, seeds 1 to 3; "
    "times are means of the slowest message"
)


def _exhibit(
    number: int,
    columns: tuple[FigureColumn, ...],
    printed: dict[str, tuple[Printed, ...]],
    measure: Callable[[str, Measurement], Row],
) -> Reproduction:
    return Reproduction(
        key=f"spectralfly-figure-{number}",
        paper="SpectralFly",
        exhibits=(f"Figure {number}",),
        part="finite runs",
        command=f"netfloor traffic offered SPEC --routing {_ROUTINGS[number]} --pattern P --load L "
        "--ranks 8192 --seed 1 --seeds 3",
        seed=1,
        sample=_SAMPLE,
        first="pattern and load",
        columns=columns,
        printed=printed,
        measure=measure,
        minutes=90,
        size=SEEDS,
        quick_size=1,
        spot=next(iter(printed)),
        beside=tuple(
            column.name
            for column in columns
            if SMALLER_SLIMFLY not in column.name
            and column not in _AHEADS
            and not column.name.startswith((f"{_BY_MEAN}{FIRST}", _SMALL, _REDRAWN))
        ),
    )


_SIX = _cells(tuple(PATTERNS))


def _figure_6(row: str, work: Measurement) -> Row:
    """Return the comparison, and in how many seeds SpectralFly is ahead of single networks."""
    cell = _SIX[row]
    result, times = _compared("ugal-l", cell, work)
    result[_BUNDLEFLY] = _first(times[BUNDLEFLY], times[PRINTED_SLIMFLY])
    for network in (DRAGONFLY, BUNDLEFLY):
        result[f"ahead of {network}"] = _first(times[OWN], times[network])
    if row in _BRACKET_CELLS:
        slowest, means = _each((OWN, *BRACKETS), "ugal-l", cell, work)
        for network in BRACKETS:
            result[f"ahead of {network}"] = _first(slowest[OWN], slowest[network])
            result[f"{_BY_MEAN}ahead of {network}"] = _first(means[OWN], means[network])
            result[f"{network}, cycles"] = _mean(slowest[network])
        result |= _with_equal_buffers(cell, work)
    return result


def _with_equal_buffers(cell: tuple[str, float], work: Measurement) -> dict[str, float]:
    """Count the seeds in which SpectralFly is ahead of q = 19, both with as many packets a channel."""
    name, load = cell
    result: dict[str, float] = {}
    for packets, ports in _EQUAL_BUFFERS.items():
        (own, own_mean), (other, other_mean) = (
            _runs(network, PATTERNS[name], "ugal-l", load, work, buffer=kib)
            for network, kib in ports.items()
        )
        result |= dict(
            zip(
                _equal_columns(packets),
                (_first(own, other), _first(own_mean, other_mean), _mean(own), _mean(other)),
                strict=True,
            )
        )
    return result


def _equal_columns(packets: int) -> tuple[str, ...]:
    start = f"{packets} packets a channel"
    return (
        f"{start}: ahead of q = 19",
        f"{start}, by mean message: ahead of q = 19",
        *(f"{start}: {network}, cycles" for network in _EQUAL_BUFFERS[packets]),
    )


def _bundlefly(name: str) -> Printed:
    """Return the claim on BundleFly; of bit shuffle the text says only that it is an exception."""
    return None if name == "bit shuffle" else Said("better", SEEDS, SEEDS)


_AHEADS = (
    *(FigureColumn(f"ahead of {network}") for network in (DRAGONFLY, BUNDLEFLY, *BRACKETS)),
    *(FigureColumn(f"{_BY_MEAN}ahead of {network}") for network in BRACKETS),
    *(FigureColumn(f"{network}, cycles") for network in BRACKETS),
    *(FigureColumn(name) for packets in _EQUAL_BUFFERS for name in _equal_columns(packets)),
)
_FIRST_OF_ALL = Said("the best", SEEDS, SEEDS)
FIGURE_6 = _exhibit(
    6,
    (*_FIRSTS, FigureColumn(_BUNDLEFLY), *_MEAN_FIRSTS, *_CYCLES, *_AHEADS),
    {
        row: (
            _FIRST_OF_ALL,
            None,
            None,
            _bundlefly(name),
            *[None] * len(_MEAN_FIRSTS + _CYCLES + _AHEADS),
        )
        for row, (name, _) in _SIX.items()
    },
    _figure_6,
)

_SEVEN = _cells(("random", "bit shuffle", "transpose", "random, redrawn"))


def _figure_7(row: str, work: Measurement) -> Row:
    return _compared("minimal", _SEVEN[row], work)[0]


FIGURE_7 = _exhibit(
    7,
    (*_FIRSTS, *_MEAN_FIRSTS, *_CYCLES),
    {
        row: (
            {"random": _FIRST_OF_ALL, "random, redrawn": None}.get(name, Said("similar", SEEDS, SEEDS)),
            *[None] * (2 + len(_MEAN_FIRSTS + _CYCLES)),
        )
        for row, (name, _) in _SEVEN.items()
    },
    _figure_7,
)

_EIGHT = _cells(tuple(PATTERNS))
#: Loads that are also run with one-packet messages, and with destinations redrawn for every message.
_SMALL_TOO = (0.3, 0.6)


def _figure_8(row: str, work: Measurement) -> Row:
    name, load = _EIGHT[row]

    def both(packets: int) -> tuple[tuple[Times, Means], tuple[Times, Means]]:
        minimal, valiant = (
            _runs(OWN, PATTERNS[name], routing, load, work, packets) for routing in ("minimal", "valiant")
        )
        return minimal, valiant

    (minimal, minimal_mean), (valiant, valiant_mean) = both(16)
    result: dict[str, float] = {
        "seeds in which Valiant is faster": _first(valiant, minimal),
        "minimal over Valiant": _ratio(minimal, valiant),
        f"{_BY_MEAN}minimal over Valiant": _ratio(minimal_mean, valiant_mean),
        "minimal, cycles": _mean(minimal),
        "Valiant, cycles": _mean(valiant),
    }
    if load in _SMALL_TOO:
        (minimal, minimal_mean), (valiant, valiant_mean) = both(1)
        result[_SMALL] = _ratio(minimal, valiant)
        result[f"{_SMALL}, by mean message"] = _ratio(minimal_mean, valiant_mean)
        result[f"{_SMALL}: seeds in which Valiant is faster"] = _first(valiant, minimal)
    if name == "random" and load in _SMALL_TOO:
        minimal, valiant = (
            _runs(OWN, "uniform", routing, load, work)[0] for routing in ("minimal", "valiant")
        )
        result[f"{_REDRAWN}: minimal over Valiant"] = _ratio(minimal, valiant)
        result[f"{_REDRAWN}: seeds in which Valiant is faster"] = _first(valiant, minimal)
    return result


def _ratio(times: Sequence[float], other: Sequence[float]) -> float:
    """Return the mean over the seeds of one time relative to the other."""
    return sum(mine / theirs for mine, theirs in zip(times, other, strict=True)) / len(times)


def _gain(name: str, load: float) -> tuple[Printed, Printed]:
    """Return the text's claims for a cell: seeds in which Valiant is faster, and its gain."""
    if name != "random":
        return Said("all offered loads", SEEDS, SEEDS), Said("significant improvement", least=1.1)
    if load == 0.6:
        return None, Said("except at 60 %", least=0.9)
    return Said("decrease", 0, 0), Said("significant decrease", most=0.9)


FIGURE_8 = _exhibit(
    8,
    (
        FigureColumn("seeds in which Valiant is faster"),
        FigureColumn("minimal over Valiant", digits=3, another_way=True),
        FigureColumn(f"{_BY_MEAN}minimal over Valiant", digits=3),
        FigureColumn(_SMALL, digits=3),
        FigureColumn(f"{_SMALL}, by mean message", digits=3),
        FigureColumn(f"{_SMALL}: seeds in which Valiant is faster"),
        FigureColumn(f"{_REDRAWN}: minimal over Valiant", digits=3),
        FigureColumn(f"{_REDRAWN}: seeds in which Valiant is faster"),
        FigureColumn("minimal, cycles"),
        FigureColumn("Valiant, cycles"),
    ),
    {row: (*_gain(*cell), *[None] * 8) for row, cell in _EIGHT.items()},
    _figure_8,
)

EXHIBITS = (FIGURE_6, FIGURE_7, FIGURE_8)
