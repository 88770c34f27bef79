"""Whole lists in the forms of dealers, wholesalers and makers load at the first or second try."""

import datetime as dt
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_constants,
    parse_kinds,
)


def imported(
    file: Path, currency: str = "EUR", *, constants: str = "", kinds: str = "", skip: bool = False
) -> tuple[Catalogue, str]:
    """Return the catalogue that is made of a list, read from its file, and the notes."""
    request = PriceListRequest(
        file,
        (),
        currency,
        kinds=parse_kinds([kinds]) if kinds else {},
        constants=parse_constants([constants]) if constants else (),
        skip_incomplete=skip,
    )
    prices = read_price_list(request)
    assert not prices.problems
    (file.parent / "made.toml").write_text(prices.text, encoding="utf-8")
    return load_catalogue(file.parent / "made.toml"), " | ".join(prices.notes)


def cents(catalogue: Catalogue) -> dict[str, int]:
    """Return unit prices by part number."""
    return {sku.part: sku.buying.price_cents for sku in skus_of(catalogue)}


def book(path: Path, sheets: dict[str, list[tuple[Any, ...]]]) -> Path:
    """Write a workbook; a row of one text is merged over ten columns, as titles are."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                sheet.cell(number, column, value)
            if len(row) == 1:
                sheet.merge_cells(start_row=number, start_column=1, end_row=number, end_column=10)
    made.save(path)
    return path


def test_a_german_offer_with_sections(tmp_path: Path) -> None:
    """Titles over merged cells, positions, services, freight, sums and closing notes."""
    rows: list[tuple[Any, ...]] = [
        ("Angebot AN-2026-1187",),
        ("Datum: 02.11.2026",),
        (
            "Pos.",
            "Artikelnr.",
            "Hersteller-Nr.",
            "Bezeichnung",
            "Menge",
            "ME",
            "E-Preis",
            "G-Preis",
            "Lieferzeit",
        ),
        ("Switche",),
        (
            1,
            "440",
            "S5248F-ON",
            "PowerSwitch, 48x25GbE SFP28, 4x100GbE QSFP28, max. 635 W, 1HE",
            4,
            "Stk",
            8450,
            33800,
            "4-6 Wochen",
        ),
        ("DAC-Kabel",),
        (2, "510", "470-ACTW", "25GbE SFP28 auf SFP28, Twinax, 1 m", 96, "Stk", 29.9, 2870.4, "ab Lager"),
        (3, "511", "470-XYZ", "25GbE SFP28 auf SFP28, Twinax, 3 m", 2, "Stk", "auf Anfrage", None, ""),
        (4, "900", "", "Installation vor Ort", 2, "Tag", 1180, 2360, ""),
        (5, "901", "", "Versandkostenpauschale", 1, "psch", 49, 49, ""),
        (None, None, None, "Summe netto", None, None, None, 39079.4),
        ("Das Angebot ist g\u00fcltig bis 31.12.2099, frei Haus ab 50.000,00 EUR.",),
    ]
    catalogue, notes = imported(book(tmp_path / "haus.xlsx", {"Angebot": rows}))
    assert cents(catalogue) == {"440": 845_000, "510": 2_990}
    assert (catalogue.price_date, catalogue.valid_until) == (dt.date(2026, 11, 2), dt.date(2099, 12, 31))
    (supplier,) = catalogue.suppliers
    assert (supplier.name, supplier.freight, supplier.freight_free_from) == ("haus", 49, 50_000)
    assert [(one.part, one.supplier) for one in catalogue.on_request] == [("511", "haus")]
    (switch,) = catalogue.switches
    assert (switch.cages, switch.other_cages[0].cages, switch.power_w, switch.lead_time_days) == (
        48,
        4,
        635,
        42,
    )
    assert switch.lead_time_from_days == 28
    for said in ("left out as licences, support or work: 1 row (900)", "price on request, not bought: 511"):
        assert said in notes


_SWITCH = "NDR InfiniBand Switch, 64 NDR ports, 32 OSFP ports, 2 Power Supplies"
_SPLITTER = "passive copper splitter cable, IB twin port NDR 800Gb/s to 2x400Gb/s, OSFP to 2xOSFP, 1m"


def test_a_makers_book_of_several_sheets(tmp_path: Path) -> None:
    """Each sheet with its own headings; the terms stand on a page of their own."""
    heads = ("OPN", "Legacy OPN", "Description", "MSRP (USD)", "Partner Price (USD)", "Lead Time (weeks)")
    sheets: dict[str, list[tuple[Any, ...]]] = {
        "Read me": [("Price book, prices valid through 2099-01-31.",)],
        "Switches": [heads, ("920", "MQM", _SWITCH, 38500, 30800, 14)],
        "LinkX": [
            ("Cables", "", ""),
            heads,
            ("980", "MCP7Y00-N001", _SPLITTER, 350, 280, 4),
        ],
    }  # fmt: skip
    catalogue, notes = imported(book(tmp_path / "book.xlsx", sheets), "USD")
    assert cents(catalogue) == {"980": 28_000, "920": 3_080_000}
    assert (catalogue.switches[0].cages, catalogue.switches[0].links_per_cage) == (32, 2)
    assert (catalogue.cables[0].links, catalogue.cables[0].tails, catalogue.valid_until) == (
        2,
        2,
        dt.date(2099, 1, 31),
    )
    assert "no watts for 1 of 1 parts of kind switch (920)" in notes


SAP = """Preisliste vom 01.11.2026
-------------------------------------------------------------------------------------------
|Material |Materialkurztext                  |Staffel |   Betrag|Währg|  pro|ME |Gültig bis|
-------------------------------------------------------------------------------------------
|000710001|DAC 100G QSFP28-QSFP28 1m passiv  |    1   |    41,00|EUR  |    1|ST |31.12.2099|
|000710001|DAC 100G QSFP28-QSFP28 1m passiv  |   20   |    38,50|EUR  |    1|ST |31.12.2099|
|000720001|Patchkabel S/FTP Cat6A RJ45 2m    |    1   |   215,00|EUR  |  100|ST |31.12.2099|
-------------------------------------------------------------------------------------------
"""


def test_rows_of_quantities_and_a_unit_of_prices(tmp_path: Path) -> None:
    """One part number in several rows has price breaks; 215 EUR for 100 pieces are 2.15 each."""
    (tmp_path / "sap.txt").write_text(SAP, encoding="utf-8")
    catalogue, _ = imported(tmp_path / "sap.txt", constants="TP.gbps=1")
    assert cents(catalogue) == {"000710001": 4_100, "000720001": 215}
    (sku,) = [one for one in skus_of(catalogue) if one.part == "000710001"]
    assert (sku.buying.breaks, sku.buying.valid_until) == (((20, 3_850),), dt.date(2099, 12, 31))


def test_columns_of_quantities_below_a_second_heading(tmp_path: Path) -> None:
    """Packs and prices from 1, 10 and 100 pieces; a price on request is no break."""
    (tmp_path / "staffel.csv").write_text(
        "Artikel;Bezeichnung;L\u00e4nge (m);VPE;Staffelpreise;;;Lieferzeit\n;;;;ab 1;ab 10;ab 100;\n"
        "L1;LWL Duplex Patchkabel OM4 LC-LC;1;10;5,20;4,80;4,10;lagernd\n"
        "L2;LWL Duplex Patchkabel OM4 LC-LC;2;10;5,60;5,10;a.A.;3 Arbeitstage\n",
        encoding="utf-8",
    )
    catalogue, _ = imported(tmp_path / "staffel.csv")
    one, other = catalogue.cords[0].lengths
    assert [(each.at_least, each.price) for each in one.breaks] == [(10, 4.8), (100, 4.1)]
    assert [(each.at_least, each.price) for each in other.breaks] == [(10, 5.1)]
    assert (one.pack, one.lead_time_days, other.lead_time_days) == (10, 0, 5)


def test_quantities_beside_their_prices(tmp_path: Path) -> None:
    """Menge 1, Preis 1, Menge 2 ...: the first is the price of a piece, blank steps are none."""
    (tmp_path / "paare.csv").write_text(
        "Artikel;Bezeichnung;Menge 1;Preis 1;Menge 2;Preis 2;Menge 3;Preis 3\n"
        "D1;100G QSFP28 DAC 1 m;1;40,00;10;38,50;50;36,00\nD2;100G QSFP28 DAC 2 m;5;50,00;20;47,00;;\n"
    )
    catalogue, _ = imported(tmp_path / "paare.csv")
    one, other = catalogue.cables[0].lengths
    assert (one.price, [(each.at_least, each.price) for each in one.breaks]) == (40, [(10, 38.5), (50, 36)])
    assert (other.price, other.min_order) == (50, 5)
    assert [(each.at_least, each.price) for each in other.breaks] == [(20, 47)]


def test_framework_and_spot_prices(tmp_path: Path) -> None:
    """The framework price counts where there is one; what has expired and what is cheaper today is said."""
    rows: list[tuple[Any, ...]] = [
        (
            "Kategorie",
            "Material",
            "Kurztext",
            "Rahmenpreis EUR",
            "Spotpreis EUR",
            "Preis g\u00fcltig bis",
            "MOQ",
            "Bestand",
        ),
        ("DAC", "1", "100G QSFP28 DAC 1m", 48.5, 52, dt.date(2099, 12, 31), 1, ">100"),
        ("DAC", "2", "100G QSFP28 DAC 2m", 55, 51.9, dt.date(2099, 12, 31), 1, 80),
        ("DAC", "3", "100G QSFP28 DAC 3m", None, 63, dt.date(2020, 11, 15), 5, 0),
    ]
    catalogue, notes = imported(book(tmp_path / "rahmen.xlsx", {"RV": rows}))
    assert cents(catalogue) == {"1": 4_850, "2": 5_500, "3": 6_300}
    lengths = catalogue.cables[0].lengths
    assert [one.price_basis for one in lengths] == ["framework", "framework", "spot"]
    assert [(one.stock, one.min_order) for one in lengths] == [(100, 1), (80, 1), (0, 5)]
    assert notes.startswith("EXPIRED: 1 price expired on 2020-11-15: 3")
    assert "spot prices below the framework price, which counts: 2" in notes


def test_an_estimate_with_list_prices_and_discounts(tmp_path: Path) -> None:
    """The price column of the catalogue's currency less its discount; free lines, software and support."""
    rows: list[tuple[Any, ...]] = [
        ("Part Number", "Description", "List Price USD", "List Price EUR", "Customer Discount %"),
        ("N9K", "Nexus 9300 48p 1/10/25G, 6p 40/100G, MACsec", 27995, 26000, 60),
        ("NXOS", "NX-OS 9.3.11", 0, 0, 0),
        ("CON-SNT", "SNTC-8X5XNBD Nexus 9300 48p", 3200, 3000, 25),
        ("PAC", "Nexus AC 650W PSU", 1000, 950, 60),
        ("QSFP-100G-CU1M=", "100GBASE-CR4 Passive Copper Cable, 1m", 390, 371, 60),
    ]
    catalogue, notes = imported(book(tmp_path / "estimate.xlsx", {"Estimate": rows}))
    assert cents(catalogue) == {"N9K": 1_040_000, "QSFP-100G-CU1M=": 14_840}
    assert catalogue.cables[0].connector_a == "QSFP28"
    for said in (
        "at a price of 0",
        "licences, support or work: 1 row (CON-SNT)",
        "accessories, enclosures or tools: 1 row (PAC)",
    ):
        assert said in notes


