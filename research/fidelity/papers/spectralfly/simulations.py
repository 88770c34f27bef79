"""SpectralFly's simulations, Figures 6 to 8: which network or routing has the shortest longest message."""

from collections.abc import Callable

from netfloor.research.fidelity.report.exhibit import FigureColumn, Printed, Said
from netfloor.research.fidelity.reproduction import Measurement, Reproduction, Row
from netfloor.research.fidelity.simulated_loads import Load, Loads, simulated_loads

_OWN, _OTHERS = "SpectralFly", ("DragonFly", "SlimFly", "BundleFly")
_PATTERNS = {
    "random": "uniform",
    "bit shuffle": "bit-shuffle",
    "bit reverse": "bit-reverse",
    "transpose": "transpose",
}
Statement = tuple[Printed, Callable[[Loads], float | None]]


def _of(loads: Loads, network: str, pattern: str, routing: str) -> list[Load]:
    """Return the loads of a series in rising order; none if it was not run."""
    found = [
        one
        for one in loads
        if (one["network"], one["pattern"], one["routing"]) == (network, pattern, routing)
    ]
    return sorted(found, key=lambda one: float(one["load"]))


def _time(one: Load) -> float | None:
    """Return the longest time of a message, for ever where a load is not carried; None if not steady."""
    return float("inf") if one["saturated"] else one["longest"]


def _fastest(mine: list[Load], *others: list[Load]) -> float | None:
    """Return the share of loads at which a series is the fastest, or as fast; None where nothing was run.

    Of the loads that any series carries, and at which none is without an answer.
    """
    if not mine or not all(others):
        return None
    rows = [[_time(one) for one in row] for row in zip(mine, *others, strict=True)]
    times = [[one for one in row if one is not None] for row in rows if None not in row]
    carried = [row for row in times if min(row) < float("inf")]
    return sum(row[0] == min(row) for row in carried) / len(carried) if carried else None


def _against(pattern: str, routing: str, own: str, *others: str) -> Callable[[Loads], float | None]:
    def share(loads: Loads) -> float | None:
        series = [_of(loads, one, pattern, routing) for one in (own, *others)]
        return _fastest(*series)

    return share


def _valiant(pattern: str) -> Callable[[Loads], float | None]:
    return lambda loads: _fastest(
        _of(loads, _OWN, pattern, "valiant"), _of(loads, _OWN, pattern, "minimal")
    )


def _saturated(loads: Loads) -> float | None:
    """Return how many networks do not carry random traffic at 0.7."""
    found = [
        one["saturated"]
        for one in loads
        if (one["pattern"], one["routing"], one["load"]) == ("uniform", "ugal-l", 0.7)
    ]
    return float(sum(found)) if found else None


def _exhibit(number: int, statements: dict[str, Statement], minutes: float) -> Reproduction:
    name = f"spectralfly-fig{number:02}"

    def measure(row: str, work: Measurement) -> Row:
        found = statements[row][1](work.step("loads", lambda: simulated_loads(name, work)))
        return {} if found is None else {"figure": float(f"{found:.6g}")}

    return Reproduction(
        key=f"spectralfly-figure-{number}",
        paper="SpectralFly",
        exhibits=(f"Figure {number}",),
        command=f"netfloor traffic study examples/traffic/{name}.toml --out out/fig{number:02}",
        seed=1,
        sample="8,192 ranks, one run of each load, 400 cycles measured",
        first="statement",
        columns=(FigureColumn("figure", 0.001, digits=3),),
        printed={row: (printed,) for row, (printed, _) in statements.items()},
        measure=measure,
        minutes=minutes,
    )


_SHARE = "share of the loads at which"
FIGURE_6 = _exhibit(
    6,
    {
        **{
            f"{name}: {_SHARE} SpectralFly is the fastest": (
                Said("performs the best", least=1),
                _against(pattern, "ugal-l", _OWN, *_OTHERS),
            )
            for name, pattern in _PATTERNS.items()
        },
        **{
            f"{name}: {_SHARE} BundleFly is as fast as SlimFly": (
                Said("worse", most=0.5)
                if name == "bit shuffle"
                else Said("BundleFly is better", least=0.501),
                _against(pattern, "ugal-l", "BundleFly", "SlimFly"),
            )
            for name, pattern in _PATTERNS.items()
        },
        f"random: {_SHARE} SpectralFly is as fast as DragonFly": (
            None,
            _against("uniform", "ugal-l", _OWN, "DragonFly"),
        ),
        "random: networks saturated at 0.7": (4, _saturated),
    },
    30,
)
FIGURE_7 = _exhibit(
    7,
    {
        f"random: {_SHARE} SpectralFly is the fastest": (
            Said("better performance", least=1),
            _against("uniform", "minimal", _OWN, *_OTHERS),
        ),
        f"random: {_SHARE} SpectralFly is as fast as DragonFly": (
            None,
            _against("uniform", "minimal", _OWN, "DragonFly"),
        ),
    },
    4,
)
FIGURE_8 = _exhibit(
    8,
    {
        f"{name}: {_SHARE} Valiant is as fast as minimal routing": (
            Said("at 60 % alone", 0.16, 0.17) if name == "random" else Said("all offered loads", least=1),
            _valiant(pattern),
        )
        for name, pattern in _PATTERNS.items()
    },
    10,
)

EXHIBITS = (FIGURE_6, FIGURE_7, FIGURE_8)
