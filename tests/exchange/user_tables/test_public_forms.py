"""Price lists in public forms: units of issue, prices per hundred, contracts, sums, terms and days."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.kinds import guess_kind
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    parse_constants,
    parse_kinds,
)
from netfloor.exchange.user_tables.price_list.row_kinds import is_sure_service
from netfloor.exchange.user_tables.price_list.terms import day_of_titles, offer_terms
from netfloor.foundation.errors import InputError

CORD = "LWL-Patchkabel LC-LC Duplex OM4 5m"
PLAIN = f"ArtNr;Bezeichnung;Preis\nK1;{CORD};13,45\n"


def read(folder: Path, text: str, columns: str = "", kinds: str = "", constants: str = "") -> PriceList:
    """Import a list and return the result."""
    (folder / "list.csv").write_text(text, encoding="utf-8")
    return read_price_list(
        PriceListRequest(
            folder / "list.csv",
            parse_columns([columns] if columns else []),
            "EUR",
            kinds=parse_kinds([kinds] if kinds else []),
            constants=parse_constants([constants] if constants else []),
        )
    )


def made(folder: Path, prices: PriceList) -> Catalogue:
    """Return the catalogue of a list without problems."""
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    return load_catalogue(folder / "made.toml")


@pytest.mark.parametrize(
    ("heads", "cells", "price"),
    [
        ("Menge;Einzelpreis;Preisbasis;RabattProzent;Betrag", "200;1345,00;100;-10;2421,00", 12.11),
        ("Menge;Einzelpreis;Preiseinheit;Rabatt %;Gesamt", "200;1345,00;100;10;2421,00", 12.11),
        ("Menge;Einzelpreis;RabattProzent;Betrag", "20;13,45;-15;228,65", 11.43),
        ("Unit of Issue (UOI);Qty per Pack;Price", "PK;10;175.15", 17.52),
    ],
)
def test_a_price_is_of_one_piece(tmp_path: Path, heads: str, cells: str, price: float) -> None:
    """Per hundred, before a discount however it is signed, or of a pack: the sums of rows agree."""
    text = f"ArtNr;Bezeichnung;{heads}\nK1;{CORD};{cells}\n"
    catalogue = made(tmp_path, read(tmp_path, text, constants="whole_cents=nearest"))
    assert catalogue.cords[0].lengths[0].price == price


@pytest.mark.parametrize(
    ("total", "asks"), [("134,50", 1), ("1.345,00", 0), ("1.600,55", 0), ("900,00", 1)]
)
def test_sums_of_other_prices_are_asked_for(tmp_path: Path, total: str, asks: int) -> None:
    """100 at 13.45: a tenth is of a pack, two thirds before a discount; with taxes it is the same price."""
    text = f"ArtNr;Bezeichnung;Menge;Preis;Betrag\nK1;{CORD};100;13,45;{total}\n"
    problems = read(tmp_path, text).problems
    assert [one.column for one in problems] == ["Betrag"] * asks
    assert not read(tmp_path, text, "Betrag=skip").problems


def test_a_contract_for_a_switch_is_none(tmp_path: Path) -> None:
    """By its number, its words or its duration; it is counted."""
    switch = "Nexus 9300 Series, 32p 400G switch QSFP-DD"
    text = (
        "Part Number,Description,Service Duration (Months),Unit Net Price\n"
        f'SW,"{switch}",---,27562.50\nCON-SNT-SW,"SNTC-8X5XNBD {switch}",12,3296.00\n'
        f'P3,"{switch}",36,99.00\n'
    )
    prices = read(tmp_path, text)
    assert [one.part for one in made(tmp_path, prices).switches] == ["SW"]
    assert "left out as licences, support or work: 2 rows (CON-SNT-SW and P3)" in prices.notes
    assert not is_sure_service("SW", f"{switch}, 3 year warranty")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Cable MPO12-MPO12, Multi-mode Fiber, 10M", "cord"),
        ("25GBASE-CU SFP28 Cable 3 Meter", "DAC"),
        ("100GBASE-CR4 QSFP28 3m", "DAC"),
        ("Patchkabel RJ45 3m", "TP"),
        ("Power Cord, 250VAC 13A EU", None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    """Words in any order, PMDs of copper, and what only looks like a cord."""
    assert guess_kind(text) == kind


def test_words_of_kinds_hold_commas_and_equals_signs(tmp_path: Path) -> None:
    """What a message suggests can be pasted; Cisco's spare parts end with an equals sign."""
    assert parse_kinds(["Zeug, 3 m, blau=cord,B=copper", "CB-M12==skip"]) == {
        "zeug, 3 m, blau": "cord",
        "b": "DAC",
        "cb-m12=": "skip",
    }
    with pytest.raises(InputError, match="'blau' is not clear"):
        parse_kinds(["A=cord,blau"])
    text = 'Part,Description,Price\nX1,"Thing LC OM4, blue, 3 m",5.00\n'
    (problem,) = read(tmp_path, text).problems
    suggested = problem.what.split('--kind "')[1].split('"')[0].replace("KIND", "cord")
    assert made(tmp_path, read(tmp_path, text, kinds=suggested)).cords


