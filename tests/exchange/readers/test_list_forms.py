"""Cable lists in the forms of public tools: what columns, names and rows say is read as meant."""

import pytest

from netfloor.exchange.imported.places import with_units_from_top
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import PANEL, PDU, SERVER, STORAGE, SWITCH, FloorCabinet
from netfloor.fabric.links import trace_links
from netfloor.foundation.errors import InputError


@pytest.fixture
def load(tmp_path):
    """Read a list with what a user says of it."""

    def call(text, **said):
        path = tmp_path / "list.csv"
        path.write_text(text, encoding="utf-8")
        return READERS["csv"].tables(path, {}, TableRequest(**said))

    return call


def ends(fabric):
    """Return each cable by the names of its ends."""
    return [
        tuple(f"{fabric.devices[end.device].name} {end.port_name or end.port}" for end in cable.ends)
        for cable in fabric.cables
    ]


def lengths(fabric):
    """Return the lengths of all cables in mm."""
    return [cable.length_mm for cable in fabric.cables]


def kinds(fabric):
    """Return what each device is."""
    return {device.name: device.kind for device in fabric.devices}


NETBOX_LIST = "Device A,Termination A,Device B,Termination B,Length,Length Unit\n"


def test_a_blank_unit_belongs_to_no_length(load):
    """NetBox leaves both blank; a length without a unit is one problem, and an option says its unit."""
    rows = "leaf1,Eth1,leaf2,Eth1,3,m\nleaf1,Eth2,leaf2,Eth2,,\nleaf1,Eth3,leaf2,Eth3,10,ft\n"
    assert lengths(load(NETBOX_LIST + rows)) == [3000, None, 3048]
    open_rows = NETBOX_LIST + rows + "leaf1,Eth4,leaf2,Eth4,5,\nleaf1,Eth5,leaf2,Eth5,6,\n"
    with pytest.raises(InputError, match="lines 5 and 6: a length without a unit: its cell in") as refused:
        load(open_rows)
    assert "problems" not in str(refused.value)
    assert lengths(load(open_rows, columns={"Length": "length (m)"}))[2:] == [3048, 5000, 6000]


def test_netbox_names_ports_beside_devices(load):
    """Of its lists and of its bulk imports; front and rear ports are of panels, outlets of PDUs."""
    assert ends(load(NETBOX_LIST + "leaf1,Eth1,leaf2,Eth7,,\n")) == [("leaf1 Eth1", "leaf2 Eth7")]
    fabric = load(
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit\n"
        "leaf1,dcim.interface,Eth1/1,pp1,dcim.frontport,1,3,m\n"
        "pp1,dcim.rearport,1,pp2,dcim.rearport,1,30,m\n"
        "pp2,dcim.frontport,1,spine1,dcim.interface,Eth1/1,2,m\n"
        "leaf1,dcim.powerport,AC-1,strip,dcim.poweroutlet,1,2,m\n"
    )
    assert kinds(fabric) == {"leaf1": SWITCH, "pp1": PANEL, "pp2": PANEL, "spine1": SWITCH, "strip": PDU}
    assert [link.length_mm for link in trace_links(fabric).links] == [35_000, 2000]
    assert any("1 link through panels" in note for note in fabric.notes)


@pytest.mark.parametrize(
    ("row", "cables"),
    [
        (
            "leaf1,Eth1/[1-2],spine[1-2],Eth1/1",
            [("leaf1 Eth1/1", "spine1 Eth1/1"), ("leaf1 Eth1/2", "spine2 Eth1/1")],
        ),
        ("srv[1-2],eth0,leaf1,swp1-2", [("srv1 eth0", "leaf1 1"), ("srv2 eth0", "leaf1 2")]),
        ("leaf1,swp3-4,spine1,swp7-8", [("leaf1 3", "spine1 7"), ("leaf1 4", "spine1 8")]),
        ("srv1,1-2,leaf1,17", [("srv1 1-2", "leaf1 17")]),
        (
            "leaf1,p1-1,spine1,p1-1\nleaf1,p1-2,spine1,p1-2",
            [("leaf1 p1-1", "spine1 p1-1"), ("leaf1 p1-2", "spine1 p1-2")],
        ),
    ],
)  # fmt: skip
def test_ranges_of_ports_go_in_step(load, row, cables):
    """In brackets, or with a dash where as many stand at the other end; spans that overlap are names."""
    found = ends(load(f"a,port a,b,port b\n{row}\n"))
    assert [tuple(end.replace("swp", "") for end in cable) for cable in found] == cables


