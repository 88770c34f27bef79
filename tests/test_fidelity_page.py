"""What docs/fidelity.md says is what the code does now, page against code."""

import re
from collections import Counter
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from netfloor.reports.structure.facts import network_facts
from netfloor.structure.bisection.interval import bisection
from netfloor.structure.circulants.engine.search import search_task
from netfloor.structure.circulants.engine.tasks import CirculantSearch, merge
from netfloor.structure.circulants.isomorphism import isomorphism_classes
from netfloor.structure.circulants.space import SearchSpace
from netfloor.structure.failures.curve import FailureOptions
from netfloor.structure.failures.run import link_failures
from netfloor.structure.partitions.machine_policy import machine_policy
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build
from netfloor.topologies.topology import Topology

PAGE = (Path(__file__).parents[1] / "docs/fidelity.md").read_text()


def part(heading: str) -> str:
    """Return the text under a heading."""
    return PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]


def table(text: str, width: int) -> list[list[str]]:
    """Return the rows of a width that begin with a spec, without bold and ticks."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    return [[cell.strip(" *`") for cell in line] for line in lines if len(line) == width]


def number(text: str) -> int:
    """Return a whole number with its commas."""
    return int(text.replace(",", ""))


DRAGONFLIES = table(part("Dragonfly paper"), 6)
HYPERX = table(part("HyperX against fat tree"), 4)


@pytest.fixture(scope="module")
def facts() -> dict[str, dict[str, object]]:
    """Return the facts of the networks of the HyperX paper, each bisected once."""
    return {
        spec: network_facts(build(spec), with_bisection=True, seed=0)
        for spec in dict.fromkeys(row[0] for row in HYPERX)
    }


def test_the_tables_are_there() -> None:
    """Six dragonflies and ten figures of the HyperX paper are recomputed below."""
    assert (len(DRAGONFLIES), len(HYPERX)) == (6, 10)


@pytest.mark.parametrize("row", DRAGONFLIES, ids=[row[0] for row in DRAGONFLIES])
def test_dragonflies(row: list[str]) -> None:
    """Ports, group ports and endpoints of the network as built are the page's and the formulas'."""
    network = build(row[0])
    p, h, a = (int(network.parameters[name]) for name in ("p", "h", "a"))
    sides = [int(side) for side in network.parameters.get("group", str(a)).split("x")]
    k, effective, endpoints = map(number, row[2:5])
    assert set(network.ports.tolist()) == {k} == {p + h + sum(side - 1 for side in sides)}
    assert group_ports(network) == effective == a * (p + h)
    assert int(network.endpoints.sum()) == endpoints == a * p * (a * h + 1)


def group_ports(network: Topology) -> int:
    """Return endpoints and links to other groups of the first group."""
    assert network.groups is not None
    first = network.groups == 0
    crossing = first[network.links].sum(axis=1) == 1
    return int(network.endpoints[first].sum() + network.multiplicity[crossing].sum())


def test_the_size_that_the_paper_misprints() -> None:
    """Figure 6(b) prints 1056 for k = 7 and k' = 32, which is the size of p = h = 4 instead."""
    row = next(row for row in DRAGONFLIES if "6(b)" in row[1])
    assert (row[2:5], row[5]) == (["7", "32", "272"], "7, 32, **1056")
    assert int(build("dragonfly:a=8,p=4,h=4").endpoints.sum()) == 1056


def curve(heading: str) -> list[tuple[int, int]]:
    """Return the points of a table of two lines."""
    lines = part("Dragonfly paper").split(f"| {heading} |")[1].splitlines()
    return [
        (number(x), number(y))
        for x, y in zip(lines[0].strip("| ").split("|"), lines[2].strip("| ").split("|")[1:], strict=True)
    ]


