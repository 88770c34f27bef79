"""Breakout cables in lists: one port in several rows, and the columns of pieces, cages and losses."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.asked import parse_map
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

ROWS = "From,Port A,To,Port B,Rate\n" + "".join(f"leaf1,Eth1/1,srv{n},eth0,100G\n" for n in (1, 2, 3))
PANEL = "a,port a,b,port b\nsrv1,eth0,panel1,F1\nsrv2,eth0,panel1,F1\n"


def _planned(folder: Path, text: str, *options: str) -> Fabric:
    (folder / "list.csv").write_text(text)
    asked = TableRequest(columns=parse_map(options, (CABLES, DEVICES)))
    return read_lists([folder / "list.csv"], (FloorCabinet("A01"),), asked).fabric


def _imported(folder: Path, text: str, *options: str) -> Fabric:
    (folder / "list.csv").write_text(text)
    asked = TableRequest(columns=parse_map(options, (CABLES, DEVICES)))
    return READERS["csv"].tables(folder / "list.csv", {}, asked)


@pytest.mark.parametrize("read", [_planned, _imported])
def test_one_port_in_several_rows_is_a_breakout_if_the_user_says_so(tmp_path: Path, read) -> None:
    """The refusal names the option, with which the rows are lanes of the port and one piece."""
    with pytest.raises(InputError, match=r'is used twice.*map "From=a as breakouts"'):
        read(tmp_path, ROWS)
    for text in (ROWS, f"{ROWS}srv2,eth0,leaf1,Eth1/1,100G\n"):  # once more from the other end
        fabric = read(tmp_path, text, "From=a as breakouts")
        assert [one.a.port_text for one in fabric.cables] == ["Eth1/1/1", "Eth1/1/2", "Eth1/1/3"]
        assert {one.column("piece") for one in fabric.cables} == {"leaf1 Eth1/1"}
        assert any("1 port with several cables read as breakouts" in note for note in fabric.notes)


def test_a_port_of_a_panel_has_no_lanes(tmp_path: Path) -> None:
    """Two cords at its front are a mistake of the list, and no option makes them one cable."""
    with pytest.raises(InputError, match="used twice") as refused:
        _planned(tmp_path, PANEL)
    assert "breakouts" not in str(refused.value)


def test_pieces_cages_and_losses_may_be_mapped(tmp_path: Path) -> None:
    """Whatever their headings, they are kept under the names that orders read, also from the far end."""
    text = (
        "a,port a,b,port b,Splitter,Near,Far,dB\nsrv1,eth0,leaf1,Eth1/1/1,B1,SFP28,QSFP28,0.4\n"
        "leaf1,Eth1/1/1,srv1,eth0,B1,QSFP28,SFP28,0.4\n"
    )
    fabric = _planned(tmp_path, text, "Splitter=piece", "Near=form a,Far=form b", "dB=loss")
    (cable,) = fabric.cables
    assert cable.attributes == {"piece": "B1", "form a": "SFP28", "form b": "QSFP28", "loss": "0.4"}


_LANES = (
    "Device,Port,Mode,Lane,Remote Device,Remote Port\n"
    "leaf1,Et1,4x100G,2,gpu1,e0\nleaf1,Et1,4x100G,1,gpu1,e1\nleaf1,Et2,4x100G,3,gpu2,e0\nleaf1,Et9,400G,,sp1,1\n"
)


@pytest.mark.parametrize("read", [_planned, _imported])
@pytest.mark.parametrize("head", ["Lane", "Leg", "Channel", "Breakout"])
def test_a_column_of_lanes_makes_breakouts(tmp_path: Path, read, head: str) -> None:
    """The lane is behind the port, also of a leg that is alone; the mode has the rate of a leg."""
    fabric = read(tmp_path, _LANES.replace("Lane", head))
    leaf = next(number for number, device in enumerate(fabric.devices) if device.name == "leaf1")
    found = {cable.end_at(leaf) if hasattr(cable, "end_at") else cable.a: cable for cable in fabric.cables}
    legs = {end.port_text: (cable.gbps, cable.column("piece")) for end, cable in found.items()}
    assert legs == {
        "Et1/2": (100, "leaf1 Et1"),
        "Et1/1": (100, "leaf1 Et1"),
        "Et2/3": (100, ""),
        "Et9": (400, ""),
    }


def test_a_type_that_names_port_and_legs_has_the_rate_of_a_leg(tmp_path: Path) -> None:
    """``400G-4x100G`` is a breakout of four links of 100 Gb/s; other pairs of rates are unclear."""
    text = "Device,Port,Lane,Remote Device,Remote Port,Cable\n"
    rows = [f"leaf1,Et1,{n},gpu{n},e0,400G-4x100G DAC breakout\n" for n in (1, 2)]
    fabric = _planned(tmp_path, text + "".join(rows) + "leaf1,Et2,1,gpu3,e0,400G-2x100G\n")
    assert [cable.gbps for cable in fabric.cables] == [100, 100, None]
