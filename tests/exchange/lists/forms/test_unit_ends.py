"""Ends known by rack unit: a name in several units, and far ends that are a unit alone."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.fabric.fabric import SERVER, SWITCH, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)
_ENGLISH = "From Rack Unit,From Component and Port,To Leaf Switch Rack Unit and Port,Colour"
_JAPANESE = (
    "接続元のラック・ユニット,コンポーネントおよびポートから,"
    "リーフ・スイッチ・ラック・ユニットとポート,Farbe"
)
_ROWS = (
    "U39-40,Compute node: NIC1,U22: port 19,red",
    "U39-40,Compute node: NIC2,U23: port 19,red",
    "U37-38,Compute node: NIC1,U22: port 18,blue",
    "U37-38,Compute node: NIC2,U23: port 18,blue",
    "U22,Leaf: port 33,U24: port 1,",
    "U23,Leaf: port 33,U24: port 2,",
    "--,Bastion,U22: port 3,",
)


def _read(folder: Path, *lines: str) -> ListedFabric:
    path = folder / "list.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_lists([path], CABINETS)


def _ends(listed: ListedFabric) -> list[set[tuple[str, str]]]:
    names = [device.name for device in listed.fabric.devices]
    return [{(names[end.device], end.port_text) for end in cable.ends} for cable in listed.fabric.cables]


@pytest.mark.parametrize("head", [_ENGLISH, _JAPANESE])
def test_far_ends_given_by_a_unit_are_the_devices_there(tmp_path: Path, head: str) -> None:
    """Units tell devices of one name apart; a unit that no row names has the kind of its heading."""
    listed = _read(tmp_path, head, *_ROWS)
    kind = "リーフ・スイッチ" if head == _JAPANESE else "Leaf Switch"
    far = f"{kind} U24"
    assert {device.name: (device.kind, device.unit) for device in listed.fabric.devices} == {
        "Compute node U39-40": (SERVER, 39),
        "Compute node U37-38": (SERVER, 37),
        "Leaf U22": (SWITCH, 22),
        "Leaf U23": (SWITCH, 23),
        far: (SWITCH, 24),
        "Bastion": (listed.fabric.devices[-1].kind, None),
    }
    ends = _ends(listed)
    assert ends[1] == {("Compute node U39-40", "NIC2"), ("Leaf U23", "port 19")}
    assert ends[4] == {("Leaf U22", "port 33"), (far, "port 1")}
    assert ("Leaf U22", "port 3") in ends[6]
    assert dict(listed.fabric.cables[0].attributes) == {head.rpartition(",")[2]: "red"}
    assert any("no row names those in U24" in note for note in listed.notes)
    assert any("2 names in several rack units, joined with them" in note for note in listed.notes)


def test_a_device_in_two_units_stays_a_contradiction(tmp_path: Path) -> None:
    """A name that ends in a number is of one device, and so is one whose units have no port in common."""
    head = "Unit A,Device A,Port A,Unit B,Device B,Port B"
    for name, port in (("srv1", "eth0"), ("Bastion", "eth1")):
        rows = (f"U10,{name},eth0,U22,leaf1,1", f"U11,{name},{port},U22,leaf1,2")
        with pytest.raises(InputError, match=f"{name}: unit 'U11', but 'U10'"):
            _read(tmp_path, head, *rows)


def test_a_dash_of_two_signs_is_a_blank_unit(tmp_path: Path) -> None:
    """As one sign is."""
    rows = ("--,srv1,eth0,U22,leaf1,1", "U11,srv2,eth0,U22,leaf1,2")
    listed = _read(tmp_path, "Unit A,Device A,Port A,Unit B,Device B,Port B", *rows)
    assert listed.fabric.devices[0].unit is None
