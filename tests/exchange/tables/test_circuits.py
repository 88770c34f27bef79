"""Rows of NetBox's cables whose end is a circuit or a power feed, which belong to no device."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)
ROWS = ["r1,xe0,s1,Eth1,Connected", "r1,xe1,s1,Eth2,Connected", "r1,xe2,s2,Eth1,Connected"]


def planned(folder: Path, rows: list[str], head: str = "Termination", **columns: str) -> ListedFabric:
    """Return the fabric of a cable list with terminations."""
    text = "\n".join([f"Device A,{head} A,Device B,{head} B,Status", *rows, ""])
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(columns))


@pytest.mark.parametrize("row", ["r1,xe9,,CID-7 Termination A,Connected", ",Feed A,s1,PSU1,Connected"])
def test_a_termination_without_a_device_is_a_circuit(tmp_path: Path, row: str) -> None:
    """Left out with a note, at either end."""
    listed = planned(tmp_path, [*ROWS, row])
    assert [device.name for device in listed.fabric.devices] == ["r1", "s1", "s2"]
    assert len(listed.fabric.cables) == 3
    assert any("line 5" in note and "a circuit or a power feed" in note for note in listed.notes)


def test_ports_without_a_device_are_refused(tmp_path: Path) -> None:
    """Below other headings; the row above is not offered, since the column names devices elsewhere."""
    with pytest.raises(InputError, match="line 5: b is empty") as refused:
        planned(tmp_path, [*ROWS, "r1,xe9,,Eth7,Connected"], head="Port")
    assert "as above" not in str(refused.value)
    assert 'Port A:xe9=skip rows"' in str(refused.value)


def test_merged_cells_are_offered_to_be_filled(tmp_path: Path) -> None:
    """The device of several rows stands in the first one."""
    rows = ["r1,xe0,s1,Eth1,Connected", "r1,xe1,,Eth2,Connected", "r1,xe2,,Eth3,Connected"]
    with pytest.raises(InputError, match='"Device B=b as above"'):
        planned(tmp_path, rows)
    assert len(planned(tmp_path, rows, **{"Device B": "b as above"}).fabric.cables) == 3