def test_a_range_that_nothing_goes_in_step_with_is_refused(load):
    """With the form that is a range."""
    with pytest.raises(InputError, match=r"'swp1-4' may be 4 ports, .* brackets at both ends, swp\[1-4\]"):
        load("a,port a,b,port b\nsrv1,eth0,leaf1,swp1-4\n")
    with pytest.raises(InputError, match='"port b=port b as written" if it is one port'):
        load("a,port a,b,port b\nsrv1,eth0,leaf1,swp1-4\n")
    text = "a,port a,b,port b\nsrv1,eth0,leaf1,swp1-4\n"
    fabric = load(text, columns={"port b": "port b as written"})
    assert [end.port_text for end in fabric.cables[0].ends] == ["eth0", "swp1-4"]


def test_units_from_the_top_need_the_height_of_their_cabinet(load):
    """The room says it; a device of two units at 2 from the top of 42 is in 40 and 41."""
    fabric = load(
        "From,Port,Rack,HE (von oben),To,Port,Rack,HE (von oben)\nleaf1,1,A01,1,spine1,1,A02,2-3\n"
    )
    assert [device.unit for device in fabric.devices] == [None, None]
    rooms = [FloorCabinet("A01", units=42), FloorCabinet("A02", units=42)]
    assert [device.unit for device in with_units_from_top(fabric, rooms).devices] == [42, 40]
    note = with_units_from_top(fabric, ()).notes[-1]
    assert note.startswith("units of 2 devices count from the top of cabinets whose height is not known")


@pytest.mark.parametrize(
    ("head", "cell", "mm"),
    [
        ("L\u00e4nge in cm", "350", 3500),
        ("Longueur en m", "3.5", 3500),
        ("Measured length (ft)", "10", 3048),
        ("Soll-L\u00e4nge", "3,5 m", 3500),
    ],
)
def test_headings_of_lengths_name_their_unit_or_their_origin(load, head, cell, mm):
    """In the words between a length and its unit, or before it."""
    assert lengths(load(f"von;nach;{head}\nleaf1;spine1;{cell}\n")) == [mm]


def test_several_lengths_are_compared(load):
    """The metric one counts where they agree, the filled one where one is blank; else one question."""
    agree = "from,to,Length ft,Length m\nleaf1,spine1,16,5\nleaf2,spine1,10,\n"
    assert lengths(load(agree)) == [5000, 3048]
    differ = "from,to,Planned length,Measured length\nleaf1,spine1,5,6.2\nleaf2,spine1,3,3.4\n"
    with pytest.raises(InputError, match="give different lengths in 2 rows, first line 2; map") as refused:
        load(differ)
    assert 'map "Planned length=length" or map "Measured length=length"' in str(refused.value)
    assert lengths(load(differ, columns={"Measured length": "length"})) == [6200, 3400]


def test_ports_without_a_cable_are_left_out(load):
    """UFM lists all ports; a row with an id or a length lacks its far end."""
    head = "Device Name,Port,Peer Name,Peer Port,State,Active Speed,Cable ID\n"
    fabric = load(
        head + "leaf1,1,spine1,1,Active,4x NDR,\nleaf1,2,N/A,N/A,Down,N/A,\nleaf1,3,,,Disabled,,\n"
    )
    assert [cable.gbps for cable in fabric.cables] == [400]
    assert any("2 rows of ports without a cable left out, first" in note for note in fabric.notes)
    with pytest.raises(InputError, match="line 3: b is empty"):
        load(head + "leaf1,1,spine1,1,Active,EDR,\nleaf1,2,,,Down,,K7\n")


