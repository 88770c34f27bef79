"""Price lists as firms have them become catalogues; what is wrong is listed at once, by line and column."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from netfloor.costmodels.catalogue.gaps import catalogue_gaps
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.exchange.user_tables.price_list.kinds import guess_kind
from netfloor.exchange.user_tables.price_list.read import PriceList, read_price_list
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    parse_constants,
    parse_kinds,
    parse_rates,
)
from netfloor.foundation.errors import InputError
from tests.fixtures.commands import Cli

GERMAN = """Preisliste Muster GmbH;;;;;
;;;;;
Artikel;Bezeichnung;Typ;L\u00e4nge;Preis;Lager
4711-1;DAC Kabel 1 m;Kupferkabel;1 m;"1.045,50 \u20ac";12
4711-2;DAC Kabel 2 m;Kupferkabel;200 cm;49,00;
4711-3;AOC 10 m;Aktives optisches Kabel;10 m;"430,-";
4712;Switch 40;Switch;;20.000,00;

;Summe;;;"21.524,50";
"""
FRENCH = """R\u00e9f\u00e9rence;D\u00e9signation;Nature;Prix unitaire HT
CU1;C\u00e2ble cuivre 200G QSFP56 1 m;cuivre;45,50 \u20ac
CU2;C\u00e2ble cuivre 200G QSFP56 2 m;cuivre;1 049,00 \u20ac
SW;Commutateur 200G QSFP56;commutateur;20 000,00 \u20ac
"""
US = """Part #,Description,Type,Speed,Form,Length (ft),"List, each",Net @10
A-3,"Copper, passive",Direct Attach Copper,200G,QSFP-56,3,"$1,045.50","$1,000.00"
A-6,"Copper, passive",Direct Attach Copper,200G,QSFP-56,6,$55.00,
B-30,Active Optical Cable,AOC,200G,QSFP-56,30,$430.00,$400
SW-40,Switch,switch,200G,QSFP-56,,"$20,000.00",
"""
EVERY = ("gbps=200,connector=QSFP56,AOC.power=2.5,switch.cages=40",)


def asked(file: Path, columns: str, currency: str = "EUR", **more: object) -> PriceListRequest:
    """Return a request for a file, dated."""
    given = {"constants": parse_constants(EVERY), "date": dt.date(2026, 11, 1), **more}
    return PriceListRequest(file, parse_columns([columns]), currency, **given)  # type: ignore[arg-type]


def loaded(prices: PriceList, folder: Path) -> Catalogue:
    """Return the catalogue that was made, read back from its file; ready to order from it."""
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    catalogue = load_catalogue(folder / "made.toml")
    assert not [gap for gap in catalogue_gaps(catalogue) if gap.stops]
    return catalogue


def cents(catalogue: Catalogue) -> dict[str, int]:
    """Return unit prices by part number."""
    return {sku.part: sku.buying.price_cents for sku in skus_of(catalogue)}


G_MAP = "Artikel=part,Preis=price,Bezeichnung=name,Typ=kind,L\u00e4nge=length,Lager=stock"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_german_list(tmp_path: Path, encoding: str) -> None:
    """Semicolons, decimal commas, a title above and a sum below, whatever its encoding."""
    (tmp_path / "de.csv").write_bytes(GERMAN.encode(encoding))
    catalogue = loaded(read_price_list(asked(tmp_path / "de.csv", G_MAP)), tmp_path)
    assert cents(catalogue) == {"4711-1": 104_550, "4711-2": 4_900, "4711-3": 43_000, "4712": 2_000_000}
    copper, optical = catalogue.cables
    assert [one.length_m for one in copper.lengths] == [1, 2]
    assert (copper.kind, optical.kind, optical.power_a_w) == ("DAC", "AOC", 2.5)
    assert [(one.stock, one.owned) for one in copper.lengths] == [(12, 0), (None, 0)]
    assert all(sku.buying.price_from.trust == "read" for sku in skus_of(catalogue))


SUMS = (
    "Total;;;80,00",
    ";;Summe;170,00",
    "Zwischensumme:;;;",
    "MwSt. 19 %;;;3,80",
    ";Total net;;80",
    "Sum;Sum;Sum;80",
)


@pytest.mark.parametrize("kind", ["", ",Art=kind"])
@pytest.mark.parametrize("row", SUMS)
def test_sums_may_stay(tmp_path: Path, row: str, kind: str) -> None:
    """Whichever column they stand in, and wherever the kind is told."""
    (tmp_path / "p.csv").write_text(f"Nr;Art;Name;Preis\nSW;Switch;Switch;80,00\n{row}\n")
    columns = "Nr=part,Name=name,Preis=price" + kind
    assert dict(read_price_list(asked(tmp_path / "p.csv", columns)).counts) == {"switch": 1}


@pytest.mark.parametrize(
    ("row", "column"), [("SUM-1;;;5", "Nr"), ("Total;;Kiste;5", "Name"), ("7;Summe;;5", "Art")]
)
def test_what_may_be_a_part_is_no_sum(tmp_path: Path, row: str, column: str) -> None:
    """It is told, in the column whose text names no kind."""
    (tmp_path / "p.csv").write_text(f"Nr;Art;Name;Preis\nSW;Switch;Switch;80,00\n{row}\n")
    prices = read_price_list(asked(tmp_path / "p.csv", "Nr=part,Name=name,Preis=price,Art=kind"))
    assert [(one.line, one.column) for one in prices.problems] == [("line 3", column)]


def test_the_suppliers_pieces_are_not_the_buyers(tmp_path: Path) -> None:
    """A column of stock limits what is ordered, which is told; only one of owned pieces is not bought."""
    (tmp_path / "p.csv").write_text("Nr;In Stock;Mine;Price;Kind;m\n1;50;3;5;DAC;1\n2;0;;9;Switch;\n")
    request = asked(
        tmp_path / "p.csv",
        "Nr=part,In Stock=stock,Mine=owned,Price=price,Kind=kind,m=length",
    )
    prices = read_price_list(request)
    buying = {sku.part: sku.buying for sku in skus_of(loaded(prices, tmp_path))}
    assert {part: (one.stock, one.owned) for part, one in buying.items()} == {"1": (50, 3), "2": (0, 0)}
    assert any("2 part numbers with a stock and no lead time, such as 1:" in note for note in prices.notes)
    in_time = replace(request, constants=(*request.constants, *parse_constants(["lead_time=20"])))
    assert not any("no lead time" in note for note in read_price_list(in_time).notes)


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_a_french_list(tmp_path: Path, separator: str) -> None:
    """Blanks between thousands, figures in the description, any separator; a switch has no length."""
    text = FRENCH.replace(";", separator)
    (tmp_path / "fr.csv").write_text(text, encoding="utf-8")
    columns = "R\u00e9f\u00e9rence=part,Prix unitaire HT=price,Nature=kind,D\u00e9signation=name"
    columns += ",D\u00e9signation=length,D\u00e9signation=gbps,D\u00e9signation=connector"
    request = asked(tmp_path / "fr.csv", columns, constants=parse_constants(["switch.cages=40"]))
    catalogue = loaded(read_price_list(request), tmp_path)
    assert cents(catalogue) == {"CU1": 4_550, "CU2": 104_900, "SW": 2_000_000}
    assert catalogue.cables[0].name == "C\u00e2ble cuivre 200G QSFP56"


def test_an_american_list_with_price_breaks(tmp_path: Path) -> None:
    """Commas in quotes, dollars, feet in the heading, a price from ten pieces on, a dated rate."""
    (tmp_path / "us.csv").write_text(US)
    columns = "Part #=part,List, each=price,Net @10=price@10,Type=kind,Speed=gbps,Form=connector"
    request = asked(
        tmp_path / "us.csv",
        columns + ",Length (ft)=length",
        rates=parse_rates(["USD=0.92@2026-11-01"]),
    )
    catalogue = loaded(read_price_list(request), tmp_path)
    assert cents(catalogue)["A-3"] == 96_186  # 1045.50 x 0.92
    sku = next(one for one in skus_of(catalogue) if one.part == "A-3")
    assert sku.length_mm == 914
    assert sku.buying.breaks == ((10, 92_000),)
    assert (
        "1045.5 USD, 1000 USD from 10 pieces, 1 USD = 0.92 EUR of 2026-11-01" in sku.buying.price_from.text
    )


def test_a_workbook(tmp_path: Path) -> None:
    """Numbers of cells are read as they are, whatever sign texts have; formulas without values are told."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (
        ["Artikel", "Typ", "m", "Preis"],
        [4711, "Kupfer", 1, 45.5],
        ["4712", "Kupfer", 2, "1.049,00"],
    ):
        sheet.append(row)
    book.save(tmp_path / "list.xlsx")
    request = asked(tmp_path / "list.xlsx", "Artikel=part,Typ=kind,m=length,Preis=price", decimal=",")
    prices = read_price_list(request)
    assert '"4711", price = 45.5' in prices.text
    assert '"4712", price = 1049' in prices.text
    sheet.append(["4713", "Kupfer", 3, "=D2*2"])
    book.save(tmp_path / "list.xlsx")
    (problem,) = read_price_list(request).problems
    assert (problem.line, problem.column) == ("row 4", "Preis")


