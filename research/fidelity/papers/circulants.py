"""Optimal circulants: Tables 1 and 2, and Figure 3 (averages of Table 2)."""

from statistics import fmean

from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

#: Switches, degree and jumps of the paper's Table 1.
_JUMPS = (
    (32, 4, "1, 7"),
    (32, 5, "1, 6, 16"),
    (64, 4, "1, 14"),
    (64, 5, "1, 7, 32"),
    (64, 6, "1, 4, 25"),
    (128, 6, "1, 8, 54"),
    (128, 7, "1, 12, 30, 64"),
    (256, 6, "1, 47, 122"),
    (256, 7, "1, 13, 33, 128"),
    (256, 8, "1, 9, 74, 103"),
    (512, 8, "1, 15, 56, 149"),
    (512, 9, "1, 23, 31, 119, 256"),
    (1024, 8, "1, 144, 258, 276"),
    (1024, 10, "1, 38, 70, 393, 481"),
)


def _best_jumps(row: str, _work: Measurement) -> Row:
    """Check whether the printed jumps are optimal, and search exhaustively for the optimum."""
    from netfloor.research.circulants.engine.search import search_task  # noqa: PLC0415 - Numba
    from netfloor.research.circulants.engine.tasks import CirculantSearch, merge  # noqa: PLC0415
    from netfloor.research.circulants.isomorphism import isomorphism_classes  # noqa: PLC0415
    from netfloor.research.circulants.space import SearchSpace  # noqa: PLC0415

    routers, radix = (int(number) for number in row.split(", "))
    printed = next(jumps for n, k, jumps in _JUMPS if (n, k) == (routers, radix))
    space = SearchSpace(routers, radix)
    search = CirculantSearch.begin(space)
    result = merge(search, [search_task(search, task) for task in range(search.max_tasks)])
    paired = [int(jump) for jump in printed.split(", ") if 2 * int(jump) != routers]
    ours = printed if space.canonical_sets([tuple(paired)])[0] in result.optima else "another set"
    classes = isomorphism_classes(routers, space.with_half(result.optima)).representatives
    return {
        "jumps": ours,
        "diameter": result.diameter or 0,
        "MPL": result.total / (routers - 1),
        "optima": len(classes),
    }


def _search(key: str, part: str, rows: tuple[tuple[int, int, str], ...], minutes: float) -> Reproduction:
    return Reproduction(
        key=key,
        paper="Circulants",
        exhibits=("Table 1",),
        part=part,
        command="netfloor circulant search --routers N --radix K --no-bisection",
        sample="exhaustive",
        first="switches, degree",
        columns=(
            FigureColumn("jumps"),
            FigureColumn("diameter"),
            FigureColumn("MPL", digits=4),
            FigureColumn("optima"),
        ),
        printed={f"{n}, {k}": (jumps, None, None, None) for n, k, jumps in rows},
        measure=_best_jumps,
        minutes=minutes,
    )


#: By size: torus, circulants of low and high degree, product, hypercube; each with D, MPL and bisection
#: width.
_TABLE_2: dict[str, tuple[int, float, int]] = {
    "circulant:8:1*circulant:4:1": (6, 3.10, 8),
    "circulant:32:1,7": (4, 2.71, 16),
    "circulant:32:1,6,16": (3, 2.29, 20),
    "circulant:8:1*complete:4": (5, 2.84, 8),
    "hypercube:5": (5, 2.58, 16),
    "circulant:8:1*circulant:8:1": (8, 4.06, 16),
    "circulant:64:1,14": (6, 3.78, 22),
    "circulant:64:1,4,25": (4, 2.60, 48),
    "circulant:16:1,8*complete:4": (5, 3.24, 16),
    "hypercube:6": (6, 3.05, 32),
    "circulant:8:1*circulant:4:1*circulant:4:1": (8, 4.03, 32),
    "circulant:128:1,8,54": (5, 3.34, 76),
    "circulant:128:1,12,30,64": (4, 3.02, 100),
    "circulant:32:1,7*complete:4": (5, 3.40, 64),
    "hypercube:7": (7, 3.53, 64),
    "circulant:8:1*circulant:8:1*circulant:4:1": (10, 5.02, 64),
    "circulant:256:1,47,122": (6, 4.25, 120),
    "circulant:256:1,9,74,103": (5, 3.33, 234),
    "circulant:64:1,7,32*complete:4": (5, 3.78, 128),
    "hypercube:8": (8, 4.02, 128),
    "circulant:8:1*circulant:4:1*circulant:4:1*circulant:4:1": (10, 5.01, 128),
    "circulant:512:1,15,56,149": (6, 4.04, 392),
    "circulant:512:1,23,31,119,256": (5, 3.73, 472),
    "circulant:128:1,8,54*complete:4": (6, 4.07, 304),
    "hypercube:9": (9, 4.51, 256),
    "circulant:8:1*circulant:8:1*circulant:4:1*circulant:4:1": (12, 6.01, 256),
    "circulant:1024:1,144,258,276": (7, 4.88, 624),
    "circulant:1024:1,38,70,393,481": (5, 4.07, 1036),
    "circulant:256:1,13,33,128*complete:4": (6, 4.52, 624),
    "hypercube:10": (10, 5.00, 512),
}


