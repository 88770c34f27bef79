"""Rack units as lists write them: one unit, several, or a unit with a height."""

from collections.abc import Callable
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.fields import units_of
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=48), FloorCabinet("A02", units=48))
#: Text, lowest unit, height; None if the text does not state one.
TEXTS = [
    ("12", 12, None),
    ("RU30", 30, None),
    ("HE 7", 7, None),
    ("OU 7", 7, None),
    ("12 (2U)", 12, 2),
    ("U15 (1U)", 15, 1),
    ("HE 20 (3 HE)", 20, 3),
    ("OU7 (2 OU)", 7, 2),
    ("20/21", 20, 2),
    ("21/20", 20, 2),
    ("25-26", 25, 2),
    ("U25 - U26", 25, 2),
    ("U12+U13", 12, 2),
    ("12..13", 12, 2),
    ("44,45", 44, 2),
    ("HE 20 bis 22", 20, 3),
    ("U20 à U21", 20, 2),
    ("12, 13 & 14", 12, 3),
    ("12.0-13.0", 12, 2),
    ("U12-13 (2U)", 12, 2),
]
_HEADS = {
    "en": "Device A,Rack A,U A,Port A,Device B,Rack B,U B,Port B",
    "de": "Gerät A,Schrank A,HE A,Port A,Gerät B,Schrank B,HE B,Port B",
    "fr": "Équipement A,Baie A,U A,Port A,Équipement B,Baie B,U B,Port B",
}


def planned(path: Path) -> Fabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    return read_lists([path], CABINETS).fabric


def imported(path: Path) -> Fabric:
    """Return the fabric of a list as ``netfloor import`` reads it."""
    return READERS["csv"].read(path, {})


@pytest.mark.parametrize("read", [planned, imported])
@pytest.mark.parametrize("head", _HEADS.values(), ids=_HEADS)
def test_units_at_the_ends_of_cables_give_heights(
    read: Callable[[Path], Fabric], head: str, tmp_path: Path
) -> None:
    """Each text gives the lowest unit, and the height where it states one, whatever the language."""
    for text, unit, height in TEXTS:
        path = tmp_path / "list.csv"
        path.write_text(f'{head}\nsw1,A01,40,1,srv1,A02,"{text}",1\n', encoding="utf-8")
        fabric = read(path)
        server = fabric.devices[fabric.device_named["srv1"]]
        assert (server.unit, server.units) == (unit, height), text


@pytest.mark.parametrize("heading", ["Unit", "HE", "Position", "Unité", "Posición U"])
def test_units_of_a_list_of_devices_give_heights(heading: str, tmp_path: Path) -> None:
    """The same texts in a device list."""
    path = tmp_path / "devices.csv"
    for text, unit, height in TEXTS:
        path.write_text(f'Hostname,Rack,{heading}\nsrv1,A01,"{text}"\n', encoding="utf-8")
        (device,) = read_lists([path], CABINETS).fabric.devices
        assert (device.unit, device.units) == (unit, height), text


@pytest.mark.parametrize("text", ["20/25", "12/13/15", "12 (2)", "1-2 (3U)", "12.5", "U", "0/1", "1001"])
def test_other_texts_are_refused(text: str) -> None:
    """Gaps, a height that contradicts the units, numbers beyond any cabinet; the message has the text."""
    with pytest.raises(InputError) as raised:
        units_of(text, "list", 1, 1000)
    assert repr(text) in str(raised.value)


def test_a_height_that_contradicts_a_stated_one_is_refused_with_both(tmp_path: Path) -> None:
    """Of a column of heights, and of the ends of cables beside a device list."""
    devices, cables = tmp_path / "devices.csv", tmp_path / "cables.csv"
    devices.write_text("name,rack,unit,height\nsw1,A01,12 (2U),3\n")
    with pytest.raises(InputError, match=r"height '12 \(2U\)', but '3' in"):
        read_lists([devices], CABINETS)
    devices.write_text("name,rack,unit,height\nsw1,A01,12,1\nsrv1,A01,20,2\n")
    cables.write_text("a,rack a,unit a,port a,b,port b\nsw1,A01,12/13,1,srv1,1\n")
    with pytest.raises(InputError, match="height '12/13', but '1' in"):
        read_lists([devices, cables], CABINETS)
