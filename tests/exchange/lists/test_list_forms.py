"""Device lists in the forms of public tools: openDCIM, i-doit, units from the top, second headings."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers.cable_list import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, PDU, SERVER, STORAGE, SWITCH, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("A01", units=42), FloorCabinet("Cage 7"))


def read(folder: Path, text: str, **said: object) -> Fabric:
    """Return the fabric of a device list."""
    (folder / "devices.csv").write_text(text, encoding="utf-8")
    request = TableRequest(**said)  # type: ignore[arg-type]
    return read_lists([folder / "devices.csv"], CABINETS, request).fabric


def places(fabric: Fabric) -> list[tuple[str, int | None, int | None]]:
    """Return name, unit and height of each device."""
    return [(device.name, device.unit, device.units) for device in fabric.devices]


@pytest.mark.parametrize("head", ["HE (von oben)", "U from top", "unit (top=1)", "unit_from_top"])
def test_units_are_counted_from_the_top_where_the_heading_says_so(tmp_path: Path, head: str) -> None:
    """The number is that of the uppermost unit; a span says the height."""
    fabric = read(tmp_path, f"Name,Rack,{head},H\u00f6he\nleaf1,A01,1,1\nsrv1,A01,2,2\nsrv2,A01,U4-5,\n")
    assert places(fabric) == [("leaf1", 42, 1), ("srv1", 40, 2), ("srv2", 38, 2)]


def test_a_cabinet_of_unknown_height_has_no_units_from_the_top(tmp_path: Path) -> None:
    """They are refused, not counted from the bottom."""
    with pytest.raises(InputError, match="unit '3' counts from the top of Cage 7, of unknown height"):
        read(tmp_path, "Name,Rack,U from top\nleaf1,Cage 7,3\n")


OPENDCIM = (
    "DeviceID,Label,Cabinet,Position,Height,HalfDepth,BackSide,Hostname,DeviceType,NominalWatts\n"
    "1,Leaf 1,A01,40,1,0,0,leaf1,Switch,200\n2,Strip left,A01,0,0,0,0,{strip},CDU,0\n"
    "3,KVM 3,A01,20,1,Y,Y,kvm3,Appliance,20\n"
)


def test_lists_of_opendcim_are_read(tmp_path: Path) -> None:
    """Of label and host name the one counts that each row has; position 0 of height 0 is at the side."""
    fabric = read(tmp_path, OPENDCIM.format(strip=""))
    assert places(fabric) == [("Leaf 1", 40, 1), ("Strip left", None, 0), ("KVM 3", 20, 1)]
    assert [device.kind for device in fabric.devices] == [SWITCH, PDU, SERVER]
    assert [(device.face, device.half_depth) for device in fabric.devices][1:] == [
        ("front", False),
        ("rear", True),
    ]
    both = OPENDCIM.format(strip="pdu1")
    with pytest.raises(InputError, match="'Label' and 'Hostname' may both be name; map \"Label=name\" or"):
        read(tmp_path, both)
    assert places(read(tmp_path, both, columns={"Hostname": "name"}))[0][0] == "leaf1"


@pytest.mark.parametrize(
    "heads",
    [
        "Rack,HE,,Leistung\n,,Name,W",
        "Rack,HE,Ger\u00e4t,Leistung\n,,Bezeichnung,W",
        "Ort,,Asset,Power\nRack,U,Name,(W)",
        "Schrank,H\u00f6heneinheit,Bezeichnung,Leistung in W",
    ],
)
def test_a_second_line_of_headings_is_no_device(tmp_path: Path, heads: str) -> None:
    """Whichever of the two lines says what a column holds."""
    fabric = read(tmp_path, f"{heads}\nA01,40,leaf1,250\n")
    assert [(device.name, device.unit, device.watts) for device in fabric.devices] == [("leaf1", 40, 250)]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Commutateur", SWITCH),
        ("Conmutador", SWITCH),
        ("Serveur", SERVER),
        ("Servidor", SERVER),
        ("Stockage", STORAGE),
        ("Almacenamiento", STORAGE),
        ("Panneau de brassage", PANEL),
        ("Panel de parcheo", PANEL),
        ("Steckdosenleiste", PDU),
    ],
)
def test_kinds_may_be_french_spanish_or_german(tmp_path: Path, words: str, kind: str) -> None:
    """In a column of types by its own heading, and in one that the user calls the kind."""
    text = f"Nom,Type d'\u00e9quipement,Baie\none,{words},A01\n"
    assert read(tmp_path, text).devices[0].kind == kind
    assert read(tmp_path, text, columns={"Type d'\u00e9quipement": "kind"}).devices[0].kind == kind


def test_lists_of_device42_are_read(tmp_path: Path) -> None:
    """``Start at U``, ``Size`` and ``Hardware Model``."""
    fabric = read(tmp_path, "Name,Rack,Start at U,Size,Hardware Model\nsrv1,A01,10,2,R750\n")
    assert places(fabric) == [("srv1", 10, 2)]
    assert fabric.devices[0].model == "R750"


def test_further_columns_may_differ_in_rows_about_one_device(tmp_path: Path) -> None:
    """As a list with a row for each range of ports has them; not those that say what a device is."""
    text = "name,kind,rack,Ports,{}\nsw1,switch,A01,1-48,x\nsw1,switch,A01,49-54,y\n"
    fabric = read(tmp_path, text.format("Media"))
    assert [device.attributes for device in fabric.devices] == [{}]
    told = "differ in 'Media' and 'Ports' (of 1 device, such as sw1): not kept"
    assert any(told in note for note in fabric.notes)
    with pytest.raises(InputError, match='one of them, or map "Serial=skip"'):
        read(tmp_path, text.format("Serial"))
    fabric = read(tmp_path, text.format("Serial"), columns={"Serial": "skip"})
    assert [device.attributes for device in fabric.devices] == [{}]


def test_links_of_omni_path_as_opaextractlink_writes_them(tmp_path: Path) -> None:
    """Both ends have the headings ``Port.NodeDesc`` and ``Port.PortNum``."""
    text = (
        "Rate;LinkDetails;CableLength;CableLabel;DeviceTechShort;CableInfo.Length;Port.NodeDesc;Port.PortNum;"
        "Port.NodeDesc;Port.PortNum\n100g;;2m;E1-01;CU;2m;cn001 hfi1_0;1;opa-edge1;7\n"
        "100g;;10m;U1-1;OPT;10m;opa-edge1;33;opa-core1 L101A;1\n"
    )
    fabric = read(tmp_path, text)
    names = [device.name for device in fabric.devices]
    assert [
        (names[a.device], a.port_text, names[b.device], b.port_text, one.id, one.gbps, one.length_mm)
        for one in fabric.cables
        for a, b in [one.ends]
    ] == [
        ("cn001", "hfi1_0:1", "opa-edge1", "7", "E1-01", 100, 2000),
        ("opa-edge1", "33", "opa-core1 L101A", "1", "U1-1", 100, 10000),
    ]


@pytest.mark.parametrize("unit", ["left", "vertical"])
def test_a_device_beside_the_units_has_no_height(tmp_path: Path, unit: str) -> None:
    """A plan says what to do; an import keeps the height 1 of exports as none, with a note."""
    path = tmp_path / "devices.csv"
    path.write_text(f"name,rack,unit,height\npdu1,A01,{unit},1\nsw1,A01,40,1\n")
    says = f"line 2: unit '{unit}' is beside the units, but the height is 1; leave the height blank or 0"
    with pytest.raises(InputError, match=says):
        read_lists([path], (FloorCabinet("A01", units=42),))
    (tmp_path / "all.csv").write_text(
        "Section,Name,Rack,U,Height,From,From Port,To,To Port\n"
        f"device,pdu1,A01,{unit},1,,,,\ndevice,sw1,A01,40,1,,,,\nconnection,,,,,sw1,1,pdu1,2\n"
    )
    fabric = next(reader for reader in READERS if reader.name == "csv").read(tmp_path / "all.csv")
    assert [(one.name, one.unit, one.units) for one in fabric.devices] == [
        ("pdu1", None, 0),
        ("sw1", 40, 1),
    ]
    assert any("1 device of height 1 beside the units, first at" in note for note in fabric.notes)
