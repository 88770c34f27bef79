"""Parts that are discontinued or phased out, by the cells of their rows."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.described.sale_status import (
    DISCONTINUED,
    PHASED_OUT,
    Remark,
    sale_status,
)
from tests.exchange.user_tables.test_public_forms import CORD, made, read

DAC = "100G QSFP28 DAC, 2 m"


def status_of(text: str, heading: str = "Remark") -> str:
    """Return the status that one cell gives."""
    return sale_status([Remark("Description", DAC, is_name=True), Remark(heading, text)]).status


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    """27 November 2026."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795737600")


@pytest.mark.parametrize(
    ("name", "status"),
    [
        (f"{DAC} (discontinued)", DISCONTINUED),
        (f"*** EOL *** {DAC}", DISCONTINUED),
        (f"{DAC}, replaces discontinued MCP-1", ""),
        ("48x SFP28 switch - EOS 4.28 license", ""),
    ],
)
def test_marks_in_a_name(name: str, status: str) -> None:
    """Other mentions in a name say nothing."""
    assert sale_status([Remark("Description", name, is_name=True)]).status == status


@pytest.mark.parametrize(
    "text",
    [
        *("End of Life", "descatalogado", "EOL, replaced by MCP-2", "EOL", "EOL: yes"),
        *(
            "Discontinued since 2023",
            "EOL 2022",
            "abgek\u00fcndigt zum 31.12.2020",
            "Since 2023 discontinued",
        ),
        *("no longer available (2022)", "End of Sale 31-Jan-2020", "Discontinued, see QSFP-2030"),
        *("Discontinued QSFP-2030", "End of Sale Q3/2026", "EOL 10/2026", "EOL October 2026"),
        *("last time buy 2020-12-31", "Discontinued since 2026", "discontinued; see SFP 2030"),
        *(
            "Replaced by SFP-2, discontinued",
            "Ersetzt durch X, abgek\u00fcndigt",
            "Nachfolger: X. Abgek\u00fcndigt",
        ),
        *("Do not order - discontinued", "not available: discontinued", "Replaces X. Discontinued"),
    ],
)
def test_discontinued(text: str) -> None:
    """By words, or by a last day in the past; digits in part numbers are no year."""
    assert status_of(text) == DISCONTINUED


@pytest.mark.parametrize(
    "text",
    [
        *(
            "fin de s\u00e9rie",
            "End of Sale 31-Jan-2028",
            "EOL 2026",
            "EOL 11/2026",
            "EOL Dec 2026",
            "EOL Q4 2026",
        ),
        *("nicht mehr lieferbar ab 01.02.2027", "31.01.2028: End of Sale", "Auslaufartikel seit 2023"),
        "while stocks last",
    ],
)
def test_phased_out(text: str) -> None:
    """Sold today, up to a later day or while stocks last."""
    assert status_of(text) == PHASED_OUT


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ("Remark", "Replacement for EOL MCP-1"),
        ("Remark", "Ersatz f\u00fcr abgek\u00fcndigtes MCP-1"),
        ("Remark", "Nachfolger von MCP-1 (abgek\u00fcndigt)"),
        ("Remark", "Not discontinued"),
        ("Remark", "EOL: no"),
        ("Remark", "Discontinued: N"),
        ("Remark", "abgek\u00fcndigt: nein"),
        ("Remark", "Active"),
        ("Compatible with", "Arista EOS"),
        ("Compatible with", "EOS 4.28 or later"),
        ("Discontinued", "no"),
        ("Auslaufartikel", "nein"),
    ],
)
def test_sold(heading: str, text: str) -> None:
    """Another part is gone, the word is negated, or EOS is an operating system."""
    assert status_of(text, heading) == ""


@pytest.mark.parametrize(
    ("heading", "text", "status"),
    [
        ("Discontinued", "yes", DISCONTINUED),
        ("Discontinued?", "x", DISCONTINUED),
        ("EOL date", "2020-12-31", DISCONTINUED),
        ("EOL date", "2028-12-31", PHASED_OUT),
        ("End of Sale", "31-Jan-2028", PHASED_OUT),
        ("Auslaufartikel", "ja", PHASED_OUT),
        ("Lifecycle", "EOS", DISCONTINUED),
        ("Compatible with", "yes", ""),
    ],
)
def test_columns_of_the_status(heading: str, text: str, status: str) -> None:
    """Yes, no or a day below a heading that names the end of sale."""
    assert status_of(text, heading) == status


def test_a_list_with_a_column_of_operating_systems(tmp_path: Path) -> None:
    """The operating system of a compatible switch leaves no part out."""
    prices = read(tmp_path, f"Part;Description;Price;Compatible with\nK1;{CORD};3;Arista EOS\n")
    assert [one.part for one in made(tmp_path, prices).cords[0].lengths] == ["K1"]


@pytest.mark.parametrize(
    ("heading", "sold", "unsold"),
    [("Status", "active", "draft"), ("Status", "active", "archived"), ("Orderable", "Y", "N")],
)
def test_parts_that_are_not_offered(tmp_path: Path, heading: str, sold: str, unsold: str) -> None:
    """They are left out, and a note names the cell."""
    rows = f"K1;{CORD};10,00;{sold}\nK2;{CORD};8,00;{unsold}\n"
    prices = read(tmp_path, f"ArtNr;Bezeichnung;Preis;{heading}\n{rows}")
    assert [item.part for cord in made(tmp_path, prices).cords for item in cord.lengths] == ["K1"]
    assert any("K2" in note and repr(unsold) in note for note in prices.notes)
