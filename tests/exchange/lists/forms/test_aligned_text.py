"""Text files whose columns are aligned by blanks, several tables in one file, and lines of prose."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("R07", units=42),)
_TEXT = """Port map of a cluster

1. Rack elevation (R07)

  RU   Device  Model
  ---- ------- ------
  41   tor-a   SN-1
  40   tor-b   SN-1
  10   blue    R760

  Uplinks are not shown.

2. tor-a (other ports are free)

  Switch port  Connects to  Port on device  Cable         Length
  ------------ ------------ --------------- ------------- ------
  Eth1         blue         NIC 1           25G long DAC  3 m
  Eth9         tor-b        Eth9            100G DAC      1 m

3. tor-b

  Switch port  Connects to  Port on device  Cable         Length
  ------------ ------------ --------------- ------------- ------
  Eth1         blue         NIC 2           25G long DAC  3 m
  Eth9         tor-a        Eth9            100G DAC      1 m

Notes
  - Eth2 is free, Eth3 too.
"""


def _read(folder: Path, text: str) -> ListedFabric:
    (folder / "map.txt").write_text(text, encoding="utf-8")
    return read_lists([folder / "map.txt"], _ROOM, TableRequest())


def test_tables_below_rules_are_read_by_their_columns(tmp_path: Path) -> None:
    """Each with the device or the rack of its title, a cable of both switches once; the rest is noted."""
    listed = _read(tmp_path, _TEXT)
    names = [device.name for device in listed.fabric.devices]
    ends = {
        frozenset((names[end.device], end.port_text) for end in cable.ends)
        for cable in listed.fabric.cables
    }
    assert ends == {
        frozenset({("tor-a", "Eth1"), ("blue", "NIC 1")}),
        frozenset({("tor-a", "Eth9"), ("tor-b", "Eth9")}),
        frozenset({("tor-b", "Eth1"), ("blue", "NIC 2")}),
    }
    assert {device.name: device.unit for device in listed.fabric.devices} == {
        "tor-a": 41,
        "tor-b": 40,
        "blue": 10,
    }
    assert any("lines outside them not read: 1, 11 and 27 to 28" in note for note in listed.notes)


def test_a_cell_that_reaches_into_the_next_column_is_refused(tmp_path: Path) -> None:
    """With its line, rather than cut in two."""
    text = _TEXT.replace("  Eth1         blue         NIC 2", "  Eth1         blue-with-long NIC 2")
    with pytest.raises(InputError, match="line 24: 'blue-with-long' reaches into the next column"):
        _read(tmp_path, text)


def test_a_sentence_is_no_row_of_headings(tmp_path: Path) -> None:
    """No option is offered that would read its parts as devices."""
    text = (
        "Map\n\n  Eth1 srv1 eth0\n  Eth2 srv2 eth0\n\nNotes\n - Eth3 is free, Eth4 too.\n - Eth5 is, ask.\n"
    )
    with pytest.raises(InputError, match="no row of headings") as caught:
        _read(tmp_path, text)
    assert "--map" not in str(caught.value)


def test_no_column_of_units_or_media_is_offered_as_a_device(tmp_path: Path) -> None:
    """Headings are offered for columns that may name ends alone."""
    units = "XX,YY,ZZ\nU39-40,node one,left 4\nU37-38,node two,left 5\nU35,node three,left 6\n"
    with pytest.raises(InputError, match=r'"YY=a" .*"ZZ=b"') as caught:
        _read(tmp_path, units)
    assert '"XX=' not in str(caught.value)
    far = "Switch port,Connects to,Port on device,Cable\nEth1,srv1,eth0,DAC\nEth2,srv2,eth0,DAC\n"
    with pytest.raises(InputError, match="the near device as a title or the name of the sheet") as caught:
        _read(tmp_path, far)
    assert "Cable=a" not in str(caught.value)
