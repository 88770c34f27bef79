"""The sign ``#`` in lists: a heading, ids such as ``#1``, and comments."""

from pathlib import Path

import pytest

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric

HEAD = "From,Port,To,Port"


def _read(folder: Path, text: str, **columns: str) -> Fabric:
    path = folder / "list.csv"
    path.write_text(text)
    return READERS["csv"].tables(path, {}, TableRequest(columns=columns))


@pytest.mark.parametrize("ids", ["#1,#2", "# 1,# 2", "#K-1,#K-2"])
@pytest.mark.parametrize("heading", ["Cable", "#", "#ID", "# Cable ID"])
def test_ids_with_the_sign_are_no_comments(tmp_path: Path, ids: str, heading: str) -> None:
    """Nor are headings that begin with it."""
    first, second = ids.split(",")
    text = f"{heading},{HEAD}\n{first},leaf1,1,spine1,1\n{second},leaf2,1,spine1,2\n# no cable,\n"
    assert [cable.id for cable in _read(tmp_path, text).cables] == [first, second]


def test_ids_with_the_sign_stand_beside_a_column_of_both_ends(tmp_path: Path) -> None:
    """Whose rows are read before the columns are known."""
    text = "#,Connection\n#1,leaf1:1 -> spine1:1\n#2,leaf2:1 -> spine1:2\n"
    assert [cable.id for cable in _read(tmp_path, text).cables] == ["#1", "#2"]


def test_the_sign_as_a_heading_is_no_blank_heading(tmp_path: Path) -> None:
    """By itself, and if the user names it."""
    text = f"#,{HEAD},,Note\n7,leaf1,1,spine1,1,,x\n8,leaf2,1,spine1,2,,y\n"
    for columns in ({}, {"#": "id"}):
        assert [cable.id for cable in _read(tmp_path, text, **columns).cables] == ["7", "8"]


def test_a_cable_in_a_comment_is_noted(tmp_path: Path) -> None:
    """Its cells are like those of the others; a plain comment goes without a word."""
    text = f"{HEAD}\nleaf1,1,spine1,1\n# leaf2,1,spine1,2\n#leaf3,1,spine1,3\n# a text, of two parts\n"
    fabric = _read(tmp_path, text)
    assert len(fabric.cables) == 1
    told = "not read as cables: line 3 ('# leaf2': a comment) and line 4 ('#leaf3': a comment)"
    assert any(note.endswith(told) for note in fabric.notes)
