"""What devices of lists are: by columns, names, models and ports, and by the user's patterns."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import ListedFabric, read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH
from netfloor.foundation.errors import InputError


def _read(tmp_path: Path, devices: str, cables: str = "", **patterns: tuple[str, ...]) -> ListedFabric:
    (tmp_path / "devices.csv").write_text(devices)
    (tmp_path / "cables.csv").write_text(cables)
    paths = [tmp_path / "devices.csv", *([tmp_path / "cables.csv"] if cables else [])]
    return read_lists(paths, (), TableRequest(**patterns))


def _kinds(listed: ListedFabric) -> list[str]:
    return [device.kind for device in listed.fabric.devices]


@pytest.mark.parametrize(
    ("heading", "word", "kind"),
    [
        ("Class", "Network", SWITCH),
        ("Category", "Firewall", OTHER),
        ("Klasse", "Patchfeld", PANEL),
        ("Device Type", "UPS", PDU),
        ("Type", "Hypervisor", SERVER),
        ("Usage", "JBOD", STORAGE),
    ],
)
def test_a_column_of_classes_settles_it(heading: str, word: str, kind: str, tmp_path: Path) -> None:
    """Also beside another column of types, whose word says nothing; no note asks for it."""
    listed = _read(tmp_path, f"name,Role,{heading},height,watts\nx1,physical,{word},1,1\n")
    assert _kinds(listed) == [kind]
    assert not listed.notes


def test_names_models_and_ports_settle_it_next(tmp_path: Path) -> None:
    """With a note; what nothing settles is asked for with patterns that can be pasted."""
    listed = _read(
        tmp_path,
        "name,type,model,height,watts\nLEAF-01,physical,,1,1\nESX-01,physical,,1,1\n"
        "q1,,PowerEdge R760,1,1\n"
        "q2,,Arista DCS-7050SX3,1,1\nq3,,,1,1\nthing7,,,1,1\nthing8,,,1,1\n",
        "a,port a,b,port b,rate\nq3,eth0,LEAF-01,Eth1/1,1G\n",
    )
    assert _kinds(listed) == [SWITCH, SERVER, SERVER, SWITCH, SERVER, OTHER, OTHER]
    assert [note for note in listed.notes if "taken as other" in note] == [
        "No kind listed; taken as other: thing7 and thing8; "
        "--switches 'thing*', --servers 'thing*' or --panels 'thing*' changes it."
    ]


def test_patterns_of_the_user_count_first(tmp_path: Path) -> None:
    """Also against a column; a pattern of no name is a problem."""
    devices = "name,kind,height,watts\nleaf1,server,1,1\nthing7,,1,1\n"
    listed = _read(tmp_path, devices, switches=("leaf*",), servers=("thing*",))
    assert _kinds(listed) == [SWITCH, SERVER]
    assert not listed.notes
    with pytest.raises(InputError, match=r"no device is called .x"):
        _read(tmp_path, devices, switches=("x*",))


def test_two_headings_of_names_do_not_make_cables(tmp_path: Path) -> None:
    """``Object`` and ``Name`` without a side are a device list, whose objects say the kind."""
    text = "Object,Name,Cabinet,U\nServer,x1,R01,10\nSwitch,x2,R01,12\n"
    path = tmp_path / "list.csv"
    path.write_text(text)
    with pytest.raises(InputError, match="line 1: a device list: no column names both ends of a cable"):
        READERS["csv"].tables(path, {}, TableRequest())
    assert _kinds(_read(tmp_path, text.replace("R01", "").replace("10", "").replace("12", ""))) == [
        SERVER,
        SWITCH,
    ]


@pytest.mark.parametrize("word", ["cabinet", "Rack", "Schrank", "Serverschrank", "Baie", "armoire"])
@pytest.mark.parametrize("heading", ["kind", "Art", "Category"])
def test_rows_about_the_cabinet_itself_are_passed_over(tmp_path: Path, heading: str, word: str) -> None:
    """With a note; they are no device of 42 units."""
    listed = _read(
        tmp_path, f"name,{heading},rack,unit,height,watts\nR01,{word},,,42,\nsrv1,server,,,1,1\n"
    )
    assert [device.name for device in listed.fabric.devices] == ["srv1"]
    assert any("not read as devices: line 2 ('R01': a cabinet)" in note for note in listed.notes)


def test_a_server_may_be_of_the_type_rack(tmp_path: Path) -> None:
    """Where another column says what it is, or its row has a unit."""
    listed = _read(tmp_path, "name,role,type,height,watts\nq1,server,rack,1,1\nq2,server,tower,1,1\n")
    assert _kinds(listed) == [SERVER, SERVER]
    listed = _read(
        tmp_path, "name,type,model,height,watts,kind\nq1,rack,,1,1,other\nq2,rack,,1,1,storage\n"
    )
    assert _kinds(listed) == [OTHER, STORAGE]


def test_firewalls_are_of_one_kind_in_any_language(tmp_path: Path) -> None:
    """As words of a column."""
    rows = "".join(
        f"q{n},{word},1,1\n" for n, word in enumerate(("Firewall", "Pare-feu", "parefeu", "Cortafuegos"))
    )
    listed = _read(tmp_path, f"name,kind,height,watts\n{rows}")
    assert _kinds(listed) == [OTHER] * 4
    assert not listed.notes


def test_a_console_cable_of_netbox_is_no_network_cable(tmp_path: Path) -> None:
    """Its row is left out, and so is a device that has no other."""
    rows = (
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
        "TOR-1,dcim.interface,Eth1,esx01,dcim.interface,vmnic0\n"
        "CON-1,dcim.consoleserverport,Port 1,TOR-1,dcim.consoleport,con0\n"
    )
    (tmp_path / "cables.csv").write_text(rows)
    request = TableRequest()
    fabric = read_lists([tmp_path / "cables.csv"], (), request).fabric
    assert {device.name for device in fabric.devices} == {"TOR-1", "esx01"}
    assert any("line 3 ('CON-1': a console cable)" in note for note in request.report.notes)