def test_types_and_names_say_panels_strips_and_power_cords(load):
    """A server with two cords and a cable is no switch, and a cord is no link."""
    fabric = load(
        "From,Type,Port,To,Type,Port\nsrv1,Server,PSU1,pdu-a,PDU,1\nsrv1,Server,PSU2,strip2,,1\n"
        "srv1,Server,eth0,fan1,FanoutLeaf,1\nfan1,FanoutLeaf,2,tor1,ToRRouter,2\nnas1,,1,tor1,ToRRouter,3\n"
        "tor1,ToRRouter,4,pp1,Patch Panel,1\npp1,Patch Panel,1,fan1,FanoutLeaf,4\n"
    )
    assert kinds(fabric) == {
        "srv1": SERVER, "pdu-a": PDU, "strip2": PDU, "fan1": SWITCH, "tor1": SWITCH, "nas1": STORAGE,
        "pp1": PANEL,
    }  # fmt: skip
    assert sum(len(link.pieces) > 1 for link in trace_links(fabric).links) == 1
    box = load("a,port a,b,port b\nbox,PSU1,pdu1,1\nbox,PSU2,pdu2,1\nbox,1,leaf1,9\n")
    assert kinds(box)["box"] == SERVER


def test_managed_switches_are_called_by_their_names(load):
    """Not by the description that InfiniBand makes of name and model."""
    fabric = load('StartDevice,StartPort,EndDevice,EndPort\n"MF0;leaf1:MQM8700/U1",Port 1,spine1,Port 2\n')
    assert [(device.name, device.model) for device in fabric.devices] == [
        ("leaf1", "MQM8700"),
        ("spine1", ""),
    ]


def test_units_of_ndt_files_are_read(load):
    """Beside locations that are no units."""
    fabric = load(
        "rack #,U height,#Fields:StartDevice,StartPort,StartDeviceLocation,EndDevice,EndPort,"
        "EndDeviceLocation,U height_1,Speed\nR12,U20,sw1,Port 1,Hall 1,sw2,Port 21,Hall 1,35,HDR\n"
    )
    assert [device.unit for device in fabric.devices] == [20, 35]


def test_columns_that_are_not_read_are_named(load):
    """With their cells, and what may say their meaning; no field that only sounds alike is proposed."""
    fabric = load("From,To,Verleger,Gewerk\nleaf1,spine1,M\u00fcller,up\n")
    note = next(note for note in fabric.notes if "kept with its cable" in note)
    assert "'Verleger' (1 cell) and 'Gewerk' (1 cell); --map 'Verleger=FIELD'" in note


def test_a_list_of_devices_is_called_so(load):
    """It is no list of ports without headings, whatever its columns are called."""
    for head in ("Name,Rack,HE (von oben),Typ", "Bezeichnung,Standort,H\u00f6heneinheit,Objekttyp"):
        with pytest.raises(InputError, match="line 1: a device list: no column names both ends"):
            load(f"{head}\nleaf1,A01,1,Switch\nleaf2,A01,2,Switch\n")


def test_headings_in_the_words_of_idoit(load):
    """Whose far end is what an object is joined to."""
    text = "Bezeichnung;Anschluss;Verbunden mit;Anschluss\nleaf1;Eth1/1;spine1;Eth1/2\n"
    assert ends(load(text)) == [("leaf1 Eth1/1", "spine1 Eth1/2")]


def test_unknown_headings_are_named_with_a_way_to_say_them(load):
    """By their cells, if it is not clear which name devices; no option reads colours as ports."""
    with pytest.raises(InputError, match="unknown headings: Foo, Bar, Baz, Qux") as refused:
        load("Foo,Bar,Baz,Qux\nleaf1,Switch,K 17,blau\nsrv1,Server,K 18,rosa\n")
    text = "the columns are 'Foo' (leaf1, srv1), 'Bar' (Switch, Server), 'Baz' (K 17, K 18), 'Qux' (blau"
    assert text in str(refused.value)
    assert 'map "HEADING=TARGET" assigns one, with a target such as a, b, port a' in str(refused.value)
    assert "=a" not in str(refused.value).replace("HEADING=TARGET", "")