def test_the_curve_of_balanced_dragonflies() -> None:
    """Figure 4: the balanced members that the family lists have these ports and endpoints."""
    listed = {
        one.total_ports: one.total_endpoints
        for one in instances(FAMILIES["dragonfly"], 20_000)
        if ",p=" in one.spec
    }
    points = curve("Fig. 4: k")
    assert len(points) == 6
    assert all(listed[ports] == endpoints for ports, endpoints in points)
    for ports, endpoints in points:
        h = (ports + 1) // 4
        assert endpoints == 4 * h**4 + 2 * h**2


def test_the_curve_of_one_global_hop() -> None:
    """Figure 1: the complete graphs that the family lists need these ports for so many endpoints."""
    listed = {one.total_endpoints: one.total_ports for one in instances(FAMILIES["complete"], 1100)}
    points = curve("Fig. 1: N")
    assert len(points) == 5
    assert all(listed[endpoints] == ports for endpoints, ports in points)


KEYS = {
    "switches": "routers",
    "endpoints": "endpoints",
    "links between switches": "links",
    "bisection, links": "bisection_links",
    "bisection of the endpoints, links": "endpoint_bisection_links",
    "share of half the endpoints": "endpoint_bisection_share",
    "share of all links (of nk/2)": "normalised_bisection",
}


@pytest.mark.parametrize("row", HYPERX, ids=[" ".join(row[:2]) for row in HYPERX])
def test_hyperx_against_fat_tree(row: list[str], facts: dict[str, dict[str, object]]) -> None:
    """Every figure of the page is that of the network as built and bisected; exact ones are exact."""
    spec, what, ours, _ = row
    found, key = facts[spec], KEYS[what]
    if ours.endswith("%"):
        assert f"{100 * float(str(found[key])):.1f} %" == ours
        return
    assert found[key] == number(ours.removesuffix(" exact"))
    if ours.endswith("exact"):
        assert found[key.replace("_links", "_lower_links")] == found[key]


def test_the_smallest_lps_graph() -> None:
    """SpectralFly, section IV: it is on 120 vertices."""
    smallest = next(iter(instances(FAMILIES["lps"], 10_000)))
    assert (smallest.spec, smallest.routers) == ("lps:3,5", 120)
    assert "`lps:3,5` with 120" in part("SpectralFly, Figures 4 and 5")


def test_the_sizes_of_figure_5() -> None:
    """The networks that its right column names have the routers that the page gives, about 5K."""
    named = ("lps:71,17", "slimfly:47", "bundlefly:137,4", "dragonfly:69")
    routers = [build(spec).routers for spec in named]
    text = re.search(r"5K: ([\d,]+), ([\d,]+), ([\d,]+) and ([\d,]+) switches", PAGE)
    assert text is not None
    assert [number(size) for size in text.groups()] == routers
    assert np.all(np.array(routers) < 5000)


def test_diameters_under_failures() -> None:
    """Figure 5: with a tenth of its links failed Slim Fly has diameter 4, LPS a smaller one."""
    options = FailureOptions((0.1,), max_trials=10)
    (slimfly,) = link_failures(build("slimfly:17"), options).points
    (lps,) = link_failures(build("lps:23,11"), options).points
    assert slimfly.diameter.mean == 4
    assert lps.diameter.mean is not None
    assert 3 < lps.diameter.mean < 4


def cells(heading: str, width: int) -> list[list[str]]:
    """Return the rows of a part's table without its headings and ticks."""
    lines = [line.strip("|").split("|") for line in part(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip().replace("`", "") for cell in line] for line in lines if len(line) == width][1:]


EXHIBITS = {
    "SpectralFly": (11, 2),
    "Dragonfly": (19, 2),
    "HyperX": (3, 0),
    "Partitioning": (7, 7),
    "Circulants": (9, 2),
}
STATES = {
    "reproduced",
    "bettered",
    "refuted",
    "open",
    "data",
    "drawing",
    "measurement",
    "needs a simulator",
}


