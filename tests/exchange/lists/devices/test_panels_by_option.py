"""Panels by the user's patterns and by rear ports, and trunks of several front ports."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, Fabric, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError
from netfloor.studies.lists.room import write_room_of_lists

CABINETS = (FloorCabinet("A1", units=42), FloorCabinet("B1", units=42))
HEAD = "Rack A,Device A,Port A,Rack B,Device B,Port B\n"


def planned(folder: Path, rows: list[str], **options: tuple[str, ...]) -> ListedFabric:
    """Return the fabric of a cable list, with patterns of names by option."""
    (folder / "list.csv").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(**options))


def links(fabric: Fabric) -> list[str]:
    """Return the ends of each link, through panels."""
    names = [device.name for device in fabric.devices]
    return sorted(
        f"{names[link.a.device]} {link.a.port_text} {names[link.b.device]} {link.b.port_text}"
        for link in trace_links(fabric).links
    )


def panels(fabric: Fabric) -> list[str]:
    """Return the names of the panels."""
    return sorted(device.name for device in fabric.devices if device.kind == PANEL)


THROUGH = ["A1,l1,Eth1,A1,box-a,1", "A1,box-a,R1,B1,box-b,R1", "B1,box-b,1,B1,s1,Eth1"]


def test_a_pattern_makes_devices_panels(tmp_path: Path) -> None:
    """The option that the note offers does what it says: the link goes through them."""
    listed = planned(tmp_path, THROUGH)
    assert not panels(listed.fabric)
    assert any("--panels PATTERN changes it" in note for note in listed.notes)
    listed = planned(tmp_path, THROUGH, panels=("box-*",))
    assert panels(listed.fabric) == ["box-a", "box-b"]
    assert links(listed.fabric) == ["l1 Eth1 s1 Eth1"]


def test_a_pattern_of_another_kind_makes_a_panel_none(tmp_path: Path) -> None:
    """A name such as PP-1 is that of a panel, unless the user says otherwise."""
    rows = ["A1,l1,Eth1,A1,PP-1,Eth1"]
    assert panels(planned(tmp_path, rows).fabric) == ["PP-1"]
    assert not panels(planned(tmp_path, rows, switches=("PP-*",)).fabric)


@pytest.mark.parametrize("other", ["switches", "servers"])
def test_a_name_of_two_patterns_is_refused(tmp_path: Path, other: str) -> None:
    """The message names both options."""
    with pytest.raises(InputError, match=f"a {other[:-2]}.* by ") as refused:
        planned(tmp_path, THROUGH, panels=("box-*",), **{other: ("box-a",)})
    assert "panels" in str(refused.value)


@pytest.mark.parametrize("rear", ["Rear1", "Rear 1", "rear-1", "1 hinten"])
@pytest.mark.parametrize("name", ["fib-{}", "shelf-{}", "PP-{}"])
def test_one_rear_port_carries_all_front_ports(tmp_path: Path, rear: str, name: str) -> None:
    """Whatever the panels are called; a note names them, and imports read the same."""
    a, b = name.format("a"), name.format("b")
    rows = [
        *(f"A1,l{n},Eth1,A1,{a},{n}" for n in (1, 2, 12)),
        f"A1,{a},{rear},B1,{b},{rear}",
        *(f"B1,{b},{n},B1,s{n},Eth1" for n in (12, 2, 1)),
    ]
    listed = planned(tmp_path, rows)
    assert panels(listed.fabric) == [a, b]
    assert links(listed.fabric) == ["l1 Eth1 s1 Eth1", "l12 Eth1 s12 Eth1", "l2 Eth1 s2 Eth1"]
    assert any(f"{a} {rear} (1, 2 and 12)" in note or f"{a} rear" in note for note in listed.notes)
    reader = next(reader for reader in READERS if reader.name == "csv")
    assert links(reader.read(tmp_path / "list.csv")) == links(listed.fabric)


def test_rear_ports_of_their_own_are_no_trunk(tmp_path: Path) -> None:
    """Each front port goes to the rear port of its name, and one without a cable behind is refused."""
    rows = [
        *(f"A1,l{n},Eth1,A1,PP-a,F{n}" for n in (1, 2, 3)),
        *(f"A1,PP-a,R{n},B1,PP-b,R{n}" for n in (1, 2)),
        *(f"B1,PP-b,F{n},B1,s{n},Eth1" for n in (1, 2)),
    ]
    with pytest.raises(InputError, match="the path from l3 Eth1 ends at PP-a F3"):
        planned(tmp_path, rows)
    assert links(planned(tmp_path, [*rows[:2], *rows[3:]]).fabric) == ["l1 Eth1 s1 Eth1", "l2 Eth1 s2 Eth1"]


def test_a_room_is_refused_as_its_plans_are(tmp_path: Path) -> None:
    """For the path that ends inside a panel; the option that plans take settles it."""
    rows = ["A1,l1,Eth1,A1,PP-a,1", "A1,l2,Eth1,A1,PP-a,2", "A1,PP-a,R1,B1,PP-b,R1", "B1,PP-b,1,B1,s1,Eth1"]
    with pytest.raises(InputError) as by_plan:
        planned(tmp_path, rows)
    out = tmp_path / "room.toml"
    with pytest.raises(InputError) as by_room:
        write_room_of_lists([tmp_path / "list.csv"], out, TableRequest())
    assert str(by_room.value) == str(by_plan.value)
    assert not out.exists()
    asked = TableRequest({"Device B": "b as ends"})
    assert len(write_room_of_lists([tmp_path / "list.csv"], out, asked).rows) == 2
