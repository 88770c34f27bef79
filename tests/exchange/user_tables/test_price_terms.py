"""Stock, lead times, days and terms as suppliers write them."""

import datetime as dt
from decimal import Decimal

import pytest

from netfloor.exchange.user_tables.price_list.columns.breaks import break_of_heading
from netfloor.exchange.user_tables.price_list.terms import (
    is_on_request,
    offer_terms,
    parse_day,
    parse_lead,
    parse_stock,
)

DAY = dt.date(2026, 10, 1)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("sofort", (None, 0)),
        ("ab Lager", (None, 0)),
        ("In stock", (None, 0)),
        ("Ships in 24 hrs", (None, 1)),
        ("48-72 h", (None, 3)),
        ("4-6 weeks", (28, 42)),
        ("4 bis 6 Wochen", (28, 42)),
        ("3 \u00e0 4 semaines", (21, 28)),
        ("ca. 2 Wochen", (None, 14)),
        ("8-10 wks ARO", (56, 70)),
        ("10 Arbeitstage", (None, 14)),
        ("12", (None, 12)),
        ("on request", (None, None)),
        ("auf Anfrage", (None, None)),
    ],
)
def test_lead_times(text: str, days: tuple[int | None, int | None]) -> None:
    """The longer end of a range counts, the shorter one is kept; nothing said is no time."""
    assert parse_lead(text, ".", "Lieferzeit", DAY) == days


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("KW 5", dt.date(2027, 2, 5)),
        ("KW 48", dt.date(2026, 11, 27)),
        ("ab KW 05/2027", dt.date(2027, 2, 5)),
        ("CW 49", dt.date(2026, 12, 4)),
    ],
)
def test_calendar_weeks_are_counted_from_the_day_of_the_prices(text: str, day: dt.date) -> None:
    """To the Friday of the next such week."""
    assert parse_lead(text, ".", "Lieferzeit", DAY) == (None, (day - DAY).days)
    with pytest.raises(ValueError, match="is not a calendar week"):
        parse_lead("KW 54", ".", "Lieferzeit", DAY)
    with pytest.raises(ValueError, match="is before the day of the prices, 2026-10-01"):
        parse_lead("KW 5/2026", ".", "Lieferzeit", DAY)


@pytest.mark.parametrize("text", ["bald", "demn\u00e4chst lieferbar"])
def test_what_says_no_time_is_told(text: str) -> None:
    """It is not guessed."""
    with pytest.raises(ValueError, match="is not a number"):
        parse_lead(text, ".", "Lieferzeit", DAY)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        (">100", 100),
        ("100+", 100),
        ("1.234", 1234),
        ("12 Stk", 12),
        ("ja", None),
        ("nein", 0),
        ("Out of stock", 0),
    ],
)
def test_stock(text: str, pieces: int | None) -> None:
    """More than so many are so many; a yes is no number."""
    assert parse_stock(text, ",") == pieces


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-31", "2026-12-31"),
        ("31.12.2026", "2026-12-31"),
        ("12/31/2026", "2026-12-31"),
        ("31. Dezember 2026", "2026-12-31"),
        ("Dec 31, 2026", "2026-12-31"),
        ("31 d\u00e9c. 2026", "2026-12-31"),
        ("31.12.26", "2026-12-31"),
        ("02/01/2026", "2026-01-02"),
    ],
)
def test_days(text: str, day: str) -> None:
    """In any usual form; where both orders would do, the day comes first unless it is an American list."""
    assert parse_day(text).isoformat() == day
    assert parse_day("02/01/2026", month_first=True) == dt.date(2026, 2, 1)


def test_terms_of_an_offer() -> None:
    """Titles and closing notes tell validity, day and what is asked of an order, in three languages."""
    german = offer_terms(
        [
            "Angebot 4711 g\u00fcltig bis 31.12.2025",
            "Mindestbestellwert 150,00 EUR",
            "Frei Haus ab 500 EUR",
            "Stand: 01.11.2025",
        ],
        "EUR",
        month_first=False,
    )
    assert (german.valid_until, german.dated) == (dt.date(2025, 12, 31), dt.date(2025, 11, 1))
    assert german.of_order == {"min_order_value": 150, "freight_free_from": 500}
    english = offer_terms(
        ["Quotation valid until: January 31, 2026", "Free shipping for orders over $1,500"],
        "USD",
        month_first=True,
    )
    assert (english.valid_until, english.freight_free_from) == (dt.date(2026, 1, 31), Decimal(1500))
    french = offer_terms(
        ["Offre valable jusqu'au 31/01/2026", "Franco de port \u00e0 partir de 1 500 \u20ac"],
        "EUR",
        month_first=False,
    )
    assert (french.valid_until, french.freight_free_from) == (dt.date(2026, 1, 31), Decimal(1500))
    none = offer_terms(["Alle Preise zzgl. MwSt., g\u00fcltig bis auf Widerruf"], "EUR", month_first=False)
    assert none.valid_until is None


@pytest.mark.parametrize(
    ("text", "dated", "until"),
    [
        ("Angebot gueltig bis 31.03.2026", None, dt.date(2026, 3, 31)),
        ("Angebot g\u00fcltig bis 31.03.2026", None, dt.date(2026, 3, 31)),
        ("Effective 2026-10-01", dt.date(2026, 10, 1), None),
        ("Prices effective from 1 October 2026", dt.date(2026, 10, 1), None),
        ("Preisliste gueltig ab 01.10.2026", dt.date(2026, 10, 1), None),
        ("Tarif applicable au 01/10/2026", dt.date(2026, 10, 1), None),
        ("Valid from 2026-10-01 to 2026-12-31", dt.date(2026, 10, 1), dt.date(2026, 12, 31)),
        ("A cost-effective 400G fabric", None, None),
    ],
)
def test_days_in_titles(text: str, dated: dt.date | None, until: dt.date | None) -> None:
    """From when prices are, and until when."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert (terms.dated, terms.valid_until) == (dated, until)


@pytest.mark.parametrize(
    "text", ["auf Anfrage", "POA", "on request", "-", "TBD", "sur demande", "Call", "a.A."]
)
def test_prices_on_request(text: str) -> None:
    """However that is said; a number is a price."""
    assert is_on_request(text)
    assert not is_on_request("12,-")


@pytest.mark.parametrize(
    ("heading", "pieces"),
    [
        ("ab 10 Stk", 10),
        ("Price (100+)", 100),
        ("10-49", 10),
        ("1+", 1),
        ("Prix par 10", 10),
        ("Staffelpreise ab 10", 10),
        ("Preis ab 1.000 St\u00fcck", 1000),
        ("Unit Price (EUR) 50+", 50),
        ("bis 9 St\u00fcck [\u20ac]", 1),
        ("10 bis 49 Stk", 10),
        ("up to 9 pcs", 1),
        ("Preis bis 2027", None),
        ("Preis 2026", None),
        ("Preis 1", None),
        ("L\u00e4nge 3", None),
        ("100", None),
    ],
)
def test_headings_of_price_breaks(heading: str, pieces: int | None) -> None:
    """From how many pieces on; a year or a number of a price is none."""
    assert break_of_heading(heading) == pieces
