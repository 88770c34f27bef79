"""The dragonfly paper's simulations, Figures 8 to 12, 14 and 16: the numbers stated in the text."""

from collections.abc import Callable

import numpy as np

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.research.fidelity.simulated_loads import Load, QueueRule, StudyLoads

UNIFORM, WORST = "uniform", "next-group"
MIN, VAL, G, L = "group-minimal", "group-valiant", "group-ugal-g", "group-ugal-l"
VC, VCH, CR = "group-ugal-l-vc", "group-ugal-l-vch", "group-ugal-l-cr"


def _of(loads: StudyLoads, routing: str, pattern: str, buffers: int = 16) -> list[Load]:
    """Return the loads of a series in ascending order."""
    return loads.of(routing, pattern, buffers)


class NotCarriedError(Exception):
    """A load that a figure needs has no latency: it is saturated or not in a steady state."""


def _known(load: Load, key: str) -> float:
    """Return a latency of a load; raise `NotCarriedError` if it has none."""
    if load[key] is None:
        raise NotCarriedError
    return float(load[key])


#: A series: routing, pattern and flits of a buffer.
Series = tuple[str, str, int]


def _latency_ratio(loads: StudyLoads, load: float, ours: Series, base: Series) -> float:
    """Return the latency at a load relative to another series."""
    mine, other = (_known(loads.at(*series, load), "latency") for series in (ours, base))
    return mine / other


def _panel_d(loads: StudyLoads) -> float:
    """Return by how much UGAL-L_CR's latency is below UGAL-L_VCH's, uniform at 0.7 with 256 flits, %."""
    mine, other = (loads.alone(routing, UNIFORM, 256, 0.7) for routing in (CR, VCH))
    return 100 * (1 - _known(mine, "latency") / _known(other, "latency"))


def _accepted(loads: StudyLoads, routing: str, pattern: str, buffers: int = 16) -> float:
    """Return the highest accepted load of the series."""
    return max(float(item["accepted"]) for item in _of(loads, routing, pattern, buffers))


def _ratio(loads: StudyLoads, ours: str, base: str, pattern: str) -> float:
    return _accepted(loads, ours, pattern) / _accepted(loads, base, pattern)


def _short_seeds(loads: StudyLoads, ours: str, base: str, pattern: str) -> int:
    """Count the seeds in which a routing has a lower peak accepted load than another."""
    mine, other = (
        np.max([item["accepted_by_seed"] for item in _of(loads, routing, pattern)], axis=0)
        for routing in (ours, base)
    )
    return int((mine < other).sum())


def _near_saturation(loads: StudyLoads, ours: str, base: str, pattern: str) -> float:
    """Return the latency relative to another routing, at the highest load that both carry."""
    return _latencies(loads, ours, base, pattern, 16)[-1]


def _latencies(
    loads: StudyLoads, ours: str, base: str, pattern: str, buffers: int, key: str = "latency"
) -> list[float]:
    """Return the latency of ``ours`` relative to ``base`` at every load that both carry (at least one)."""
    series = (loads.until_saturated(routing, pattern, buffers) for routing in (base, ours))
    results = [
        float(mine[key] / other[key])
        for other, mine in zip(*series, strict=False)
        if mine[key] is not None and other[key] is not None
    ]
    if not results:
        raise NotCarriedError
    return results


def _beside(loads: StudyLoads, routing: str, place: str) -> float:
    """Return the utilisation of some global channels relative to the others, at the only load."""
    use = _of(loads, routing, WORST)[0]["use"]
    return float(use[place] / use["others"])


def _shown(loads: StudyLoads, buffers: int, load: float) -> Load:
    """Return a load of UGAL-L in the worst case, by waiting of Figure 11's runs.

    If it is not carried, its distribution is of the labelled packets that had arrived at the end.
    """
    if loads.queue_rule == "credits":
        return loads.at(L, WORST, buffers, load)
    steps = loads.work.others["dragonfly-figure-11"].steps
    return next(item for item in steps[f"{L}, {WORST}, {buffers} flits"] if item["load"] == load)


