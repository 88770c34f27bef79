"""Readings that were wrong without a word: ports named twice, fan-outs, packs, days, discounts."""

import datetime as dt
from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.described.port_groups import ports_in
from netfloor.exchange.user_tables.price_list.request import parse_constants
from netfloor.exchange.user_tables.price_list.terms import offer_terms
from tests.exchange.user_tables.test_public_forms import CORD, made, read

TP = "Patch cable RJ45 Cat 6A S/FTP 5 m"


@pytest.mark.parametrize(
    ("text", "ports"),
    [
        ("48-port 25G SFP28 switch, Leaf switch with 48 x SFP28 and 8 x QSFP28", [(48, 25), (8, 100)]),
        ("Switch 48x25G SFP28 8x100G QSFP28, 1U leaf, 48x SFP28", [(48, 25), (8, 100)]),
        (
            "Switch 48x25G SFP28 8x100G QSFP28, 48x 25G SFP28 downlinks, 8x 100G QSFP28 uplinks",
            [(48, 25), (8, 100)],
        ),
        ("Switch 8x100G QSFP28 uplinks, 8x100G QSFP28 downlinks", [(16, 100)]),
    ],
)
def test_ports_said_twice_are_the_same(text: str, ports: list[tuple[int, float]]) -> None:
    """In a name and its description, also in part; words of a use tell equal ports apart."""
    assert [(group.count, group.gbps) for group in ports_in(text).groups] == ports


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Kingston Server Premier 32GB DDR5-4800 ECC UDIMM", "left out as memory"),
        ("Intel D3-S4520 960GB SSD for server", "left out as memory"),
        ("Windows Server 2025 software", "left out as licences"),
    ],
)
def test_the_word_server_makes_no_server(tmp_path: Path, name: str, why: str) -> None:
    """A server has ports, adapters or a height; a name without any is a question."""
    text = f"Part;Name;Category;Price\nK1;{CORD};Cable;9\nM1;{name};Storage;142\n"
    for kinds in ("", "Storage=skip"):
        prices = read(tmp_path, text, kinds=kinds)
        assert (prices.problems, dict(prices.counts)) == ((), {"cord": 1})
    assert any(why in note and "M1" in note for note in read(tmp_path, text).notes)
    (problem,) = read(tmp_path, f"Part;Name;Price\nK1;{CORD};9\nM1;Server Elbe;142\n").problems
    assert "'Server Elbe' is not a known kind" in problem.what
    prices = read(tmp_path, "Part;Name;Price\nM1;Server Elbe 2U;142\n")
    assert dict(prices.counts) == {"server": 1}


@pytest.mark.parametrize("joint", ["to", "auf", "vers", "a", "naar", "till", "/", "-", "\u2192"])
def test_a_fan_out_is_no_cord(tmp_path: Path, joint: str) -> None:
    """Whatever stands between its ends."""
    text = f"Part;Name;Price\nK1;{CORD};9\nH1;Cable MPO-12 {joint} 4xLC duplex OM4 3 m;47\n"
    prices = read(tmp_path, text)
    assert dict(prices.counts) == {"cord": 1}
    assert any("left out as harnesses" in note and "H1" in note for note in prices.notes)


@pytest.mark.parametrize(("pack", "size"), [("1", 10), ("10", 10), ("", 10)])
def test_an_unknown_unit_is_asked_about_beside_a_pack(tmp_path: Path, pack: str, size: int) -> None:
    """The answer counts for the price and the pack."""
    text = f"Part;Name;Unit;Pack;Price\nU-4;{TP};Kart;{pack};40,00\n"
    (problem,) = read(tmp_path, text).problems
    assert "has the unit 'Kart'" in problem.what
    (length,) = made(tmp_path, read(tmp_path, text, constants="U-4.price_per=10")).cables[0].lengths
    assert (length.price, length.pack) == (4, size)
    (length,) = made(tmp_path, read(tmp_path, text, constants="U-4.price_per=1")).cables[0].lengths
    assert length.price == 40


