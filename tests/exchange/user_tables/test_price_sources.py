"""Where the figures of parts come from that a price list names."""

from pathlib import Path

from netfloor.exchange.user_tables.price_list.read import read_price_list
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
