"""Marks for the cell above: replaced by its text, never the name of a device."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
MARKS = ('"', "''", "\u3003", "\u2033", '-"-', '" "', ",,", "\u2193", "Ditto", "dito", "dto.", "do.")
MARKS += ("idem", "\u00eddem", "id.", "wie oben", "s.o.", "as above", "igual que arriba", "voir ci-dessus")


def planned(folder: Path, rows: list[list[str]]) -> ListedFabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    text = "\n".join("\t".join(row) for row in rows)
    (folder / "list.tsv").write_text(text + "\n", encoding="utf-8")
    return read_lists([folder / "list.tsv"], CABINETS)


@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_repeats_device_rack_unit_and_length(tmp_path: Path, mark: str) -> None:
    """Rows of marks, one below the other, repeat the last written cell, and a note counts them."""
    quoted = f'"{mark.replace(chr(34), chr(34) * 2)}"' if '"' in mark else mark
    head = ["Rack A", "U A", "Device A", "Port A", "Rack B", "Device B", "Port B", "Length (m)"]
    first = ["A01", "40", "sw1", "1", "A02", "srv1", "eth0", "7"]
    others = [[quoted, quoted, quoted, str(n), quoted, f"srv{n}", "eth0", quoted] for n in (2, 3)]
    listed = planned(tmp_path, [head, first, *others])
    fabric = listed.fabric
    assert sorted(device.name for device in fabric.devices) == ["srv1", "srv2", "srv3", "sw1"]
    assert {device.name: device.cabinet for device in fabric.devices}["srv3"] == 1
    assert [cable.length_mm for cable in fabric.cables] == [7000] * 3
    assert any("10 cells such as" in note and "first line 3" in note for note in listed.notes)


def test_imports_read_marks_alike(tmp_path: Path) -> None:
    """An import has the devices of a plan, here from German headings at both ends."""
    text = "von Ger\u00e4t;von Port;nach Ger\u00e4t;nach Port\nsw1;1;sw2;1\ndito;2;idem;2\n"
    (tmp_path / "list.csv").write_text(text, encoding="utf-8")
    fabric = next(reader for reader in READERS if reader.name == "csv").read(tmp_path / "list.csv")
    assert sorted(device.name for device in fabric.devices) == ["sw1", "sw2"]
    assert len(fabric.cables) == 2


@pytest.mark.parametrize("mark", ["''", "idem", "\u2193", "***"])
def test_a_mark_below_headings_is_refused(tmp_path: Path, mark: str) -> None:
    """Neither a heading nor a blank cell is repeated, and a mark is no name."""
    head = ["Device A", "Port A", "Device B", "Port B"]
    with pytest.raises(InputError, match=r"line 2: .* is not a device name"):
        planned(tmp_path, [head, [mark, "1", "srv1", "eth0"], ["sw1", "2", "srv2", "eth0"]])


def test_a_repeated_port_is_refused(tmp_path: Path) -> None:
    """Two cables cannot end at one port, however the list writes it."""
    head = ["Device A", "Port A", "Device B", "Port B"]
    with pytest.raises(InputError, match="port"):
        planned(tmp_path, [head, ["sw1", "1", "srv1", "eth0"], ["dito", "dito", "srv2", "eth0"]])


def test_a_total_is_not_repeated(tmp_path: Path) -> None:
    """Marks below a title between groups repeat the last row of cables."""
    head = ["Device A", "Port A", "Device B", "Port B"]
    rows = [["sw1", "1", "srv1", "eth0"], ["second half:"], ["idem", "2", "srv2", "eth0"]]
    listed = planned(tmp_path, [head, *rows])
    assert sorted(device.name for device in listed.fabric.devices) == ["srv1", "srv2", "sw1"]


@pytest.mark.parametrize("mark", ["dito", "id.", "-''-", "\u2193"])
@pytest.mark.parametrize("above", [["sw1", "1", "srv1", "eth0", ""], ["sw1", "1", "srv1", "eth0"]])
def test_a_mark_below_a_blank_cell_is_refused(tmp_path: Path, mark: str, above: list[str]) -> None:
    """In any column, with its place: it repeats nothing."""
    head = ["Device A", "Port A", "Device B", "Port B", "Note"]
    rows = [above, ["sw1", "2", "srv2", "eth0", mark], ["sw1", "3", "srv3", "eth0", "x"]]
    with pytest.raises(InputError, match=r"line 3: .* below a blank cell; the text that it repeats"):
        planned(tmp_path, [head, *rows])
