"""Figures 9 and 10, printed without numbers: the text's statements on motifs, at two message scales."""

from functools import partial
from importlib.resources import as_file, files

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row

HALO, SWEEP = "halo3d26", "sweep3d"
BALANCED, UNBALANCED = "fft3d-balanced", "fft3d-unbalanced"
OURS, BASE = "SpectralFly", "DragonFly"
NETWORKS = (OURS, BASE, "SlimFly", "BundleFly")
SCALES = (1, 4)
#: Motifs also measured at the larger scale; the others take minutes per run and are left to the study.
LARGER = (HALO, SWEEP, BALANCED)
#: A motif, the network under comparison, and its competitor.
Pair = tuple[str, str, str]
_TITLES = {HALO: "Halo3D-26", SWEEP: "Sweep3D", BALANCED: "FFT balanced", UNBALANCED: "FFT unbalanced"}
#: With a single seed, a ratio within 2 % does not establish an order.
_OUTPERFORMS = Said("outperforms the others", least=1.02)
_BEHIND = Said("DragonFly performs better", most=0.98)


def _over(motif: str, network: str, printed_by_network: dict[str, Printed]) -> dict[Pair, Printed]:
    """Return the statements that compare a network with others in a motif."""
    return {(motif, network, other): printed for other, printed in printed_by_network.items()}


def _ours_over_all(motif: str, **other: Printed) -> dict[Pair, Printed]:
    """Return statements that SpectralFly wins in a motif, with the exceptions in ``other``."""
    return _over(motif, OURS, {**dict.fromkeys(NETWORKS[1:], _OUTPERFORMS), **other})


def _runtime(name: str, motif: str, network: str, scale: int, work: Measurement) -> int:
    """Return the cycles of a run of an example study."""
    from netfloor.foundation.interrupt import Interrupt  # noqa: PLC0415
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
    motifs = run_motifs(
        name, [asked], MotifRunOptions(), None, work.observer, work.interrupt or Interrupt()
    )
    return motifs.series[0].runs[0].cycles if motifs.series else 0


def _exhibit(number: int, routing: str, statements: dict[Pair, Printed]) -> Reproduction:
    name = f"spectralfly-fig{number:02}"
    rows = {f"{_TITLES[pair[0]]}: {pair[1]}, times as fast as {pair[2]}": pair for pair in statements}

    def cycles(motif: str, network: str, scale: int, work: Measurement) -> int:
        step = f"{motif}, {network}, x {scale}"
        return int(work.step(step, partial(_runtime, name, motif, network, scale, work)))

    def measure(row: str, work: Measurement) -> Row:
        motif, network, other = rows[row]
        return {
            f"messages x {scale}": cycles(motif, other, scale, work) / cycles(motif, network, scale, work)
            for scale in SCALES[: work.size if motif in LARGER else 1]
        }

    return Reproduction(
        key=f"spectralfly-figure-{number}",
        part="motifs",
        excuse="inputs missing",
        paper="SpectralFly",
        exhibits=(f"Figure {number}",),
        command=f"netfloor traffic motifs examples/traffic/{name}.toml --out out/fig{number:02}",
        seed=1,
        sample=f"8,192 ranks, {routing} routing, one run of each motif on each network",
        first="statement",
        columns=tuple(FigureColumn(f"messages x {scale}", digits=3) for scale in SCALES),
        printed={
            row: (statements[pair], statements[pair] if pair[0] in LARGER else None)
            for row, pair in rows.items()
        },
        measure=measure,
        minutes=10,
        size=len(SCALES),
        quick_size=1,
    )


FIGURE_9 = _exhibit(
    9,
    "minimal",
    {
        **_ours_over_all(HALO, DragonFly=Said("about 1.2", 1.08, 1.32)),
        **_ours_over_all(SWEEP, DragonFly=Said("about 1.4", 1.26, 1.54)),
        **{
            (BALANCED, network, BASE): Said("DragonFly slightly outperforms", 0.8, 0.98)
            for network in NETWORKS
            if network != BASE
        },
        **_ours_over_all(UNBALANCED),
    },
)

FIGURE_10 = _exhibit(
    10,
    "UGAL-L",
    {
        **_ours_over_all(HALO),
        **_ours_over_all(SWEEP),
        (BALANCED, OURS, BASE): Said("90 %", 0.81, 0.99),
        **_over(BALANCED, OURS, dict.fromkeys(NETWORKS[2:], Said("performs better", least=1.02))),
        **{(BALANCED, network, BASE): _BEHIND for network in NETWORKS[2:]},
        **{(UNBALANCED, network, BASE): _BEHIND for network in NETWORKS if network != BASE},
    },
)

EXHIBITS = (FIGURE_9, FIGURE_10)
