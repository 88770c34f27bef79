"""Packs that are priced as a whole: what one piece costs, and in how many it is bought."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_constants

HEADINGS = "Pos;Artikelnummer;Bezeichnung;Menge;Einheit;Einzelpreis;Gesamtpreis"
WITH_PACK = "Patchkabel RJ45 3m, VPE 10 Stk"
PLAIN = "Patchkabel RJ45 3m"


def read(folder: Path, headings: str, row: str, constants: str = "TP.gbps=10") -> PriceList:
    """Return what becomes of a list of one row."""
    (folder / "p.csv").write_text(f"{headings}\n{row}\n", encoding="utf-8")
    return read_price_list(
        PriceListRequest(folder / "p.csv", (), "EUR", constants=parse_constants([constants]))
    )


def bought(folder: Path, prices: PriceList) -> tuple[int, int]:
    """Return cents of a piece and pieces in a pack of the one part."""
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    (sku,) = skus_of(load_catalogue(folder / "made.toml"))
    return sku.buying.price_cents, sku.buying.pack


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        (WITH_PACK, "VPE"),
        (PLAIN, "Pack 10"),
        (PLAIN, "VPE (10 Stk)"),
        (PLAIN, "10er Pack"),
        (PLAIN, "10 Stk"),
        (PLAIN, "Box of 10"),
        (f"{PLAIN}, 10er-Pack", "1 Pack"),
    ],
)
def test_the_price_of_a_pack_is_divided_by_its_pieces(tmp_path: Path, name: str, unit: str) -> None:
    """However unit or description say how many there are; it is told, and bought in packs."""
    prices = read(tmp_path, HEADINGS, f"1;30-0101;{name};5;{unit};29,90;149,50")
    assert bought(tmp_path, prices) == (299, 10)
    assert any("1 price of a pack, divided by its pieces: 30-0101" in note for note in prices.notes)


def test_pieces_stay_pieces(tmp_path: Path) -> None:
    """A unit of pieces, though sold in packs; and a column of packs beside it."""
    assert bought(tmp_path, read(tmp_path, HEADINGS, f"1;30;{WITH_PACK};5;Stk;2,90;14,50")) == (290, 10)
    assert bought(tmp_path, read(tmp_path, HEADINGS, f"1;30;{PLAIN};5;Stk;2,90;14,50")) == (290, 1)
    columns = "Artikelnummer;Bezeichnung;Einheit;VPE;Einzelpreis"
    assert bought(tmp_path, read(tmp_path, columns, f"30;{PLAIN};Stk;10;2,90")) == (290, 10)
    assert bought(tmp_path, read(tmp_path, columns, f"30;{PLAIN};VPE;10;29,90")) == (299, 10)


@pytest.mark.parametrize("unit", ["VPE", "Pack", "1 Karton"])
def test_a_pack_of_nobody_knows_how_many_is_asked_for(tmp_path: Path, unit: str) -> None:
    """With what else is missing, and what answers it."""
    row = f"1;30;{PLAIN};5;{unit};29,90;149,50"
    prices = read(tmp_path, HEADINGS, row, "AOC.power=1")
    told = [(one.column, one.what) for one in prices.problems]
    assert [column for column, _ in told] == ["Einheit", "-"]
    assert f"{unit!r} is a pack, and nothing says of how many pieces" in told[0][1]
    assert "no rate of a link for kind TP" in told[1][1]
    answered = read(tmp_path, HEADINGS, row, "TP.gbps=10,TP.price_per=10")
    assert bought(tmp_path, answered) == (299, 10)


def test_a_pack_in_the_description_alone_is_asked_for(tmp_path: Path) -> None:
    """Its price may be of one piece or of all; what is a pack of itself is divided and told."""
    columns = "Artikelnummer;Bezeichnung;Einzelpreis"
    (problem,) = read(tmp_path, columns, f"30;{WITH_PACK};29,90").problems
    assert problem.column == "Bezeichnung"
    assert "the price may be of one piece or of all" in problem.what
    for per, cents in ((1, 2990), (10, 299)):
        answered = read(tmp_path, columns, f"30;{WITH_PACK};29,90", f"TP.gbps=10,TP.price_per={per}")
        assert bought(tmp_path, answered) == (cents, 10)
    told = read(tmp_path, columns, f"30;{PLAIN}, 10-pack;29,90")
    assert bought(tmp_path, told) == (299, 10)
    assert any("of a pack" in note for note in told.notes)


def test_columns_that_are_known_and_not_used_are_told(tmp_path: Path) -> None:
    """Positions, quantities and sums stand among what was understood."""
    request = PriceListRequest(tmp_path / "p.csv", (), "EUR")
    (tmp_path / "p.csv").write_text(f"{HEADINGS}\n1;30;{PLAIN};5;Stk;2,90;14,50\n")
    read_price_list(request)
    told = {one.heading: one.meaning for one in request.report.columns}
    assert told["Menge"] == "quantity, not used"
    assert (told["Pos"], told["Gesamtpreis"]) == ("position, not used", "total, not used")
    assert told["Einheit"] == "unit"
