"""Tables with unknown headings beside a readable one: read, noted or refused, never silent."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

ROOM = (FloorCabinet("A01", units=42), FloorCabinet("A02", units=42))
READABLE = "\nDevice A,Port A,Device B,Port B\nsw1,1,sw2,1\n"
UNKNOWN = [
    ("From Component and Port,To Component and Port", "srv1: NET0,sw1: port 4\nsrv2: NET0,sw1: port 5\n"),
    (
        "Von Komponente+Anschluss,Nach Komponente+Anschluss",
        "srv1: NET0,sw1: port 4\nsrv2: NET0,sw1: port 5\n",
    ),
    ("Depuis le composant,Vers le composant", "srv1: NET0,sw1: prise 4\nsrv2: NET0,sw1: prise 5\n"),
]


def planned(folder: Path, text: str, columns: dict[str, str] | None = None) -> ListedFabric:
    """Return the fabric of a list as ``netfloor plan`` reads it."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return read_lists([folder / "list.csv"], ROOM, TableRequest(columns=columns or {}))


def test_cables_below_are_refused_alike(tmp_path: Path) -> None:
    """The lines of the message are those of the table below, and its options read it."""
    head, rows = UNKNOWN[0]
    text = f"{READABLE[1:]}\n{head}\n{rows}"
    with pytest.raises(InputError, match="line 4: no known headings in lines 4 to 6"):
        planned(tmp_path, text)
    names = head.split(",")
    assert len(planned(tmp_path, text, {names[0]: "a", names[1]: "b"}).fabric.cables) == 3
    assert len(planned(tmp_path, text, {names[0]: "skip"}).fabric.cables) == 1


@pytest.mark.parametrize(("head", "rows"), UNKNOWN)
def test_cables_above_are_refused_with_a_way_to_read_them(tmp_path: Path, head: str, rows: str) -> None:
    """The options of the message read the table, or pass over it with a note."""
    text = f"{head}\n{rows}{READABLE}"
    names = head.split(",")
    try:
        listed = planned(tmp_path, text)
    except InputError as error:
        told = str(error)
        assert "line 1: no known headings in lines 1 to 3" in told
        assert f'"{names[0]}=a"' in told
        assert f'"{names[1]}=b"' in told
        assert f'"{names[0]}=skip"' in told
        listed = planned(tmp_path, text, {names[0]: "a", names[1]: "b"})
        passed = planned(tmp_path, text, {names[0]: "skip"})
        assert len(passed.fabric.cables) == 1
        assert any("lines 1 to 3: passed over" in note for note in passed.notes)
    assert len(listed.fabric.cables) == 3
    assert {device.name for device in listed.fabric.devices} == {"srv1", "srv2", "sw1", "sw2"}


def test_another_table_above_is_noted(tmp_path: Path) -> None:
    """Rows that are not cables are named by their lines."""
    listed = planned(tmp_path, f"Person,Phone,Floor\nWhite,17,3\nBlack,18,4\n{READABLE}")
    assert len(listed.fabric.cables) == 1
    notes = [note for note in listed.notes if "no known headings in lines 1 to 3: passed over" in note]
    assert len(notes) == 1
    assert "--map 'Person=FIELD'" in notes[0]


@pytest.mark.parametrize("above", ["Project:,North\nDate:,1 May\n", "Cables of hall 3\n", "Rev,C\n"])
def test_titles_above_are_no_table(tmp_path: Path, above: str) -> None:
    """Labels with values, titles and single rows need no note."""
    listed = planned(tmp_path, above + READABLE)
    assert not any("passed over" in note for note in listed.notes)
