"""Answers that questions offer: they fit the row, or have a blank that is refused until filled in."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.request import parse_constants
from netfloor.foundation.errors import InputError
from tests.exchange.user_tables.test_public_forms import CORD, made, read

TRANSCEIVERS = (
    '"QSFP 40G SWDM transceiver for multimode"',
    '"800G QSFP-DD800 transceiver 8x100G, CWDM"',
    '"100G QSFP28 BiDi transceiver, duplex"',
    '"DAC 25G SFP28, 1.5 m or 2.5 m"',
)


@pytest.mark.parametrize("name", TRANSCEIVERS)
def test_no_value_is_made_up(tmp_path: Path, name: str) -> None:
    """Fibre, standard, reach and length differ between parts, so that no example is right for all."""
    problems = read(tmp_path, f"Part,Description,Price\nT-1,{name},99\n").problems
    offered = [item for problem in problems for item in re.findall(r"T-1\.\w+=([^,\"]+)", problem.what)]
    assert offered
    assert {*offered} == {"?"}


def test_a_value_that_follows_is_offered(tmp_path: Path) -> None:
    """The usual plug of a rate, unless the row names a plug."""
    text = "Part,Description,Price\nT-1,10GBASE-SR transceiver,99\n"
    (problem,) = read(tmp_path, text).problems
    assert '--constant "T-1.connector=SFP+"' in problem.what
    assert made(tmp_path, read(tmp_path, text, constants="T-1.connector=SFP+")).transceivers


def test_a_blank_is_refused() -> None:
    """With the constant that has it."""
    with pytest.raises(InputError, match=r"t-1.reach=\?"):
        parse_constants(["t-1.reach=?"])


@pytest.mark.parametrize("unit", ["Pezzo", "pz", "pieza", "pi\u00e8ce", "St\u00fcck", "unidad", "stuks"])
def test_a_unit_of_one_piece(tmp_path: Path, unit: str) -> None:
    """In the languages of the lists, so that the price is that of the row."""
    prices = read(tmp_path, f"ArtNr;Bezeichnung;Einheit;Preis\nK1;{CORD};{unit};13,45\n")
    assert made(tmp_path, prices).cords[0].lengths[0].price == 13.45


def test_an_unknown_unit_may_be_a_piece(tmp_path: Path) -> None:
    """That answer stands first, and beside it a blank for several pieces."""
    (problem,) = read(tmp_path, f"ArtNr;Bezeichnung;Einheit;Preis\nK1;{CORD};Xyz;13,45\n").problems
    assert re.findall(r"price_per=([0-9?]+)", problem.what) == ["1", "?"]


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Tempo di consegna (gg lavorativi)",
            "D\u00e9lai (jours ouvr\u00e9s)",
            "Lieferzeit (Arbeitstage)",
        ),
        *("Plazo de entrega (d\u00edas h\u00e1biles)", "Lead time (working days)"),
    ],
)
def test_working_days_of_a_heading(tmp_path: Path, heading: str) -> None:
    """Five are a week."""
    prices = read(tmp_path, f"ArtNr;Bezeichnung;Preis;{heading}\nK1;{CORD};13,45;10\n")
    assert made(tmp_path, prices).cords[0].lengths[0].lead_time_days == 14


@pytest.mark.parametrize(
    "words",
    ["doppia porta 25G SFP28", "doble puerto SFP28 25G", "Doppelport SFP28 25G", "dual port 25G SFP28"],
)
def test_adapters_of_two_ports(tmp_path: Path, words: str) -> None:
    """In the languages of the lists."""
    text = f'Part,Description,Price\nN-1,"Network adapter, {words}",99\n'
    assert made(tmp_path, read(tmp_path, text)).nics[0].cages == 2


def test_several_columns_mapped_as_the_name(tmp_path: Path) -> None:
    """All of them are read, as without a map."""
    text = "Nr,Text A,Text B,Price\nD-1,Passive DAC 2 m,25G SFP28,9\n"
    prices = read(tmp_path, text, columns="Nr=part,Text A=name,Text B=name")
    assert made(tmp_path, prices).cables[0].gbps == 25


def test_a_date_without_signs(tmp_path: Path) -> None:
    """It is no number of days."""
    text = f"ArtNr;Bezeichnung;Preis;G\u00fcltig bis\nK1;{CORD};13,45;20991231\n"
    day = made(tmp_path, read(tmp_path, text)).cords[0].lengths[0].valid_until
    assert day is not None
    assert day.isoformat() == "2099-12-31"


def test_of_many_parts_the_question_names_the_first(tmp_path: Path) -> None:
    """With the way on at its end, which a constant for each of 200 parts would push out of sight."""
    rows = "".join(f"D-{number},25G SFP28 passive DAC cable,9\n" for number in range(200))
    (problem,) = read(tmp_path, f"Part,Description,Price\n{rows}").problems
    assert '--constant "D-0.length=?" and likewise for each part' in problem.what
    assert problem.what.endswith("--skip-incomplete leaves such rows out")
    assert "D-9" not in problem.what