QUOTE = """QUOTE CONFIRMATION,,,,
QUOTE #,QUOTE DATE,QUOTE REFERENCE,CUSTOMER #,GRAND TOTAL
NKXW123,11/4/2026,FABRIC REFRESH,0123456,"$1,797.80"
,,,,
ITEM,QTY,CDW#,UNIT PRICE,EXT. PRICE
Arista 100GBASE-CR4 QSFP to QSFP Twinax copper cable 2 meter,20,4123456,$79.99,"$1,599.80"
Mfg. Part#: CAB-Q-Q-100G-2M,,,,
,,,SUBTOTAL,"$1,599.80"
,,,SHIPPING,$198.00
,,,GRAND TOTAL,"$1,797.80"
"""


def test_a_quote_whose_items_are_descriptions(tmp_path: Path) -> None:
    """The order number has a heading of its own; words for sums and freight stand left of their amounts."""
    (tmp_path / "quote.csv").write_text(QUOTE)
    catalogue, _ = imported(tmp_path / "quote.csv", "USD")
    assert cents(catalogue) == {"4123456": 7_999}
    assert catalogue.suppliers[0].freight == 198


def test_a_wholesalers_list(tmp_path: Path) -> None:
    """Of 3,000 rows three are cables: the second run has them, and says how many others there were."""
    rows = [f"{n};Reihenklemme {n % 50} mm2, grau, Typ {n};{n % 90 + 1},50;sofort" for n in range(3_000)]
    rows[1_000:1_000] = [f"P{m};Patchkabel S/FTP RJ45 {m} m;{m},90;ab Lager" for m in (1, 2, 5)]
    text = "\n".join(["Artikelnummer;Kurztext;Nettopreis;Lieferzeit", *rows])
    (tmp_path / "gross.csv").write_text(text, encoding="utf-8")
    request = PriceListRequest(tmp_path / "gross.csv", (), "EUR")
    problems = read_price_list(request).problems
    assert [one.lines for one in problems] == [3_000, 3]
    assert '--kind "*=skip"' in problems[0].what
    assert '--constant "P1.gbps=?,P2.gbps=?,P5.gbps=?"' in problems[1].what
    catalogue, notes = imported(tmp_path / "gross.csv", constants="TP.gbps=1", kinds="*=skip")
    assert cents(catalogue) == {"P1": 190, "P2": 290, "P5": 590}
    assert "left out by --kind: 3,000 rows" in notes