def _properties(row: str, work: Measurement) -> Row:
    from netfloor.structure.bisection.interval import bisection  # noqa: PLC0415 - Numba
    from netfloor.structure.hops.distances import distances  # noqa: PLC0415

    network = build(row)
    hops = distances(network)
    cut = bisection(network, seeds=work.size, seed=work.seed)
    return {
        "D": hops.diameter,
        "MPL": hops.mean_distance,
        "bisection": Ours(cut.links, cut.lower_links),
        "cut found by": cut.method,
    }


TABLE_2 = Reproduction(
    key="circulants-table-2",
    paper="Circulants",
    exhibits=("Table 2",),
    command="netfloor topology show SPEC --bisection",
    seed=0,
    sample="50 seeds of METIS",
    columns=(
        FigureColumn("D"),
        FigureColumn("MPL", 0.005, digits=4, printed_digits=2),
        FigureColumn("bisection", better="less"),
        FigureColumn("cut found by", compared=False),
    ),
    printed={spec: (*figures, None) for spec, figures in _TABLE_2.items()},
    measure=_properties,
    minutes=8,
    size=50,
    quick_size=5,
)

#: Column of each network type among the five of a size.
_KINDS = {"low degree": 1, "products": 3, "high degree": 2, "hypercube": 4}


def _average_ratios(row: str, work: Measurement) -> Row:
    """Return the ratios to the torus of the same size, averaged over the sizes as in the paper."""
    ours = work.others[TABLE_2.key].ours
    result: dict[str, tuple[float, ...]] = {
        spec: tuple(float(ours[spec][name].value) for name in ("D", "MPL", "bisection"))
        for spec in _TABLE_2
    }
    return _ratios(row, result)


def _ratios(kind: str, figures: dict[str, tuple[float, ...]]) -> dict[str, float]:
    specs = list(_TABLE_2)
    pairs = [
        (figures[torus], figures[spec])
        for torus, spec in zip(specs[0::5], specs[_KINDS[kind] :: 5], strict=True)
    ]
    hops = [fmean(torus[i] / item[i] for torus, item in pairs) for i in range(2)]
    wider = fmean(item[2] / torus[2] for torus, item in pairs)
    return {
        "D ratio": hops[0],
        "MPL ratio": hops[1],
        "D smaller, %": 100 * (1 - 1 / hops[0]),
        "MPL smaller, %": 100 * (1 - 1 / hops[1]),
        "bisection larger, %": 100 * (wider - 1),
    }


FIGURE_3 = Reproduction(
    key="circulants-figure-3",
    paper="Circulants",
    exhibits=("Figure 3",),
    command="",
    sample="means over the six sizes of Table 2",
    first="networks",
    columns=(
        FigureColumn("D ratio", 0.005, digits=3, printed_digits=2),
        FigureColumn("MPL ratio", 0.005, digits=3, printed_digits=2),
        FigureColumn("D smaller, %", 0.5, digits=1),
        FigureColumn("MPL smaller, %", 0.5, digits=1),
        FigureColumn("bisection larger, %", 0.5, digits=1),
    ),
    printed={
        "low degree": (1.58, 1.18, 37, 15, None),
        "products": (1.68, 1.24, 40, 19, None),
        "high degree": (None, None, 52, 30, Said("up to 235", 211.5, 258.5)),
        "hypercube": (None, None, None, None, None),
    },
    measure=_average_ratios,
    minutes=8,
    needs=(TABLE_2.key,),
    rule_changed=True,
)

EXHIBITS = (
    _search("circulants-table-1", "up to 128 switches", _JUMPS[:7], 0.5),
    _search("circulants-table-1-large", "256 to 1024 switches", _JUMPS[7:], 60),
    TABLE_2,
    FIGURE_3,
)