def _humps(loads: StudyLoads, buffers: int, load: float) -> float:
    """Return the median latency of minimal packets relative to the 99th percentile of the others."""
    item = _shown(loads, buffers, load)
    return _known(item, "minimal_median") / _known(item, "others_99")


def _minimal_share(loads: StudyLoads, buffers: int, load: float) -> float:
    return 1 - float(_shown(loads, buffers, load)["not_minimal"])


def _offered_share(loads: StudyLoads, buffers: int, load: float) -> float:
    return float(_shown(loads, buffers, load)["accepted"]) / load


def _by_depth(loads: StudyLoads, depth: int, key: str, load: float = 0.1) -> float:
    return _known(loads.at(L, WORST, depth, load), key)


def _highest(loads: StudyLoads, routing: str, pattern: str, buffers: int = 16) -> float:
    """Return the highest load run that is not saturated: throughput as the paper defines it."""
    found = loads.until_saturated(routing, pattern, buffers)
    return max(float(item["load"]) for item in found if not item["saturated"])


def _carried(loads: StudyLoads, depth: int) -> float:
    return _highest(loads, L, WORST, depth)


def _highest_ratio(loads: StudyLoads, ours: str, base: str, pattern: str) -> float:
    return _highest(loads, ours, pattern) / _highest(loads, base, pattern)


def _falls(loads: StudyLoads) -> float:
    """Return the share of steps of load up to saturation in which UGAL-L's latency falls."""
    results = [
        item["latency"] for item in loads.until_saturated(L, WORST, 16) if item["latency"] is not None
    ]
    return float((np.diff(results) < 0).mean())


def _global(loads: StudyLoads) -> float:
    """Return UGAL-G's latency in the worst case at 0.1, 16 flits, from Figure 8."""
    steps = loads.work.others["dragonfly-figure-8"].steps
    if loads.queue_rule == "credits":
        (found,) = steps[loads.name(G, WORST, 16, 0.1)]
    else:
        found = next(item for item in steps[f"{G}, {WORST}, 16 flits"] if item["load"] == 0.1)
    return _known(found, "latency")


def _steps_up(loads: StudyLoads) -> int:
    """Count the increases in buffer depth that raise the latency at a load of 0.1."""
    results = [_by_depth(loads, depth, "latency") for depth in (4, 8, 16, 32, 64)]
    return int((np.diff(results) > 0).sum())


def _linear(loads: StudyLoads) -> float:
    """Return the latency added from 32 to 64 flits over that from 16 to 32 flits: 2 if linear."""
    low, middle, high = (_by_depth(loads, depth, "minimal") for depth in (16, 32, 64))
    return (high - middle) / (middle - low)


#: A statement of the text with the range in which it holds, and the function that computes our figure.
#: Without a function the statement is not measured.
Statement = tuple[Printed, Callable[[StudyLoads], float] | None]
_SIMILAR, _APPROACHES = (0.9, 1.1), (0.9, 1.0)


def _exhibit(
    number: str,
    name: str,
    statements: dict[str, Statement],
    minutes: float,
    spot: str = "",
    needs: tuple[str, ...] = (),
    *,
    waiting_alone: tuple[str, ...] = (),
) -> Reproduction:
    """Return an exhibit; rows whose names have a part of ``waiting_alone`` lack figures by credits."""

    def measure(row: str, work: Measurement) -> Row:
        found = statements[row][1]
        if found is None:
            return {}
        rules = _RULES[:1] if any(part in row for part in waiting_alone) else _RULES
        return {
            column: figure(found, StudyLoads(f"dragonfly-{name}", work, rule)) for column, rule in rules
        }

    def figure(found: Callable[[StudyLoads], float], loads: StudyLoads) -> float | str:
        try:
            return float(f"{found(loads):.6g}")
        except NotCarriedError:
            return "not carried"

    key = f"dragonfly-figure-{number}"
    cycles = {"fig08": "1,000", "fig10": "1,000", "fig09": "3,000"}.get(name, "2,000")
    return Reproduction(
        key=key,
        paper="Dragonfly",
        exhibits=(f"Figure {number}",),
        command=f"netfloor traffic study examples/traffic/dragonfly-{name}.toml --out out/{name}",
        seed=1,
        sample=f"1,056 nodes, 3 seeds, {cycles} cycles measured; the queues of UGAL judge by waiting flits",
        first="statement",
        columns=(
            FigureColumn(_WAITING, 0.0005, digits=3, printed_digits=5),
            FigureColumn(_CREDITS, 0.0005, digits=3, printed_digits=5),
        ),
        printed={row: (printed, None) for row, (printed, _) in statements.items()},
        measure=measure,
        minutes=minutes,
        size=_SEEDS,
        quick_size=1,
        version=4,
        spot=spot,
        needs=needs,
        beside=(_CREDITS,),
        rule_changed=number in _CHANGED,
    )