def test_everything_that_is_wrong_is_listed_at_once(tmp_path: Path) -> None:
    """Unknown kinds with their lines and the choices, bad cells, missing rates, missing figures, twins."""
    text = (
        "Nr;Typ;Preis;m\n1;Kupfer;zw\u00f6lf;1\n2;Kleber;5;\n3;Zubeh\u00f6r;5;\n4;Kleber;5;\n5;Kupfer;$5;2\n"
        "6;AOC;-5;3\n6;Kupfer;5;lang\n;Kupfer;5;1\n"
    )
    (tmp_path / "p.csv").write_text(text, encoding="utf-8")
    request = asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price,m=length", constants=())
    told = [(one.line, one.column, one.what) for one in read_price_list(request).problems]
    listed = " | ".join(" ".join(one) for one in told)
    for line, column, word in (
        ("lines 3, 5", "Typ", "'Kleber' is not a known kind"),
        ("line 4", "Typ", 'say --kind "Kleber=KIND,Zubeh\u00f6r=KIND", each KIND one of copper'),
        ("line 2", "Preis", "'zw\u00f6lf' is not a price"),
        ("line 6", "Preis", 'add --rate "USD='),
        ("line 7", "Preis", "below 0"),
        ("line 8", "m", "'lang' is not a length"),
        ("line 9", "Nr", "is empty"),
        ("lines 7, 8", "Nr", "'6' occurs 2 times"),
        ("line 7", "-", "6.gbps=?,6.connector=?"),
        ("lines 2, 6, 8, 9", "-", "6.gbps=?"),
    ):
        assert any(one[:2] == (line, column) and word in one[2] for one in told), (line, word, listed)
    assert not any(field in listed for field in ("length_m", "price_source", "power_a_w"))


