"""Constants fill what is missing, in the rows that a question names and in no others."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_constants
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from netfloor.foundation.errors import InputError
from tests.exchange.user_tables.test_public_forms import made, read

LR4 = '"100GBASE-LR4 QSFP28 1310nm Duplex LC SMF transceiver"'
UNKNOWN = '"800G OSFP 1310nm 500m MPO-12 APC SMF XYZ8 transceiver"'
ROWS = f"Part,Description,Price\nT1,{LR4},399\nT.2,{UNKNOWN},1199\n"


def constants_of(problem: str) -> str:
    """Return the constants of a pasted remedy."""
    match = re.search(r'--constant "([^"]+)"', problem)
    assert match
    return match[1]


def test_a_remedy_settles_its_rows_only(tmp_path: Path) -> None:
    """Fibres for one module leave those of another as its optical standard gives them."""
    (problem,) = read(tmp_path, ROWS).problems
    assert "(T.2)" in problem.what
    answer = constants_of(problem.what).replace("fibres=?", "fibres=8").replace("optics=?", "optics=DR4")
    catalogue = made(tmp_path, read(tmp_path, ROWS, constants=answer))
    fibres = {item.part: item.fibres for item in catalogue.transceivers}
    assert fibres == {"T1": 2, "T.2": 8}


def test_unlike_rows_have_remedies_of_their_own(tmp_path: Path) -> None:
    """By part number, where other rows of the kind lack the same field."""
    other = '"800G QSFP-DD 1310nm 500m MPO-12 APC SMF ABC4 transceiver"'
    text = f"{ROWS}T3,{other},600\n"
    problems = read(tmp_path, text).problems
    assert len(problems) == 2
    answers = [
        constants_of(problem.what).replace("fibres=?", "fibres=8").replace("optics=?", "optics=DR4")
        for problem in problems
    ]
    assert [{item.rpartition(".")[0] for item in answer.split(",")} for answer in answers] == [
        {"T.2"},
        {"T3"},
    ]
    assert not read(tmp_path, text, constants=",".join(answers)).problems


def test_a_constant_of_a_part_replaces_its_standard(tmp_path: Path) -> None:
    """No other row changes, and what comes from the user is unverified."""
    answer = "T.2.fibres=16,T.2.optics=DR8,T1.reach=2000"
    catalogue = made(tmp_path, read(tmp_path, ROWS, constants=answer))
    found = {item.part: (item.fibres, item.reach_m, item.source) for item in catalogue.transceivers}
    assert found["T.2"][0] == 16
    assert found["T1"] == (2, 2000, None)


def test_a_stated_value_stays(tmp_path: Path) -> None:
    """Neither a constant of the kind nor of the part replaces a cell."""
    text = f"Part,Description,Power,Price\nT1,{LR4},3.5,399\n"
    for answer in ("transceiver.power=9", "T1.power=9"):
        (module,) = made(tmp_path, read(tmp_path, text, constants=answer)).transceivers
        assert module.power_w == 3.5


def test_an_unknown_word_is_refused(tmp_path: Path) -> None:
    """Neither a kind nor a part number of any list."""
    (tmp_path / "a.csv").write_text(ROWS)
    constants = parse_constants(["AOK.power=4"])
    request = PriceListRequest(tmp_path / "a.csv", (), "EUR", constants=constants)
    assert read_price_list(request).unknown_parts == {"aok"}
    with pytest.raises(InputError, match="'aok' is neither a kind nor a part number"):
        read_price_lists([request])


def test_the_pieces_of_a_pack_concern_its_rows_only(tmp_path: Path) -> None:
    """The question about packs without a number leaves the price of a piece as it is."""
    lead = "Patchkabel RJ45 Cat 6A 3 m"
    rows = f"A1;{lead};VPE;29,90\nA2;{lead};VPE;39,90\nA3;{lead};;2,99\n"
    text = f"Artikelnummer;Bezeichnung;Einheit;Preis\n{rows}"
    (problem,) = read(tmp_path, text).problems
    blanks = constants_of(problem.what)
    assert blanks == "A1.price_per=?,A2.price_per=?"
    catalogue = made(tmp_path, read(tmp_path, text, constants=blanks.replace("?", "10")))
    prices = {item.part: item.price for cable in catalogue.cables for item in cable.lengths}
    assert prices == {"A1": 2.99, "A2": 3.99, "A3": 2.99}


@pytest.mark.parametrize("field", ["reach=5", "power=3"])
def test_figures_of_cables_by_the_user_are_unverified(tmp_path: Path, field: str) -> None:
    """Only those of the list have it as their source."""
    text = 'Part,Description,Price\nC1,"25G SFP28 DAC, 1m",20\nC2,"100G QSFP28 AOC, 5m",90\n'
    catalogue = made(tmp_path, read(tmp_path, text, constants=f"C1.{field}"))
    assert {item.lengths[0].part: item.source for item in catalogue.cables} == {"C1": None, "C2": "list"}
