"""Price lists of several suppliers as they are sent: brands' part numbers, surcharges, status, validity."""

import datetime as dt
import shlex
from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.described.descriptions import described
from netfloor.exchange.user_tables.price_list.described.optics import optical_names
from netfloor.exchange.user_tables.price_list.kinds import (
    guess_kind,
    not_held,
)
from netfloor.exchange.user_tables.price_list.problems import shell_option
from netfloor.exchange.user_tables.price_list.request import parse_constants
from netfloor.exchange.user_tables.price_list.terms import offer_terms
from netfloor.foundation.errors import InputError
from tests.exchange.user_tables.test_public_forms import CORD, made, read

DAC = "100G QSFP28 DAC, 2 m"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("EXPIRES Dec 31, 2026", (2026, 12, 31)),
        ("Quote expires 31-Dec-2026", (2026, 12, 31)),
        ("This quotation is valid through 2027-01-29.", (2027, 1, 29)),
        ("Prices firm until 15 March 2027", (2027, 3, 15)),
        ("Angebot g\u00fcltig bis zum 31.12.2026", (2026, 12, 31)),
        ("Tarif valable jusqu'au 31/12/2026", (2026, 12, 31)),
        ("Oferta v\u00e1lida hasta el 31/01/2027", (2027, 1, 31)),
    ],
)
def test_the_last_day_of_an_offer(text: str, day: tuple[int, int, int]) -> None:
    """The words of five languages, with or without a word between them and the day."""
    assert offer_terms([text], "EUR", month_first=False).valid_until == dt.date(*day)


def test_spanish_freight() -> None:
    """Freight and its free threshold in one line."""
    terms = offer_terms(["Portes: 9,95 \u20ac (gratis a partir de 300 \u20ac)"], "EUR", month_first=False)
    assert terms.of_order == {"freight": 9.95, "freight_free_from": 300}


def test_part_numbers_under_a_brand(tmp_path: Path) -> None:
    """A heading such as ``FS P/N`` holds part numbers; an old number is the maker's."""
    text = f"FS P/N;Description;Price\nQ28-2;{DAC};55,00\n"
    assert made(tmp_path, read(tmp_path, text)).cables[0].lengths[0].part == "Q28-2"
    text = f"Legacy PN;Ordering PN;Description;Price\nMCP-2;980-2;{DAC};55,00\n"
    assert made(tmp_path, read(tmp_path, text)).cables[0].lengths[0].part == "980-2"


def test_a_surcharge_column(tmp_path: Path) -> None:
    """Money per piece is added to every price; a surcharge in per cent is a question."""
    head = "ArtNr;Bezeichnung;Preis;ab 10 Stk;Cu-Zuschlag (\u20ac/Stk.)"
    length = made(tmp_path, read(tmp_path, f"{head}\nK1;{CORD};3,05;2,70;0,08\n")).cords[0].lengths[0]
    assert (length.price, length.breaks[0].price) == (3.13, 2.78)
    percent = read(tmp_path, f"ArtNr;Bezeichnung;Preis;Cu-Zuschlag %\nK1;{CORD};3,05;2\n")
    assert "may raise the prices" in percent.problems[0].what
    head = "ArtNr;Bezeichnung;Preis;Cu-Zuschlag %"
    assert not read(tmp_path, f"{head}\nK1;{CORD};3,05;2\n", columns="Cu-Zuschlag %=skip").problems


def test_discontinued_parts_are_left_out(tmp_path: Path) -> None:
    """A remark in any column counts; a part sold while stocks last stays, and the notes name it."""
    rows = (
        f"K1;{CORD};3;\nK2;{CORD};4;nicht mehr lieferbar\nK3;{CORD.replace('5m', '7m')};5;Auslaufartikel\n"
    )
    prices = read(tmp_path, f"ArtNr;Bezeichnung;Preis;Bemerkung\n{rows}")
    parts = [one.part for series in made(tmp_path, prices).cords for one in series.lengths]
    assert parts == ["K1", "K3"]
    cell = "'nicht mehr lieferbar' in column 'Bemerkung' says so of K2"
    assert f'left out as discontinued: 1 row (K2): {cell}; --kind "K2=cord" keeps it' in prices.notes
    assert "1 part being phased out: K3" in prices.notes
    assert "K2" in read(tmp_path, f"ArtNr;Bezeichnung;Preis;Bemerkung\n{rows}", kinds="K2=cord").text