def test_a_number_of_two_readings_is_one_problem_among_others(tmp_path: Path) -> None:
    """It does not hide the others, and is gone once the sign is said."""
    (tmp_path / "p.csv").write_text("Nr;Typ;Preis;m\n1;DAC;1.234;1\n2;Kleber;5;\n3;DAC;x;2\n")
    request = asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price,m=length")
    problems = read_price_list(request).problems
    assert [(one.line, one.column) for one in problems] == [
        ("line 2", "Preis"), ("line 3", "Typ"), ("line 4", "Preis"),
    ]  # fmt: skip
    assert "'1.234' may be thousands or have decimals: say --decimal" in problems[0].what
    assert len(read_price_list(replace(request, decimal=",")).problems) == 2


@pytest.mark.parametrize("text", ["USD=0@2026-11-01", "USD=0,00@2026-11-01"])
def test_a_rate_is_above_0(text: str) -> None:
    """Which the message says."""
    with pytest.raises(InputError, match="a rate must be above 0"):
        parse_rates([text])


def test_a_users_words_for_kinds(tmp_path: Path) -> None:
    """Rows of words that are named are of that kind, or left out."""
    (tmp_path / "p.csv").write_text("Nr;Typ;Preis;m\n1;Strippe;5;1\n2;Fracht;9;\n3;Kasten;100;\n")
    kinds = parse_kinds(["Strippe=copper,Fracht=skip", "Kasten=switch"])
    request = asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price,m=length", kinds=kinds)
    assert dict(read_price_list(request).counts) == {"DAC": 1, "switch": 1}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Cat6A copper patch cord 3 m", "TP"),
        ("Patchkabel Kat. 6A S/FTP", "TP"),
        ("UTP RJ45 5 m", "TP"),
        ("copper DAC", "DAC"),
        ("Switch 48x RJ45", "switch"),
        ("Catalyst switch", "switch"),
    ],
)
def test_twisted_pair_is_no_other_copper(text: str, kind: str) -> None:
    """Its more special words count; a jack alone tells no cable."""
    assert guess_kind(text) == kind


