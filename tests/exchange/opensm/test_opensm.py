"""OpenSM's log and tables as real runs wrote them, and routes as tables tell them."""

from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.names import guid_of, port_guid_of
from netfloor.exchange.opensm import programs as opensm
from netfloor.exchange.opensm.forwarding import follow, read_forwarding
from netfloor.exchange.opensm.programs import Verdict, read_log
from netfloor.foundation.errors import UnplannedStopError

STAMP = "Nov 21 09:33:34 297544 [6EA206C0]"
#: Lines of OpenSM 3.3.23 over ibsim 0.10.
LOGS = {
    "dfsssp": (
        "0x02 -> dfsssp_remove_deadlocks: Virtual Lanes needed: 2\n"
        "0x02 -> osm_ucast_mgr_process: dfsssp tables configured on all switches\n"
        "0x02 -> SUBNET UP",
        Verdict(routed=True, lanes=2),
    ),
    "lash": (
        "0x02 -> lash_core: Lanes needed: 3, Balancing\n"
        "0x02 -> osm_ucast_mgr_process: lash tables configured on all switches\n"
        "0x02 -> SUBNET UP",
        Verdict(routed=True, lanes=3),
    ),
    "updn": (
        "0x02 -> osm_ucast_mgr_process: updn tables configured on all switches\n0x02 -> SUBNET UP",
        Verdict(routed=True, lanes=1),
    ),
    "ftree": (
        "0x01 -> construct_fabric: ERR AB2B: Found more than one root on fabric with maximum rank 0\n"
        "0x01 -> osm_ucast_mgr_process: No routing engine able to successfully configure  switch tables",
        Verdict(
            routed=False,
            lanes=None,
            reason="construct_fabric: ERR AB2B: Found more than one root on fabric with maximum rank 0",
        ),
    ),
}
SHORT_OF_LANES = {
    "dfsssp": "ERR AD25: Not enough VLs available (avail=8, needed=9); Stopping dfsssp routing!",
    "lash": "lash_core: ERR 4D02: Lane requirements (9) exceed available lanes (8) with starting lane (0)",
}


def stamped(text: str) -> Any:
    """Return lines with the time stamps that opensm puts before them."""
    return "\n".join(f"{STAMP} {line}" for line in text.splitlines())


@pytest.mark.parametrize("engine", LOGS)
def test_a_log_tells_lanes_or_the_reason(engine: str) -> None:
    """What each engine says of itself."""
    text, verdict = LOGS[engine]
    assert read_log(stamped(text), engine) == verdict
    assert opensm.failed(text) == (not verdict.routed)


@pytest.mark.parametrize("engine", SHORT_OF_LANES)
def test_too_few_lanes_are_counted(engine: str) -> None:
    """At least nine are needed where eight are there."""
    log = f"0x02 -> dfsssp_remove_deadlocks: Virtual Lanes needed: 9\n0x01 -> {SHORT_OF_LANES[engine]}"
    verdict = read_log(stamped(log), engine)
    assert (verdict.routed, verdict.lanes, verdict.reason) == (False, 9, SHORT_OF_LANES[engine])


def test_another_engine_than_asked_for_is_no_answer() -> None:
    """OpenSM may fall back on one that deadlocks."""
    log = "0x02 -> osm_ucast_mgr_process: minhop tables configured on all switches\n0x02 -> SUBNET UP"
    assert not read_log(stamped(log), "dfsssp").routed


def dump(fabric: Any, ways: Any) -> Any:
    """Return tables as opensm dumps them; ``ways[switch, host]`` is the port."""
    lines = []
    for switch in fabric.switches:
        lines.append(f"Unicast lids [0-9] of switch Lid 2 guid 0x{guid_of(fabric, switch):016x} ('x'):")
        lines += [
            f"0x0001 {port:03d} # Channel Adapter portguid 0x{port_guid_of(fabric, host, 1):016x}: 'h'"
            for (at, host), port in ways.items()
            if at == switch
        ]
        lines.append("0x0002 000 # Switch portguid 0x0200000000000001: 'r0'")
    return "\n".join(lines)


def clockwise(fabric: Any, routers: Any) -> Any:
    """Return tables of a ring that lead upwards to every host."""
    up = {
        at: next(p for p, c in fabric.cables_of[at] if fabric.far_end(at, c).device == (at + 1) % routers)
        for at in range(routers)
    }
    return {
        (at, host): 1 if host == routers + at else up[at]
        for at in range(routers)
        for host in fabric.end_devices
    }


def test_the_longest_route_of_a_one_way_ring(make_job: Any) -> None:
    """From a router to the one before it: n - 1 links."""
    fabric = make_job("circulant:7:1", 0, endpoints=1).fabric
    routes = follow(read_forwarding(dump(fabric, clockwise(fabric, 7)), fabric), fabric)
    assert (routes.longest, routes.unreached) == (6, 0)


def test_a_way_that_is_missing_or_runs_in_a_circle_is_counted(make_job: Any) -> None:
    """Nobody behind it is reached either."""
    fabric = make_job("circulant:5:1", 0, endpoints=1).fabric
    ways = clockwise(fabric, 5)
    host = fabric.end_devices[2]
    gone = {pair: port for pair, port in ways.items() if pair != (1, host)}
    assert follow(read_forwarding(dump(fabric, gone), fabric), fabric).unreached == 4
    ways[2, host] = ways[2, fabric.end_devices[3]]
    circle = follow(read_forwarding(dump(fabric, ways), fabric), fabric)
    assert circle.unreached == 5


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the package that holds it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(opensm, "_ADMIN", ())
    with pytest.raises(UnplannedStopError, match="ibsim is not installed"):
        opensm.find_programs()