@pytest.mark.parametrize(
    ("text", "tails", "gbps"),
    [
        ("200G QSFP56 DAC splitter 1 to 2, 3 m", 2, 100),
        ("Breakout DAC QSFP28 100G 1x to 4x, 2 m", 4, 25),
        ("QSFP56 200G to 2x100G splitter DAC 2m", 2, 100),
        ("DAC Splitter 1x QSFP56 auf 2x QSFP56 2x100G 2m", 2, 100),
        ("C\u00e2ble \u00e9clat\u00e9 cuivre QSFP56 200G 1 vers 2, 2 m", 2, 100),
        ("AOC breakout 400G QSFP-DD 1:4 QSFP56 10m", 4, 100),
        ("400G OSFP 1x2 splitter DAC 2m", 2, 200),
    ],
)
def test_splitters_by_their_words(text: str, tails: int, gbps: float) -> None:
    """A splitter with one form of plug is no straight cable."""
    facts = described(text, "DAC")
    assert (facts["tails"], facts["links"], facts["gbps"]) == (tails, tails, gbps)
    assert {"connector_a", "connector_b"} <= {*facts}


def test_a_splitter_without_a_number_of_tails() -> None:
    """Neither plugs nor rate are read, so that the user is asked."""
    assert described("QSFP56 200G splitter DAC 2m", "DAC") == {"length": 2000}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("C\u00e2ble \u00e0 attache directe SFP28 25G 3 m", "DAC"),
        ("Cable de conexi\u00f3n directa SFP+ 10G 1 m", "DAC"),
        ("C\u00e2ble optique actif QSFP28 100G 10 m", "AOC"),
        ("Cable de fibra \u00f3ptica activo QSFP28 100G 10 m", "AOC"),
        ("Jarreti\u00e8re optique LC/LC OM4 3 m", "cord"),
        ("Cordon optique MPO-MPO OM4 10 m", "cord"),
        ("Trunk MPO-12 OM4 12 fibres 30 m", "cord"),
        ("M\u00f3dulo \u00f3ptico SFP28 25GBASE-SR LC", "transceiver"),
        ("Stylo nettoyeur LC 1,25 mm", None),
        ("Visual Fault Locator, 2.5mm universal adapter", None),
    ],
)
def test_kinds_in_other_languages(text: str, kind: str | None) -> None:
    """French and Spanish names of cables, cords and modules, and of tools."""
    assert guess_kind(text) == kind


def test_harnesses_are_no_cords() -> None:
    """A cord from MPO to LC has no equal ends."""
    assert "harnesses" in not_held("cord", "MPO-12 to 4x LC duplex breakout OM4 3m", "")
    assert "harnesses" in not_held("cord", "MPO-24 to 2x MPO-12 conversion cable OM4 3m", "")
    assert not not_held("cord", "MPO-12/MPO-12 OM4 3m", "")


def test_the_full_name_of_a_standard() -> None:
    """Words for its wavelengths are no second standard."""
    assert optical_names("400GBASE-FR4 QSFP-DD PAM4 CWDM4 2km") == ["FR4"]


def test_in_stock_without_a_number(tmp_path: Path) -> None:
    """A part in stock is delivered at once, and its pieces are not limited."""
    length = made(tmp_path, read(tmp_path, f"SKU;Description;Price;Availability\nQ2;{DAC};55;In stock\n"))
    assert (length.cables[0].lengths[0].lead_time_days, length.cables[0].lengths[0].stock) == (0, None)


@pytest.mark.parametrize("word", ['19" Blech, 2 HE', "Preis in $US", "it's 5 `m`", "plain, words"])
def test_a_remedy_can_be_pasted_into_a_shell(tmp_path: Path, word: str) -> None:
    """Whatever signs a word has, the shell passes it on, and the kind is then known."""
    option = shell_option("kind", f"{word}=skip")
    name, value = shlex.split(option)
    assert (name, value) == ("--kind", f"{word}=skip")
    quoted = '"' + word.replace('"', '""') + '"'
    text = f"ArtNr;Bezeichnung;Preis\nK1;{CORD};3\nZ9;{quoted};4\n"
    asked = read(tmp_path, text).problems
    assert shell_option("kind", f"{word}=KIND") in asked[0].what
    assert not read(tmp_path, text, kinds=value).problems


def test_the_makers_part_number_is_kept(tmp_path: Path) -> None:
    """It stands in the catalogue beside the supplier's, unless it is the same or missing."""
    text = f"Code;MPN;Description;Price\nA1;MCP-2;{DAC};55\nA2;n/a;{DAC.replace('2 m', '3 m')};60\n"
    lengths = made(tmp_path, read(tmp_path, text.replace("Code", "SKU"))).cables[0].lengths
    assert [(one.part, one.maker_part) for one in lengths] == [("A1", "MCP-2"), ("A2", None)]
    alone = made(tmp_path, read(tmp_path, f"MPN;Description;Price\nMCP-2;{DAC};55\n")).cables[0].lengths[0]
    assert (alone.part, alone.maker_part) == ("MCP-2", None)


