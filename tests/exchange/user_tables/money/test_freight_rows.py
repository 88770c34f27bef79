"""Rows of freight beside sentences of freight: the rule counts, and two amounts are a question."""

from pathlib import Path

import pytest

from tests.exchange.user_tables.test_public_forms import PLAIN, made, read

RULE = '"Free shipping on orders over EUR 80.00; otherwise shipping costs EUR 6.50."'


def terms(folder: Path, closing: str, constants: str = "") -> tuple[float, float | None]:
    """Return freight and its end in the catalogue of a list."""
    (supplier,) = made(folder, read(folder, PLAIN + closing, constants=constants)).suppliers
    return supplier.freight, supplier.freight_free_from


@pytest.mark.parametrize("row", [";Shipping:;0,00", ";Versand;0,00", ""])
def test_a_free_quotation_leaves_the_rule(tmp_path: Path, row: str) -> None:
    """Its goods are above the value from which freight is free; the next order may be below."""
    assert terms(tmp_path, f"{row}\n;{RULE};\n") == (6.5, 80)
    notes = [
        note for note in read(tmp_path, f"{PLAIN}{row}\n;{RULE};\n").notes if "quotation alone" in note
    ]
    assert len(notes) == bool(row)


@pytest.mark.parametrize(
    "closing",
    [
        ";Shipping;12,00\n;Free shipping over EUR 500, otherwise shipping costs EUR 15.00;\n",
        ";Shipping;0,00\n;Freight 15.00 EUR per order.;\n",
        ";Freight 12.00 EUR per order.;\n;Freight 15.00 EUR per order.;\n",
        ";Versand Paket;12,00\n;Versand Palette;15,00\n",
    ],
)
def test_two_freights_are_a_question(tmp_path: Path, closing: str) -> None:
    """None of them counts silently, and each remedy settles it."""
    (problem,) = read(tmp_path, PLAIN + closing).problems
    ways = [text.partition('"')[0] for text in problem.what.split('--constant "')[1:]]
    assert len(ways) == 2
    for way in ways:
        assert terms(tmp_path, closing, way)[0] == float(way.partition("=")[2])


def test_two_minimum_orders_are_a_question(tmp_path: Path) -> None:
    """As every other term of an order."""
    closing = ";Minimum order value 100 EUR.;\n;Minimum order value 150 EUR.;\n"
    (problem,) = read(tmp_path, PLAIN + closing).problems
    assert '--constant "min_order_value=100" or --constant "min_order_value=150"' in problem.what


def test_a_row_below_a_stated_end(tmp_path: Path) -> None:
    """The sentence gives the end, the row the amount; without an amount the list does not say it."""
    assert terms(tmp_path, ";frei Haus ab 500 EUR;\n;Fracht;9,90\n") == (9.9, 500)
    silent = ";frei Haus ab 500 EUR;\n;Fracht;0,00\n"
    assert any(
        note.startswith("NOT COUNTED: freight below 500") for note in read(tmp_path, PLAIN + silent).notes
    )
    assert terms(tmp_path, silent, "freight=7.25") == (7.25, 500)


def test_a_constant_states_a_term_that_no_list_has(tmp_path: Path) -> None:
    """The supplier has the name of the file."""
    assert terms(tmp_path, "", "freight=4.50,freight_free_from=90") == (4.5, 90)
