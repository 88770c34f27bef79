"""Columns of money: net prices, unused money as a question, price breaks in columns and in rows."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.columns.breaks import break_of_heading
from tests.exchange.user_tables.test_public_forms import made, read

DAC = "QSFP28 DAC 100G 2 m"


def bought(
    folder: Path, text: str, columns: str = ""
) -> list[tuple[int, tuple[tuple[int, int], ...], int]]:
    """Return price, breaks and least quantity of each part, in cents."""
    skus = skus_of(made(folder, read(folder, text, columns)))
    return [(sku.buying.price_cents, sku.buying.breaks, sku.buying.min_order) for sku in skus]


@pytest.mark.parametrize(
    "heading",
    [
        *("Neto", "Net", "Your Net", "Dealer net", "P. neto", "Nettopreis je PE", "Stuksprijs", "HT", "EK"),
        *("Prijs per stuk excl. btw", "Net price per unit", "Su precio neto", "Votre prix net HT"),
        *("Ihr Nettopreis zzgl. MwSt.", "Uw inkoopprijs (EUR)", "Preis je Stk. (netto)"),
    ],
)
def test_a_net_price_by_its_words(tmp_path: Path, heading: str) -> None:
    """In five languages; it counts beside a list price that stands before it."""
    text = f"Part;Description;MSRP;{heading}\nA1;{DAC};155,00;99,00\n"
    assert bought(tmp_path, text) == [(9_900, (), 1)]


@pytest.mark.parametrize(
    ("head", "cells", "key"),
    [
        ("Part;Description;MSRP;Projekt Q4", "155,00;99,00", "Projekt Q4"),
        ("Part;Description;Preis;Sonderkondition", "155,00;99,00", "Sonderkondition"),
        ("Part;Description;Price;", "155,00;99,00", "D"),
        ("Part;Description;Price;Tier two", "155;EUR 99", "Tier two"),
        ("Part;Description;Price;Your net", "155,00;99,00", "Your net"),
    ],
)
def test_unused_money_is_a_question(tmp_path: Path, head: str, cells: str, key: str) -> None:
    """One of the offered options, pasted, answers it."""
    text = f"{head}\nA1;{DAC};{cells}\n"
    (problem,) = read(tmp_path, text).problems
    assert "which price do you pay?" in problem.what
    assert f'--map "{key}=price"' in problem.what
    assert bought(tmp_path, text, f"{key}=price")[0][0] == 9_900
    assert bought(tmp_path, text, f"{key}=skip")[0][0] == 15_500


@pytest.mark.parametrize(
    ("head", "cell"),
    [
        ("Remarks", "new"),
        ("Weight", "0,35"),
        ("EAN", "40123"),
        ("Price (USD)", "161,00"),
        ("Total", "0,35"),
    ],
)
def test_no_money_is_no_question(tmp_path: Path, head: str, cell: str) -> None:
    """Nor are the same prices in another currency."""
    text = f"Part;Description;Price (EUR);{head}\nA1;{DAC};155,00;{cell}\n"
    assert bought(tmp_path, text) == [(15_500, (), 1)]


@pytest.mark.parametrize(("net", "right"), [("111,60", True), ("111,61", True), ("99,00", False)])
def test_list_price_discount_and_net_price_agree(tmp_path: Path, net: str, *, right: bool) -> None:
    """Within the rounding of both; otherwise the user says which counts."""
    text = f"Ref;Descripci\u00f3n;PVP;Dto. %;Neto\nA1;{DAC};155,00;28,00;{net}\n"
    problems = read(tmp_path, text).problems
    assert (not problems) == right
    if not right:
        assert "'PVP' less 'Dto. %'" in problems[0].what
        assert bought(tmp_path, text, "Neto=price")[0][0] == 9_900
        assert bought(tmp_path, text, "Neto=skip")[0][0] == 11_160


@pytest.mark.parametrize(
    ("heading", "pieces"),
    [
        *(
            ("1 \u00e0 9", 1),
            ("10 \u00e0 49", 10),
            ("50 et +", 50),
            ("50 et plus", 50),
            ("ab 50", 50),
            ("50+", 50),
        ),
        *(
            ("desde 50", 50),
            ("50 y m\u00e1s", 50),
            ("vanaf 50", 50),
            ("50 en meer", 50),
            ("50 and above", 50),
        ),
        *(("1 t/m 9", 1), ("10 tot 49", 10), ("10 bis 49", 10), ("50 oder mehr", 50), ("bis 9", 1)),
        *(("> 50", 51), (">50 Stk", 51), ("over 50", 51), ("\u00fcber 50", 51), ("> 49 pcs", 50)),
        *(("from 50", 50), ("\u226550", 50), (">= 50", 50), ("1-9", 1), ("10-49", 10)),
        *(("10 m", None), ("2026", None), ("Preis 2026", None), ("100GbE", None)),
    ],
)
def test_quantities_in_headings(heading: str, pieces: int | None) -> None:
    """Words of five languages around the number."""
    assert break_of_heading(heading) == pieces


def test_quantities_in_a_second_line(tmp_path: Path) -> None:
    """Read where they are known; otherwise the line is asked about, with the option that reads it."""
    text = "Ref;Description;Prix net HT;;\n;;{};{};{}\nA1;" + DAC + ";90,30;85,79;81,27\n"
    breaks = (9_030, ((10, 8_579), (50, 8_127)), 1)
    assert bought(tmp_path, text.format("1 \u00e0 9", "10 \u00e0 49", "50 et +")) == [breaks]
    odd = text.format("quelques 1", "carton 10", "palette 50")
    (problem,) = read(tmp_path, odd).problems
    assert '--map "C=price,D=price@10,E=price@50"' in problem.what
    assert bought(tmp_path, odd, "C=price,D=price@10,E=price@50") == [breaks]


@pytest.mark.parametrize(
    "heading", ["from", "vanaf", "ab", "desde", "Vanaf aantal", "Qty from", "\u00e0 partir de"]
)
def test_quantities_in_rows(tmp_path: Path, heading: str) -> None:
    """Each row of a part has its quantity; the least order stays apart from them."""
    text = f"Part;Description;{heading};Price;Min. afname\nA1;{DAC};1;93,25;5\nA1;{DAC};25;85,79;5\n"
    assert bought(tmp_path, text) == [(9_325, ((25, 8_579),), 5)]
    first = f"Part;Description;{heading};Price\nA1;{DAC};10;93,25\n"
    assert bought(tmp_path, first) == [(9_325, (), 10)]


def test_rows_of_one_part_offer_the_option(tmp_path: Path) -> None:
    """Where no heading says that the numbers are quantities of a price: one question about the column."""
    text = f"Part;Description;Stap;Price\nA1;{DAC};1;93,25\nA1;{DAC};25;85,79\n"
    (problem,) = read(tmp_path, text).problems
    assert '--map "Stap=price_from"' in problem.what
    assert bought(tmp_path, text, "Stap=price_from") == [(9_325, ((25, 8_579),), 1)]


def test_a_dutch_list(tmp_path: Path) -> None:
    """Its usual headings and words, without options."""
    text = (
        "Artikelcode|Omschrijving|Prijs per stuk excl. btw|Valuta|Minimale afname|Geldig t/m\n"
        "B1|Breakout kabel QSFP28 100G naar 4x SFP28 25G passief 1 meter|104,50|EUR|2|31-12-2099\n"
        "T1|Netwerkkaart 25GbE 2x SFP28 PCIe|210,00|EUR|1|31-12-2099\n"
    )
    catalogue = made(tmp_path, read(tmp_path, text))
    (cable,), (nic,) = catalogue.cables, catalogue.nics
    assert (cable.kind, cable.tails, cable.gbps, cable.lengths[0].min_order) == ("DAC", 4, 25, 2)
    assert str(cable.lengths[0].valid_until) == "2099-12-31"
    assert (nic.cages, nic.connector) == (2, "SFP28")


@pytest.mark.parametrize(("today", "days"), [((2026, 11, 27), 21), ((2026, 12, 20), 0)])
@pytest.mark.parametrize("arrival", ["2026-12-18", "KW 51", "18.12.2026"])
def test_a_day_of_arrival_counts_from_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arrival: str, today: tuple[int, int, int], days: int
) -> None:
    """Not from the day of the list, by which a calendar week gets its year."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", f"{dt.datetime(*today, tzinfo=dt.UTC).timestamp():.0f}")
    text = f"Price list 2026-09-01\nPart;Description;Price;ETA\nA1;{DAC};55,00;{arrival}\n"
    prices = read(tmp_path, text)
    (sku,) = skus_of(made(tmp_path, prices))
    assert sku.buying.lead_time_days == days
    assert any("dates of arrival" in note for note in prices.notes)


@pytest.mark.parametrize("plugs", ["QSFP28 / 4x SFP28", "4 x SFP28, QSFP28", "QSFP28 -> 4x SFP28"])
def test_both_plugs_in_one_column(tmp_path: Path, plugs: str) -> None:
    """A breakout cable, whatever its description says of the plugs."""
    text = f"Part;Description;Form factor;Rate;Price\nB1;Breakout DAC 2 m;{plugs};25G;118,00\n"
    (cable,) = made(tmp_path, read(tmp_path, text)).cables
    assert (cable.connector_a, cable.connector_b, cable.tails, cable.gbps) == ("QSFP28", "SFP28", 4, 25)