def test_pieces_per_price_without_effect_are_named(tmp_path: Path) -> None:
    """The unit already says one piece."""
    text = f"Part;Name;Unit;Price\nU-5;{TP};Stk;4,50\n"
    assert read(tmp_path, text, constants="U-5.price_per=10").idle_constants == {"u-5.price_per"}
    assert not read(tmp_path, text.replace("Stk", "Kart"), constants="U-5.price_per=10").idle_constants


def test_an_adapter_without_a_number_of_ports_is_a_question(tmp_path: Path) -> None:
    """Its cages are asked for, not assumed."""
    text = "Part;Name;Price\nA1;Network adapter PCIe 4.0, 25GbE SFP28;248\n"
    (problem,) = read(tmp_path, text).problems
    assert "A1.cages=?" in problem.what
    assert made(tmp_path, read(tmp_path, text, constants="A1.cages=2")).nics[0].cages == 2


@pytest.mark.parametrize(
    "text",
    [
        *("Prices guaranteed to 31 Dec 2026", "Preise bis 31.12.2026 fest", "Festpreis bis 31.12.2026"),
        *(
            "Prezzi fermi fino al 31.12.2026",
            "Geldig t.e.m. 31-12-2026",
            "Prijzen vast tot 31 december 2026",
        ),
        *("Prix fermes jusqu'au 31/12/2026", "Precios v\u00e1lidos hasta el 31.12.2026"),
        *("Pris g\u00e4ller till 2026-12-31.", "Prices valid from 01.12.2026 to 31.12.2026"),
    ],
)
def test_the_last_day_of_prices(text: str) -> None:
    """In every language of lists; never the day of the prices."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert terms.valid_until == dt.date(2026, 12, 31)


def test_a_day_to_come_is_a_question(tmp_path: Path) -> None:
    """It may be the first or the last of the prices."""
    text = f"Nordfiber\nPriser 2999-01-31\n\nPart;Name;Price\nK1;{CORD};9\n"
    (problem,) = read(tmp_path, text).problems
    assert "--date 2999-01-31" in problem.what
    prices = read(tmp_path, text, constants="valid_until=2999-01-31")
    assert made(tmp_path, prices).cords[0].lengths[0].valid_until == dt.date(2999, 1, 31)


def test_a_discount_among_the_totals_is_a_question(tmp_path: Path) -> None:
    """No price has it; the user may buy without it."""
    head = "Pos;Artikel;Bezeichnung;Menge;Einzelpreis;Gesamt\n"
    text = f"{head}1;K1;{CORD};10;15,00;150,00\n;;Zwischensumme;;;150,00\n;;Sonderrabatt;;;-20,00\n"
    (problem,) = read(tmp_path, text).problems
    assert (problem.line, "discount on the order" in problem.what) == ("line 4", True)
    assert '--kind "Sonderrabatt=skip"' in problem.what
    assert made(tmp_path, read(tmp_path, text, kinds="Sonderrabatt=skip"))
    assert not read(tmp_path, text.replace("Sonderrabatt", "Skonto")).problems


def test_a_part_number_with_a_comma_in_a_constant() -> None:
    """As an offered answer names it."""
    assert parse_constants(["TP.price_per=1,CO-2,5.price_per=10"]) == (
        ("TP", "price_per", "1"),
        ("co-2,5", "price_per", "10"),
    )


def test_offered_names_differ(tmp_path: Path) -> None:
    """Long names that differ at their end only are offered whole."""
    long = "Gizmo of a very long name that says all about it and then some more, of"
    text = f"Part;Name;Price\nK1;{CORD};9\nG1;{long} 5 m;9\nG2;{long} 15 m;9\n"
    problem = read(tmp_path, text).problems[-1]
    assert f'--kind "{long} 5 m=KIND,{long} 15 m=KIND"' in problem.what
    assert not read(tmp_path, text, kinds=f"{long} 5 m=skip,{long} 15 m=skip").problems
