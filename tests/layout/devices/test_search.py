"""The small cluster: optima that trying every assignment to racks gives, and the size of a large room."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.fabric.fabric import Cable, Device, End, Fabric, FloorCabinet
from netfloor.layout.devices.bound import price_bound
from netfloor.layout.devices.problem import DeviceProblem, device_problem, rack_problem
from netfloor.layout.devices.search import PRICES, place_devices
from netfloor.plans.laid import hall_cabinets
from netfloor.rooms.hall import read_hall
from tests.fixtures.small_cluster import write_cluster


def cluster(folder: Path, *, free_servers: bool = False, limit_w: int = 10_000) -> DeviceProblem:
    """Return the small cluster's problem."""
    write_cluster(folder, free_servers=free_servers, limit_w=limit_w)
    hall = read_hall(folder / "room.toml")
    lists = [folder / f"{name}.csv" for name in ("switches", "servers", "cables")]
    listed = read_lists(lists, hall_cabinets(hall))
    return device_problem(listed.fabric, hall)


@pytest.mark.parametrize(
    ("free_servers", "limit_w", "least_mm"), [(False, 10_000, 141_454), (True, 5_000, 110_611)]
)
def test_the_small_cluster_is_solved(
    tmp_path: Path, free_servers: bool, limit_w: int, least_mm: int
) -> None:
    """Seven free switches beside standing servers; all 25 devices free and 5,000 W a rack."""
    problem = cluster(tmp_path, free_servers=free_servers, limit_w=limit_w)
    found = place_devices(problem)
    assert (found.total_mm, found.bound_mm) == (least_mm, least_mm)
    assert problem.total_mm(found.cabinet, found.unit) == least_mm
    bound = price_bound(problem, least_mm)
    assert bound is not None
    assert 0 < bound.total <= least_mm


def ring(count: int) -> Fabric:
    """Return devices of 1 U in a ring."""
    devices = tuple(Device(f"d{number}", "other", 2, cabinet=0, units=1) for number in range(count))
    cables = tuple(
        Cable(f"C{number}", End(number, 2), End((number + 1) % count, 1)) for number in range(count)
    )
    return Fabric("ring", devices, cables, (FloorCabinet("rack", units=60),))


@pytest.mark.parametrize("count", [4, 20])
def test_a_ring_in_a_rack_goes_up_and_down(count: int) -> None:
    """Two ways between any two neighbouring units: 2 (n - 1) units, and no order has less."""
    found = place_devices(rack_problem(ring(count), 60))
    assert (found.total_mm, found.bound_mm) == (2 * (count - 1), 2 * (count - 1))


def test_a_rack_of_many_devices_has_a_bound_by_prices() -> None:
    """Beyond some 20 blocks the search is no proof: the bound is below what it finds."""
    found = place_devices(rack_problem(ring(40), 60))
    assert found.method == PRICES
    assert found.bound_mm is not None
    assert 40 <= found.bound_mm <= found.total_mm <= 90