def ids(fabric):
    """Return the ids of all cables."""
    return [cable.id for cable in fabric.cables]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Source,Port,Label,Destination,Port,Label\nl1,1,L1,s1,7,S7\nl1,2,L2,s1,8,S8\n", "L1"),
        ("Switch,Port,Label,Server,Port\nl1,1,l1-1,srv1,eth0\nl1,2,l1-2,srv2,eth0\n", "l1-1"),
    ],
)
def test_a_label_of_an_end_is_no_id(load, text, kept):
    """A label below the same heading as another one, or of the device and the port of one end."""
    fabric = load(text)
    assert ids(fabric) == ["C000001", "C000002"]
    assert fabric.cables[0].attributes["Label"] == kept
    assert ids(load("From,Port,Label,To,Port\nl1,1,K7,s1,7\nl1,2,K8,s1,8\n")) == ["K7", "K8"]


def test_ports_keep_their_labels_and_the_numbers_in_them(load):
    """A port called p1 is port 1, and p1 is printed on it."""
    fabric = load("a,port a,b,port b\nleaf1,p2,spine1,17\nleaf1,p1,spine1,18\n")
    found = [[(end.port_text, end.port) for end in cable.ends] for cable in fabric.cables]
    assert found == [[("p2", 2), ("17", 17)], [("p1", 1), ("18", 18)]]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("OM4", "OM4"),
        ("LWL OS2 LC", "OS2"),
        ("MMF-OM 4", "OM4"),
        *[(text, "TP") for text in ("Cat6A", "Kat. 7", "S/FTP", "cat5e_grey")],
        *[(text, "fibre") for text in ("LWL-LC", "MTP", "Glasfaser")],
        *[(text, "DAC") for text in ("DAC", "Twinax", "100G QSFP28 DAC 3m", "passive copper DAC")],
        ("QSFP28 AOC", "AOC"),
        ("Kupfer", "copper"),
        ("MMF LC", "multimode"),
        ("Singlemode", "single-mode"),
        ("1000BASE-T", "TP"),
        *[(text, "multimode") for text in ("1000BASE-SX", "QSFP-100G-SR4", "SFP-10G-SR", "10GBASE-LRM")],
        *[(text, "single-mode") for text in ("100G-LR4", "QSFP-DD 400G DR4", "1000BASE-LX", "FR4")],
        ("100GBASE-CR4", "copper"),
        *[(text, "") for text in ("Catalyst", "COM10", "OM3/OM4", "100 mm", "ACCESS")],
    ],
)
def test_a_column_of_types_may_name_the_medium(load, text, kind):
    """Where whole words do; its text stays."""
    cable = load(f"Von;Port;Nach;Port;Typ\nleaf1;1;spine1;7;{text}\n").cables[0]
    assert (cable.kind, cable.attributes) == (kind, {"Typ": text})


def test_the_type_of_one_column_and_the_word_of_another(load):
    """``LWL`` beside ``OM4`` is OM4; the columns read are not reported as unread."""
    fabric = load("Von;Port;Nach;Port;Faser;Typ\nleaf1;1;spine1;7;LWL;OM4\nleaf1;2;spine1;8;Glas;OS2\n")
    assert [cable.kind for cable in fabric.cables] == ["OM4", "OS2"]
    assert not any("'Typ'" in note or "without a type" in note for note in fabric.notes)


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("100G QSFP28 DAC", 100),
        ("1000BASE-T", 1),
        ("10/25GbE SFP28", 25),
        ("NDR", 400),
        *[(text, None) for text in ("Cat6A", "4x25G breakout", "40G or 100G", "OM4", "33G")],
    ],
)
def test_a_column_of_types_may_name_the_rate(load, text, gbps):
    """One usual rate of one link; a column of rates comes first."""
    head = "Von;Port;Nach;Port;Typ"
    assert load(f"{head}\nleaf1;1;spine1;7;{text}\n").cables[0].gbps == gbps
    assert load(f"{head};Rate\nleaf1;1;spine1;7;{text};50G\n").cables[0].gbps == 50