def test_every_exhibit_is_listed_once_with_its_state() -> None:
    """All numbered figures and tables of the five papers; what was found refuted or open says why."""
    rows = cells("All exhibits", 5)
    roman = {"Table I": "Table 1", "Table II": "Table 2"}
    assert [(paper, roman.get(exhibit, exhibit)) for paper, exhibit, *_ in rows] == [
        (paper, f"{kind} {number}")
        for paper, (figures, tables) in EXHIBITS.items()
        for kind, most in (("Fig.", figures), ("Table", tables))
        for number in range(1, most + 1)
    ]
    assert f"All {len(rows)} numbered" in part("All exhibits")
    assert {row[3] for row in rows} == STATES
    assert all(row[4] for row in rows if row[3] in {"reproduced", "bettered", "refuted", "open"})


def test_partitions() -> None:
    """Best and worst of each size on the page are those of the machine file, exact, and as printed."""
    rows = cells("Network partitioning, Tables 1, 2, 5, 6 and 7", 7)
    assert Counter(row[0] for row in rows) == {"mira": 4, "juqueen": 7, "juqueen-54": 1, "juqueen-48": 1}
    machines = Path(__file__).parents[1] / "examples/machines"
    found = {
        (name, row.units): row
        for name in {row[0] for row in rows}
        for row in machine_policy(machines / f"{name}.toml").rows
    }
    for name, units, worst, worst_links, best, best_links, printed in rows:
        row = found[name, int(units)]
        assert row.exact
        assert (row.best, row.best_cut.links) == (best, number(best_links))
        if worst:
            assert (row.worst, row.worst_cut.links) == (worst, number(worst_links))
        ours = [number(links) for links in (worst_links, best_links) if links]
        assert ours == [int(one) for one in printed.split(", ")]


@pytest.mark.parametrize("row", cells("Optimal circulants, Table 1", 6), ids=lambda row: " ".join(row[:2]))
def test_optimal_circulants(row: list[str]) -> None:
    """An exhaustive search finds this diameter and mean distance, and so many optima."""
    n, radix, jumps, diameter, mean, classes = row
    space = SearchSpace(int(n), int(radix))
    search = CirculantSearch.begin(space)
    found = merge(search, [search_task(search, task) for task in range(search.most_tasks)])
    paired = [int(jump) for jump in jumps.split(", ") if 2 * int(jump) != int(n)]
    assert space.canonical_sets([tuple(paired)])[0] in found.optima
    assert (found.diameter, f"{found.total / (int(n) - 1):.4f}") == (int(diameter), mean)
    every = isomorphism_classes(space.routers, space.with_half(found.optima)).representatives
    assert len(every) == int(classes)


CIRCULANTS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in part("Optimal circulants, Table 2").splitlines()
    if line.startswith("| `")
]


def test_the_averages_of_figure_3() -> None:
    """They follow from the rows of Table 2: of each size a torus, two circulants, a product, a cube."""
    assert len(CIRCULANTS) == 30
    ours = [
        [float(re.findall(r"[\d.]+", cell.split(" / ")[0])[-1]) for cell in row[2:5]] for row in CIRCULANTS
    ]
    places = {"low degree": 1, "high degree": 2, "products": 3, "hypercube": 4}
    for name, *means, _ in cells("Optimal circulants, Figure 3", 5):
        pairs = list(zip(ours[0::5], ours[places[name] :: 5], strict=True))
        ratios = [[torus[i] / other[i] for torus, other in pairs] for i in range(2)]
        ratios.append([other[2] / torus[2] for torus, other in pairs])
        assert means == [f"{fmean(values):.2f}" for values in ratios]


@pytest.mark.nightly
@pytest.mark.parametrize("row", CIRCULANTS, ids=[row[0] for row in CIRCULANTS])
def test_bisections_of_circulants(row: list[str]) -> None:
    """Cut, certified bound and what found the cut are what the command gives now."""
    spec = re.sub(r"`(.*)`\^(\d+)", lambda power: "*".join([power[1]] * int(power[2])), row[0]).strip("`")
    found = bisection(build(spec))
    links, lower = found.links, found.lower_links
    assert row[4].split(" / ")[0] == (f"{links}" if lower == links else f"{lower} to {links}")
    assert row[5] == found.method