_SEEDS = 3
_EVERY = _SEEDS, _SEEDS
#: Figures whose state was worse by the first rules.
_CHANGED = ("14",)
#: Our figures by what UGAL's queues count: the first judges, see the protocol.
_WAITING, _CREDITS = "by waiting", "by credits"
_RULES: tuple[tuple[str, QueueRule], ...] = ((_WAITING, "waiting"), (_CREDITS, "credits"))


FIGURE_8 = _exhibit(
    "8",
    "fig08",
    {
        "MIN, worst case: accepted": (1 / 32, lambda x: _accepted(x, MIN, WORST)),
        "VAL, worst case: accepted": (
            Said("slightly under 50 %", 0.45, 0.4999),
            lambda x: _accepted(x, VAL, WORST),
        ),
        "VAL, uniform: accepted": (
            Said("approximately half", 0.45, 0.55),
            lambda x: _accepted(x, VAL, UNIFORM),
        ),
        "UGAL-G over MIN, uniform: accepted": (
            Said("approaches", *_APPROACHES),
            lambda x: _ratio(x, G, MIN, UNIFORM),
        ),
        "UGAL-L over MIN, uniform: accepted": (
            Said("approaches", *_APPROACHES),
            lambda x: _ratio(x, L, MIN, UNIFORM),
        ),
        "UGAL-L over MIN, uniform, highest load that both carry: latency": (
            Said("slightly higher near saturation", 1.0001, 1.2),
            lambda x: _near_saturation(x, L, MIN, UNIFORM),
        ),
        "UGAL-G over MIN, uniform, highest load that both carry: latency": (
            Said("slightly higher near saturation", 1.0001, 1.2),
            lambda x: _near_saturation(x, G, MIN, UNIFORM),
        ),
        "UGAL-G over VAL, worst case: accepted": (
            Said("similar", *_SIMILAR),
            lambda x: _ratio(x, G, VAL, WORST),
        ),
        "UGAL-L, worst case: highest load carried": (
            Said("0.2 is just prior to saturation", 0.2, 0.25),
            lambda x: _carried(x, 16),
        ),
        "UGAL-L, worst case: accepted in overload": (None, lambda x: _accepted(x, L, WORST)),
        "UGAL-G over MIN, uniform: highest load carried": (
            None,
            lambda x: _highest_ratio(x, G, MIN, UNIFORM),
        ),
        "UGAL-L over MIN, uniform: highest load carried": (
            None,
            lambda x: _highest_ratio(x, L, MIN, UNIFORM),
        ),
        "UGAL-G over VAL, worst case: highest load carried": (
            None,
            lambda x: _highest_ratio(x, G, VAL, WORST),
        ),
    },
    60,
    spot="MIN, worst case: accepted",
    waiting_alone=("over MIN", "overload"),
)

FIGURE_9 = _exhibit(
    "9",
    "fig09",
    {
        "UGAL-L: accepted over offered at 0.2": (
            Said("just prior to the saturation", 0.99, 1.01),
            lambda x: float(_of(x, L, WORST)[0]["accepted"]) / 0.2,
        ),
        "UGAL-L: channels of the same switch over the others": (
            Said("under-utilised", most=0.9),
            lambda x: _beside(x, L, "same switch"),
        ),
        "UGAL-G: channels of the same switch over the others": (
            Said("uniformly balanced", *_SIMILAR),
            lambda x: _beside(x, G, "same switch"),
        ),
        "UGAL-G: the minimal channel over the others": (
            Said("preferred", least=1.1),
            lambda x: _beside(x, G, "direct"),
        ),
    },
    1,
)

