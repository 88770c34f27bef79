"""Files that ``import`` reads and ``plan`` does not: one error that names the command."""

import re
import shlex
from pathlib import Path

import pytest

from netfloor.exchange.exported_lists import import_of, naming_imports
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

_TOPO = "MQM8700 sw1\n\tP1 -4x-50G-> HCA_1 srv1 mlx5_0/P1\n\tP2 -4x-50G-> MQM8700 sw2 P2\n\nMQM8700 sw2\n"
_GRAPHML = """<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph
edgedefault="undirected"><node id="sw1"/><node id="sw2"/><edge source="sw1" target="sw2"/></graph></graphml>
"""
_OPA = (
    "Source,,,,,,Destination,,,,,,Cable,,\n"
    "Rack Group,Rack,Name,Name-2,Port,Type,Rack Group,Rack,Name,Name-2,Port,Type,Label,Length,Details\n"
    "row1,r01,n001,hfi1_0,1,FI,row1,r02,edge1,,1,SW,C001,3m,Intel 100CQQH3030 DAC\n"
    ",,n002,hfi1_0,1,FI,,,edge1,,2,SW,C002,3m,\n"
    "row1,r02,edge1,,47,SW,row2,r05,core1,,1,SW,,10m,Finisar 100FRRF0100 AOC\n"
)


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("fabric.topo", _TOPO, "topo"),
        ("fabric with blanks.topo", _TOPO, "topo"),
        ("fabric.lst", _TOPO, "topo"),
        ("fabric.txt", _TOPO, "topo"),
        ("fabric.graphml", _GRAPHML, "graphml"),
    ],
)
def test_the_import_that_reads_a_file_is_named(name: str, text: str, form: str, tmp_path: Path) -> None:
    """The command of the message names the file as a shell needs it, and its reader reads the file."""
    path, report = tmp_path / name, TableReport(notes=["of a table"])
    path.write_text(text)
    with pytest.raises(InputError) as refused, naming_imports([path], report):
        read_lists([path], (FloorCabinet("A01", units=42),), TableRequest(report=report))
    command = re.search(r"; (netfloor import .*) reads it$", str(refused.value))
    assert command is not None
    _, _, file, option, named = shlex.split(command[1])
    assert (Path(file), option, named) == (path, "--from", form)
    assert READERS[named].read(path, {}).cables
    assert "problems" not in str(refused.value)


def test_a_faulty_list_keeps_its_own_problems(tmp_path: Path) -> None:
    """No import reads it, so that its lines are named."""
    path = tmp_path / "list.csv"
    path.write_text("a,port a,b,port b,rate\nsw1,1,sw2,1,fast\n")
    with pytest.raises(InputError, match="line 2: rate 'fast'"), naming_imports([path], TableReport()):
        read_lists([path], (FloorCabinet("A01", units=42),))
    assert import_of(path) is None


def test_omni_path_keeps_labels_and_details(tmp_path: Path) -> None:
    """The label is the cable's id, its details stay and name its kind; a blank label repeats none."""
    path = tmp_path / "topology.csv"
    path.write_text(_OPA)
    cables = READERS["opa"].read(path, {}).cables
    assert [cable.id for cable in cables][:2] == ["C001", "C002"]
    assert len({cable.id for cable in cables}) == 3
    assert [(cable.kind, cable.attributes.get("Details")) for cable in cables] == [
        ("DAC", "Intel 100CQQH3030 DAC"),
        ("", None),
        ("AOC", "Finisar 100FRRF0100 AOC"),
    ]
