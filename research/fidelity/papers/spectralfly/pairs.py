"""Table II and Figure 11: the text's statements on each LPS graph beside the SlimFly of its size."""

from netfloor.research.fidelity.papers.spectralfly.baselines import CLASSES
from netfloor.research.fidelity.papers.spectralfly.table_2 import CABLES, printed
from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row

_PAIRS = {f"{lps} / {slimfly}": (lps, slimfly) for lps, slimfly in CLASSES.values()}
_LARGEST = list(_PAIRS)[-1]
_LENGTH = Said("within ~10 %", 1 / 1.11, 1.11)
_LATENCY = Said("~5-10 %", 4.5, 11)
_ENERGY, _LINKS = "printed energy per bandwidth, apart, %", "fewer links, %"
_MEAN, _LONGEST = "mean cable", "longest cable"
_SWEEPS = {"average latency": "mean_ns", "end-to-end latency": "longest_ns"}


def _apart(row: str) -> float:
    """Return how much more energy per bandwidth the worse of a pair takes by the printed table, %."""
    low, high = sorted(printed(spec, "mw_per_gbps") for spec in _PAIRS[row])
    return 100 * (high / low - 1)


def _fewer(row: str) -> float:
    """Return how many links fewer than its SlimFly an LPS graph has by the printed table, %."""
    lps, slimfly = (printed(spec, "links") for spec in _PAIRS[row])
    return 100 * (1 - lps / slimfly)


def _compared(row: str, work: Measurement) -> Row:
    lps, slimfly = (work.others[CABLES.key].steps[spec] for spec in _PAIRS[row])
    result = {
        _MEAN: lps["mean_m"] / slimfly["mean_m"],
        _LONGEST: lps["longest_m"] / slimfly["longest_m"],
        _ENERGY: _apart(row),
        _LINKS: _fewer(row),
    }
    for name, key in _SWEEPS.items():
        more = [100 * (mine / other - 1) for mine, other in zip(lps[key], slimfly[key], strict=True)]
        result |= {f"{name}, larger by least, %": min(more), f"{name}, larger by most, %": max(more)}
    return result


def _statements(row: str) -> tuple[Printed, ...]:
    energy, links = Said("~5-10 %", 4.5, 11), None
    if row == _LARGEST:
        energy, links = Said("15 %", 14.5, 15.5), Said("~15 %", 13.5, 16.5)
    return (_LENGTH, _LENGTH, energy, links, *[None, _LATENCY] * len(_SWEEPS))


PAIRS = Reproduction(
    key="spectralfly-table-2-pairs",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="SpectralFly beside SlimFly",
    command="netfloor compare examples/table2.toml --out out/table2",
    seed=1,
    sample="the placed networks of the cables; latencies at switches of 0 to 1,000 ns",
    first="pair",
    columns=(
        FigureColumn(_MEAN, digits=3),
        FigureColumn(_LONGEST, digits=3),
        FigureColumn(_ENERGY, digits=1),
        FigureColumn(_LINKS, digits=1),
        *(
            FigureColumn(f"{name}{end}", digits=1)
            for name in _SWEEPS
            for end in (", larger by least, %", ", larger by most, %")
        ),
    ),
    printed={row: _statements(row) for row in _PAIRS},
    by_formula={(_LARGEST, _ENERGY): _apart(_LARGEST), (_LARGEST, _LINKS): _fewer(_LARGEST)},
    measure=_compared,
    needs=(CABLES.key,),
)

EXHIBITS = (PAIRS,)