def test_two_columns_that_may_be_the_price_are_asked_for(tmp_path: Path) -> None:
    """Nothing is bought by the wrong one; a list price alone does not stand for an unknown price."""
    head = "Artikel;Bezeichnung;Preis Gruppe A;Preis Gruppe B;Listenpreis\n"
    (tmp_path / "p.csv").write_text(f"{head}1;100G QSFP28 DAC 1 m;40,00;38,00;60,00\n")
    (problem,) = read_price_list(PriceListRequest(tmp_path / "p.csv", (), "EUR")).problems
    assert (problem.line, problem.column) == ("line 1", "Preis Gruppe A")
    assert "may both be the price" in problem.what
    assert '--map "Preis Gruppe A=price" or --map "Preis Gruppe B=price"' in problem.what


@pytest.mark.parametrize(
    ("head", "cells", "question"),
    [
        ("Preis Gruppe A;Preis Gruppe B", "40,00;38,00", "may both be the price"),
        ("Preis Gruppe A;Preis Gruppe B", "zw\u00f6lf;38,00", "may both be the price"),
        ("Preis;Preis", "40,00;38,00", "two columns are called 'Preis'"),
        ("Preis;Listenpreis", "40,00;1,234.00", "a decimal comma: say --decimal . or --decimal ,"),
    ],
)
def test_a_question_on_prices_hides_no_other(tmp_path: Path, head: str, cells: str, question: str) -> None:
    """One run tells all: which is the price, and which figures no column says."""
    row = f"30;Patchkabel RJ45 3m;{cells}"
    (tmp_path / "p.csv").write_text(f"Artikel;Bezeichnung;{head}\n{row}\n", encoding="utf-8")
    problems = read_price_list(PriceListRequest(tmp_path / "p.csv", (), "EUR")).problems
    assert len(problems) == 2
    assert question in problems[0].what
    assert '--constant "30.gbps=?"' in problems[1].what


