"""Lists with titles and unknown headings: the line of headings, and the options offered."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.studies.lists.plan import ListedPlanRequest, run_listed_plan
from netfloor.studies.lists.room import write_room_of_lists

CABINETS = (FloorCabinet("A01", units=42),)
HEAD, ROWS = "foo,hole,bar,hollow", ["n1,1,m1,2", "n2,1,m1,3", "n3,1,m2,2"]


@pytest.mark.parametrize(
    "above",
    [
        [],
        ["My list"],
        ["My list", ""],
        ["Project,X-1"],
        ["My list, of cables", "Rev,C", ""],
        ["Cable list,,,", "by me,,,"],
    ],
)
def test_the_head_is_no_title(tmp_path: Path, above: list[str]) -> None:
    """Its headings are named, each has one meaning, and the options read the list."""
    path = tmp_path / "list.csv"
    path.write_text("\n".join([*above, HEAD, *ROWS, ""]))
    with pytest.raises(InputError, match="unknown headings: foo, hole, bar, hollow") as refused:
        read_lists([path], CABINETS)
    assert f"line {len(above) + 1}: " in str(refused.value)
    options = dict(text.split("=") for text in re.findall('map "([^"]*)"', str(refused.value)))
    assert [*options.values()] == ["a", "port a", "b", "port b"]
    listed = read_lists([path], CABINETS, TableRequest(options))
    assert [device.name for device in listed.fabric.devices] == ["n1", "m1", "n2", "n3", "m2"]
    assert len(listed.fabric.cables) == 3


def test_headings_are_offered_for_the_end_that_they_name(tmp_path: Path) -> None:
    """Beside known ones; none is offered for two ends, or for the other one."""
    path = tmp_path / "list.csv"
    path.write_text("Rack A,Kasten A,Loch A,Rack B,Kasten B,Loch B\nR1,n1,1,R2,m1,1\nR1,n2,1,R2,m1,2\n")
    with pytest.raises(InputError, match="there is no column a or b") as refused:
        read_lists([path], CABINETS)
    options = re.findall('map "([^"]*)"', str(refused.value))
    assert options == ["Kasten A=a", "Kasten B=b"]


LLDP = """admin@x1:~$ show lldp table
Capability codes: (R) Router, (B) Bridge, (O) Other
LocalPort    RemoteDevice    RemotePortID    Capability    RemotePortDescr
-----------  --------------  --------------  ------------  -----------------
Ethernet0    y1              Ethernet4       BR            up
Ethernet4    y1              Ethernet8       BR            up
--------------------------------------------------
Total entries displayed:  2
"""


IB = "".join(
    f"switchguid=0x{own}({own})\n"
    f'Switch\t4 "S-000000000000000{own}"\t\t# "{name}" base port 0 lid {own} lmc 0\n'
    f'[1]\t"S-000000000000000{far}"[1]\t\t# "{name}" lid {far} 4xEDR\n\n'
    for own, far, name in ((8, 9, "eight"), (9, 8, "nine"))
)


def test_neighbours_that_switches_print_are_read_as_lists(tmp_path: Path) -> None:
    """One text or several; a cable that both ends hear is one, and the plan has every one."""
    one, two = tmp_path / "x1.txt", tmp_path / "y1.txt"
    one.write_text(LLDP)
    rows = LLDP.replace("@x1", "@y1").split("Ethernet0 ")[0]
    rows += "Ethernet4    x1              Ethernet0       BR            up\n"
    two.write_text(f"{rows}Ethernet12   x1              Ethernet8       BR            up\n")
    for files in ([one], [one, two]):
        room = write_room_of_lists(files, tmp_path / "room.toml", TableRequest(), force=True)
        assert room.rows == (("A01",),)
        request = ListedPlanRequest(tuple(files), str(tmp_path / "room.toml"), tmp_path / "out")
        fabric = run_listed_plan(request, SILENT, Interrupt(), force=True).laid.fabric
        assert [device.name for device in fabric.devices] == ["x1", "y1"]
        assert len(fabric.cables) == (2 if len(files) == 1 else 3)


def test_a_text_of_an_import_is_named_by_room_lists(tmp_path: Path) -> None:
    """With the command that reads it."""
    path = tmp_path / "net.txt"
    path.write_text(IB)
    with pytest.raises(InputError, match=r"netfloor import .*net\.txt --from ibnetdiscover reads it"):
        write_room_of_lists([path], tmp_path / "room.toml", TableRequest())
