"""Maps of one of several lists, and headings of stock and delivery."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.columns.columns import HEADINGS
from netfloor.exchange.user_tables.price_list.request import (
    PriceListRequest,
    parse_columns,
    split_by_file,
)
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from tests.exchange.user_tables.test_public_forms import CORD


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Stock Code", "part"),
        *((text, "stock") for text in ("Free Stock", "SOH", "Stock on hand", "Free Qty")),
        *((text, "lead_time") for text in ("Due Date", "Due In", "Lead Time (working days)")),
        *(
            (text, "lead_time")
            for text in ("Lead time (ARO)", "D\u00e9lai (jours ouvr\u00e9s)", "Next delivery")
        ),
    ],
)
def test_headings_of_stock_and_delivery(heading: str, name: str) -> None:
    """As wholesalers and agreements have them."""
    meaning = HEADINGS.meaning(heading)
    assert meaning is not None
    assert meaning.field.name == name


def test_working_days_of_a_heading(tmp_path: Path) -> None:
    """Five of a week."""
    text = f"ArtNr;Bezeichnung;Preis;Lead Time (working days)\nK1;{CORD};13,45;15\n"
    (tmp_path / "a.csv").write_text(text)
    prices = read_price_lists([PriceListRequest(tmp_path / "a.csv", (), "EUR")])
    assert "lead_time_days = 21" in prices.text


def test_maps_of_one_list(tmp_path: Path) -> None:
    """Two headings of one field in two lists; a question of one list names its file."""
    files = [tmp_path / "m1.csv", tmp_path / "m2.csv"]
    files[0].write_text(f"Part;Description;Price;Wk\nA1;{CORD};4.00;2 weeks\n")
    files[1].write_text(f"Part;Description;Price;Then\nA2;{CORD};5.00;3 weeks\n")
    texts = ["m1.csv:Wk=lead_time", f"{files[1]}:Then=lead_time"]

    def requests(maps: list[str]) -> list[PriceListRequest]:
        return [
            PriceListRequest(file, parse_columns(split_by_file(maps, file, files)[1]), "EUR", decimal=".")
            for file in files
        ]

    prices = read_price_lists(requests(texts))
    assert ("lead_time_days = 14" in prices.text, "lead_time_days = 21" in prices.text) == (True, True)
    files[1].write_text(f"Part;Description;Price;Column B7\nA2;{CORD};5.00;$6.00\n")
    (problem,) = read_price_lists(requests(texts[:1])).problems
    assert '--map "m2.csv:Column B7=' in problem.what
