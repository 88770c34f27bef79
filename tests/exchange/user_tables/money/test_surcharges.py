"""Surcharges of price lists: known ones are added to the prices, all others are asked about."""

from pathlib import Path

import pytest

from tests.exchange.user_tables.test_public_forms import CORD, made, read


def price_of(folder: Path, text: str, columns: str = "") -> float | None:
    """Return the price of the only part of a list."""
    return made(folder, read(folder, text, columns)).cords[0].lengths[0].price


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Price plus surcharge",
            "Total incl. surcharge",
            "Surcharge included",
            "Zuschlag bereits enthalten",
        ),
        *("inkl. Kupferzuschlag", "Mindermengenzuschlag", "Expresszuschlag", "Surcharge per order"),
        *("Zuschlag pro VE", "Surcharge code", "Legierungszuschlag"),
    ],
)
def test_other_surcharges_are_asked_about(tmp_path: Path, heading: str) -> None:
    """The question names both answers, and each settles it."""
    text = f"Part;Description;Price;{heading}\nK1;{CORD};30.00;31.20\n"
    (problem,) = read(tmp_path, text).problems
    assert f"{heading}=skip" in problem.what
    assert f"{heading}=surcharge" in problem.what
    assert price_of(tmp_path, text, f"{heading}=skip") == 30
    assert price_of(tmp_path, text, f"{heading}=surcharge") == 61.2


def test_an_amount_is_needed_for_a_question(tmp_path: Path) -> None:
    """Cells without an amount cannot raise a price."""
    assert price_of(tmp_path, f"Part;Description;Price;Surcharge included\nK1;{CORD};30.00;yes\n") == 30


def test_a_price_with_surcharges_gets_no_other_unasked(tmp_path: Path) -> None:
    """The only price may have the surcharge of the next column."""
    text = f"Part;Description;Price plus surcharge;Kupferzuschlag\nK1;{CORD};31.20;1.20\n"
    assert [one.column for one in read(tmp_path, text).problems] == ["Kupferzuschlag"]


def test_all_known_surcharges_are_added(tmp_path: Path) -> None:
    """Two columns of different surcharges, whether known or mapped by the user."""
    text = f"Part;Description;Price;Kupferzuschlag;Teuerungszuschlag;Price M\nK1;{CORD};3.00;0.20;0.05;1\n"
    assert price_of(tmp_path, text) == 3.25
    assert price_of(tmp_path, text, "Kupferzuschlag=surcharge,Price M=surcharge") == 4.25


@pytest.mark.parametrize("heading", ["MTZ", "MTZ (EUR)", "Zuschlag", "Metal surcharge"])
def test_known_headings(tmp_path: Path, heading: str) -> None:
    """With and without a word for surcharge."""
    assert price_of(tmp_path, f"Part;Description;Price;{heading}\nK1;{CORD};3.00;0.20\n") == 3.2


def test_two_columns_of_one_heading_are_asked_about(tmp_path: Path) -> None:
    """They may hold the same surcharge; the answer is by letter."""
    text = f"Part;Description;Price;Kupferzuschlag;Kupferzuschlag\nK1;{CORD};3.00;0.20;0.20\n"
    assert ["D=skip" in one.what or "E=skip" in one.what for one in read(tmp_path, text).problems] == [
        True
    ] * 2
    assert price_of(tmp_path, text, "D=surcharge,E=skip") == 3.2


def test_a_surcharge_on_the_price_of_several_pieces(tmp_path: Path) -> None:
    """It is for one piece where the heading says so, otherwise the user says."""
    text = f"Part;Description;Price;Price per;{{}}\nK1;{CORD};300.00;10;5.00\n"
    assert price_of(tmp_path, text.format("Kupferzuschlag je St\u00fcck")) == 35
    (problem,) = read(tmp_path, text.format("Kupferzuschlag")).problems
    assert "for one piece" in problem.what
    assert price_of(tmp_path, text.format("Kupferzuschlag"), "Kupferzuschlag=piece_surcharge") == 35
    assert price_of(tmp_path, text.format("Kupferzuschlag"), "Kupferzuschlag=surcharge") == 30.5
