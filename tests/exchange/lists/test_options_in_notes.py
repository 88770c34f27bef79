"""Options that notes offer: written as on the command line, and accepted when pasted."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.asked import parse_map
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import setting

CABINETS = (FloorCabinet("A01", units=42),)
#: Lists whose notes carry options: an unused port, an unknown heading, cables to be removed, unknown kinds.
LISTS = {
    "unused": "Device A,Port A,Device B,Port B\nsw1,1,sw2,1\nsw1,2,,\n",
    "frei": "Gerät A,Port A,Gerät B,Port B\nsw1,1,sw2,1\nsw1,2,frei,\n",
    "libre": "Équipement A,Port A,Équipement B,Port B\nsw1,1,sw2,1\nsw1,2,libre,\n",
    "unknown": "Device A,Port A,Device B,Port B,Frobnication\nsw1,1,sw2,1,12\n",
    "removed": "Device A,Port A,Device B,Port B,Action\nsw1,1,sw2,1,add\nsw1,2,sw2,2,remove\n",
}
_MAP = re.compile(r"--map (?:\"([^\"]*)\"|'([^']*)')")


def _notes(path: Path, columns: dict[str, str], *, imported: bool) -> tuple[str, ...]:
    request = TableRequest(columns=columns)
    if imported:
        return READERS["csv"].tables(path, {}, request).notes
    return read_lists([path], CABINETS, request).notes


@pytest.mark.parametrize("imported", [False, True])
@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_options_of_notes_are_accepted(text: str, *, imported: bool, tmp_path: Path) -> None:
    """No note holds the marks of settings, and each ``--map`` without a place to fill in reads the list."""
    path = tmp_path / "list.csv"
    path.write_text(text, encoding="utf-8")
    notes = _notes(path, {}, imported=imported)
    assert not re.search("[\ue000-\uf8ff]", " ".join(notes))
    options = [a or b for note in notes for a, b in _MAP.findall(note)]
    for option in options:
        if "FIELD" not in option and "HEADING" not in option:
            assert _notes(path, parse_map([option], (CABLES, DEVICES)), imported=imported)
    assert "--" in " ".join(notes)


def test_what_was_noted_before_a_refusal_is_written_as_on_the_command_line() -> None:
    """A report tells its notes even if no fabric comes of the tables."""
    request = TableRequest()
    request.report.notes.append(f'{setting("map")} "B=b as written" keeps it')
    assert request.report.told() == ('--map "B=b as written" keeps it',)
