"""Where the figures of parts come from that a price list names."""

from pathlib import Path

from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.user_tables.price_list.read import read_price_list
from netfloor.exchange.user_tables.price_list.request import PriceListRequest
from netfloor.exchange.user_tables.price_list.several import read_price_lists
from tests.exchange.user_tables.test_price_lists import asked, loaded


def test_only_figures_of_the_list_have_it_as_their_source(tmp_path: Path) -> None:
    """A length, reach or power that stands in the list; a switch of which it says none has no source."""
    head, rows = "Part,Type,Length,Price{}\n", "C1,DAC,1 m,20{}\nC2,DAC,2 m,30{}\nSW,Switch,,20000{}\n"
    columns = "Part=part,Type=kind,Length=length,Price=price"
    for more, cell, added in (("", "", ""), (",Reach", ",3 m", ",Reach=reach")):
        (tmp_path / "list.csv").write_text(head.format(more) + rows.format(cell, cell, "," * bool(cell)))
        read = read_price_list(asked(tmp_path / "list.csv", columns + added))
        catalogue = loaded(read, tmp_path)
        assert [one.source for one in (*catalogue.cables, *catalogue.switches)] == ["list", None]


def test_catalogues_without_sources_become_one(tmp_path: Path) -> None:
    """The joined catalogue has none either; its parts keep their suppliers."""
    switch = (
        'switches = [{ name = "S", cages = 40, gbps = 100, connector = "QSFP28", part = "SW", price = 9 }]'
    )
    head = 'schema = 1\ntitle = "parts"\ncurrency = "EUR"\nprice_date = 2026-11-01\n'
    files = [tmp_path / "north.toml", tmp_path / "south.toml"]
    for file in files:
        file.write_text(f"{head}{switch}\n", encoding="utf-8")
    prices = read_price_lists([PriceListRequest(file, (), "EUR") for file in files])
    (tmp_path / "joined.toml").write_text(prices.text, encoding="utf-8")
    catalogue = load_catalogue(tmp_path / "joined.toml")
    assert [one.supplier for one in catalogue.switches] == ["north", "south"]
    assert not catalogue.sources
