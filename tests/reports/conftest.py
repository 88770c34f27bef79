"""Small comparisons made by hand: complete, bare, and with names that mean harm."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.reports.comparison.types import (
    Baseline,
    Comparison,
    LatencySweep,
    Population,
    Row,
    Source,
    Spread,
)
from netfloor.reports.figures.figure import Kind
from netfloor.reports.figures.lookup import is_carried
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.rooms.floorplan import FloorDrawing

SWITCH_NS = np.array([0.0, 50.0, 100.0, 500.0, 1000.0])

HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload="alert(1)">',
    "=cmd|' /C calc'!A0",
    "+1+1|x|",
    "@SUM(A1)",
    "\t=1",
    "\uff1d1+1",
    "a|b\n# c\r\n<b>d</b>",
    "$\\frac{1}{0}$ _x_ [y](javascript:z) `w`",
    "]]> &amp; {{ 7*7 }} {% raw %} url(#x) #0a0b0c",
    "_hidden \x00\x1b[31m \u202e gnp \ud800 \uffff",
    "",
)


def make_drawing(rows: int = 2, columns: int = 3, *, cables: bool = True) -> FloorDrawing:
    """Return a full grid, its last cabinet spare; lengths by the square room's rule."""
    cabinets = np.array([(r, c) for r in range(rows) for c in range(columns)], dtype=np.int32)
    used = len(cabinets) - 1
    ends = [(a, b) for a in range(used) for b in range(a, used)] if cables else []
    pairs = np.array(ends, dtype=np.int32).reshape(-1, 2)
    steps = np.abs(cabinets[pairs[:, 0]] - cabinets[pairs[:, 1]])
    apart = 4000 + 2000 * steps[:, 0] + 600 * steps[:, 1]
    length = np.where(pairs[:, 0] == pairs[:, 1], 2000, apart).astype(np.int64)
    occupied = np.array([2] * used + [0], dtype=np.int32)
    return FloorDrawing(rows, columns, 2000, 600, cabinets, occupied, pairs, length)


def make_sweep(metres: float) -> LatencySweep:
    """Return latencies of paths of two hops over so many metres a hop, at 5 ns/m."""
    return LatencySweep(SWITCH_NS, 10 * metres + 2 * SWITCH_NS, 15 * metres + 3 * SWITCH_NS)


def make_population(mean_m: float, n: int) -> Population:
    """Return some figures, as a study that evaluates not all of them."""
    figures = {
        "mean_cable_m": Spread(mean_m, 0.05 if n > 1 else 0.0, n),
        "max_cable_m": Spread(2 * mean_m, 0.3, n),
        "cable_cost": Spread(1234.5 * mean_m, 10.25, n),
        "bisection_links": Spread(12.5, 0.5, n),
    }
    return Population(figures, make_sweep(mean_m))


def make_baselines(mean_m: float, spec: str, *, placed: bool = True) -> dict[str, Baseline]:
    """Return both kinds."""
    shorter = {"random": 1.0, "skywalk": 0.8}
    return {
        kind: Baseline(
            kind,
            f"{kind}:{spec}",
            make_population(1.3 * factor * mean_m, 20),
            make_population(factor * mean_m, 2) if placed else None,
            (f"{kind} has a note",),
        )
        for kind, factor in shorter.items()
    }


def make_row(network: str, size_class: str, mean_m: float, **changes: Any) -> Row:
    """Return a network whose every figure differs from every other one; none of traffic."""
    figures: dict[str, float | int | None] = {
        key: 101 + 7 * place if figure.unit.kind is Kind.COUNT else 11.125 + 7.5 * place
        for place, (key, figure) in enumerate(FIGURES.items())
        if not is_carried(key)
    }
    figures |= {"mean_cable_m": mean_m, "lower_bound_m": 0.9 * mean_m, "gap": 1 / 9}
    row = Row(
        network=network,
        size_class=size_class,
        room="2 x 3 cabinets",
        figures=figures,
        power_by_set={"set one": 1000.5, "set two": 2000.25},
        published={},
        baselines={},
        latency=make_sweep(mean_m),
        drawing=make_drawing(),
        status="heuristic",
        plan_file="plans/one.json",
        notes=(f"a note on {network}",),
    )
    return replace(row, **changes)


def make_comparison(rows: tuple[Row, ...], **changes: Any) -> Comparison:
    """Return a comparison with one coefficient of every trust."""
    assumptions: Mapping[str, Any] = {
        "cost_set": "money-1",
        "power_set": "set one",
        "electrical_reach_m": 7.0,
        "switch_ns": 100.0,
        "link_gbps": 100.0,
    }
    sources = (
        Source("copper line", "0.4 x + 0.5", "$/(Gb/s)", 2014, "A paper", "read"),
        Source("optical line", "0.09 x + 7", "$/(Gb/s)", 2014, "https://example.org/a", "unverified"),
        Source("port", "3.76", "W", 2022, "Another paper", "computed"),
        Source("cable", "5", "ns/m", 2014, "Third", "quoted"),
    )
    made = Comparison(
        "A study", rows, assumptions, "USD", ("Host cables are 2 m.",), sources, provenance={"seed": 7}
    )
    return replace(made, **changes)