def test_surcharges_bulk_cable_and_texts_in_a_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dealer's list made of a PDF: commas in texts, copper surcharges, titles with positions, sums."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", f"{dt.datetime(2026, 10, 1, tzinfo=dt.UTC).timestamp():.0f}")
    rows: list[tuple[Any, ...]] = [
        ("Preisliste 27, g\u00fcltig ab 01.10.2026 bis 31.12.2026",),
        ("Pos.", "Art.-Nr.", "Bezeichnung", "ME", "Nettopreis", "Kupferzuschlag", "Lieferzeit"),
        ("1", "Twinax-Kabel"),
        ("1.1", "D1", "100G QSFP28 DAC, 1 m", "Stk", "43,50", "0,35", "KW 48"),
        ("", "", "Zwischensumme Twinax", "", "43,50", "", ""),
        ("2", "Kabel und Zubeh\u00f6r"),
        ("2.1", "E1", "LWL-Patchkabel Duplex OS2 E2000/APC-LC, 10 m", "Stk", "29,40", "", "ab Lager"),
        ("2.2", "V1", "Verlegekabel Cat.7 S/FTP AWG23, Trommel 500 m", "m", "0,81", "0,21", ""),
        ("2.3", "V2", "Verlegekabel Cat.7 S/FTP AWG23, Ring 100 m", "Rolle", "90,30", "21,00", ""),
        ("2.4", "L1", "LWL-Patchkabel Duplex OM4 LC-LC, 2 m", "Stk", "9,80", "", "2-3 Wo."),
        ("", "", "Mindermengenzuschlag bei Bestellwert unter 100,00 EUR", "", "15,00", "", ""),
        ("", "", "Fracht und Verpackung pauschal", "", "9,90", "", ""),
    ]
    catalogue, notes = imported(book(tmp_path / "prices.xlsx", {"Liste": rows}))
    assert cents(catalogue) == {"D1": 4385, "L1": 980}
    lead = {sku.part: sku.buying.lead_time_days for sku in skus_of(catalogue)}
    assert lead == {"D1": 57, "L1": 21}
    assert "surcharges added to 1 price: D1" in notes
    assert "as cable by the metre, on drums or reels: 2 rows (V1 and V2)" in notes
    assert "as cords with ends that no transceiver has, such as SC and E2000: 1 row (E1)" in notes
    (supplier,) = catalogue.suppliers
    assert (supplier.small_order_fee, supplier.small_order_below, supplier.freight) == (15, 100, 9.9)


