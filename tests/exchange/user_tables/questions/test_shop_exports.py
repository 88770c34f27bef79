"""Exports of shops, whose variants leave the cells of their product blank, and lists of part numbers."""

from pathlib import Path

import pytest

from tests.exchange.user_tables.questions.test_left_out_rows import parts
from tests.exchange.user_tables.test_public_forms import CORD, made, read

SHOPIFY = (
    "Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,"
    "Variant Compare At Price,Status\n"
    "dac,25G SFP28 Passive DAC,Acme,DAC,Length,1m,A-1,140,12.90,15.90,active\n"
    "dac,,,,,2m,A-2,0,15.90,,\n"
    "dac,,,,,,,,,,\n"
    "nic,Dual Port 25G SFP28 NIC PCIe,Acme,NIC,Title,Default Title,N-1,9,289.00,,active\n"
    "old,100G QSFP28 Passive DAC,Acme,DAC,Length,1m,B-1,5,32.00,,draft\n"
    "old,,,,,2m,B-2,5,39.00,,\n"
)


def test_variants_have_the_title_of_their_product(tmp_path: Path) -> None:
    """With the value by which they differ, their stock, and the status: a draft is of all its variants."""
    prices = read(tmp_path, SHOPIFY)
    catalogue = made(tmp_path, prices)
    (cable,) = catalogue.cables
    assert [(item.part, item.length_m, item.stock) for item in cable.lengths] == [
        ("A-1", 1, 140),
        ("A-2", 2, 0),
    ]
    assert [(item.part, item.name, item.cages) for item in catalogue.nics] == [
        ("N-1", "Dual Port 25G SFP28 NIC PCIe", 2)
    ]
    assert any("discontinued: 2 rows (B-1 and B-2)" in note for note in prices.notes)


def test_variants_without_a_column_of_products(tmp_path: Path) -> None:
    """A row without a title belongs to that above it."""
    text = (
        "Title,Type,Option1 Value,SKU,Price\n25G SFP28 DAC,DAC,1m,A-1,12.90\n,,2m,A-2,15.90\n"
        f"{CORD},,,C-1,9\n"
    )
    assert parts(tmp_path, read(tmp_path, text)) == {"A-1", "A-2", "C-1"}


@pytest.mark.parametrize("parent", ["A", "id:17"])
def test_variations_of_a_parent(tmp_path: Path, parent: str) -> None:
    """WooCommerce names it by its SKU, or by its number."""
    text = (
        "ID,Type,SKU,Name,Regular price,Parent,Attribute 1 value(s)\n"
        '17,variable,A,25G SFP28 passive DAC cable,,,"1 m, 2 m"\n'
        f"18,variation,A-1,,12.90,{parent},1 m\n19,variation,A-2,,15.90,{parent},2 m\n"
    )
    assert parts(tmp_path, read(tmp_path, text)) == {"A-1", "A-2"}


NUMBERS = (
    "Product,Description,Price\n"
    "SFP-10G-SR,10GBASE-SR SFP Module,1065\n"
    "SFP-H10GB-CU1-5M,10GBASE-CU SFP+ Cable 1.5 Meter,129\n"
    'QSFP-100G-SM-SR,"100GBASE CWDM4 Lite QSFP Transceiver, 2km over SMF",3995\n'
    "QDD-400-CU1M,400G Passive Cable 1m,415\n"
)


@pytest.mark.parametrize("columns", ["", "Product=part"])
def test_a_part_number_is_a_name_of_last_resort(tmp_path: Path, columns: str) -> None:
    """It gives the plug that the description lacks, and contradicts neither its length nor its standard."""
    catalogue = made(tmp_path, read(tmp_path, NUMBERS, columns))
    assert {item.part: (item.connector, item.optics) for item in catalogue.transceivers} == {
        "SFP-10G-SR": ("SFP+", "SR"),
        "QSFP-100G-SM-SR": ("QSFP28", "CWDM4"),
    }
    lengths = {
        item.part: (item.length_m, cable.connector_a)
        for cable in catalogue.cables
        for item in cable.lengths
    }
    assert lengths == {"SFP-H10GB-CU1-5M": (1.5, "SFP+"), "QDD-400-CU1M": (1, "QSFP-DD")}


ITALIAN = (
    "Codice articolo;Marca;Nome commerciale;Descrizione tecnica;Unit\u00e0 di misura;"
    "Prezzo unitario (\u20ac);"
    "Aliquota IVA;Quantit\u00e0 minima;Disponibilit\u00e0;Tempo di consegna (gg lavorativi)\n"
    "R-1;Acme;Cavo breakout 100G / 4x25G;Cavo QSFP28 - 4 x SFP28 passivo, 2 m;Pezzo;69,90;22%;1;12;5\n"
    "R-2;Acme;Cavo AOC QSFP28;Cavo ottico attivo 100 Gb/s, 5 m;Pezzo;128,00;22%;1;su ordinazione;15\n"
    "R-3;Acme;Scheda di rete 2x25G;Adattatore PCIe doppia porta SFP28;Pezzo;312,00;22%;1;4;10\n"
    "R-4;Acme;Pannello 24 porte;Pannello 1U Cat. 6A;Pezzo;68,40;22%;1;3;10\n"
    '"Trasporto \u20ac 12,00 per consegna; gratuito per ordini a partire da \u20ac 400,00"\n'
    "Ordine minimo \u20ac 150,00\n"
)


def test_an_italian_list(tmp_path: Path) -> None:
    """Its headings, kinds, stock, terms and taxes, without a question."""
    prices = read(tmp_path, ITALIAN)
    catalogue = made(tmp_path, prices)
    cables = {item.part: (cable.kind, item) for cable in catalogue.cables for item in cable.lengths}
    assert {part: kind for part, (kind, _) in cables.items()} == {"R-1": "DAC", "R-2": "AOC"}
    assert (cables["R-2"][1].stock, cables["R-2"][1].lead_time_days) == (None, 21)
    assert [item.part for item in catalogue.nics] == ["R-3"]
    (terms,) = catalogue.suppliers
    assert (terms.freight, terms.freight_free_from, terms.min_order_value) == (12, 400, 150)
    assert catalogue.tax_percent == 22
    assert not any("not used" in note and "IVA" in note for note in prices.notes)
