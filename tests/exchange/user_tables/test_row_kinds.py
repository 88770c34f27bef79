"""The kind of a row by all its texts: a title, a group or one word must agree with the rest of the row."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.described.descriptions import described
from netfloor.exchange.user_tables.price_list.row_kinds import RowWords, kind_of_title
from tests.exchange.user_tables.test_public_forms import made, read

#: A part beside the row under test, so that the list holds one.
BESIDE = "D2;;QSFP28 DAC 100G 2 m;QSFP28;55,00"


def rows(title: str, *lines: str) -> str:
    """Return a list of rows below a title."""
    head = "Part no.;Group;Description;Form factor;Price"
    return "\n".join([head, BESIDE, *([f"{title};;;;"] if title else []), *lines, ""])


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("", "M1;;1000BASE-T Kupfer, RJ45, 100 m;SFP;22,00"),
        ("", "M1;;Module cuivre 10GBASE-T 30 m;SFP+;61,00"),
        ("", "M1;Transceiver;1000BASE-T cobre 100 m;SFP;22,00"),
        ("Transceivers", "M1;;2.5GBASE-T copper up to 100 m;SFP;29,00"),
        ("Transceivers", "M1;;10GBASE-T 30 m;;52,00"),
    ],
)
def test_a_module_for_twisted_pair_is_no_cable(tmp_path: Path, title: str, line: str) -> None:
    """Whatever cell names its cage, and whatever distance its name has."""
    prices = read(tmp_path, rows(title, line))
    catalogue = made(tmp_path, prices)
    assert [item.part for cable in catalogue.cables for item in cable.lengths] == ["D2"]
    assert any("modules for twisted pair" in note and "M1" in note for note in prices.notes)


@pytest.mark.parametrize(
    "text", ["SFP28 DAC up to 3 m", "SFP28 DAC, reach: 3 m", "SFP28 DAC, Reichweite 3 m"]
)
def test_a_reach_is_no_length(text: str) -> None:
    """Of a cable; a length beside it is."""
    assert "length" not in described(text, "DAC")
    assert described(f"{text}, 1 m", "DAC")["length"] == 1000


def test_copper_of_many_metres_is_a_question(tmp_path: Path) -> None:
    """No copper cable with plugs is that long."""
    prices = read(tmp_path, rows("", "C9;;SFP+ DAC 10G 100 m;SFP+;22,00"))
    assert [p.what for p in prices.problems if 'C9=skip"' in p.what and "reach" in p.what]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("", "X1;;QSFP56 to SFP56 adapter, 50G;SFP56;31,00"),
        ("", "X1;Adapters;QSFP28 to SFP28;SFP28;31,00"),
        ("", "X1;Adapter;USB-C auf RJ45;RJ45;19,00"),
        ("Network adapters", "X1;;QSA28, 25G;SFP28;31,00"),
        ("Adaptateurs", "X1;;Adaptateur QSFP+ vers SFP+;;31,00"),
        ("Adapters", "X1;;Port adapter QSFP-DD / QSFP56;QSFP56;44,00"),
    ],
)
def test_a_converter_is_no_network_adapter(tmp_path: Path, title: str, line: str) -> None:
    """It is left out and counted, whatever its title, group or form says."""
    prices = read(tmp_path, rows(title, line))
    assert not made(tmp_path, prices).nics
    assert any("converters" in note and "X1" in note for note in prices.notes)


@pytest.mark.parametrize(
    "line",
    [
        "N1;;ThinkPad notebook 14 in, 32 GB;;1500,00",
        "N1;;Laser pen, red;;15,00",
        "N1;Adapters;Presenter with laser;;15,00",
        "N1;;Adapter for the wall;;15,00",
    ],
)
@pytest.mark.parametrize("title", ["", "Adapters & switches", "NETWORK ADAPTERS"])
def test_what_agrees_with_no_kind_is_asked(tmp_path: Path, title: str, line: str) -> None:
    """No offered option completes it as an adapter."""
    prices = read(tmp_path, rows(title, line))
    assert prices.problems
    assert not [p.what for p in prices.problems if "--constant" in p.what]
    assert [p.line for p in prices.problems] == [f"line {4 if title else 3}"]


def test_an_adapter_of_few_words_is_one(tmp_path: Path) -> None:
    """Where its row agrees: its title and a cage, or a word that no other part has."""
    lines = [
        "A1;;E810-XXVDA1 25GbE, 1x SFP28;SFP28;199,00",
        "A2;;ConnectX-6 Lx 25GbE 2x SFP28;SFP28;310,00",
    ]
    nics = made(tmp_path, read(tmp_path, rows("Network adapters", *lines))).nics
    assert [nic.part for nic in nics] == ["A1", "A2"]


def test_a_word_alone_is_completed_by_no_constant(tmp_path: Path) -> None:
    """Of what is read by one word only, the kind is asked; once the user says it, the values are."""
    text = rows("", "S1;;Switch of the old room;;900,00")
    (problem,) = read(tmp_path, text).problems
    assert "only a word" in problem.what
    assert "--constant" not in problem.what
    kept = read(tmp_path, text, kinds="S1=switch").problems
    assert [p.what for p in kept if re.search(r"--constant \"S1\.cages", p.what)]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("DAC & AOC", None),
        ("Adapters and switches", None),
        ("Kabel DAC", "DAC"),
        ("Patchkabel LWL", "cord"),
        ("Active copper cables", "ACC"),
        ("Server adapters", "adapter"),
    ],
)
def test_titles_of_two_kinds_are_of_none(title: str, kind: str | None) -> None:
    """A more special word within one name still counts."""
    assert kind_of_title(title) == kind


def test_a_breakout_cable_is_no_converter() -> None:
    """Nor is a cable with its length in a column, or a module with an optical standard."""
    assert not RowWords({"name": "QSFP28 to 4x SFP28 breakout"}).is_converter
    assert not RowWords({"name": "QSFP28 to SFP28", "length": "2"}).is_converter
    assert not RowWords({"name": "QSFP28 to LC, 100GBASE-LR4 module adapter"}).is_converter
    assert RowWords({"name": "QSFP28 to SFP28"}).is_converter