@pytest.mark.parametrize("total", ["1.387,20", "1.632,00"])
def test_sums_tell_whether_a_price_is_before_its_discount(tmp_path: Path, total: str) -> None:
    """24 pieces at 68.00 less 15 %; without sums it is asked, and a heading that says net needs none."""
    head = "Art.-Nr.;Bezeichnung;Menge;Einzelpreis;Rabatt %;Gesamt"
    row = f"D2;100G QSFP28 DAC, 2 m;24;68,00;15;{total}"
    path = tmp_path / "list.csv"
    path.write_text(f"{head}\n{row}\n")
    assert cents(imported(path)[0]) == {"D2": 5780 if total == "1.387,20" else 6800}
    path.write_text(f"{head.rpartition(';')[0]}\n{row.rpartition(';')[0]}\n")
    problems = read_price_list(PriceListRequest(path, (), "EUR")).problems
    assert [one.column for one in problems] == ["Einzelpreis", "Menge"]
    assert problems[0].what == (
        "'Einzelpreis' may be before or after 'Rabatt %'; "
        '--map "Einzelpreis=list_price" or --map "Rabatt %=skip"'
    )
    path.write_text(f"{head.replace('Einzelpreis', 'Nettopreis')}\n{row.replace(total, '1.632,00')}\n")
    assert cents(imported(path)[0]) == {"D2": 6800}
    path.write_text(f"{head.replace('Einzelpreis', 'Nettopreis')}\n{row.replace(total, '1.387,20')}\n")
    (problem,) = read_price_list(PriceListRequest(path, (), "EUR")).problems
    assert (problem.column, problem.what[:52]) == (
        "Gesamt",
        "is 1,387.20, quantity times price 1,632.00: the pric",
    )


