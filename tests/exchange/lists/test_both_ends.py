"""Lists that state each cable from both ends: one cable, and each column at the end that it is of."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.lists.both_ends import StatedEnds, in_row_order, mirrored_pairs
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.errors import InputError

_DEVICES = "name,kind,height,watts\nsw[1-2],switch,1,1\ncore1,switch,1,1\n"


def _imported(path: Path) -> Fabric:
    return READERS["csv"].tables(path, {}, TableRequest())


def _planned(path: Path) -> Fabric:
    devices = path.with_name("devices.csv")
    devices.write_text(_DEVICES)
    return read_lists([devices, path], ()).fabric


@pytest.fixture(params=[_imported, _planned], ids=["import", "plan"])
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], Fabric]:
    """Return a function that reads a cable list by ``import`` or by ``plan``."""

    def load(text: str) -> Fabric:
        path = tmp_path / "cables.csv"
        path.write_text(text)
        return request.param(path)  # type: ignore[no-any-return]

    return load


def _ends(fabric: Fabric) -> list[str]:
    names = [device.name for device in fabric.devices]
    return [
        " ".join(f"{names[end.device]}/{end.port_text}" for end in cable.ends) for cable in fabric.cables
    ]


def test_paired_columns_are_of_their_ends(read: Callable[[str], Fabric]) -> None:
    """``Blade`` and ``Remote Blade`` change places with the ends; nothing is asked."""
    fabric = read(
        "Device,Port,Blade,Remote Device,Remote Port,Remote Blade\n"
        "sw1,1,1,core1,1,7\nsw2,1,2,core1,2,7\ncore1,1,7,sw1,1,1\ncore1,2,7,sw2,1,2\n"
    )
    assert _ends(fabric) == ["sw1/1 core1/1", "sw2/1 core1/2"]
    assert [cable.attributes for cable in fabric.cables] == [
        {"Blade": "1", "Remote Blade": "7"},
        {"Blade": "2", "Remote Blade": "7"},
    ]
    assert any("2 rows about a cable that another row states" in note for note in fabric.notes)


def test_a_column_without_a_side_is_of_the_near_end(read: Callable[[str], Fabric]) -> None:
    """Where the two rows differ; where they agree it is of the cable. A tray is part of a port's name."""
    fabric = read(
        "Device,Port,Tray,Remote Device,Remote Port,Speed,Connector,Colour\n"
        "sw1,1,T1,core1,1,100G,LC,aqua\nsw2,1,T1,core1,1,100G,LC,aqua\n"
        "core1,1,T8,sw1,1,100G,MPO,aqua\ncore1,1,T9,sw2,1,100G,MPO,aqua\n"
    )
    assert _ends(fabric) == ["sw1/T1:1 core1/T8:1", "sw2/T1:1 core1/T9:1"]
    assert [cable.attributes for cable in fabric.cables] == [
        {"Connector a": "LC", "Connector b": "MPO", "Colour": "aqua"}
    ] * 2
    assert any("'Connector' (of 2 cables): kept by end" in note for note in fabric.notes)


def test_the_far_port_stands_in_the_other_row(read: Callable[[str], Fabric]) -> None:
    """Of parallel cables the order of the rows decides, with a note."""
    fabric = read(
        "Device,Interface,Connected To\nsw1,Eth1,core1\nsw2,Eth1,core1\nsw1,Eth2,core1\n"
        "core1,Eth7,sw1\ncore1,Eth8,sw2\ncore1,Eth9,sw1\n"
    )
    assert _ends(fabric) == ["sw1/Eth1 core1/Eth7", "sw2/Eth1 core1/Eth8", "sw1/Eth2 core1/Eth9"]
    assert any("2 rows of parallel cables" in note for note in fabric.notes)


def test_one_row_from_one_end_alone_leaves_all_as_they_are(read: Callable[[str], Fabric]) -> None:
    """Without ports, a list that does not state every pair from both ends states each cable once."""
    assert len(read("From,To\nsw1,core1\nsw2,core1\ncore1,sw1\ncore1,sw2\n").cables) == 2
    assert len(read("From,To\nsw1,core1\nsw2,core1\ncore1,sw1\n").cables) == 3


def test_cables_with_ids_of_their_own_are_two(read: Callable[[str], Fabric]) -> None:
    """Without ports the ids tell; of one pair of ports each end may have its own."""
    assert len(read("From,To,Cable ID\nsw1,core1,W1\ncore1,sw1,W2\n").cables) == 2
    (cable,) = read("From,Port,To,Port,Cable ID\nsw1,1,core1,2,W1\ncore1,2,sw1,1,W2\n").cables
    assert (cable.id, cable.attributes) == ("W1", {"id b": "W2"})


def test_what_contradicts_itself_is_still_told(tmp_path: Path) -> None:
    """Both rows name both blades, and differ."""
    path = tmp_path / "cables.csv"
    path.write_text(
        "Device,Port,Blade,Remote Device,Remote Port,Remote Blade\nsw1,1,1,core1,1,7\ncore1,1,8,sw1,1,1\n"
    )
    with pytest.raises(InputError, match="line 3: another Remote Blade for the cable of"):
        _planned(path)
    assert any("differ in 'Remote Blade'" in note for note in _imported(path).notes)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from(["", "1"]))))
def test_pairs_are_two_rows_of_opposite_ends(rows: list[tuple[str, str, str]]) -> None:
    """Each row is in one pair at most, and its partner says the same from the other end."""
    stated = [StatedEnds(a, port, b, port) for a, b, port in rows]
    pairs, in_order = mirrored_pairs(stated)
    assert all(stated[one].mirrored == stated[other] for one, other in pairs.items())
    assert len({*pairs, *pairs.values()}) == 2 * len(pairs)
    assert {*in_order} <= {*pairs}


def test_late_records_stand_at_their_rows() -> None:
    """Before as many of the others as were there, in their own order."""
    assert in_row_order(["a", "b", "x", "y", "z"], [0, 0, 2]) == ["x", "y", "a", "b", "z"]
