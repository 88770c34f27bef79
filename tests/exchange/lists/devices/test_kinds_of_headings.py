"""Headings of ends that name a kind, such as Host and Server, above devices of another kind."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric, FloorCabinet


def _planned(path: Path) -> Fabric:
    return read_lists([path], (FloorCabinet("A01"),)).fabric


def _imported(path: Path) -> Fabric:
    return READERS["csv"].tables(path, {}, TableRequest())


@pytest.mark.parametrize("read", [_planned, _imported])
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "Host,Host Port,Server,Server Port\nspine1,1,leaf1,49\nspine1,2,leaf2,49\nspine2,1,leaf1,50\n",
            {"spine1": SWITCH, "leaf1": SWITCH, "leaf2": SWITCH, "spine2": SWITCH},
        ),
        (
            "Server,Port,Switch,Port\nsrv1,eth0,leaf1,1\nleaf1,49,spine1,1\nleaf1,50,spine2,1\n",
            {"srv1": SERVER, "leaf1": SWITCH, "spine1": SWITCH, "spine2": SWITCH},
        ),
        (
            "Server,Port,Switch,Port\nn1,a49,q1,1\nm1,a0,n1,1\n",  # the heading of servers comes first
            {"n1": SWITCH, "q1": SWITCH, "m1": SERVER},
        ),
        (
            "Server,Port,Switch,Port\nm1,a0,n1,1\nn1,a49,q1,1\n",
            {"m1": SERVER, "n1": SWITCH, "q1": SWITCH},
        ),
    ],
)
def test_names_and_the_other_column_beat_a_heading(
    read, text: str, kinds: dict[str, str], tmp_path: Path
) -> None:
    """Plans and imports alike note such devices, and read every end at its own port."""
    path = tmp_path / "list.csv"
    path.write_text(text)
    fabric = read(path)
    assert {one.name: one.kind for one in fabric.devices} == kinds
    assert any("below a heading of another kind" in note for note in fabric.notes)
    first = text.splitlines()[1].split(",")
    ends = [(fabric.devices[end.device].name, end.port_text) for end in fabric.cables[0].ends]
    assert ends == [(first[0], first[1]), (first[2], first[3])]
