"""What docs/fidelity.md says of the dragonfly and the HyperX paper, and of SpectralFly's figures."""

import re
from pathlib import Path

import numpy as np
import pytest

from netfloor.reports.structure.facts import network_facts
from netfloor.structure.failures.curve import FailureOptions
from netfloor.structure.failures.run import link_failures
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