def test_lengths_stand_in_any_order(tmp_path: Path) -> None:
    """The same products come of a list that is sorted another way."""
    columns = "Part #=part,List, each=price,Type=kind,Speed=gbps,Form=connector,Length (ft)=length"
    heading, *rows = US.splitlines()
    found = []
    for number, lines in enumerate((rows, rows[::-1])):
        file = tmp_path / f"{number}.csv"
        file.write_text("\n".join([heading, *lines, ""]))
        made = loaded(read_price_list(asked(file, columns, "USD")), tmp_path)
        found.append((cents(made), len(made.cables)))
    assert found[0] == found[1]
    assert found[0][1] == 2


def test_two_prices_of_one_length_are_two_products(tmp_path: Path) -> None:
    """Two suppliers' cables of one length both stay, each with its own source."""
    text = "Nr;Von;Preis;m\n1;A;5;1\n2;B;4;1\n3;A;6;2\n4;A;7;2\n"
    (tmp_path / "p.csv").write_text(text)
    request = asked(
        tmp_path / "p.csv", "Nr=part,Von=supplier,Preis=price,m=length",
        constants=parse_constants(["kind=copper,gbps=200,connector=QSFP56"]),
    )  # fmt: skip
    prices = read_price_list(request)
    (tmp_path / "made.toml").write_text(prices.text)
    catalogue = load_catalogue(tmp_path / "made.toml")
    assert len(catalogue.cables) == 3
    texts = {sku.part: sku.buying.price_from.text.split(",")[0] for sku in skus_of(catalogue)}
    assert texts == {"1": "A", "2": "B", "3": "A", "4": "A"}


@pytest.mark.parametrize(("reaches", "told"), [(";", 3.0), ("5;", 5.0), ("5;7", 7.0), (";2", 3.0)])
def test_a_cable_reaches_as_far_as_the_list_says_of_any_length(
    tmp_path: Path, reaches: str, told: float
) -> None:
    """As far as its longest one where the list says less, or nothing."""
    one, other = reaches.split(";")
    (tmp_path / "p.csv").write_text(f"Nr;Preis;m;r\n1;5;1;{one}\n2;6;3;{other}\n")
    constants = parse_constants(["kind=copper,gbps=200,connector=QSFP56"])
    request = asked(tmp_path / "p.csv", "Nr=part,Preis=price,m=length,r=reach", constants=constants)
    (tmp_path / "made.toml").write_text(read_price_list(request).text)
    (cable,) = load_catalogue(tmp_path / "made.toml").cables
    assert cable.reach_m == told