PER_HUNDRED = (
    f"ArtNr;Bezeichnung;Preis;ab 100 Stk;PE\nK1;{CORD};412,35;400,00;100\n"
    f"K2;{CORD.replace('5m', '7m')};0,35;;100\n"
)


def test_fractions_of_a_cent_are_asked_about(tmp_path: Path) -> None:
    """A price of 4.1235 apiece is no amount that an order can have: nothing is rounded unasked."""
    [problem] = read(tmp_path, PER_HUNDRED).problems
    assert "2 prices with a fraction of a cent, such as 0.0035 apiece for K2" in problem.what
    assert (problem.line, problem.column) == ("lines 2, 3", "Preis")


@pytest.mark.parametrize(("way", "prices"), [("nearest", [4.12, 0.01]), ("up", [4.13, 0.01])])
def test_fractions_of_a_cent_are_rounded_as_the_user_says(
    tmp_path: Path, way: str, prices: list[float]
) -> None:
    """To the nearest cent or up, never to 0, and a note has the largest change."""
    found = read(tmp_path, PER_HUNDRED, constants=f"whole_cents={way}")
    lengths = [one for series in made(tmp_path, found).cords for one in series.lengths]
    assert [one.price for one in lengths] == prices
    assert lengths[0].breaks[0].price == 4
    assert any("2 prices with a fraction of a cent rounded" in note for note in found.notes)


def test_a_rounding_is_shown_to_four_decimals(tmp_path: Path) -> None:
    """A third of a cent has no end."""
    text = f"ArtNr;Bezeichnung;Preis;PE\nK1;{CORD};10,00;3\n"
    assert "such as 3.3333 apiece" in read(tmp_path, text).problems[0].what
    notes = read(tmp_path, text, constants="whole_cents=nearest").notes
    assert any("to the nearest cent, by at most 0.0034 apiece (K1)" in note for note in notes)


def test_a_formula_in_any_column_is_a_problem(tmp_path: Path) -> None:
    """Beside a line with a value, which it cannot be compared with."""
    heads = "ArtNr;Bezeichnung;Preis;Lieferant;W\u00e4hrung;MPN;Bestand"
    good = f"K1;{CORD};3,00;ACME;EUR;M1;5"
    for index in range(2, len(heads.split(";"))):
        cells = good.replace("K1", "K2").split(";")
        cells[index] = "=B2"
        found = read(tmp_path, f"{heads}\n{good}\n{';'.join(cells)}\n")
        assert [one.what for one in found.problems] == ["'=B2' is a formula: save its value"]


@pytest.mark.parametrize("text", ["in 3 weeks", "ca. 3 weeks", "in ca. 3 Wochen", "dans 3 semaines"])
def test_a_time_as_availability(tmp_path: Path, text: str) -> None:
    """The words before the number do not matter."""
    found = read(tmp_path, f"SKU;Description;Price;Availability\nQ2;{DAC};55;{text}\n")
    assert made(tmp_path, found).cables[0].lengths[0].lead_time_days == 21


def test_an_unknown_rounding_is_refused() -> None:
    """The message has those that there are."""
    with pytest.raises(InputError, match="nearest, up"):
        parse_constants(["whole_cents=down"])


def test_digits_of_a_workbooks_reckoning_are_no_fraction(tmp_path: Path) -> None:
    """118 less 42 per cent is 68.44, whatever the binary number behind the cell is."""
    found = read(tmp_path, f"SKU;Description;Price\nQ2;{DAC};68.4399999999\n")
    assert made(tmp_path, found).cables[0].lengths[0].price == 68.44


@pytest.mark.parametrize(("price", "proposed"), [("4.125", "4.13"), ("0.004", "0.01"), ("1.001", "1.00")])
def test_the_price_proposed_for_a_fraction_of_a_cent(tmp_path: Path, price: str, proposed: str) -> None:
    """As an import with ``whole_cents=nearest`` rounds it."""
    file = tmp_path / "odd.toml"
    text = read(tmp_path, f"SKU;Description;Price\nQ2;{DAC};55.00\n").text
    file.write_text(text.replace("price = 55", f"price = {price}"))
    with pytest.raises(InputError, match=f"such as {proposed}$"):
        load_catalogue(file)


def test_a_catalogue_with_fractions_of_a_cent_is_refused(tmp_path: Path) -> None:
    """By the place of each price, breaks included."""
    text = read(tmp_path, f"SKU;Description;Price;ab 10 Stk\nQ2;{DAC};55.00;51.00\n").text
    file = tmp_path / "odd.toml"
    file.write_text(text.replace("price = 55", "price = 55.123").replace("price = 51", "price = 51.5"))
    with pytest.raises(InputError, match=r"cables.0.lengths.0: price: 55.123 has a fraction of a cent"):
        load_catalogue(file)
