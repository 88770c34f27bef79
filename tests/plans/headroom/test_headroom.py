"""What plans leave free: rack units, watts, kilograms and ports, and the servers that still fit."""

from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.fabrics import CABLES, DEVICES, ROOM

PARTS = Path(__file__).parents[3] / "examples/catalogue/parts_cluster.toml"
#: The limits of the room's cabinets: A01 has 4 servers of 600 W and 30 kg beside two switches.
LIMITS = "power_limit_w = 4900\nweight_limit_kg = 190\n"


@pytest.fixture
def planned(cli: Any, here: Path) -> Any:
    """Return a function that lays lists in a room with limits and returns what ``plan --json`` says."""
    (here / "room.toml").write_text(ROOM.replace("units = 30\n", f"units = 30\n{LIMITS}"))

    def plan(devices: str = DEVICES, cables: str = CABLES) -> Any:
        Path("devices.csv").write_text(devices)
        Path("cables.csv").write_text(cables)
        words = ("--room", "room.toml", "--out", "out", "--force", "--json")
        ran = cli("plan", "devices.csv", "cables.csv", *words)
        return ran.json() if ran.code == 0 else {"warnings": [ran.err]}

    return plan


def more(count: int, rack: str) -> str:
    """Return the lists' devices with so many more servers of their kind in a rack, units open."""
    servers = f"more[1-{count}],server,,{rack},,2,600,30,front,,\n" if count else ""
    return DEVICES + servers


@pytest.mark.parametrize(("rack", "fits"), [("A01", 1), ("A02", 4), ("A04", 6)])
def test_as_many_servers_fit_as_it_says(planned: Any, rack: str, fits: int) -> None:
    """So many more are placed within all limits, and one more is not."""
    found = planned()["headroom"]
    (cabinet,) = [one for one in found["cabinets"] if one["cabinet"] == rack]
    assert cabinet["more_servers"] == fits
    assert not planned(more(fits, rack))["warnings"]
    assert planned(more(fits + 1, rack))["warnings"]


def test_a_weight_that_is_not_known_is_not_taken_for_nothing(cli: Any, planned: Any) -> None:
    """One server does not state its kilograms: neither what is left of them nor what fits is known."""
    unweighed = DEVICES.replace("nas1,storage,,A02,1,4,800,60", "nas1,storage,,A02,1,4,800,")
    found = planned(unweighed)["headroom"]
    (cabinet,) = [one for one in found["cabinets"] if one["cabinet"] == "A02"]
    assert (cabinet["kilograms"]["left"], cabinet["kilograms"]["devices_not_known"]) == (None, 1)
    assert (cabinet["more_servers"], cabinet["stopped_by"]) == (None, "weight")
    assert found["cabinets_not_known"] == 1
    assert "Weight of 1 device unknown." in found["notes"]
    ran = cli("explain", "out/plan.json", "--verbose")
    assert "unknown in 1 cabinet" in ran.out
    assert ran.out.splitlines()[1] == "more servers      unknown: weight of devices not given"
    assert "unknown" in next(line for line in ran.out.splitlines() if line.startswith("A02 "))


def test_the_answer_comes_first(cli: Any, planned: Any) -> None:
    """The cabinet with the smallest share left, and what of; then servers, places and ports."""
    planned()
    lines = cli("explain", "out/plan.json").out.splitlines()
    assert lines[0] == "tightest cabinet  A01 in row A: weight, 53 kg left of 190 kg"
    assert lines[1].startswith("more servers      room for 29 more ")
    assert "2 U, 600 W, 30 kg" in lines[1]
    assert lines[2] == "  in cabinets     29, all in row A"


def test_a_catalogue_states_free_ports_by_rate(cli: Any, planned: Any) -> None:
    """A cable at 1 Gb/s takes no port of 25 or 100 Gb/s, and a power cord takes none."""
    models = {"SW32": "EX-SW-32X100", "SW48": "EX-SW-48X25", "SW24": "EX-SW-48X1"}
    devices = DEVICES
    for model, part in models.items():
        devices = devices.replace(model, part)
    assert planned(devices, CABLES.replace("10G", "25G"))["headroom"]["more_servers"] is None
    words = ("--catalogue", PARTS, "--json")
    found = cli("explain", "out/plan.json", *words).json()
    fabric, management = sorted(found["networks"], key=lambda one: one["network"])
    ports = [(one["limit"], one["left"]) for one in (fabric["ports"], fabric["server_ports"])]
    assert ports == [(32 + 2 * 56, 144 - 4 - 2 - 4), (2 * 48, 96 - 4 - 2)]
    assert (management["ports"]["limit"], management["ports"]["left"]) == (48, 48 - 4 - 3)
    assert (fabric["more_servers"], management["more_servers"]) == (90, 41)
    assert (found["by_order"], found["more_servers"]) == (True, found["places"])
