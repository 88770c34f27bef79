"""``netfloor design``: what its rows say of endpoints and bisections."""

from typing import Any

import pytest

from netfloor.design import Wish, figures_of
from topologies import build


@pytest.fixture(scope="module")
def wish() -> Wish:
    """Return a wish that networks of some hundred endpoints meet."""
    return Wish(150, 13)


def test_every_row_serves_the_wish(cli: Any) -> None:
    """Each network, as its spec builds it, holds the endpoints on the ports, whatever its family."""
    found = cli("design", "--endpoints", 150, "--radix", 13, "--per-family", 1, "--json").json()
    assert len(found["rows"]) > 8
    for row in found["rows"]:
        network = build(row["network"])
        assert int(network.endpoints.sum()) == row["endpoints"] >= 150, row["network"]
        assert int(network.ports.max()) == row["ports_used"] <= 13, row["network"]


def test_a_canonical_dragonfly_has_its_endpoints() -> None:
    """Its one recommended endpoint a router is in the spec, not forgotten."""
    assert figures_of("dragonfly:12,endpoints=1", Wish(150, 13))["endpoints"] == 156


@pytest.mark.parametrize(
    ("spec", "links", "share"),
    [("clos:150,13", 72, 1.0), ("fattree:6,3", 108, 1.0), ("hypercube:8,endpoints=1", 128, 1.0)],
)
def test_bisections_are_of_the_endpoints(spec: str, links: int, share: float, wish: Wish) -> None:
    """A tree's is that of halves of its endpoints, full, whatever cuts its switches have."""
    figures = figures_of(spec, wish)
    assert (figures["endpoint_bisection_links"], figures["bisection_per_endpoint"]) == (links, share)
    assert figures["bisection_links"] <= links
    assert figures["normalised_bisection"] == figures["bisection_links"] / figures["links"]


def test_both_normalisations_are_named(cli: Any) -> None:
    """The heading of each column says what it is a share of; a wish is refused by the endpoints' one."""
    ran = cli("design", "--endpoints", 150, "--radix", 13, "--per-family", 1, "--min-bisection", 1)
    head = " ".join(ran.out.splitlines()[:2]).split()
    assert {"half", "endpoints", "all"} < set(head)
    assert "of half the endpoints" in ran.err
    for line in ran.out.splitlines()[3:]:
        assert float(line.split("%")[0].split()[-1]) >= 100
