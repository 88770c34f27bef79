"""Packs that are priced as a whole: what one piece costs, and in how many it is bought."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_constants, parse_rates

HEADINGS = "Pos;Artikelnummer;Bezeichnung;Menge;Einheit;Einzelpreis;Gesamtpreis"
WITH_PACK = "Patchkabel RJ45 3m, VPE 10 Stk"
PLAIN = "Patchkabel RJ45 3m"


def read(folder: Path, headings: str, row: str, constants: str = "TP.gbps=10") -> PriceList:
    """Import a list of one row and return the result."""
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


@pytest.mark.parametrize(
    "heading", ["Preis je VPE", "Price / pack", "Preis pro Packung", "Prix par paquet"]
)
def test_a_price_per_pack_by_its_heading_is_divided(tmp_path: Path, heading: str) -> None:
    """By a column of packs; without one the number of pieces is asked for."""
    columns = f"Artikelnummer;Bezeichnung;VPE;{heading}"
    assert bought(tmp_path, read(tmp_path, columns, f"30;{PLAIN};10;29,90")) == (299, 10)
    asked = read(tmp_path, columns.replace(";VPE", ""), f"30;{PLAIN};29,90")
    assert any("pack of unknown size" in problem.what for problem in asked.problems)


@pytest.mark.parametrize("unit", ["VPE", "Pack", "1 Karton"])
def test_a_pack_of_nobody_knows_how_many_is_asked_for(tmp_path: Path, unit: str) -> None:
    """With what else is missing, and what answers it."""
    row = f"1;30;{PLAIN};5;{unit};29,90;149,50"
    prices = read(tmp_path, HEADINGS, row, "AOC.power=1")
    told = [(one.column, one.what) for one in prices.problems]
    assert [column for column, _ in told] == ["Einheit", "-"]
    assert f"{unit!r} is a pack of unknown size" in told[0][1]
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


@pytest.mark.parametrize(("unit", "cents"), [("per 100", 299), ("je 100 Stk", 299), ("Stk", 29900)])
def test_a_price_per_hundred_is_divided(tmp_path: Path, unit: str, cents: int) -> None:
    """The unit states the pieces; the part itself is sold by the piece."""
    columns = "Artikelnummer;Bezeichnung;Einheit;Einzelpreis"
    prices = read(tmp_path, columns, f"30;{PLAIN};{unit};299,00")
    assert bought(tmp_path, prices)[0] == cents


def test_an_unknown_unit_and_a_heading_of_pieces_are_asked_about(tmp_path: Path) -> None:
    """``C`` may be a hundred; ``Preis pro 100`` may be a price break: neither is read unasked."""
    columns = "Artikelnummer;Bezeichnung;Einheit;Einzelpreis"
    (problem,) = read(tmp_path, columns, f"30;{PLAIN};C;299,00").problems
    assert "the price may be of several pieces" in problem.what
    answered = read(tmp_path, columns, f"30;{PLAIN};C;299,00", "TP.gbps=10,TP.price_per=100")
    assert bought(tmp_path, answered)[0] == 299
    (heading,) = read(tmp_path, "Artikelnummer;Bezeichnung;Preis pro 100", f"30;{PLAIN};299,00").problems
    assert "may be a price per 100 pieces" in heading.what


def test_amounts_of_an_order_are_converted(tmp_path: Path) -> None:
    """Freight in the prices' currency, a minimum in its own, a limit in the catalogue's."""
    lines = (
        "Part,Description,Price (USD)",
        'D1,"100G QSFP28 DAC, 1m",$31.00',
        "Shipping,,$12.50",
        "",
        "Minimum order value 100 USD",
        "Free shipping from EUR 500",
    )
    path = tmp_path / "prices.csv"
    path.write_text("\n".join(lines) + "\n")
    refused = read_price_list(PriceListRequest(path, (), "EUR"))
    assert any("no rate for USD" in problem.what for problem in refused.problems)
    rates = parse_rates(["USD=0.9@2026-11-01"])
    prices = read_price_list(PriceListRequest(path, (), "EUR", rates=rates))
    (tmp_path / "made.toml").write_text(prices.text, encoding="utf-8")
    (supplier,) = load_catalogue(tmp_path / "made.toml").suppliers
    assert (supplier.min_order_value, supplier.freight, supplier.freight_free_from) == (90, 11.25, 500)


def priced_from(folder: Path, heads: str, cells: str, constants: str = "TP.gbps=10") -> dict[int, int]:
    """Return the cents of a piece by the quantity from which they count, of one part in packs."""
    columns = f"Artikelnummer;Bezeichnung;Einheit;{heads}"
    prices = read(folder, columns, f"30;{PLAIN};{cells}", constants)
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    (sku,) = skus_of(load_catalogue(folder / "made.toml"))
    assert any("price breaks of packs: 30 from" in note for note in prices.notes)
    return {1: sku.buying.price_cents} | dict(sku.buying.breaks)


@pytest.mark.parametrize(
    ("heads", "unit", "steps"),
    [
        ("1-9;10-49;50+", "Pack of 10", (1, 100, 500)),  # nobody can buy fewer than 10 pieces
        ("Preis;ab 25;ab 50", "10 Stk", (1, 250, 500)),  # 25 pieces are no whole packs
        ("Preis;ab 100;ab 500", "VPE 10", (1, 1000, 5000)),  # quantities of the unit
        ("Preis;ab 100 Stk;ab 500 Stk", "VPE 10", (1, 100, 500)),
        ("10-90;100-490;500+", "10 Stk", (1, 100, 500)),  # the first band is one pack
    ],
)
def test_breaks_of_packs(tmp_path: Path, heads: str, unit: str, steps: tuple[int, ...]) -> None:
    """They count packs or pieces, by the headings, the bands and the unit."""
    found = priced_from(tmp_path, heads, f"{unit};30,00;28,00;25,00")
    assert found == dict(zip(steps, (300, 280, 250), strict=True))


def test_breaks_of_packs_are_asked_about_once(tmp_path: Path) -> None:
    """Where the unit counts pieces, and the bands fit both."""
    columns = "Artikelnummer;Bezeichnung;Einheit;Preis;ab 100;ab 500"
    rows = "\n".join(f"{part};{PLAIN};10 Stk;30,00;28,00;25,00" for part in (30, 31, 32))
    (problem,) = read(tmp_path, columns, rows).problems
    assert problem.column == "ab 100"
    assert problem.lines == 3
    assert "from 100 pieces on, or from 100 packs" in problem.what
    for way, steps in (("pieces", (1, 100, 500)), ("packs", (1, 1000, 5000))):
        assert f'--constant "quantities_in={way}"' in problem.what
        cells = "10 Stk;30,00;28,00;25,00"
        found = priced_from(tmp_path, "Preis;ab 100;ab 500", cells, f"TP.gbps=10,quantities_in={way}")
        assert found == dict(zip(steps, (300, 280, 250), strict=True))


@pytest.mark.parametrize(
    "heading",
    [
        "Price per piece",
        "Preis je St\u00fcck",
        "St\u00fcckpreis",
        "Prix \u00e0 l'unit\u00e9 HT",
        "Price each",
    ],
)
def test_a_price_of_one_piece_is_not_divided(tmp_path: Path, heading: str) -> None:
    """Whatever the unit in which the part is sold; packs are bought whole."""
    head = f"Artikelnummer;Bezeichnung;Einheit;VPE;{heading}"
    assert bought(tmp_path, read(tmp_path, head, f"30;{PLAIN};Pack;10;2,10")) == (210, 10)
    head = f"Artikelnummer;Bezeichnung;Einheit;{heading}"
    assert bought(tmp_path, read(tmp_path, head, f"30;{PLAIN};PAK10;2,10")) == (210, 10)


@pytest.mark.parametrize("heading", ["Einzelpreis", "Prix \u00e0 l'unit\u00e9 de vente HT", "Preis je VPE"])
def test_a_price_of_the_unit_of_sale_is_divided(tmp_path: Path, heading: str) -> None:
    """Also the unit code of an ERP system with its number of pieces."""
    head = f"Artikelnummer;Bezeichnung;Einheit;{heading}"
    columns = () if heading == "Einzelpreis" else ((heading, "price"),)
    (tmp_path / "p.csv").write_text(f"{head}\n30;{PLAIN};PAK10;29,90\n", encoding="utf-8")
    request = PriceListRequest(
        tmp_path / "p.csv", columns, "EUR", constants=parse_constants(["TP.gbps=10"])
    )
    assert bought(tmp_path, read_price_list(request)) == (299, 10)


def quantities(
    folder: Path, head: str, cells: str, constants: str = "TP.gbps=10"
) -> tuple[int | None, int]:
    """Return stock and minimum order, in pieces, of a part priced per pack of 10."""
    text = f"Artikelnummer;Bezeichnung;Einheit;Preis;{head}"
    prices = read(folder, text, f"30;{PLAIN};Pack 10;29,90;{cells}", constants)
    assert bought(folder, prices) == (299, 10)
    (sku,) = skus_of(load_catalogue(folder / "made.toml"))
    return sku.buying.stock, sku.buying.min_order


def test_quantities_of_packs_have_one_meaning(tmp_path: Path) -> None:
    """Packs if a minimum is no whole pack or headings say so; otherwise one answer is for all columns."""
    assert quantities(tmp_path, "Bestand;Mindestmenge", "40;1") == (400, 10)
    assert quantities(tmp_path, "Bestand (Stk);Mindestmenge", "40;20") == (40, 20)
    head = "Artikelnummer;Bezeichnung;Einheit;Preis;Bestand;Mindestmenge"
    (problem,) = read(tmp_path, head, f"30;{PLAIN};Pack 10;29,90;40;20").problems
    assert problem.what == (
        "40 of a part priced per pack of 10: pieces or packs? "
        '--constant "quantities_in=pieces" or --constant "quantities_in=packs"'
    )
    for way, found in (("pieces", (40, 20)), ("packs", (400, 200))):
        constants = f"TP.gbps=10,quantities_in={way}"
        assert quantities(tmp_path, "Bestand;Mindestmenge", "40;20", constants) == found


def test_an_answer_about_a_unit_sets_the_pack(tmp_path: Path) -> None:
    """A unit of sale is bought whole, even an unknown one."""
    head = "Artikelnummer;Bezeichnung;Einheit;Preis"
    constants = "TP.gbps=10,price_per=10"
    assert bought(tmp_path, read(tmp_path, head, f"30;{PLAIN};ZAK;29,90", constants)) == (299, 10)
