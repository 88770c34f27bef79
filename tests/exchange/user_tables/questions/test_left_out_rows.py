"""Which rows a word of a kind leaves out, and rows that are not cables of a catalogue."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.read import PriceList
from tests.exchange.user_tables.test_public_forms import CORD, made, read

DAC = "SFP28 25G passive DAC twinax cable"
SHOP = (
    "Type,SKU,Name,Short description,Regular price\n"
    f"variable,D,{DAC},in many lengths,\nvariation,D-1,{DAC} - 1 m,,20\nvariation,D-2,{DAC} - 2 m,,30\n"
    "simple,T-1,10GBASE-SR SFP+ transceiver LC,,25\nsimple,M-1,Mouse,,9\n"
)


def parts(folder: Path, prices: PriceList) -> set[str]:
    """Return the part numbers of cables and transceivers."""
    catalogue = made(folder, prices)
    cables = {length.part for cable in (*catalogue.cables, *catalogue.cords) for length in cable.lengths}
    return cables | {item.part for item in catalogue.transceivers}


def test_a_column_whose_words_are_no_kinds(tmp_path: Path) -> None:
    """The question is about the name; heads of variants without a price are no question at all."""
    (problem,) = read(tmp_path, SHOP).problems
    assert (problem.column, "'Mouse' is not a known kind" in problem.what) == ("Name", True)
    for kinds in ("*=skip", "Mouse=skip", "M-1=skip", "simple=skip"):
        assert parts(tmp_path, read(tmp_path, SHOP, kinds=kinds)) == {"D-1", "D-2", "T-1"}, kinds
    notes = read(tmp_path, SHOP, kinds="simple=skip").notes
    assert any("'simple' is left out, but not 1 row (T-1)" in note for note in notes)
    assert any("heads of variants" in note and "(D)" in note for note in notes)


def test_a_column_of_unknown_words_is_one_of_kinds(tmp_path: Path) -> None:
    """Where no name tells a kind, its words are few answers for many rows."""
    rows = "".join(f"S{n},Reihe A,{n} Elbe,9\n" for n in range(3))
    (problem,) = read(tmp_path, f"Part,Category,Description,Price\n{rows}").problems
    assert (problem.column, "'Reihe A' is not a known kind" in problem.what) == ("Category", True)


def test_a_word_is_a_whole_word_of_a_name(tmp_path: Path) -> None:
    """Not the beginning of another one."""
    text = f"Part,Description,Price\nK1,{CORD} Simplex,13.45\n"
    assert parts(tmp_path, read(tmp_path, text, kinds="simple=skip")) == {"K1"}


@pytest.mark.parametrize(
    "name",
    [
        *("RJ45 plug Cat.6A, field-terminable", "RJ45 Stecker Cat.6A feldkonfektionierbar, geschirmt"),
        *(
            "RJ45 Plug Cat6A shielded pack of 50",
            "Connecteur RJ45 Cat.6A \u00e0 sertir",
            "Conector RJ45 Cat 6",
        ),
    ],
)
def test_plugs_are_no_cables(tmp_path: Path, name: str) -> None:
    """With a length or a word for a cable they are."""
    text = f'Part,Description,Price\nK1,{CORD},13.45\nP1,"{name}",5.00\n'
    prices = read(tmp_path, text)
    assert parts(tmp_path, prices) == {"K1"}
    assert any("accessories" in note and "P1" in note for note in prices.notes)
    assert parts(
        tmp_path, read(tmp_path, text.replace(name, f"{name.split(' pack', maxsplit=1)[0]} 2 m"))
    ) == {"K1", "P1"}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Breakout Installation Fibre Cable OM4 8G 50/125 per metre", "cable by the metre"),
        ("Universalkabel LWL OM4 12 Fasern, Preis pro Meter", "cable by the metre"),
        ("MPO-12 F to 4 x LC duplex breakout harness OM4 2 m", "harnesses"),
        ("LC Pigtail-Set OM4 12-farbig 2m", "pigtails"),
        ("LWL Pigtail LC OM4 2m", "pigtails"),
    ],
)
def test_fibre_that_is_no_cord(tmp_path: Path, name: str, why: str) -> None:
    """Left out with its reason, never a question and never a cord."""
    prices = read(tmp_path, f'Part,Description,Price\nK1,{CORD},13.45\nP1,"{name}",5.00\n')
    assert parts(tmp_path, prices) == {"K1"}
    assert any(f"left out as {why}" in note and "P1" in note for note in prices.notes)


def test_a_row_with_a_port_is_left_out_by_name(tmp_path: Path) -> None:
    """Each one, with its description; others are counted."""
    rows = "".join(f"G-{n},Gizmo of {n} GB,3\n" for n in range(20))
    ours = "".join(f"S-{n},Model {n} 48-port,9\n" for n in range(12))
    text = f"Part,Description,Price\nK1,{CORD},13.45\n{rows}{ours}V,VIC 15238 2x40/100/200G PCIe,9\n"
    prices = read(tmp_path, text, kinds="*=skip")
    assert parts(tmp_path, prices) == {"K1"}
    assert any("left out by --kind: 20 rows" in note for note in prices.notes)
    (named,) = [note for note in prices.notes if "a port, a plug or a rate" in note]
    assert all(f"S-{n}" in named for n in range(12))
    assert ("S-3 (Model 3 48-port)" in named, "V;" in named, "G-1" in named) == (True, True, False)


def test_a_switch_of_one_word_is_left_out_by_name(tmp_path: Path) -> None:
    """Its ports are not all known."""
    text = f'Part,Description,Price\nK1,{CORD},13.45\nS-1,"CX 6300M switch, 48 ports 1G, 4x SFP56",4120\n'
    prices = read(tmp_path, text, kinds="*=skip")
    assert parts(tmp_path, prices) == {"K1"}
    assert any("S-1 (CX 6300M switch" in note for note in prices.notes)


def test_a_part_number_is_no_word_of_a_longer_one(tmp_path: Path) -> None:
    """Though a joint stands between them."""
    text = f"Part,Description,Price\nA,{CORD} A-1-X,13.45\nB,{CORD} A-1,13.45\n"
    assert parts(tmp_path, read(tmp_path, text, kinds="A-1=skip")) == {"A"}
