"""Random networks and lifts that hold so many endpoints, against what their definitions say."""

from typing import Any

import pytest

from netfloor.topologies.candidates import NetworkDemand, candidates
from netfloor.topologies.spec import FAMILIES

#: Endpoints a router on 32 ports: a quarter less each time, by one where that is less than one.
THIRD, HALF = [11, 8, 6, 4, 3, 2, 1], [16, 12, 9, 6, 4, 3, 2, 1]


def numbers(family: str, demand: NetworkDemand) -> list[tuple[int, int, Any]]:
    """Return the two parameters of each candidate, and the candidate."""
    found = list(candidates(FAMILIES[family], demand))
    texts = [one.spec.removeprefix(f"{family}:").split(",")[:2] for one in found]
    return [(int(a), int(b), one) for (a, b), one in zip(texts, found, strict=True)]


@pytest.mark.parametrize("endpoints", [2, 40, 1000, 1013])
@pytest.mark.parametrize(
    ("ports", "bisection", "most"),
    [(32, None, THIRD), (32, 0.5, THIRD), (32, 0.49, HALF), (2, None, [1]), (2, 0.1, [1]), (3, None, [1])],
)
def test_random_networks_have_fewer_and_fewer_endpoints_a_router(
    endpoints: int, ports: int, bisection: float | None, most: list[int]
) -> None:
    """From a third of the ports, half where little bisection is asked for; the other ports are links.

    Of each the fewest routers that serve and that a regular graph has.
    """
    found = numbers("jellyfish", NetworkDemand(endpoints, ports, min_bisection=bisection))
    assert [ports - degree for _, degree, _ in found] == most
    for (routers, degree, one), each in zip(found, most, strict=True):
        able = (n for n in range(degree + 1, 9999) if n * degree % 2 == 0 and n * each >= endpoints)
        needed = min(k for k in range(each + 1) if k * routers >= endpoints)
        assert routers == next(able) == one.routers
        assert one.spec == f"jellyfish:{routers},{degree},endpoints={needed}"
        assert one.per_router == needed


@pytest.mark.parametrize("endpoints", [2, 40, 1000, 1013])
@pytest.mark.parametrize(
    ("ports", "bisection", "most"),
    [(32, None, THIRD), (32, 0.4, HALF), (4, None, [1]), (4, 0.4, [1]), (3, None, [])],
)
def test_lifts_have_fewer_and_fewer_endpoints_a_router(
    endpoints: int, ports: int, bisection: float | None, most: list[int]
) -> None:
    """Copies of the complete graph of so many links a router, at least 3: the fewest that serve."""
    found = numbers("xpander", NetworkDemand(endpoints, ports, min_bisection=bisection))
    assert [ports - degree for degree, _, _ in found] == most
    for (degree, lift, one), each in zip(found, most, strict=True):
        routers = lift * (degree + 1)
        needed = min(k for k in range(each + 1) if k * routers >= endpoints)
        assert lift == next(n for n in range(1, 9999) if n * (degree + 1) * each >= endpoints)
        assert one.spec == f"xpander:{degree},{lift},endpoints={needed}"
        assert (one.routers, one.per_router) == (routers, needed)
