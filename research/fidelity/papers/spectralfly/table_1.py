"""Table I: graph properties of five size classes of four families."""

from netfloor.reports.comparison.published import load_published
from netfloor.research.fidelity.report.exhibit import FigureColumn
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

#: LPS, SlimFly, BundleFly and dragonfly of each class.
CLASSES = (
    ("lps:11,7", "slimfly:7", "bundlefly:13,3", "dragonfly:12"),
    ("lps:23,11", "slimfly:17", "bundlefly:37,3", "dragonfly:24"),
    ("lps:53,17", "slimfly:37", "bundlefly:97,4", "dragonfly:53"),
    ("lps:71,17", "slimfly:47", "bundlefly:137,4", "dragonfly:69"),
    ("lps:89,19", "slimfly:59", "bundlefly:157,5", "dragonfly:85"),
)
_KEYS = {
    "switches": "routers",
    "radix": "radix",
    "diameter": "diameter",
    "mean distance": "mean_distance",
    "girth": "girth",
    "mu1": "mu1",
}
_ROUNDED = 0.005


def _properties(row: str, _work: Measurement) -> Row:
    from netfloor.structure.summary import describe  # noqa: PLC0415 - loads Numba

    result = describe(build(row), with_bisection=False).to_dict()
    return {name: result[key] for name, key in _KEYS.items()}


def _printed(spec: str) -> tuple[float | int, ...]:
    figures = load_published("spectralfly_table1").for_network(spec)
    return tuple(figures[key] for key in _KEYS.values())


#: (k - lambda) / k of LPS(23, 11) by the paper's definition; lambda = 3 + 3 sqrt(3) is its second largest
#: eigenvalue (LAPACK, dense solver).
_MU1 = (24 - (3 + 3 * 3**0.5)) / 24


def _table(key: str, part: str, classes: tuple[tuple[str, ...], ...], minutes: float) -> Reproduction:
    return Reproduction(
        key=key,
        paper="SpectralFly",
        exhibits=("Table I",),
        part=part,
        command="netfloor topology compare SPEC...",
        columns=(
            FigureColumn("switches"),
            FigureColumn("radix"),
            FigureColumn("diameter"),
            FigureColumn("mean distance", _ROUNDED, digits=4, printed_digits=2),
            FigureColumn("girth"),
            FigureColumn("mu1", _ROUNDED, digits=4, printed_digits=2),
        ),
        printed={spec: _printed(spec) for clazz in classes for spec in clazz},
        by_formula={("lps:23,11", "mu1"): _MU1} if part.startswith("up") else {},
        measure=_properties,
        minutes=minutes,
    )


SMALL = _table("spectralfly-table-1", "up to 700 switches", CLASSES[:2], 0.2)
LARGE = _table("spectralfly-table-1-large", "2,400 to 7,900 switches", CLASSES[2:], 5)

EXHIBITS = (SMALL, LARGE)