HOSTILE = {
    "empty": (b"", "empty"),
    "a byte order mark": (b"\xef\xbb\xbf", "empty"),
    "headings alone": (b"Nr;Typ;Preis;m\n", "no row below"),
    "no such heading": (b"Nr;Typ;Preise;m\n1;DAC;5;1\n", "no column 'Preis'; did you mean Preise?"),
    "twin headings": (b"Nr;Typ;Preis;m;Preis\n1;DAC;5;1;6\n", "'Preis' occurs 2 times"),
    "an open quote": (b'Nr;Typ;Preis;m\n1;DAC;"5;1\n', "is not valid CSV"),
    "NULs": (b"Nr;Typ;Preis;m\n1;DA\0C;5;1\n", "NUL"),
    "undefined bytes": (b"Nr;Typ;Preis;m\n1;DA\x81C;5;1\n", "neither UTF-8 nor UTF-16 nor Windows-1252"),
}
IN_CELLS = {
    "a huge number": ("9" * 40, "too large"),
    "a long number": ("9" * 70, "is not a price"),
    "an endless number": ("9" * 5000, "5,000 characters, more than 200"),
    "a formula": ("=1+1", "is a formula"),
    "a broken formula": ("#REF!", "is a formula"),
    "infinity": ("inf", "is not a price"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, case: str) -> None:
    """With its name and what is wrong with it."""
    data, word = HOSTILE[case]
    (tmp_path / "p.csv").write_bytes(data)
    with pytest.raises(InputError, match=r"p\.csv") as refused:
        read_price_list(asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price,m=length"))
    assert word in str(refused.value)


@pytest.mark.parametrize("case", IN_CELLS)
def test_a_cell_that_is_no_price_is_a_problem_of_its_line(tmp_path: Path, case: str) -> None:
    """Nothing else in the list is."""
    text, word = IN_CELLS[case]
    (tmp_path / "p.csv").write_text(f"Nr;Typ;Preis;m\n1;DAC;5;1\n2;DAC;{text};2\n")
    (problem,) = read_price_list(
        asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price,m=length")
    ).problems
    assert (problem.line, problem.column) == ("line 3", "Preis")
    assert word in problem.what


@pytest.mark.parametrize(
    "text",
    ["", "=", "=part", "A=part,Preis", "A=part;B=price", "A=part,=price", "," * 300_000, "A=" * 100_000],
)
def test_a_map_that_is_none_is_refused(text: str) -> None:
    """Whatever is left over, and in one pass however long it is."""
    with pytest.raises(InputError, match="is not a map"):
        parse_columns(["A=part,B=price", text])


def test_headings_hold_commas() -> None:
    """A comma parts columns only behind a field."""
    columns = parse_columns([" Preis, netto = price , Artikel=part,"])
    assert columns == (("Preis, netto", "price"), ("Artikel", "part"))


@pytest.mark.parametrize(
    ("heading", "cell", "days"),
    [
        ("Lead time (weeks)", "12", 84),
        ("Lieferzeit Wochen", "12", 84),
        ("D\u00e9lai (semaines)", "12", 84),
        ("Plazo en semanas", "12", 84),
        ("Lieferzeit", "12 Wochen", 84),
        ("Lieferzeit (Wochen)", "10 Tage", 10),  # the cell is nearer
        ("weeks", "1.5", 11),  # rounded up
        ("days", "12", 12),
        ("Lead time", "12", 12),
        ("Arbeitstage", "10", 14),
        ("lead", "10 business days", 14),
        ("months", "2", 62),  # no two months are longer
    ],
)
def test_lead_times_are_in_the_unit_of_cell_or_heading(
    tmp_path: Path, heading: str, cell: str, days: int
) -> None:
    """A number alone below a heading without a unit is days."""
    (tmp_path / "p.csv").write_text(f"Nr;Typ;Preis;m;{heading}\n1;DAC;5;1;{cell}\n", encoding="utf-8")
    columns = f"Nr=part,Typ=kind,Preis=price,m=length,{heading}=lead_time"
    catalogue = loaded_parts(read_price_list(asked(tmp_path / "p.csv", columns, decimal=".")), tmp_path)
    assert catalogue.cables[0].lengths[0].lead_time_days == days


@pytest.mark.parametrize(
    ("heading", "cell", "watts", "field"),
    [
        ("Leistung (kW)", "1.5", 1500, "power"),
        ("Leistung", "1.5 kW", 1500, "power"),
        ("W", "350", 350, "power"),
        ("Gewicht (g)", "8500", 8.5, "weight"),
        ("Gewicht", "8.5 kg", 8.5, "weight"),
        ("Weight lbs", "10", 4.5359237, "weight"),
    ],
)
def test_watts_and_kilograms_too(tmp_path: Path, heading: str, cell: str, watts: float, field: str) -> None:
    """Whatever unit stands in the heading or the cell."""
    (tmp_path / "p.csv").write_text(f"Nr;Typ;Preis;{heading}\n1;switch;5;{cell}\n", encoding="utf-8")
    columns = f"Nr=part,Typ=kind,Preis=price,{heading}={field}"
    catalogue = loaded_parts(read_price_list(asked(tmp_path / "p.csv", columns, decimal=".")), tmp_path)
    (switch,) = catalogue.switches
    assert (switch.power_w if field == "power" else switch.weight_kg) == pytest.approx(watts)


def loaded_parts(prices: PriceList, folder: Path) -> Catalogue:
    """Return the catalogue that was made, whatever it lacks."""
    assert not prices.problems
    (folder / "made.toml").write_text(prices.text, encoding="utf-8")
    return load_catalogue(folder / "made.toml")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("1G SFP copper module RJ45 100 m", None),
        ("1000BASE-T SFP Copper RJ-45 100m", None),
        ("S-RJ01 1G SFP cobre, RJ45, 100 m", None),
        ("SFP-Modul Kupfer", None),
        ("SFP28 DAC copper 3 m", "DAC"),
        ("QSFP56 copper cable 2 m", "DAC"),
        ("Kupferkabel RJ45", "DAC"),
        ("Cat 6 patch cord RJ45 5 m", "TP"),
        ("QSFP28 optical module LC", "transceiver"),
        ("Switch 48x RJ45, 4x SFP+, copper", "switch"),
        ("Switch 48x RJ45, 4x SFP+", "switch"),
    ],
)
def test_a_module_is_no_cable(name: str, kind: str | None) -> None:
    """A name with "module", or with the form of a cage and a jack, is not guessed to be a cable."""
    assert guess_kind(name) == kind