def test_a_description_names_a_medium_only_by_a_kind(load):
    """In a note, for it may be about another cable; general words and names of places say nothing."""
    head = "Von;Port;Nach;Port;Beschreibung\n"
    texts = ["replaced by OM4", "fibre uplink", "Glasgow", "copper link", "SC Freiburg", ""]
    rows = [f"leaf1;{port};spine1;{port};{text}\n" for port, text in enumerate(texts, 1)]
    fabric = load(head + "".join(rows))
    assert [cable.kind for cable in fabric.cables] == ["OM4", "", "", "", "", ""]
    assert any("1 cable whose medium a description alone names, as OM4" in note for note in fabric.notes)


def test_a_type_of_another_rate_is_noted(load):
    """The column of rates counts."""
    fabric = load("Von;Port;Nach;Port;Rate;Typ\nleaf1;1;spine1;7;25G;100G QSFP28 AOC\n")
    assert (fabric.cables[0].gbps, fabric.cables[0].kind) == (25, "AOC")
    assert any("1 cable whose type names another rate" in note for note in fabric.notes)


def test_a_list_of_ports_without_far_ends_is_refused(load):
    """Its columns name the device and its port alone."""
    with pytest.raises(InputError, match="there is no column a or b; unknown headings"):
        load("device,name,rear port,rear port position\none,F1,R1,1\none,F2,R2,1\n")


def test_remedies_name_columns_of_one_heading_by_letter(load):
    """A heading that occurs twice names no column."""
    with pytest.raises(InputError, match='map "A=a as above" if it is that of the row above'):
        load("Device,Port,ID,Device,Port\nleaf1,1,K1,spine1,7\n,2,K2,spine1,8\n")
    with pytest.raises(InputError, match='map "E=port b as written" if it is one port'):
        load("Device,Port,ID,Device,Port\nleaf1,1,K1,spine1,swp1-7\n")


def test_device_sheets_say_more_than_places(load):
    """Heights, watts and weights stay; a cell that cannot be read is left out with a note."""
    fabric = load(
        "Section,Name,Rack,U,Height,Watts,Depth,From,From Port,To,To Port\n"
        "device,leaf1,A01,40,1,250,800 mm,,,,\ndevice,spine1,A02,40,2,300,,,,,\n"
        "connection,,,,,,,leaf1,1,spine1,1\n"
    )
    assert [(one.name, one.unit, one.units, one.watts) for one in fabric.devices] == [
        ("leaf1", 40, 1, 250.0),
        ("spine1", 40, 2, 300.0),
    ]
    assert any("'Depth' that are not readable are left out, first '800 mm' at" in n for n in fabric.notes)


def test_fibre_without_a_type_is_kept_with_a_note(load):
    """Its plugs may be known, its type is not."""
    fabric = load("Von;Port;Nach;Port;Faser\nleaf1;1;spine1;7;LWL-LC\nleaf1;2;spine1;8;OM4\n")
    assert [cable.kind for cable in fabric.cables] == ["fibre", "OM4"]
    assert fabric.cables[0].attributes == {"Faser": "LWL-LC"}
    assert any("1 cable of fibre without a type, such as 'LWL-LC'" in note for note in fabric.notes)


def test_a_description_of_nothing_but_a_medium_names_it(load):
    """As below a heading for media: general words count if nothing stands beside them."""
    head = "Von;Port;Nach;Port;{}\n"
    texts = ["Passive Copper", "Active Optical", "copper", "Kupferkabel alt", "Twinax"]
    rows = "".join(f"leaf1;{port};spine1;{port};{text}\n" for port, text in enumerate(texts, 1))
    assert [cable.kind for cable in load(head.format("Details") + rows).cables] == [
        "copper",
        "AOC",
        "copper",
        "",
        "DAC",
    ]
