"""Columns of rates below headings that do not say so."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet

_ROOM = (FloorCabinet("Q2", units=42),)


def _read(folder: Path, heading: str, *cells: str, more: str = "", **columns: str) -> ListedFabric:
    rows = [
        f"n{n},e1,{cell},sw1,{n},Q2,Q2{',40G' if more else ''}" for n, cell in enumerate(cells, start=1)
    ]
    heads = f"Local Device,Local Port,{heading},Remote Device,Remote Port,Rack A,Rack B{more}"
    (folder / "list.csv").write_text("\n".join((heads, *rows)) + "\n", encoding="utf-8")
    return read_lists([folder / "list.csv"], _ROOM, TableRequest(columns))


def _rates(listed: ListedFabric) -> list[float | None]:
    return [cable.gbps for cable in listed.fabric.cables]


@pytest.mark.parametrize("heading", ["Connection", "Link", "Interface type", "Anbindung", "Ref"])
def test_a_column_of_rates_is_the_rate(heading: str, tmp_path: Path) -> None:
    """Whatever its unclear heading, and never the cables' ids, even if all cells differ."""
    listed = _read(tmp_path, heading, "100GbE", "GbE", "25G", "4x NDR", "16GFC", "n/a")
    assert _rates(listed) == [100, 1, 25, 400, 16, None]
    assert not {cable.id for cable in listed.fabric.cables} & {"100GbE", "GbE", "25G"}


def test_the_headings_again_are_no_rate(tmp_path: Path) -> None:
    """As above each table of a vendor's document."""
    listed = _read(tmp_path, "Connection", "100GbE", "GbE")
    text = (tmp_path / "list.csv").read_text(encoding="utf-8")
    heads = text.splitlines()[0]
    (tmp_path / "list.csv").write_text(f"{text}{heads}\nn9,e1,40G,sw1,9,Q2,Q2\n", encoding="utf-8")
    listed = read_lists([tmp_path / "list.csv"], _ROOM)
    assert _rates(listed) == [100, 1, 40]


def test_other_columns_keep_their_meaning(tmp_path: Path) -> None:
    """Ids, a column of rates beside it, a user's meaning, and cells of something else."""
    ids = _read(tmp_path, "Connection", "C-1", "C-2")
    assert [cable.id for cable in ids.fabric.cables] == ["C-1", "C-2"]
    assert _rates(_read(tmp_path, "Connection", "100G", "25G", more=",Speed")) == [40, 40]
    skipped = _read(tmp_path, "Connection", "100G", "25G", Connection="skip")
    assert _rates(skipped) == [None, None]
    assert _rates(_read(tmp_path, "Link", "100G", "slow")) == [None, None]