def test_a_column_for_each_length(tmp_path: Path) -> None:
    """Each length is a part, called by the number of its row and the length."""
    path = tmp_path / "matrix.csv"
    path.write_text(
        "Patch leads 2026;;;;\nArticle;Type;0.5 m;3 m;10 m\nPL-LC;LC-LC duplex OM4 patch lead;3.10;3.70;\n"
        "PL-LR;LC-LC duplex OS2 patch lead;3.90;4.45;6.30\n"
    )
    catalogue, _ = imported(path)
    found = {sku.part: (sku.length_mm, sku.buying.price_cents) for sku in skus_of(catalogue)}
    assert found == {
        "PL-LC 0.5 m": (500, 310),
        "PL-LC 3 m": (3000, 370),
        "PL-LR 0.5 m": (500, 390),
        "PL-LR 3 m": (3000, 445),
        "PL-LR 10 m": (10000, 630),
    }


def test_a_bill_of_materials_with_items_and_product_numbers(tmp_path: Path) -> None:
    """The column that counts the rows is no part number, ``Product #`` is one (HPE's expert BOM)."""
    path = tmp_path / "bom.csv"
    path.write_text(
        "Item#,Qty,Product #,Product Description,Unit Price (USD)\n"
        "201,4,R9F77A,HPE Aruba 100G QSFP28 to QSFP28 1m Direct Attach Copper Cable,541\n"
        ",4,R9F77A B01,HPE Aruba 100G QSFP28 to QSFP28 1m Direct Attach Copper Cable,0\n"
        "202,4,Q1H66A,HPE Premier Flex MPO/MPO Multi-mode OM4 12 Fiber 15m Cable,700\n"
        "203,1,SFP-T,SFP 1000BASE-T RJ45 100m optics module,19\nTotal,,,,4964\n"
    )
    catalogue, notes = imported(path, "USD")
    assert cents(catalogue) == {"R9F77A": 54100, "Q1H66A": 70000}
    assert "modules for twisted pair" in notes


def test_an_offer_is_valid_for_days_from_its_date(tmp_path: Path) -> None:
    """``Validit\u00e9 : 30 jours``; the net one of two prices counts; ``Sur stock`` is at once."""
    path = tmp_path / "devis.csv"
    path.write_text(
        "Date : 12/10/2026;;Validit\u00e9 : 30 jours;;\n"
        "R\u00e9f.;D\u00e9signation;P.U. HT;Remise %;P.U. net HT;D\u00e9lai\n"
        "D2;C\u00e2ble DAC 100G QSFP28, 2 m;68,00;15;57,80;Sur stock\n"
    )
    catalogue, _ = imported(path)
    assert cents(catalogue) == {"D2": 5780}
    assert {sku.buying.lead_time_days for sku in skus_of(catalogue)} == {0}
    assert catalogue.valid_until == dt.date(2026, 11, 11)


def test_a_list_price_beside_another_price_is_asked_for(tmp_path: Path) -> None:
    """What a contract asks may be read by no usual heading: the list price does not stand for it."""
    path = tmp_path / "gsa.csv"
    path.write_text(
        "MFR Part Number,Product Name,MSRP,GSA Price (incl. IFF)\n"
        "Q-PC01,100G QSFP28 Passive Direct Attach Copper Twinax Cable 1m (3ft),$45.00,$39.10\n"
    )
    (problem,) = read_price_list(PriceListRequest(path, (), "USD")).problems
    assert 'which price do you pay? --map "GSA Price (incl. IFF)=price"' in problem.what
    told = (("GSA Price (incl. IFF)", "price"),)
    prices = read_price_list(PriceListRequest(path, told, "USD"))
    assert not prices.problems
    assert "price = 39.1" in prices.text
    prices = read_price_list(PriceListRequest(path, (("GSA Price (incl. IFF)", "skip"),), "USD"))
    assert "price = 45" in prices.text