FIGURE_10 = _exhibit(
    "10",
    "fig10",
    {
        "UGAL-L_VC below UGAL-G, uniform: accepted, %": (
            Said("approximately 30 %", 27, 33),
            lambda x: 100 * (1 - _ratio(x, VC, G, UNIFORM)),
        ),
        "UGAL-L_VCH over UGAL-G, uniform: accepted": (
            Said("matches", *_SIMILAR),
            lambda x: _ratio(x, VCH, G, UNIFORM),
        ),
        "UGAL-L_VCH over UGAL-G, uniform at 0.8: latency": (
            Said("nearly 2 times", 1.7, 2),
            lambda x: _latency_ratio(x, 0.8, (VCH, UNIFORM, 16), (G, UNIFORM, 16)),
        ),
        "UGAL-L_VC over UGAL-G, worst case: accepted": (
            Said("matches", *_SIMILAR),
            lambda x: _ratio(x, VC, G, WORST),
        ),
        "UGAL-L_VCH over UGAL-L_VC, worst case: accepted": (
            Said("the same", *_SIMILAR),
            lambda x: _ratio(x, VCH, VC, WORST),
        ),
        "UGAL-L_VCH over UGAL-G, worst case at 0.2: latency": (
            Said("higher intermediate latency", 1.0001),
            lambda x: _latency_ratio(x, 0.2, (VCH, WORST, 16), (G, WORST, 16)),
        ),
        "UGAL-L_VC below UGAL-G, uniform: highest load carried, %": (
            None,
            lambda x: 100 * (1 - _highest_ratio(x, VC, G, UNIFORM)),
        ),
        "UGAL-L_VCH over UGAL-G, uniform: highest load carried": (
            None,
            lambda x: _highest_ratio(x, VCH, G, UNIFORM),
        ),
        "UGAL-L_VC over UGAL-G, worst case: highest load carried": (
            None,
            lambda x: _highest_ratio(x, VC, G, WORST),
        ),
        "UGAL-L_VCH over UGAL-L_VC, worst case: highest load carried": (
            None,
            lambda x: _highest_ratio(x, VCH, VC, WORST),
        ),
    },
    60,
    waiting_alone=("UGAL",),
)

FIGURE_11 = _exhibit(
    "11",
    "fig11",
    {
        "minimal over other packets at 0.1, 16 flits: latency": (
            Said("significantly higher", least=1.1),
            lambda x: _by_depth(x, 16, "minimal") / _by_depth(x, 16, "others"),
        ),
        "256 flits over 16 at 0.1, minimal packets: latency": (
            Said("proportional to the depth", 14.4, 17.6),
            lambda x: _by_depth(x, 256, "minimal") / _by_depth(x, 16, "minimal"),
        ),
        "other packets of UGAL-L over UGAL-G at 0.1, 16 flits: latency": (
            Said("comparable to UGAL-G", *_SIMILAR),
            lambda x: _by_depth(x, 16, "others") / _global(x),
        ),
        "256 flits over 16 at 0.1, other packets: latency": (
            None,
            lambda x: _by_depth(x, 256, "others") / _by_depth(x, 16, "others"),
        ),
        "16 flits: share of the steps of load up to saturation in which latency falls": (1, _falls),
    },
    40,
    needs=("dragonfly-figure-8",),
)

