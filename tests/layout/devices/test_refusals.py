"""Devices that cannot be placed: each is named with its limit and what would help, all at once."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.fabric.fabric import Device, Fabric
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.devices.rules import DeviceRule
from netfloor.plans.laid import hall_cabinets, place_free
from netfloor.rooms.hall import Hall, read_hall
from tests.fixtures.lists import ROOM


def hall(folder: Path, *, limit_w: int | None = 1000, taken: str = "") -> Hall:
    """Return three cabinets of 10 units, some occupied."""
    (folder / "room.toml").write_text(ROOM)
    read = read_hall(folder / "room.toml")
    cabinets = tuple(
        replace(one, power_limit_w=limit_w, weight_limit_kg=None, taken=one.name in taken)
        for one in read.cabinets
    )
    return replace(read, cabinets=cabinets)


def refused(room: Hall, *devices: Device, rules: tuple[DeviceRule, ...] = ()) -> str:
    """Return the message of devices that cannot be placed."""
    fabric = Fabric("small", devices, (), hall_cabinets(room), named=True)
    with pytest.raises(InfeasibleError) as error:
        place_free(fabric, room, rules)
    return str(error.value)


def device(name: str, units: int = 1, watts: float = 100, **more: object) -> Device:
    """Return a server."""
    return Device(name, "server", 4, units=units, watts=watts, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("devices", "message"),
    [
        ([device("tall", 11)], "tall is 11 U high, but the cabinets of the room open to it have 10 units"),
        (
            [device("hot", watts=1200)],
            "hot has 1,200 W, but no cabinet of the room has more than 1,000 W left; raise a limit",
        ),
        (
            [device(f"d{n}", 4, 10) for n in range(8)],
            "8 free devices need 32 U, but the room has 30 U left; add a cabinet",
        ),
        (
            [device(f"d{n}", watts=700) for n in range(5)],
            "5 free devices draw 3,500 W, but the room has 3,000 W left; raise limits",
        ),
        (
            [device("wide", 6), *(device(f"f{c}", 1, 10, cabinet=c, unit=5) for c in range(3))],
            "wide needs 6 adjacent U, but fixed devices leave none in the room; move a fixed device",
        ),
        (
            [device("here", 2, cabinet=0), device("block", 9, 10, cabinet=0, unit=1)],
            "here needs 2 adjacent U, but fixed devices leave none in A01",
        ),
        (
            [device(f"d{n}", 6, 10) for n in range(4)],
            "the 4 free devices do not fit together; free units or add a cabinet",
        ),
        (
            [device(f"d{n}", 1, 600) for n in range(4)],
            "the 4 free devices do not fit together; they fit with higher power limits",
        ),
    ],
    ids=["height", "watts", "units", "power", "gap", "rack alone", "packing", "packing watts"],
)
def test_a_limit_is_named_with_what_would_help(tmp_path: Path, devices: list[Device], message: str) -> None:
    """Whether a device alone breaks it, or all together."""
    assert message in refused(hall(tmp_path), *devices)


@pytest.mark.parametrize(
    ("devices", "rules", "message"),
    [
        (
            [device("a", cabinet=0, unit=1), device("b", cabinet=0, unit=2)],
            [DeviceRule(("a", "b"), "cabinet")],
            "rule 1 (a, b apart by cabinet): a, b are listed in A01; change a rack or the rule",
        ),
        (
            [device("a", cabinet=0, unit=1)],
            [DeviceRule(("a",), only=("cabinet:A02",))],
            "a is listed in A01, but a rule restricts it to cabinet:A02; change its rack or the rule",
        ),
        (
            [device(f"d{n}") for n in range(4)],
            [DeviceRule(("d*",), "cabinet")],
            "rule 1 (d* apart by cabinet): separates 4 devices but has 3 cabinets to choose from",
        ),
        (
            [device("a"), device("b")],
            [DeviceRule(("a", "b"), "metres", 5.0)],
            "do not fit together; they fit with fewer rules",
        ),
    ],
    ids=["fixed", "only", "too many", "too far"],
)
def test_rules_that_cannot_be_kept_are_named(
    tmp_path: Path, devices: list[Device], rules: list[DeviceRule], message: str
) -> None:
    """By number and text."""
    assert message in refused(hall(tmp_path), *devices, rules=tuple(rules))


def test_an_occupied_cabinet_takes_no_free_device(tmp_path: Path) -> None:
    """A device listed in it without a unit is told so; one that is fixed stays."""
    room = hall(tmp_path, taken="A01")
    assert "d has no unit, but A01 is occupied; give its unit" in refused(room, device("d", cabinet=0))
    fabric = Fabric("small", (device("d"), device("e", cabinet=0, unit=1)), (), hall_cabinets(room))
    placed, _ = place_free(fabric, room)
    assert placed.devices[0].cabinet != 0
    assert (placed.devices[1].cabinet, placed.devices[1].unit) == (0, 1)


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    """A person mends a list once."""
    message = refused(hall(tmp_path), device("tall", 11), device("hot", watts=1200))
    assert message.startswith("lists: 2 problems")
    assert "tall is 11 U" in message
    assert "hot has 1,200 W" in message


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (
            (DeviceRule(("z*", "d"), "cabinet"),),
            "rule 1 (z*, d apart by cabinet): no device is called 'z*'",
        ),
        ((DeviceRule(("d",), "row"),), "names a single device"),
        ((DeviceRule(("d",), only=("row:Z",)),), "the room has no 'row:Z'; such as row:A"),
    ],
)
def test_a_rule_of_what_there_is_not_is_invalid(
    tmp_path: Path, rules: tuple[DeviceRule, ...], message: str
) -> None:
    """With the names that there are."""
    room = hall(tmp_path)
    fabric = Fabric("small", (device("d"), device("e")), (), hall_cabinets(room))
    with pytest.raises(InputError) as error:
        place_free(fabric, room, rules)
    assert message in str(error.value)


def test_a_free_device_needs_a_height(tmp_path: Path) -> None:
    """Nothing is assumed of its size."""
    room = hall(tmp_path)
    unknown = replace(device("d"), units=None)
    with pytest.raises(InputError, match="1 device to place without a height: d"):
        place_free(Fabric("small", (unknown,), (), hall_cabinets(room)), room)


def test_devices_of_half_depth_share_units(tmp_path: Path) -> None:
    """Twenty of them, one behind the other, fill a cabinet of 10 units."""
    room = hall(tmp_path, limit_w=None)
    half = tuple(
        device(f"d{n}", cabinet=0, face=("front", "rear")[n % 2], half_depth=True) for n in range(20)
    )
    placed, _ = place_free(Fabric("small", half, (), hall_cabinets(room)), room)
    assert sorted((one.unit, one.face) for one in placed.devices) == [
        (unit, face) for unit in range(1, 11) for face in ("front", "rear")
    ]
