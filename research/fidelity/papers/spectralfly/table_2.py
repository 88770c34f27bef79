"""Table II: cables, bisections, links by medium and power of eight networks."""

from collections.abc import Mapping
from typing import Any

from netfloor.costmodels.sets.load import load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.reports.comparison.published import load_published
from netfloor.research.fidelity.papers.spectralfly.floor import MOVES, QUICK_MOVES, network, placed
from netfloor.research.fidelity.report.exhibit import FigureColumn, Ours
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.topologies.spec import build

#: Networks in the order of the table's rows.
NETWORKS = (
    "lps:11,7",
    "slimfly:9",
    "lps:19,7",
    "slimfly:13",
    "lps:23,11",
    "slimfly:17",
    "lps:29,13",
    "slimfly:23",
)
_COMMAND = "netfloor compare examples/table2.toml --out out/table2"


def printed(spec: str, key: str) -> float | int:
    """Return a printed figure of a row."""
    return load_published("spectralfly_table2").for_network(spec)[key]


def placed_network(spec: str, work: Measurement) -> dict[str, Any]:
    """Place a network and return its figures, cached because placing takes minutes."""
    entry = network(spec)
    result = work.step(spec, lambda: placed(entry.topology, entry.room, work, work.size, proved=True))
    return dict(result)


def _cables(row: str, work: Measurement) -> Row:
    result = placed_network(row, work)
    return {
        "mean cable, m": Ours(result["mean_m"], lower=result["bound_m"]),
        "longest, m": result["longest_m"],
        "copper": result["copper"],
        "optical": result["links"] - result["copper"],
    }


CABLES = Reproduction(
    key="spectralfly-table-2-cables",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="cables",
    command=_COMMAND,
    seed=1,
    sample=f"{MOVES:,} moves per network",
    columns=(
        FigureColumn("mean cable, m", 0.005, digits=3, printed_digits=2, better="less"),
        FigureColumn("longest, m", digits=1, printed_digits=1, compared=False),
    ),
    printed={spec: (printed(spec, "mean_cable_m"), printed(spec, "max_cable_m")) for spec in NETWORKS},
    measure=_cables,
    minutes=15,
    size=MOVES,
    quick_size=QUICK_MOVES,
)


def _media(row: str, work: Measurement) -> Row:
    """Return the placed network's links by medium, and the graph's total."""
    ours = work.others[CABLES.key].ours[row]
    return {"copper": ours["copper"], "optical": ours["optical"], "links": build(row).link_count}


MEDIA = Reproduction(
    key="spectralfly-table-2-links",
    excuse="inputs missing",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="links by medium",
    command=_COMMAND,
    seed=1,
    sample=f"{MOVES:,} moves per network",
    columns=(FigureColumn("links"), FigureColumn("copper"), FigureColumn("optical")),
    printed={
        spec: (
            printed(spec, "links"),
            printed(spec, "copper_links"),
            printed(spec, "optical_links"),
        )
        for spec in NETWORKS
    },
    measure=_media,
    minutes=15,
    needs=(CABLES.key,),
)


def _bisection(row: str, work: Measurement) -> Row:
    from netfloor.structure.bisection.interval import bisection  # noqa: PLC0415 - loads Numba

    cut = bisection(build(row), seeds=work.size, seed=work.seed)
    return {"bisection, links": Ours(cut.links, cut.lower_links), "cut found by": cut.method}


BISECTIONS = Reproduction(
    key="spectralfly-table-2-bisections",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="bisections",
    command="netfloor topology show SPEC --bisection --seed 1",
    seed=1,
    sample="50 seeds of METIS",
    columns=(FigureColumn("bisection, links", better="less"), FigureColumn("cut found by")),
    printed={spec: (printed(spec, "bisection_links"), None) for spec in NETWORKS},
    measure=_bisection,
    minutes=5,
    size=50,
    quick_size=5,
)

#: Keys of the printed links by medium.
_LINKS = {"electrical": "copper_links", "optical": "optical_links"}
#: Power per port in watts, copper and optical: section VII.
_PORT_W = {"electrical": 3.76, "optical": 4.72}


def _by_text(spec: str) -> float:
    """Return the power of the printed links from the text's watts per port, both ends counted."""
    return sum(2 * watts * printed(spec, _LINKS[medium]) for medium, watts in _PORT_W.items())


def _power(row: str, work: Measurement) -> Row:
    """Return the power of printed links and of our links, from the text's ports and from the fitted set."""
    text, fitted = load_power_set("spectralfly-2022-ports"), load_power_set("spectralfly-2022-table")
    links = {medium: printed(row, _LINKS[medium]) for medium in _PORT_W}
    placed_links = work.others[CABLES.key].ours[row]
    ours = {medium: float(placed_links[quantity].value) for medium, quantity in _SAID.items()}
    cut = work.others[BISECTIONS.key].ours[row]["bisection, links"]
    watts = _watts(text, ours)
    per_gbps = printed(row, "network_power_w") * 1000 / (printed(row, "bisection_links") * _GBPS)
    return {
        "by the text's ports, W": _watts(text, links),
        "mW per Gb/s": per_gbps,
        "by the fitted set, W": _watts(fitted, links),
        "our layout, W": watts,
        "our layout, fitted, W": _watts(fitted, ours),
        "our layout, mW per Gb/s": watts * 1000 / (float(cut.value) * _GBPS),
    }


def _watts(power: PowerSet, links: Mapping[str, float]) -> float:
    return sum(power.link_w(medium) * count for medium, count in links.items())


_SAID = {"electrical": "copper", "optical": "optical"}
_GBPS = 100
POWER = Reproduction(
    key="spectralfly-table-2-power",
    paper="SpectralFly",
    exhibits=("Table II",),
    part="power",
    command=_COMMAND,
    seed=1,
    columns=(
        FigureColumn("by the text's ports, W", 0.5),
        FigureColumn("mW per Gb/s", 0.05, digits=1, printed_digits=1),
        FigureColumn("by the fitted set, W", compared=False, digits=1),
        FigureColumn("our layout, W"),
        FigureColumn("our layout, fitted, W"),
        FigureColumn("our layout, mW per Gb/s", digits=1),
    ),
    printed={
        spec: (
            printed(spec, "network_power_w"),
            printed(spec, "mw_per_gbps"),
            printed(spec, "network_power_w"),
            None,
            None,
            None,
        )
        for spec in NETWORKS
    },
    by_formula={(spec, "by the text's ports, W"): _by_text(spec) for spec in NETWORKS},
    measure=_power,
    minutes=20,
    needs=(CABLES.key, BISECTIONS.key),
)

EXHIBITS = (CABLES, BISECTIONS, MEDIA, POWER)
