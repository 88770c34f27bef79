"""Columns without a heading: decoration between ends, data that is asked about, and meanings by letter."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)
ROWS = [("a1", "1", "s1", "11"), ("a2", "1", "s1", "12"), ("a3", "1", "s1", "13")]


def planned(folder: Path, between: list[str], **columns: str) -> ListedFabric:
    """Return the fabric of three cables with a nameless column between the ends."""
    lines = [f"{a},{p},{word},{b},{q}" for (a, p, b, q), word in zip(ROWS, between, strict=True)]
    text = "\n".join(["Device A,Port A,,Device B,Port B", *lines, ""])
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(columns))


@pytest.mark.parametrize(
    "words", [["to"] * 3, ["\u00e0", "", "\u00e0"], ["bis", "nach", "bis"], ["patched"] * 3]
)
def test_a_word_between_the_ends_is_decoration(tmp_path: Path, words: list[str]) -> None:
    """Link words, or one word in all rows; the note names the column, its cells and the option."""
    listed = planned(tmp_path, words)
    assert [(c.ends[0].port_text, c.ends[1].port_text) for c in listed.fabric.cables] == [
        ("1", "11"),
        ("1", "12"),
        ("1", "13"),
    ]
    told = f"column C has no heading and only '{words[0]}': not read"
    assert any(told in note and '"C=MEANING"' in note for note in listed.notes)


@pytest.mark.parametrize(
    "words", [["OM4"] * 3, ["x1", "x2", "x3"], ["", "moved", ""], ["blue", "red", "blue"]]
)
def test_other_cells_without_a_heading_are_asked_about(tmp_path: Path, words: list[str]) -> None:
    """They may be data; the option of the message passes them."""
    with pytest.raises(InputError, match="has no heading") as refused:
        planned(tmp_path, words)
    assert '"C=skip"' in str(refused.value)
    assert len(planned(tmp_path, words, C="skip").fabric.cables) == 3


@pytest.mark.parametrize("sign", ["->", "<->", "to", "bis", "\u2192"])
def test_such_words_may_be_their_own_heading(tmp_path: Path, sign: str) -> None:
    """They are no end, and the line of headings is no row."""
    lines = [f"Device A,Port A,{sign},Device B,Port B", *(f"{a},{p},{sign},{b},{q}" for a, p, b, q in ROWS)]
    (tmp_path / "list.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    listed = read_lists([tmp_path / "list.csv"], CABINETS)
    assert [device.name for device in listed.fabric.devices] == ["a1", "s1", "a2", "a3"]
    assert len(listed.fabric.cables) == 3


def test_a_letter_gives_a_nameless_column_its_meaning(tmp_path: Path) -> None:
    """As it gives one to columns with a heading."""
    listed = planned(tmp_path, ["2", "3", "4"], C="length")
    assert [cable.length_mm for cable in listed.fabric.cables] == [2000, 3000, 4000]


def test_a_column_beyond_the_headings_has_a_letter(tmp_path: Path) -> None:
    """Rows may be wider than the line of headings."""
    (tmp_path / "list.csv").write_text("Device A,Port A,Device B,Port B\na1,1,s1,1,7 m\na2,1,s1,2,8 m\n")
    listed = read_lists([tmp_path / "list.csv"], CABINETS, TableRequest({"E": "length"}))
    assert [cable.length_mm for cable in listed.fabric.cables] == [7000, 8000]
