"""Terms of an order in sentences of five languages: amounts, thresholds, and those without a meaning."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.gaps import NOT_COUNTED, catalogue_gaps
from netfloor.exchange.user_tables.price_list.money.order_terms import terms_of
from netfloor.exchange.user_tables.price_list.terms import offer_terms
from tests.exchange.user_tables.test_public_forms import made, read

FREIGHT = [
    *("Versandkosten 12,50 EUR, frei ab 400 EUR", "Ab 400 EUR versandkostenfrei, sonst 12,50 EUR"),
    *("Versand 12,50 EUR (frei Haus ab 400 EUR)", "Lieferung frei Haus ab 400 EUR, darunter 12,50 EUR"),
    *("Freight EUR 12.50 per order, free over EUR 400", "Free delivery from EUR 400, otherwise EUR 12.50"),
    *("Orders of EUR 400 or more ship free. Shipping: EUR 12.50", "Shipping EUR 12.50 below EUR 400"),
    *(
        "Franco de port \u00e0 partir de 400 \u20ac HT, sinon 12,50 \u20ac",
        "Frais de port 12,50 \u20ac, offerts d\u00e8s 400 \u20ac",
    ),
    *(
        "Portes: 12,50 \u20ac, pagados a partir de 400 \u20ac",
        "Env\u00edo gratis desde 400 \u20ac, resto 12,50 \u20ac",
    ),
    *(
        "Verzendkosten \u20ac 12,50, gratis vanaf \u20ac 400",
        "Franco huis vanaf \u20ac 400, anders \u20ac 12,50",
    ),
    *(
        "Gratis verzending boven \u20ac 400. Vrachtkosten \u20ac 12,50 per zending",
        "Vracht \u20ac 12,50 tot \u20ac 400",
    ),
]
SMALL = [
    *(
        "Mindermengenzuschlag 20,00 EUR unter 120,00 EUR",
        "Bei Auftr\u00e4gen unter 120 EUR: 20 EUR Bearbeitungskosten",
    ),
    *("Small order surcharge EUR 20 below EUR 120", "Orders under EUR 120 incur a EUR 20 handling fee"),
    *(
        "Petites commandes : suppl\u00e9ment de 20 \u20ac en dessous de 120 \u20ac",
        "Recargo de 20 \u20ac en pedidos inferiores a 120 \u20ac",
    ),
    *(
        "Toeslag kleine orders \u20ac 20 onder \u20ac 120",
        "Kleinmengenzuschlag bis 120 EUR Warenwert: 20 EUR",
    ),
]


@pytest.mark.parametrize("text", FREIGHT)
def test_freight_and_its_end(text: str) -> None:
    """In either order; the threshold is never taken for the freight."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert terms.of_order == {"freight": 12.5, "freight_free_from": 400}
    assert not terms.unread


@pytest.mark.parametrize("text", SMALL)
def test_a_surcharge_on_small_orders(text: str) -> None:
    """With the goods value from which there is none, beside other terms of the same text."""
    terms = offer_terms([f"Fracht 9,90 EUR. {text}"], "EUR", month_first=False)
    assert terms.of_order == {"freight": 9.9, "small_order_fee": 20, "small_order_below": 120}
    assert not terms.unread


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Handling fee EUR 25",
            "Versandkosten ab 7,95 EUR",
            "No delivery below EUR 100",
            "Express 25 EUR",
        ),
        *("2 % Skonto innerhalb 10 Tagen", "Ab 500 EUR 5 % Rabatt", "Escompte 1,5 % sous 8 jours"),
        *("Installation free from 5000 EUR", "Versand 5 EUR bis 100 EUR, 3 EUR bis 200 EUR"),
        *("Pfand 8,00 EUR je Trommel", "Dep\u00f3sito 8 \u20ac", "Statiegeld \u20ac 8"),
    ],
)
def test_an_amount_without_a_meaning_is_reported(text: str) -> None:
    """No field holds it."""
    known, unread = terms_of(text, "EUR")
    assert (known, unread) == ([], [text])


@pytest.mark.parametrize(
    "text",
    [
        "Preisliste 2026",
        "Prices of 2026-09-01",
        "zzgl. 19 % MwSt.",
        "30 Tage netto",
        "Total: 1.250,00 EUR",
        "24 ports",
    ],
)
def test_no_term_is_none(text: str) -> None:
    """Days, counts, taxes and sums."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert (terms.of_order, terms.unread) == ({}, ())


def test_unread_terms_reach_the_buyer(tmp_path: Path) -> None:
    """As a note with line and text, as a gap that stops the check, and in the supplier's terms."""
    rows = "".join(f"A{metres};QSFP28 DAC 100G {metres} m;5{metres}.00\n" for metres in (1, 2, 3))
    text = f"Fracht 9.90 EUR\nKranzuschlag 60.00 EUR\nPart;Description;Price\n{rows}"
    prices = read(tmp_path, text)
    assert any(
        note.startswith(NOT_COUNTED) and "line 2" in note and "60.00" in note for note in prices.notes
    )
    catalogue = made(tmp_path, prices)
    assert catalogue.suppliers[0].unread_terms == ("Kranzuschlag 60.00 EUR",)
    assert [gap.stops for gap in catalogue_gaps(catalogue) if gap.what.startswith(NOT_COUNTED)] == [True]


def test_rows_of_terms(tmp_path: Path) -> None:
    """A row with its price is read as a sentence."""
    row = "MM;Mindermengenzuschlag unter 150 EUR;25,00"
    text = f"Part;Description;Price\nA1;QSFP28 DAC 100G 2 m;55,00\n{row}\n"
    (supplier,) = made(tmp_path, read(tmp_path, text)).suppliers
    assert (supplier.small_order_fee, supplier.small_order_below) == (25, 150)
