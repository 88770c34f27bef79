"""Rows below the cables of a list: take-offs of material, and ends that are dashes or in other scripts."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_ROOM = (FloorCabinet("Q2", units=42),)
_HEAD = "Device A,Port A,Rack A,Device B,Port B,Rack B,Type,Length"
_CABLES = ("n1,e1,Q2,sw1,1,Q2,DAC,3", "n2,e1,Q2,sw1,2,Q2,DAC,3")


def _read(folder: Path, *rows: str, head: str = _HEAD) -> ListedFabric:
    (folder / "list.csv").write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")
    return read_lists([folder / "list.csv"], _ROOM, TableRequest())


@pytest.mark.parametrize(
    "title", ["TOTALS,,,,,,,", '"TOTALS, NEW CABLES ONLY",,,,,,,', "Total new,,,,,,,2"]
)
def test_a_take_off_below_the_cables_is_left_out(title: str, tmp_path: Path) -> None:
    """With its lines: its rows have a type and a number, but no end of a cable."""
    listed = _read(tmp_path, *_CABLES, ",,,,,,,", title, ",,,,,,DAC,2", "Total,,,,,,,2")
    assert len(listed.fabric.cables) == 2
    assert any("of sums left out" in note and "line 6 ('DAC')" in note for note in listed.notes)


def test_a_row_without_ends_among_cables_is_refused(tmp_path: Path) -> None:
    """Even below a subtotal, if cables follow; and so is one with a single end below a total."""
    with pytest.raises(InputError, match="line 4: a is empty"):
        _read(tmp_path, _CABLES[0], "Subtotal,,,,,,,3", ",,,,,,DAC,2", _CABLES[1])
    with pytest.raises(InputError, match="line 5: a is empty"):
        _read(tmp_path, *_CABLES, "Total,,,,,,,6", ",,,sw1,3,Q2,DAC,2")


def test_names_in_other_scripts_are_names(tmp_path: Path) -> None:
    """They are no words for an unused port, although nothing of them is left in small Latin letters."""
    listed = _read(tmp_path, "踏み台,ポート2,Q2,sw1,1,Q2,DAC,3", ",,,,,,,", head=_HEAD)
    assert [device.name for device in listed.fabric.devices] == ["踏み台", "sw1"]
    assert len(listed.fabric.cables) == 1


def test_the_note_on_unused_ports_names_the_end(tmp_path: Path) -> None:
    """The near one or the far one, each with the option of its own column."""
    listed = _read(tmp_path, *_CABLES, "spare,,,sw1,7,Q2,,", "n1,e9,Q2,spare,,,,")
    notes = [note for note in listed.notes if "of ports without a cable left out" in note]
    assert ["near end" in note and '"Device A=a as written"' in note for note in notes] == [True, False]
    assert ["far end" in note and '"Device B=b as written"' in note for note in notes] == [False, True]


def test_a_skipped_column_does_not_change_the_kind_of_a_list(tmp_path: Path) -> None:
    """A device list with headings that may be two ends stays one."""
    (tmp_path / "list.csv").write_text("Object,Name,Cabinet,Note\nDEVICE,leaf1,Q2,x\nDEVICE,srv1,Q2,y\n")
    listed = read_lists([tmp_path / "list.csv"], _ROOM, TableRequest({"Note": "skip"}))
    assert [device.name for device in listed.fabric.devices] == ["leaf1", "srv1"]
    assert not listed.fabric.cables
