"""Metres of servers' cables: every cable counts, and what is proved is said of what was proved."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import place_hosts
from netfloor.rooms.room import GridRoom
from netfloor.studies.hall_plan.servers import (
    LimitPrice,
    cable_figures,
    least_words,
    saved_cents,
    server_words,
)
from netfloor.topologies.spec import build


@pytest.mark.parametrize(("endpoints", "per_server"), [(3, 1), (4, 2), (8, 8), (5, 2)])
def test_every_cable_is_counted(endpoints: int, per_server: int) -> None:
    """One for each endpoint; the least of all cables is said where every server has as many, else not."""
    topology = replace(build("circulant:6:1"), endpoints=np.full(6, endpoints, np.int32))
    servers, zero = np.full(6, -(-endpoints // per_server), np.int64), np.zeros(6, np.int64)
    devices = Devices(servers, per_server, zero, zero, np.ones(6, np.int64), 0, 0, 2)
    room = GridRoom("grid", 2, 4, slots_per_cabinet=1)
    hosts = place_hosts(room, np.arange(6, dtype=np.int32), devices, "nearest", HostLimits(3))
    assert hosts.proof is not None
    found = cable_figures(hosts, topology.endpoints)
    turn = [int(servers[0]) * switch + k // per_server for switch in range(6) for k in range(endpoints)]
    total_m = sum(int(hosts.length_mm[server, 0]) for server in turn) / 1000
    assert (found["links"], found["total_m"]) == (6 * endpoints, total_m)
    said, words = server_words(hosts, topology.endpoints), least_words(hosts, topology.endpoints)
    assert f"{total_m:,.1f} m" in said
    least = "over all choices of cabinets within the limits, with switches fixed"
    if endpoints % per_server:
        assert found["least_m"] is None
        assert words == f"{least}, counting one cable per server"
    else:
        assert found["least_m"] == pytest.approx(hosts.proof.least_mm * per_server / 1000)
        assert words == least
        assert found["total_m"] / found["least_m"] - 1 == pytest.approx(hosts.gap)


@pytest.mark.parametrize(
    ("cents", "money"),
    [
        (29950, ", 299.50 EUR before taxes"),
        (0, ", no extra cost found"),
        (-29950, ", no extra cost found"),
        (None, ""),
    ],
)
def test_a_limit_on_servers_saves_no_money(cents: int | None, money: str) -> None:
    """Where servers are placed for cable, a bill without the limit may be dearer: no limit is a saving."""
    price = LimitPrice("power", 1500, cents)
    assert price.words("EUR") == f"costs 1.5 m of cable to servers{money}"
    assert "-" not in price.bill_text()


@pytest.mark.parametrize(
    ("held", "eased", "saved"),
    [
        ((900, 0), (800, 0), 100),
        ((900, 99), (800, 500), 100),
        ((900, 100), (800, 0), None),
        ((800, 500), (900, 99), -100),
        ((800, 0), (900, 100), None),
        ((800, 50), (800, 50), 0),
    ],
)
def test_a_limit_has_a_price_only_where_better_parts_could_not_turn_it(
    held: tuple[int, int], eased: tuple[int, int], saved: int | None
) -> None:
    """Each pair is a bill and its gap: that of the dearer bill must be less than what is saved."""

    def bill(cents: int, gap: int) -> Any:
        return SimpleNamespace(bom=SimpleNamespace(net_cents=cents), found=SimpleNamespace(gap_cents=gap))

    assert saved_cents(bill(*held), bill(*eased)) == saved