FIGURE_12 = _exhibit(
    "12",
    "fig11",
    {
        "at 0.25, 16 flits: all packets": (Said("two clear distributions", least=1), None),
        "at 0.25, 256 flits: all packets": (Said("two clear distributions", least=1), None),
        "at 0.25, 256 flits: share of minimal among all packets": (
            Said("a limited number", most=0.4999),
            None,
        ),
        "at 0.25, 16 flits: median of minimal over 99th percentile of others, cut off": (
            None,
            lambda x: _humps(x, 16, 0.25),
        ),
        "at 0.25, 256 flits: median of minimal over 99th percentile of others, cut off": (
            None,
            lambda x: _humps(x, 256, 0.25),
        ),
        "at 0.25, 256 flits: share of minimal packets, cut off": (
            None,
            lambda x: _minimal_share(x, 256, 0.25),
        ),
        "at 0.25, 16 flits: accepted over offered": (None, lambda x: _offered_share(x, 16, 0.25)),
        "at 0.25, 256 flits: accepted over offered": (None, lambda x: _offered_share(x, 256, 0.25)),
        "at 0.15, 16 flits: median of minimal over 99th percentile of others": (
            None,
            lambda x: _humps(x, 16, 0.15),
        ),
        "at 0.1, 256 flits: median of minimal over 99th percentile of others": (
            None,
            lambda x: _humps(x, 256, 0.1),
        ),
        "at 0.1, 256 flits: share of minimal packets": (None, lambda x: _minimal_share(x, 256, 0.1)),
        "at 0.05, 256 flits: share of minimal packets": (None, lambda x: _minimal_share(x, 256, 0.05)),
    },
    0.1,
    needs=("dragonfly-figure-11",),
    waiting_alone=("0.25, 16 flits",),
)

FIGURE_14 = _exhibit(
    "14",
    "fig14",
    {
        "steps from 4 to 64 flits in which latency at 0.1 rises, of 4": (4, _steps_up),
        "minimal packets at 0.1: latency added from 32 to 64 flits over 16 to 32": (
            Said("proportional to the depth", 1.8, 2.2),
            _linear,
        ),
        "4 flits over 64: highest load carried": (
            Said("reduced throughput", most=0.9999),
            lambda x: _carried(x, 4) / _carried(x, 64),
        ),
        "4 flits over 64: accepted in overload": (
            None,
            lambda x: _accepted(x, L, WORST, 4) / _accepted(x, L, WORST, 64),
        ),
    },
    40,
    waiting_alone=("overload",),
)

FIGURE_16 = _exhibit(
    "16",
    "fig16",
    {
        "UGAL-L_CR below UGAL-L, worst case, 16 flits: latency, up to %": (
            Said("up to 35 %", 31.5, 38.5),
            lambda x: 100 * (1 - min(_latencies(x, CR, L, WORST, 16))),
        ),
        "UGAL-L over UGAL-L_CR, worst case, 256 flits: latency, up to": (
            Said("over 20 times", 20.0001, 40),
            lambda x: 1 / min(_latencies(x, CR, L, WORST, 256)),
        ),
        "the same, of minimal packets alone": (
            None,
            lambda x: 1 / min(_latencies(x, CR, L, WORST, 256, "minimal")),
        ),
        "UGAL-L_CR, worst case at 0.2, 256 flits over 16: latency": (
            Said("independent of buffer size", *_SIMILAR),
            lambda x: _latency_ratio(x, 0.2, (CR, WORST, 256), (CR, WORST, 16)),
        ),
        "UGAL-L_CR over UGAL-G, worst case at 0.1, 16 flits: latency": (
            Said("approaches UGAL-G", 1, 1.1),
            lambda x: _known(x.at(CR, WORST, 16, 0.1), "latency") / _global(x),
        ),
        "UGAL-L_CR below UGAL-L_VCH, uniform, 16 flits: latency, up to %": (
            Said("up to 50 %", 45, 55),
            lambda x: 100 * (1 - min(_latencies(x, CR, VCH, UNIFORM, 16))),
        ),
        "UGAL-L_CR below UGAL-L_VCH, uniform at 0.7, 256 flits: latency, %": (None, _panel_d),
        "seeds in which UGAL-L_CR accepts less than UGAL-G, uniform, 16 flits": (
            Said("falls short", *_EVERY),
            lambda x: _short_seeds(x, CR, G, UNIFORM),
        ),
        "seeds in which UGAL-L_VCH accepts less than UGAL-G, uniform, 16 flits": (
            Said("falls short", *_EVERY),
            lambda x: _short_seeds(x, VCH, G, UNIFORM),
        ),
    },
    150,
    needs=("dragonfly-figure-8",),
    waiting_alone=("uniform",),
)

EXHIBITS = (FIGURE_8, FIGURE_9, FIGURE_10, FIGURE_11, FIGURE_12, FIGURE_14, FIGURE_16)
