"""Columns whose heading names device and port, with both in each cell."""

import re
from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42),)


def planned(folder: Path, lines: list[str], columns: dict[str, str] | None = None) -> ListedFabric:
    """Return the fabric of a cable list."""
    (folder / "list.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    return read_lists([folder / "list.csv"], CABINETS, TableRequest(columns or {}))


def ends(listed: ListedFabric) -> list[str]:
    """Return device and port of both ends of each cable."""
    names = [device.name for device in listed.fabric.devices]
    return [
        " ".join(f"{names[end.device]}|{end.port_text}" for end in cable.ends)
        for cable in listed.fabric.cables
    ]


@pytest.mark.parametrize(
    ("heading", "sign"),
    [
        ("Host_Port", "_"),
        ("Host/Port", "/"),
        ("Host/Port", " / "),
        ("Device:Port", ":"),
        ("Host / Port", "_"),
        ("Host and Port", " "),
        ("Peer (Host:Port)", ":"),
        ("Host:HBA Port", ":"),
    ],
)
def test_a_heading_of_both_splits_its_cells(tmp_path: Path, heading: str, sign: str) -> None:
    """Two ports of a host are ports of one device; the note gives their number."""
    rows = [
        f"sw1,{n},{host}{sign}{port}"
        for n, (host, port) in enumerate([("h1", "P0"), ("h1", "P1"), ("h2", "P0")])
    ]
    listed = planned(tmp_path, [f"Switch,Port,{heading}", *rows])
    assert ends(listed) == ["sw1|0 h1|P0", "sw1|1 h1|P1", "sw1|2 h2|P0"]
    assert any(f"below '{heading}' read as device and port of 2 devices" in note for note in listed.notes)


def test_both_ends_may_be_such_columns(tmp_path: Path) -> None:
    """In either order of rows; lengths and ids stay."""
    lines = ["From Host_Port,To Switch_Port,Length (m)", "h1_P0,sw1_e1,3", "h1_P1,sw1_e2,4"]
    listed = planned(tmp_path, lines)
    assert ends(listed) == ["h1|P0 sw1|e1", "h1|P1 sw1|e2"]
    assert [cable.length_mm for cable in listed.fabric.cables] == [3000, 4000]


def test_the_longest_name_of_another_column_is_the_device(tmp_path: Path) -> None:
    """Names may contain the sign."""
    lines = ["Switch,Port,System_Port", "sw_a_1,1,sw_a_2_9", "sw_a_2,1,h1_2_3", "sw_a_1,3,h2_2_3"]
    assert ends(planned(tmp_path, lines)) == ["sw_a_1|1 sw_a_2|9", "sw_a_2|1 h1|2_3", "sw_a_1|3 h2|2_3"]


def test_a_common_start_is_no_device(tmp_path: Path) -> None:
    """The last sign counts if the first one leaves one device for all cells."""
    lines = ["Switch,Port,System_Port", "sw1,1,srv_1_P0", "sw1,2,srv_2_P0", "sw1,3,srv_2_P1"]
    assert ends(planned(tmp_path, lines)) == ["sw1|1 srv_1|P0", "sw1|2 srv_2|P0", "sw1|3 srv_2|P1"]


def test_such_a_heading_given_as_devices_is_asked_about(tmp_path: Path) -> None:
    """Both options of the message settle it: two ports of a host, or two devices."""
    lines = ["Switch,Port,System_Port", "sw1,1,h1_P0", "sw1,2,h1_P1"]
    with pytest.raises(InputError, match="names device and port") as refused:
        planned(tmp_path, lines, {"Port": "port a", "System_Port": "b"})
    options = [text.split("=") for text in re.findall('map "([^"]*)"', str(refused.value))]
    assert [target for _, target in options] == ["b and port b", "b as written"]
    by_option = [planned(tmp_path, lines, {"Port": "port a", name: target}) for name, target in options]
    assert ends(by_option[0]) == ["sw1|1 h1|P0", "sw1|2 h1|P1"]
    assert [device.name for device in by_option[1].fabric.devices] == ["sw1", "h1_P0", "h1_P1"]


@pytest.mark.parametrize("name", ["Peer", "C"])
def test_any_column_is_split_if_asked(tmp_path: Path, name: str) -> None:
    """By heading or letter; cells without the sign are devices."""
    lines = ["Switch,Port,Peer", "sw1,1,h1_P0", "sw1,2,h1_P1", "sw1,3,h2"]
    columns = {"Switch": "a", "Port": "port a", name: "b and port b"}
    listed = planned(tmp_path, lines, columns)
    assert [text.split()[1].split("|")[0] for text in ends(listed)] == ["h1", "h1", "h2"]
    assert ends(listed)[:2] == ["sw1|1 h1|P0", "sw1|2 h1|P1"]


def test_ports_below_such_a_heading_stay_ports(tmp_path: Path) -> None:
    """If other columns name the devices, or the cells are ports alone."""
    lines = ["Switch,Switch/Port,Host,Host/Port", "sw1,1/1,h1,0/1", "sw1,1/2,h2,0/1"]
    assert ends(planned(tmp_path, lines)) == ["sw1|1/1 h1|0/1", "sw1|1/2 h2|0/1"]


def test_a_table_of_ports_is_no_list_of_devices(tmp_path: Path) -> None:
    """One problem, whose options name real columns and read the list."""
    lines = [
        "Switch,Port,Status,Wall Outlet,Room Port",
        "sw1,1,up,box-a,AP1",
        "sw1,2,down,box-b,AP1",
        "sw1,3,up,box-b,AP2",
        "sw1,4,up,box-c,AP1",
    ]
    with pytest.raises(InputError, match="'Switch' names 1 device in 4 rows") as refused:
        planned(tmp_path, lines)
    told = str(refused.value)
    assert "HEADING" not in told
    assert "one device" not in told
    options = dict(text.split("=") for text in re.findall('map "([^"]*)"', told))
    assert options["Port"] == "port a"
    assert ends(planned(tmp_path, lines, options))[0] == "sw1|1 box-a|AP1"


@pytest.mark.parametrize("sign", ["_", "/", "-"])
def test_names_that_all_end_in_ports_are_asked_about(sign: str, tmp_path: Path) -> None:
    """Below headings without a word for ports; the offered options split both ends, or keep the names."""
    path = tmp_path / "list.csv"
    rows = [f"leaf1{sign}Eth1/1,srv1{sign}eth0", f"leaf1{sign}Eth1/2,srv2{sign}eth0"]
    path.write_text("\n".join(("Source,Destination", *rows)) + "\n")
    with pytest.raises(InputError, match="names device and port") as refused:
        read_lists([path], ())
    options = re.findall('map "([^"]*)=([^"]*)"', str(refused.value))
    listed = read_lists([path], (), TableRequest(dict(options[:2])))
    assert [device.name for device in listed.fabric.devices] == ["leaf1", "srv1", "srv2"]
    assert [end.port_text for end in listed.fabric.cables[1].ends] == ["Eth1/2", "eth0"]
    assert len(read_lists([path], (), TableRequest(dict(options[2:]))).fabric.devices) == 4


def test_names_without_a_second_port_are_devices(tmp_path: Path) -> None:
    """As ``core-sw1`` is, and names of which each has one text before its sign."""
    path = tmp_path / "list.csv"
    path.write_text("Source,Destination\na-eth1,b-eth1\nrack1-sw1,rack1-sw2\n")
    assert len(read_lists([path], ()).fabric.devices) == 4


def test_names_in_a_list_of_devices_are_not_asked_about(tmp_path: Path) -> None:
    """Whatever they end in."""
    devices, cables = tmp_path / "devices.csv", tmp_path / "cables.csv"
    devices.write_text("Name,Height\ndb-p1,1\ndb-p2,1\nweb-p1,1\n")
    cables.write_text("Source,Destination\ndb-p1,web-p1\ndb-p2,web-p1\n")
    assert len(read_lists([devices, cables], ()).fabric.cables) == 2
