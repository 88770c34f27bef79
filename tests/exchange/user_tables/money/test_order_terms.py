"""Terms of an order in sentences of five languages: amounts, thresholds, and those without a meaning."""

from pathlib import Path

import pytest

from netfloor.costmodels.catalogue.gaps import NOT_COUNTED, catalogue_gaps
from netfloor.exchange.user_tables.price_list.order_terms import ReadTerms, terms_of
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
        *("Ab 500 EUR 5 % Rabatt", "5 % discount on all prices", "Energiezuschlag 3,5 %"),
        *("Zahlbar in 30 Tagen, Teuerungszuschlag 4 %", "Carriage paid, plus 2.5 % insurance"),
        *("Installation free from 5000 EUR", "Versand 5 EUR bis 100 EUR, 3 EUR bis 200 EUR"),
        *("Pfand 8,00 EUR je Trommel", "Dep\u00f3sito 8 \u20ac", "Statiegeld \u20ac 8"),
    ],
)
def test_an_amount_without_a_meaning_is_reported(text: str) -> None:
    """No field holds it."""
    assert terms_of(text, "EUR") == ReadTerms(unread=(text,))


@pytest.mark.parametrize(
    "text",
    [
        *("Delivery: DDP Rotterdam, Incoterms 2020", "Port : Incoterms 2020 DAP", "Annex 5 Freight"),
        *("Schedule 3 - Ordering and delivery", "Clause 4.2 Freight", "4.20 Freight", "Delivery to site 2"),
        *(
            "Versandkosten siehe Anlage 2",
            "Freight quote no. 88123",
            "Lieferung nach 40210 D\u00fcsseldorf",
        ),
        *("Livraison au 75008 Paris", "Delivery enquiries: +44 20 7946 0018", "Verzendkosten 2027"),
        *("Free delivery from 10 items", "Delivery within 2.50 hours", "Lieferung bis 12.00 Uhr"),
        *("Freight charges 2 - overview", "Env\u00edos a 28013 Madrid", "Levering in 3 dagen"),
    ],
)
def test_numbers_that_are_no_money(text: str) -> None:
    """Years, rules, documents, paragraphs, places, telephones, times and counts."""
    assert terms_of(text, "EUR") == ReadTerms()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Delivery charge 15.00 per order, free over 500.00",
            "Delivery charge 15 per order, free over 500",
        ),
        *("Versandpauschale 15,00 je Auftrag, frei ab 500,00", "Frachtkosten: 15, frei Haus ab 500"),
        "Frais de livraison 15,00 par commande, offerts d\u00e8s 500,00",
        "Verzendkosten 15,00 per order, gratis vanaf 500,00",
        "Gastos de env\u00edo 15,00 por pedido, gratis desde 500,00",
        "3.2 Carriage: EUR 15.00 per order (Incoterms 2020), free over EUR 500",
    ],
)
def test_amounts_without_a_currency_at_their_words(text: str) -> None:
    """With two decimals, or behind a word for cost; numbers of rules beside them do not count."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert (terms.of_order, terms.unread) == ({"freight": 15, "freight_free_from": 500}, ())


@pytest.mark.parametrize(
    "text",
    [
        *("Minimum order value: 150.00 per call-off order", "Commande minimum 150 \u20ac HT"),
        *("Minimum purchase EUR 150", "Compra m\u00ednima 150 \u20ac", "Mindestbestellwert: 150"),
    ],
)
def test_forms_of_a_minimum_order(text: str) -> None:
    """Of a single order, with or without a currency."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert (terms.of_order, terms.unread) == ({"min_order_value": 150}, ())


@pytest.mark.parametrize(
    "text",
    [
        *("2 % Skonto bei Zahlung innerhalb 14 Tagen", "2 % Skonto innerhalb 10 Tagen, 30 Tage netto"),
        *("3% discount for prepayment", "Bei Vorkasse gew\u00e4hren wir 3 % Rabatt", "2% 10 days, net 30"),
        *(
            "Escompte 1,5 % sous 8 jours",
            "2 % descuento por pronto pago",
            "1,5 % korting bij vooruitbetaling",
        ),
        *("2 % Skonto ab 500 EUR bei Zahlung innerhalb 14 Tagen", "Cash discount 2 %"),
        *("1.5 % interest per month on late payments", "30 % deposit with the order"),
        *("20 % restocking fee on returns", "3 % charge for payment by credit card"),
        *("Up to 10 % discount for projects", "Operating humidity 5 to 85 %"),
    ],
)
def test_a_percentage_that_may_not_apply_is_no_gap(text: str) -> None:
    """No field holds it, no order has it, and nobody is asked."""
    assert terms_of(text, "EUR") == ReadTerms(not_applied=(text,))


def test_a_cash_discount_beside_another_term() -> None:
    """The other amounts count."""
    text = "Frei Haus ab 400 EUR, 2 % Skonto bei Zahlung innerhalb 14 Tagen"
    found = terms_of(text, "EUR")
    assert [(item.name, item.amount) for item in found.known] == [("freight_free_from", 400)]
    assert (found.unread, found.not_applied) == ((), (text,))


def test_a_cash_discount_stops_no_order(tmp_path: Path) -> None:
    """A note gives its line; the catalogue has no gap of it."""
    rows = "A1;QSFP28 DAC 100G 1 m;55.00\n2 % Skonto bei Zahlung innerhalb 14 Tagen\n"
    prices = read(tmp_path, f"Part;Description;Price\n{rows}")
    (note,) = [note for note in prices.notes if "Skonto" in note]
    assert "line 3" in note
    assert "not applied" in note
    catalogue = made(tmp_path, prices)
    assert not any("Skonto" in gap.what for gap in catalogue_gaps(catalogue))


@pytest.mark.parametrize(
    "text",
    [
        *("Minimum order 150 EUR, otherwise fee 25 EUR", "Minimum order EUR 150, otherwise a EUR 25 fee"),
        *(
            "Mindestbestellwert 150 EUR, sonst 25 EUR Bearbeitungsgeb\u00fchr",
            "Minimum order 150 EUR, 25 EUR fee below",
        ),
        *("Mindestbestellwert 150 EUR (darunter 25 EUR)", "Minimum order value EUR 150. Otherwise EUR 25."),
        *(
            "Mindestauftragswert 150 EUR, bei Unterschreitung 25,00 EUR",
            "Min. order EUR 150; orders below: EUR 25",
        ),
        *(
            "Minimum de commande 150 \u20ac, sinon 25 \u20ac de frais",
            "Pedido m\u00ednimo 150 \u20ac, si no 25 \u20ac",
        ),
        "Minimum bestelwaarde \u20ac 150, anders \u20ac 25",
        "Commande minimum 150 \u20ac HT ; en dessous, frais de gestion de 25 \u20ac.",
    ],
)
def test_a_minimum_with_a_fee_is_a_small_order_fee(text: str) -> None:
    """A smaller order is delivered, for the fee."""
    terms = offer_terms([text], "EUR", month_first=False)
    assert terms.of_order == {"small_order_fee": 25, "small_order_below": 150}
    assert not terms.unread


def test_a_minimum_with_another_term_stays_one() -> None:
    """What follows ``otherwise`` belongs to the term before it."""
    text = "Mindestbestellwert 150 EUR, frei Haus ab 400 EUR, sonst 12,50 EUR"
    terms = offer_terms([text], "EUR", month_first=False)
    assert terms.of_order == {"min_order_value": 150, "freight": 12.5, "freight_free_from": 400}


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
