"""Figures 9 and 10, printed without numbers: the text's statements on motifs, at two message scales."""

from functools import partial
from importlib.resources import as_file, files

from netfloor.research.fidelity.papers.spectralfly.finite_runs import (
    BUNDLEFLY,
    DRAGONFLY,
    OWN,
    PRINTED_SLIMFLY,
    SEEDS,
    SLIMFLYS,
    Times,
)
from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row

HALO, SWEEP = "halo3d26", "sweep3d"
BALANCED, UNBALANCED = "fft3d-balanced", "fft3d-unbalanced"
SCALES = (1, 4)
#: Motifs also measured at the larger scale.
LARGER = (HALO, SWEEP, BALANCED)
#: A motif, the network under comparison, and its competitor.
Pair = tuple[str, str, str]
#: A statement: the seeds in which the network is ahead, and how many times as fast it is.
Statement = tuple[Printed, Printed]
_TITLES = {HALO: "Halo3D-26", SWEEP: "Sweep3D", BALANCED: "FFT balanced", UNBALANCED: "FFT unbalanced"}
_OTHERS = (DRAGONFLY, BUNDLEFLY, PRINTED_SLIMFLY)
_OUTPERFORMS: Statement = Said("outperforms the others", SEEDS, SEEDS), None
_BEHIND: Statement = Said("DragonFly performs better", 0, 0), None
_SLIGHTLY_BEHIND: Statement = (
    Said("DragonFly slightly outperforms", 0, 0),
    Said("DragonFly slightly outperforms", 1 / 1.2, 1),
)
_BESIDE: Statement = None, None


def _about(text: str, times: float) -> Statement:
    """Return the statement that a network is about ``times`` as fast."""
    return None, Said(text, round(0.9 * times, 3), round(1.1 * times, 3))


def _ours(motif: str, dragonfly: Statement, slimfly: Statement = _OUTPERFORMS) -> dict[Pair, Statement]:
    """Return the statements on SpectralFly in a motif; SlimFlys that are not printed are listed too."""
    others = {
        DRAGONFLY: dragonfly,
        BUNDLEFLY: slimfly,
        **dict.fromkeys(SLIMFLYS, _BESIDE),
        PRINTED_SLIMFLY: slimfly,
    }
    return {(motif, OWN, other): statement for other, statement in others.items()}


def _over_dragonfly(motif: str, networks: tuple[str, ...], statement: Statement) -> dict[Pair, Statement]:
    """Return a statement on several networks beside DragonFly."""
    return {(motif, network, DRAGONFLY): statement for network in networks}


def _runtimes(name: str, motif: str, network: str, scale: int, work: Measurement) -> Times:
    """Return the cycles of an example study's runs, by seed."""
    from dataclasses import replace  # noqa: PLC0415

    from netfloor.foundation.interrupt import Interrupt, Interrupted  # noqa: PLC0415
    from netfloor.research.traffic.study.motif import MotifRunOptions, run_motifs  # noqa: PLC0415 - loads Numba
    from netfloor.research.traffic.study.motif_file import read_motif_study, requests_of  # noqa: PLC0415

    with as_file(files("netfloor.examples") / "traffic" / f"{name}.toml") as path:
        study = read_motif_study(path)
    (size,) = [item.size * scale for item in study.motifs if item.motif == motif]
    (asked,) = [
        request
        for request in requests_of(study)
        if (request.label, request.motif, request.settings.size_bytes) == (network, motif, size)
    ]
    asked = replace(asked, seeds=work.size)
    motifs = run_motifs(
        name, [asked], MotifRunOptions(), None, work.observer, work.interrupt or Interrupt()
    )
    if not motifs.series:
        raise Interrupted
    return [run.cycles for run in motifs.series[0].runs]


def _ahead(mine: Times, theirs: Times) -> float:
    """Count the seeds in which a network is faster; a tie is half a seed."""
    return sum((own < other) + (own == other) / 2 for own, other in zip(mine, theirs, strict=True))


def _exhibit(number: int, routing: str, statements: dict[Pair, Statement]) -> Reproduction:
    name = f"spectralfly-fig{number:02}"
    rows = {f"{_TITLES[pair[0]]}: {pair[1]}, times as fast as {pair[2]}": pair for pair in statements}

    def cycles(motif: str, network: str, scale: int, work: Measurement) -> Times:
        step = f"{motif}, {network}, x {scale}"
        return list(work.step(step, partial(_runtimes, name, motif, network, scale, work)))

    def measure(row: str, work: Measurement) -> Row:
        motif, network, other = rows[row]
        result: dict[str, float] = {}
        for scale in SCALES[: 2 if motif in LARGER else 1]:
            mine, theirs = (cycles(motif, item, scale, work) for item in (network, other))
            result[f"messages x {scale}, seeds ahead"] = _ahead(mine, theirs)
            result[f"messages x {scale}"] = sum(theirs) / sum(mine)
        return result

    return Reproduction(
        key=f"spectralfly-figure-{number}",
        part="motifs",
        excuse="inputs missing",
        paper="SpectralFly",
        exhibits=(f"Figure {number}",),
        command=f"netfloor traffic motifs examples/traffic/{name}.toml --out out/fig{number:02}",
        seed=1,
        sample=f"8,192 ranks, {routing} routing, 3 seeds; ratios of the seeds' summed runtimes",
        first="statement",
        columns=tuple(
            column
            for scale in SCALES
            for column in (
                FigureColumn(f"messages x {scale}, seeds ahead"),
                FigureColumn(f"messages x {scale}", digits=3),
            )
        ),
        printed={
            row: (*statements[pair], *(statements[pair] if pair[0] in LARGER else (None, None)))
            for row, pair in rows.items()
        },
        measure=measure,
        minutes=25,
        size=SEEDS,
        quick_size=1,
        spot=next(iter(rows)),
        version=2,
        beside=("messages x 1", "messages x 4"),
    )


FIGURE_9 = _exhibit(
    9,
    "minimal",
    {
        **_ours(HALO, _about("about 1.2", 1.2)),
        **_ours(SWEEP, _about("about 1.4", 1.4)),
        **_over_dragonfly(BALANCED, (OWN, BUNDLEFLY, PRINTED_SLIMFLY), _SLIGHTLY_BEHIND),
        **{(BALANCED, OWN, other): _BESIDE for other in (BUNDLEFLY, PRINTED_SLIMFLY)},
        **_ours(UNBALANCED, _OUTPERFORMS),
    },
)

FIGURE_10 = _exhibit(
    10,
    "UGAL-L",
    {
        **_ours(HALO, _OUTPERFORMS),
        **_ours(SWEEP, _OUTPERFORMS),
        **_ours(BALANCED, _about("90 %", 0.9), (Said("performs better", SEEDS, SEEDS), None)),
        **_over_dragonfly(BALANCED, (BUNDLEFLY, PRINTED_SLIMFLY), _BEHIND),
        **_over_dragonfly(UNBALANCED, (OWN, BUNDLEFLY, PRINTED_SLIMFLY), _BEHIND),
        **{(UNBALANCED, OWN, other): _BESIDE for other in (BUNDLEFLY, PRINTED_SLIMFLY)},
    },
)

EXHIBITS = (FIGURE_9, FIGURE_10)
