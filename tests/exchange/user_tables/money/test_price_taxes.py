"""Price lists whose prices have taxes in them: a question, and prices before taxes once it is answered."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest, parse_constants
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from netfloor.foundation.errors import InputError

HEADINGS = "Artikel;Bezeichnung;Preis"
ROWS = "D1;100G QSFP28 DAC, 1m;119,00\nD2;100G QSFP28 DAC, 2m;238,00\n"


def asked(folder: Path, text: str, *constants: str) -> PriceListRequest:
    """Return a request for a list of this text."""
    (folder / "p.csv").write_text(text, encoding="utf-8")
    return PriceListRequest(folder / "p.csv", (), "EUR", constants=parse_constants(constants))


def made(folder: Path, prices: PriceList) -> Catalogue:
    """Return the catalogue of a list without problems."""
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    return load_catalogue(folder / "made.toml")


@pytest.mark.parametrize(
    ("sentence", "percent"),
    [
        ("Alle Preise inkl. 19 % MwSt.", "19"),
        ("Preise verstehen sich inklusive der gesetzlichen Mehrwertsteuer", "PERCENT"),
        ("All prices include 20% VAT", "PERCENT"),
        ("Prices incl. 20% VAT, plus shipping", "20"),
        ("VAT included in all prices", "PERCENT"),
        ("Prix TTC, TVA 20 %", "20"),
        ("* inkl. MwSt., zzgl. Versand", "PERCENT"),
    ],
)
def test_prices_with_taxes_are_asked_for(tmp_path: Path, sentence: str, percent: str) -> None:
    """The option that settles it has the percentage that the list states."""
    text = f'{HEADINGS}\n{ROWS};"{sentence}";\n'
    (problem,) = read_price_list(asked(tmp_path, text)).problems
    assert sentence.split(maxsplit=1)[0] in problem.what
    assert "tax_included=" in problem.what
    if percent != "PERCENT":
        assert f"tax_included={percent}" in problem.what


def test_taxes_are_taken_out_as_the_user_says(tmp_path: Path) -> None:
    """Of prices and freight; bills add them again. Or nothing is, where the prices have none."""
    text = f"{HEADINGS}\n{ROWS};Alle Preise inkl. 19 % MwSt.;\n;Versandkosten: 11,90 EUR;\n"
    net = read_price_list(asked(tmp_path, text, "tax_included=19"))
    catalogue = made(tmp_path, net)
    assert [one.price for one in catalogue.cables[0].lengths] == [100, 200]
    assert (catalogue.tax_percent, catalogue.suppliers[0].freight) == (19, 10)
    assert any("taxes of 19 % taken out" in note for note in net.notes)
    kept = made(tmp_path, read_price_list(asked(tmp_path, text, "tax_included=0")))
    assert [one.price for one in kept.cables[0].lengths] == [119, 238]
    assert kept.tax_percent == 0
    both = [asked(tmp_path, text, "tax_included=19")] * 2
    with pytest.raises(InputError, match="tax_included is of one price list"):
        read_price_lists(both)


def test_taxes_of_some_lists_only(tmp_path: Path) -> None:
    """Their totals do not compare: a note names the lists that state none, if another does."""
    texts = {
        "a": f"{HEADINGS}\n{ROWS}\nzzgl. 19 % MwSt.;;\n",
        "b": f"{HEADINGS}\n{ROWS}",
        "c": f"{HEADINGS}\n{ROWS}",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    a, b, c = (PriceListRequest(tmp_path / f"{name}.csv", (), "EUR") for name in texts)
    (note,) = [text for text in read_price_lists([a, b]).notes if "no taxes" in text]
    assert note.startswith(f"{b.file} states no taxes")
    assert not any("no taxes" in text for text in read_price_lists([b, c]).notes)


def test_a_heading_with_taxes_is_asked_for(tmp_path: Path) -> None:
    """Unless another column has the price without them."""
    text = f"Artikel;Bezeichnung;Preis inkl. MwSt\n{ROWS}"
    request = PriceListRequest(asked(tmp_path, text).file, (("Preis inkl. MwSt", "price"),), "EUR")
    (problem,) = read_price_list(request).problems
    assert "tax_included=PERCENT" in problem.what


@pytest.mark.parametrize(
    "note",
    [
        "Alle Preise zzgl. 19 % MwSt., inkl. Verpackung",
        "All prices exclude VAT, including packing",
        "Gesamtbetrag inkl. 19 % MwSt.",
        "Total TTC",
        "Prices are net, VAT not included",
        "Prix HT, TVA non comprise",
    ],
)
def test_taxes_on_top_or_in_a_sum_are_no_question(tmp_path: Path, note: str) -> None:
    """Nor are they taken for taxes in the prices."""
    catalogue = made(tmp_path, read_price_list(asked(tmp_path, f'{HEADINGS}\n{ROWS};"{note}";\n')))
    assert [one.price for one in catalogue.cables[0].lengths] == [119, 238]


def test_a_percentage_is_a_number(tmp_path: Path) -> None:
    """A word is refused with the form."""
    with pytest.raises(InputError, match="is not a percentage"):
        asked(tmp_path, ROWS, "tax_included=yes")


@pytest.mark.parametrize(
    ("heading", "cell"), [("VAT rate", "19%"), ("MwSt-Satz", "19,00"), ("VatRate", "19")]
)
def test_a_column_of_one_rate_of_taxes(tmp_path: Path, heading: str, cell: str) -> None:
    """It is the list's rate, no price, discount or surcharge; several rates are none of the list."""
    for other, percent in ((cell, 19), ("7", 0)):
        text = f'Artikel;Bezeichnung;Preis;{heading}\nD1;"100G QSFP28 DAC, 1m";10,00;{cell}\n'
        text += f'D2;"100G QSFP28 DAC, 2m";12,00;{other}\n'
        catalogue = made(tmp_path, read_price_list(asked(tmp_path, text)))
        assert catalogue.tax_percent == percent
        assert {item.price for cable in catalogue.cables for item in cable.lengths} == {10, 12}
