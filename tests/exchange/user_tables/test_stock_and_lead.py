"""Stock and lead time in one cell, in a column of either."""

from pathlib import Path

import pytest

from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from tests.exchange.user_tables.test_public_forms import CORD, made


def delivery(folder: Path, heading: str, cell: str) -> tuple[int | None, int | None, bool]:
    """Return pieces in stock and days of a part, and whether an unknown number of pieces is noted."""
    (folder / "l.csv").write_text(f"ArtNr;Bezeichnung;Preis;{heading}\nK1;{CORD};13,45;{cell}\n")
    prices = read_price_list(PriceListRequest(folder / "l.csv", (), "EUR"))
    length = made(folder, prices).cords[0].lengths[0]
    is_noted = any("in stock without a number" in note and "K1" in note for note in prices.notes)
    return length.stock, length.lead_time_days, is_noted


@pytest.mark.parametrize("heading", ["Lieferzeit", "Lagerbestand"])
@pytest.mark.parametrize(
    ("cell", "stock", "days"),
    [
        *(
            ("En stock (24)", 24, None),
            ("ab Lager (45 Stk.)", 45, None),
            ("ab Lager, 480 St\u00fcck", 480, None),
        ),
        *(("op voorraad (12)", 12, None), ("en stock (12 uds)", 12, None), ("In stock: 45", 45, None)),
        *(("45 in stock", 45, None), ("480 St\u00fcck ab Lager", 480, None), ("386 in Stock", 386, None)),
        *(("24 in stock, then 3 weeks", 24, 21), ("In stock (12), more in 3 weeks", 12, 21)),
        *(("ab Lager (30), danach 2 Wochen", 30, 14), ("En stock (1.200), puis 10 jours", 1200, 10)),
    ],
)
def test_pieces_in_stock(tmp_path: Path, heading: str, cell: str, stock: int, days: int | None) -> None:
    """The number counts, and the time is that of further pieces."""
    assert delivery(tmp_path, heading, cell) == (stock, days, False)


@pytest.mark.parametrize("cell", ["in stock", "ab Lager", "En stock", "sofort"])
def test_an_unknown_number_in_stock(tmp_path: Path, cell: str) -> None:
    """The part comes at once, and a note says that the number is unknown."""
    assert delivery(tmp_path, "Lieferzeit", cell) == (None, 0, True)


@pytest.mark.parametrize(
    ("cell", "days"),
    [("ab Lager, 3 Tage", 3), ("In stock 24h", 1), ("Available in 2 weeks", 14), ("2 weeks", 14)],
)
def test_times_are_no_stock(tmp_path: Path, cell: str, days: int) -> None:
    """A number with a unit of time beside the words."""
    assert delivery(tmp_path, "Lieferzeit", cell)[:2] == (None, days)


@pytest.mark.parametrize(
    "cell", ["ships today", "Versand heute", "same day dispatch", "exp\u00e9di\u00e9 aujourd'hui"]
)
def test_shipped_today(tmp_path: Path, cell: str) -> None:
    """In a column of lead times as in one of stock."""
    for heading in ("Lieferzeit", "Lagerbestand"):
        assert delivery(tmp_path, heading, cell)[:2] == (None, 0)


@pytest.mark.parametrize("lead", ["0", "0 Wochen", "sofort", "ships today"])
@pytest.mark.parametrize("stock", [0, 4])
def test_no_time_beside_a_stock_is_of_the_stock(tmp_path: Path, stock: int, lead: str) -> None:
    """Further pieces have none, so no more than the stock is ordered."""
    text = f"ArtNr;Bezeichnung;Preis;Bestand;Lieferzeit\nK1;{CORD};13,45;{stock};{lead}\n"
    (tmp_path / "l.csv").write_text(text)
    prices = read_price_list(PriceListRequest(tmp_path / "l.csv", (), "EUR"))
    length = made(tmp_path, prices).cords[0].lengths[0]
    assert (length.stock, length.lead_time_days) == (stock, None)
    assert any("no more than the stock is ordered" in note for note in prices.notes)