def test_dates_do_not_vote_on_the_decimal_sign(tmp_path: Path) -> None:
    """02.01.2026 beside 80,00 EUR is a date, not a number with a point."""
    (tmp_path / "p.csv").write_text(
        "Nr;Typ;m;Preis;Tag\n1;DAC;1 m;80,00 EUR;02.01.2026\n", encoding="utf-8"
    )
    columns = "Nr=part,Typ=kind,m=length,Preis=price,Tag=date"
    catalogue = loaded_parts(read_price_list(asked(tmp_path / "p.csv", columns)), tmp_path)
    assert cents(catalogue) == {"1": 8000}


def test_long_cells_meet_no_pattern(tmp_path: Path) -> None:
    """Of 9,000 digits none is tried as a length, a price or a sum: the cell is a problem of its line."""
    cell = "1" * 9_000
    for field in ("price", "length", "kind", "gbps", "power", "lead_time", "name"):
        others = {"part": "Nr", "price": "P", "length": "m", "kind": "K"}
        columns = ",".join(f"{heading}={name}" for name, heading in {**others, field: "X"}.items())
        headings = list({**others, field: "X"}.values())
        row = [
            cell if heading == "X" else {"Nr": "1", "P": "5", "m": "1", "K": "DAC"}[heading]
            for heading in headings
        ]
        (tmp_path / "p.csv").write_text(f"{';'.join(headings)}\n{';'.join(row)}\n", encoding="utf-8")
        (problem,) = read_price_list(asked(tmp_path / "p.csv", columns)).problems
        assert (problem.column, problem.what) == (
            "X",
            f"has 9,000 characters, more than {'2,000' if field == 'name' else 200}: shorten the cell",
        )


def test_one_fault_of_many_rows_is_one_problem(tmp_path: Path, cli: Cli) -> None:
    """Of 100 rows of unknown kinds and 100 bad cells there are two problems, which say how to go on."""
    rows = "\n".join(f"P{n};K{n};1;1" for n in range(100))
    rows += "\n" + "\n".join(f"Q{n};DAC;1;{n}x{n}" for n in range(100))
    (tmp_path / "p.csv").write_text(f"Nr;Typ;Preis;Watt\n{rows}\n", encoding="utf-8")
    line = (
        *("catalogue", "import", tmp_path / "p.csv", "--map", "Nr=part,Typ=kind,Preis=price,Watt=power"),
        *("--currency", "EUR", "--out", tmp_path / "o.toml", "--json"),
    )
    constants = ("--constant", "gbps=100,connector=QSFP28,length=1")
    unknown, cells = cli(*line, *constants).json()["problems"]
    assert (unknown["lines"], cells["lines"]) == (100, 100)
    assert "100 texts are of no known kind" in unknown["what"]
    assert '--kind "*=skip" leaves all such rows out' in unknown["what"]
    assert cells["what"].startswith("'0x0', '1x1', '2x2' and 97 more is not a number")
    ran = cli(*line, *constants, "--kind", "*=skip", "--skip-incomplete")
    assert ran.code == 3
    assert "names no part" in ran.err


def test_a_price_list_that_takes_long_is_refused(tmp_path: Path) -> None:
    """By its lines, before any row is read."""
    (tmp_path / "p.csv").write_text("Nr;Typ;Preis\n" + "P;DAC;1\n" * 500_001, encoding="utf-8")
    with pytest.raises(InputError, match="has 500,002 lines; at most 500,000: split it"):
        read_price_list(asked(tmp_path / "p.csv", "Nr=part,Typ=kind,Preis=price"))


def test_parts_without_watts_are_named(cli: Cli, here: Path) -> None:
    """One of two switches has no power: the note names it, and not the kind as a whole."""
    (here / "list.csv").write_text(
        "part;kind;cages;power;price\nSW-A;switch;32;400;9000\nSW-B;switch;40;;8000\n"
    )
    columns = "part=part,kind=kind,cages=cages,power=power,price=price"
    constants = "gbps=200,connector=QSFP56"
    ran = cli(
        *("catalogue", "import", "list.csv", "--map", columns, "--currency", "EUR"),
        *("--constant", constants, "--out", "mine.toml"),
    )
    assert ran.code == 0
    assert "no watts for 1 of 2 parts of kind switch (SW-B)" in ran.err
    assert not any("SW-A" in line for line in ran.err.splitlines() if line.startswith("note"))