def test_the_rate_of_twisted_pair_is_by_its_category(tmp_path: Path) -> None:
    """10 Gb/s over Cat 6A, 1 over Cat 5e and 6, told as assumed; a constant goes first."""
    text = "Part,Description,Price\n" + "".join(
        f'{name},"{name} patch cord RJ45, 2 m",5.00\n' for name in ("Cat6A", "Cat.5e", "CAT 6", "Cat 8.1")
    )
    prices = read(tmp_path, text)
    rates = {one.lengths[0].part: one.gbps for one in made(tmp_path, prices).cables}
    assert rates == {"Cat6A": 10, "Cat.5e": 1, "CAT 6": 1, "Cat 8.1": 40}
    assert any(note.startswith("ASSUMED by category (IEEE 802.3") for note in prices.notes)
    said = made(tmp_path, read(tmp_path, text, constants="TP.gbps=2.5"))
    assert {one.gbps for one in said.cables} == {2.5}


@pytest.mark.parametrize(
    ("text", "links", "gbps"),
    [
        ("Passive copper hybrid cable, Ethernet 100GbE to 4x25GbE, QSFP28 to 4xSFP28, 3m", 4, 25),
        ("passive copper hybrid cable, 100GbE to 2x50GbE, QSFP28 to 2xQSFP28, 1.5m", 2, 50),
    ],
)
def test_a_breakout_in_its_makers_words(tmp_path: Path, text: str, links: int, gbps: float) -> None:
    """Rates first, plugs after them (NVIDIA LinkX, MCP7F00 and MCP7H00)."""
    catalogue = made(tmp_path, read(tmp_path, f'Part,Description,Price\nM,"{text}",1.00\n'))
    cable = catalogue.cables[0]
    assert (cable.links, cable.tails, cable.gbps) == (links, links, gbps)


def test_plugs_of_several_lanes_and_of_one_ask_for_the_tails(tmp_path: Path) -> None:
    """Such cables were read as single links; either answer can be pasted."""
    text = 'Part,Description,Price\nM-1,"DAC QSFP28 SFP28, 3m",1.00\n'
    (problem,) = read(tmp_path, text).problems
    for count in (4, 1):
        constants = f"M-1.links={count},M-1.tails={count}"
        assert f'--constant "{constants}"' in problem.what
        assert made(tmp_path, read(tmp_path, text, constants=constants)).cables[0].tails == count


def test_a_plug_that_is_too_slow_is_asked_for(tmp_path: Path) -> None:
    """100 Gb/s in one SFP28 were read wrongly."""
    text = 'Part,Description,Price\nM,"DAC 100GbE QSFP28 to SFP28, 3m",1.00\n'
    (problem,) = read(tmp_path, text, constants="DAC.gbps=100").problems
    assert problem.what.startswith("M: 100 Gb/s are too fast for a plug SFP28")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (
            "Mindestbestellwert 250,00 EUR, frei Haus ab 1.000,00 EUR, darunter 12,90 EUR Fracht",
            {"min_order_value": 250, "freight_free_from": 1000, "freight": 12.9},
        ),
        ("Minimum order: $100.00. FOB Destination", {"min_order_value": 100}),
        ("Shipping: $15.00 flat, free over $500", {"freight": 15, "freight_free_from": 500}),
        ("Free shipping over US$ 79", {"freight_free_from": 79}),
        ("Minimum order qty 10 pcs", {}),
    ],
)
def test_terms_of_orders_in_sentences(text: str, terms: dict[str, float]) -> None:
    """Smallest order, freight and the value from which there is none."""
    assert offer_terms([text], "EUR", month_first=False).of_order == terms


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Preisliste g\u00fcltig ab 01.11.2026", dt.date(2026, 11, 1)),
        ("Angebot 4711 vom 12.11.2026", dt.date(2026, 11, 12)),
        ("Price list 2026-11-01", dt.date(2026, 11, 1)),
        ("Tarif au 15/11/2026; valable jusqu'au 31/12/2026", dt.date(2026, 11, 15)),
    ],
)
def test_a_day_in_any_title_is_that_of_the_prices(tmp_path: Path, title: str, day: dt.date) -> None:
    """Also right above the headings, where titles and headings could be two lines of headings."""
    assert made(tmp_path, read(tmp_path, f"{title}\n{PLAIN}")).price_date == day
    assert (
        day_of_titles(["Lieferung bis 01.12.2026", "from 1.2.2026 to 3.2.2026"], month_first=False) is None
    )


def test_what_a_list_asks_of_orders_is_told(tmp_path: Path) -> None:
    """Terms and taxes are in the catalogue and in the notes."""
    closing = ";zzgl. 19 % MwSt;\n;Mindestbestellwert 250 EUR, Fracht 12,90 EUR;\n"
    prices = read(tmp_path, PLAIN + closing)
    catalogue = made(tmp_path, prices)
    assert catalogue.tax_percent == 19
    assert (
        "orders from list, as stated in the list: minimum order 250.00 EUR; freight 12.90 EUR"
        in prices.notes
    )
    assert any("taxes of 19 %" in note for note in prices.notes)
    with_number = made(tmp_path, read(tmp_path, f"{PLAIN}V1;frei Haus ab 500 EUR;\nV2;Fracht;9,90\n"))
    assert [(one.freight, one.freight_free_from) for one in with_number.suppliers] == [(9.9, 500)]