def full_study() -> Comparison:
    """Return two size classes with printed values and both baselines, placed and unplaced."""
    rows = []
    for size, mean_m in (("small", 8.0), ("large", 12.0)):
        shared = make_baselines(mean_m, f"{size},4")
        printed = {"published_baseline": {"mean_cable_m": 1.3 * mean_m, "max_cable_m": 21.5}}
        for name, factor in (("first", 0.97), ("second", 1.06)):
            row = make_row(f"{name}:{size}", size, factor * mean_m, baselines=shared, **printed)
            rows.append(replace(row, published={"mean_cable_m": mean_m, "network_power_w": 77}))
    return make_comparison(
        tuple(rows), published_source="A paper, Table II", published_notes=("An odd row.",)
    )


def bare_study() -> Comparison:
    """Return one class without printed values, baselines, endpoints or money."""
    row = make_row("only:1", "one", 5.0)
    figures = {
        **row.figures,
        **{key: None for key, figure in FIGURES.items() if figure.per_endpoint},
        "endpoints": 0,
        "cable_cost": None,
        "bisection_lower_links": None,
        "network_power_w": float("nan"),
    }
    row = replace(row, figures=figures, notes=())
    return make_comparison((row,), sources=(), rules=(), provenance={})


def unplaced_study() -> Comparison:
    """Return a study that places no baseline."""
    shared = make_baselines(8.0, "6,4", placed=False)
    rows = tuple(make_row(f"net:{n}", "one", 8.0 + n, baselines=shared) for n in range(2))
    return make_comparison(rows)


def named_study(names: tuple[str, ...]) -> Comparison:
    """Return a study in which every text a user can choose is the next of ``names``."""
    chosen = [names[(place + 6) % len(names)] for place in range(16)]
    shared = {
        kind: replace(baseline, spec=chosen[0], notes=(chosen[1],))
        for kind, baseline in make_baselines(8.0, "x").items()
    }
    rows = tuple(
        replace(
            make_row(name, chosen[2], 7.0 + place, baselines=shared),
            room=chosen[3],
            plan_file=chosen[4],
            status=chosen[5],
            notes=(chosen[6],),
            power_by_set={chosen[7]: 1.0},
            published={"mean_cable_m": 8},
            published_baseline={"mean_cable_m": 10},
        )
        for place, name in enumerate(names[:6])
    )
    return make_comparison(
        rows,
        title=chosen[8],
        rules=(chosen[9],),
        sources=(Source(chosen[10], chosen[11], chosen[12], 2000, chosen[13], "unverified"),),
        published_source=chosen[14],
        published_notes=(chosen[15],),
        provenance={chosen[0]: {chosen[1]: [chosen[2]]}},
    )


@pytest.fixture(scope="session")
def full() -> Comparison:
    """Return the study that has everything."""
    return full_study()


@pytest.fixture(scope="session")
def bare() -> Comparison:
    """Return the study that has nothing it need not have."""
    return bare_study()


@pytest.fixture(scope="session")
def unplaced() -> Comparison:
    """Return the study without placed baselines."""
    return unplaced_study()


@pytest.fixture(scope="session")
def hostile() -> Comparison:
    """Return the study whose every text tries to be something else."""
    return named_study(HOSTILE)


@pytest.fixture(scope="session")
def harmless() -> Comparison:
    """Return the hostile study's twin with plain names."""
    return named_study(tuple(f"name{place}" for place in range(len(HOSTILE))))


@pytest.fixture(scope="session")
def empty() -> Comparison:
    """Return the study of no networks."""
    return make_comparison(())


@pytest.fixture(scope="session", params=["full", "bare", "unplaced", "hostile", "empty"])
def study(request: pytest.FixtureRequest) -> Comparison:
    """Return each study in turn."""
    made: Comparison = request.getfixturevalue(request.param)
    return made


@pytest.fixture(scope="session")
def row_of() -> Callable[..., Row]:
    """Return the maker of single rows."""
    return make_row


@pytest.fixture(scope="session")
def comparison_of() -> Callable[..., Comparison]:
    """Return the maker of comparisons."""
    return make_comparison


@pytest.fixture(scope="session")
def drawing_of() -> Callable[..., FloorDrawing]:
    """Return the maker of floor drawings."""
    return make_drawing


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Yield a browser, or skip where there is none."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium: apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", reason="no Playwright: pip install playwright")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