@pytest.mark.parametrize(
    ("cell", "stock", "days"),
    [
        ("1,204 in Stock, ships same day", 1204, None),
        ("In stock (30), then 3 weeks", 30, 21),
        ("25 pcs, more in 3 weeks", 25, 21),
        ("Lagerbestand 40 St\u00fcck, danach 4 Wochen", 40, 28),
        ("30 in stock", 30, None),
        ("ab Lager, sonst 3 Wochen", None, 21),
        ("Available, ETA 10-15 business days", None, 21),
        ("ETA 3 weeks", None, 21),
    ],
)
def test_availability_is_stock_and_lead_time(
    tmp_path: Path, cell: str, stock: int | None, days: int | None
) -> None:
    """Pieces in stock come at once; the lead time is that of further ones, if any is said."""
    text = f'Part,Description,Price,Availability\nM,"3m 100G QSFP28 DAC",1.00,"{cell}"\n'
    length = made(tmp_path, read(tmp_path, text)).cables[0].lengths[0]
    assert (length.stock, length.lead_time_days) == (stock, days)


@pytest.mark.parametrize(
    ("stock", "lead", "found"),
    [
        ("20", "4 weeks", (20, None, 28)),
        ("25", "in stock", (25, None, None)),
        ("25", "ab Lager", (25, None, None)),
        ("25", "ab Lager, sonst 4 Wochen", (25, None, 28)),
        (">100", "ex stock, otherwise 4 weeks", (100, None, 28)),
        ("in stock", "4 weeks", (None, 0, 28)),
        ("", "stock / 4 weeks", (None, 0, 28)),
        ("op voorraad", "anders 3 weken", (None, 0, 21)),
        ("25", "danach 3 Wochen", (25, None, 21)),
        ("", "ab Lager", (None, None, 0)),
        ("0", "6-8 weeks", (0, 42, 56)),
    ],
)
def test_stocked_rows_with_a_lead_time(
    tmp_path: Path, stock: str, lead: str, found: tuple[int | None, ...]
) -> None:
    """The lead time is that of pieces beyond the stock; ``in stock`` beside a number is none of them."""
    text = f"Part;Description;Price;Stock;Lead time\nM;3m 100G QSFP28 DAC;1.00;{stock};{lead}\n"
    length = made(tmp_path, read(tmp_path, text)).cables[0].lengths[0]
    assert (length.stock, length.lead_time_from_days, length.lead_time_days) == found


def test_sums_and_surcharges_in_any_column(tmp_path: Path) -> None:
    """Freight below another column, taxes in Spanish, a surcharge on metal as a row, stock as lead time."""
    text = (
        "C\u00f3digo;Descripci\u00f3n;Uds;Precio;Dto.;Importe;Plazo\n"
        f"K1;{CORD};100;3,20;5;304,00;stock\nZ9;Kupferzuschlag;1;44,10;0;44,10;\n"
        "Base imponible;;;;;2.242,00;\nIVA 21%;;;;;470,82;\n;;;;Frachtkosten;14,90;\n"
        ";Portes pagados a partir de 600 EUR;;;;;\n"
    )
    prices = read(tmp_path, text)
    catalogue = made(tmp_path, prices)
    (length,) = catalogue.cords[0].lengths
    assert (length.price, length.lead_time_days) == (3.04, 0)
    assert [(one.freight, one.freight_free_from) for one in catalogue.suppliers] == [(14.9, 600)]
    assert catalogue.tax_percent == 21
    assert "left out as a surcharge on all goods, which bills do not count: 1 row (Z9)" in prices.notes


def test_groups_dates_and_descriptions_of_resellers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A group of several kinds, a date of delivery, and descriptions below Item beside SKU."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", f"{dt.datetime(2026, 12, 1, tzinfo=dt.UTC).timestamp():.0f}")
    text = (
        "Stand 01.12.2026\nArtikelnummer;Artikelbezeichnung;Warengruppe;HEK;Liefertermin\n"
        "1;10G SFP+ to SFP+ 3m DAC Cable;Transceiver/Kabel;89,00;08.12.2026\n"
        "2;Netzwerkkabel Cat.6A S/FTP 1m;Patchkabel;3,19;01.11.2026\n3;Rack PDU 2G;PDU;899,00;\n"
    )
    catalogue = made(tmp_path, read(tmp_path, text))
    kinds = {one.lengths[0].part: (one.kind, one.lengths[0].lead_time_days) for one in catalogue.cables}
    assert kinds == {"1": ("DAC", 7), "2": ("TP", 0)}
    text = (
        'Item,SKU,Unit Price\n"Dell Networking, Cable, SFP28 to SFP28, 25GbE, Copper Twinax, 3 Meter"'
        ",470-ACTX,68.12\n"
    )
    catalogue = made(tmp_path, read(tmp_path, text))
    assert catalogue.cables[0].lengths[0].part == "470-ACTX"
