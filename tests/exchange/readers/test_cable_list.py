"""Cable lists: headings in any order and language, several sheets, both ends, and what devices are."""

import io

import openpyxl
import pytest
from small_files import Bad, check_refused

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import SERVER, SWITCH
from netfloor.foundation.errors import InputError

CABLES = [[("a", "swp1"), ("b", "swp2")], [("a", 7), ("c", 8)]]
SQUARE = [("leaf1", "spine1"), ("leaf1", "spine2"), ("leaf2", "spine1"), ("leaf2", "spine2")]


def ends(fabric):
    """Return each cable by the names of its ends."""
    return [
        [(fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends]
        for cable in fabric.cables
    ]


def kinds(fabric):
    """Return what each device is."""
    return {device.name: device.kind for device in fabric.devices}


@pytest.fixture
def load(tmp_path):
    """Read a list with what a user says of it; return the fabric and the report."""

    def call(content, form="csv", name="list.csv", **said):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        request = TableRequest(**said)
        return READERS[form].tables(path, {}, request), request.report

    return call


@pytest.mark.parametrize(
    "text",
    [
        "a,swp1,b,swp2\na,7,c,8\n",
        "device;port;device;port\na;swp1;b;swp2\n# second rack\na;7;c;8\n",
        "Device A,Device B,Port A,Port B\na,b,swp1,swp2\na,c,7,8\n",
        "From,From Port,To,To Port\na,swp1,b,swp2\na,7,c,8\n",
        "StartDevice,StartPort,EndDevice,EndPort\na,swp1,b,swp2\na,7,c,8\n",
        "rack #,U height,#Fields:StartDevice,StartPort,StartDeviceLocation,EndDevice,EndPort,"
        "EndDeviceLocation,U height_1,State\n,,a,swp1,,b,swp2,,,Active\n,,a,7,,c,8,,,Active\n",
        "sep=;\nGer\u00e4t A;Anschluss A;Ger\u00e4t B;Anschluss B\na;swp1;b;swp2\na;7;c;8\n",
        "Quellger\u00e4t;Quellport;Zielger\u00e4t;Zielport\na;swp1;b;swp2\na;7;c;8\n",
        "\u00c9quipement source;Port source;\u00c9quipement destination;Port destination\n"
        "a;swp1;b;swp2\na;7;c;8\n",
        "Equipo origen;Puerto origen;Equipo destino;Puerto destino\na;swp1;b;swp2\na;7;c;8\n",
        "Side A,,Side B,\nDevice,Port,Device,Port\na,swp1,b,swp2\na,7,c,8\n",
        "Cabling of hall 7; as of May, draft\n\nFrom,,To,\nName,Port,Name,Port\na,swp1,b,swp2\n\na,7,c,8\n"
        "Total,2,,\nNotes: ask before you move anything\n",
        "Cable ID\tLocal Device\tLocal Interface\tRemote Device\tRemote Interface\tLength\n"
        "17\ta\tswp1\tb\tswp2\t3 m\n18\ta\t7\tc\t8\t\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_headings_say_which_column_is_which(load, text, encoding):
    """In any order, language and encoding; titles, totals and notes are none of the cables."""
    fabric, _ = load(text.encode(encoding))
    assert ends(fabric) == CABLES


@pytest.mark.parametrize(
    "heads", ["from,to", "von;nach", "de;vers", "desde;hacia", "Source|Target", "A-End\tZ-End"]
)
@pytest.mark.parametrize("form", ["csv", "edges"])
def test_lists_without_ports(load, heads, form):
    """Two devices a row, and the headings are no third one."""
    sign = next(sign for sign in ",;|\t" if sign in heads)
    fabric, _ = load("\n".join([heads, *(sign.join(pair) for pair in SQUARE)]), form)
    assert [tuple(name for name, _ in cable) for cable in ends(fabric)] == SQUARE
    assert {*kinds(fabric).values()} == {SWITCH}


def test_the_report_says_what_each_heading_was_taken_for(load):
    """With an example and how many cells are below it; further columns stay with the cable."""
    text = "Device A,Port A,Device B,Port B,Length (ft),Colour\nx,1,y,1,10,red\nx,2,y,2,,\n"
    fabric, report = load(text)
    assert [(one.heading, one.meaning, one.example, one.count) for one in report.columns] == [
        ("Device A", "a", "x", 2), ("Port A", "port a", "1", 2), ("Device B", "b", "y", 2),
        ("Port B", "port b", "1", 2), ("Length (ft)", "length (ft)", "10", 1),
    ]  # fmt: skip
    assert [(cable.length_mm, cable.attributes) for cable in fabric.cables] == [
        (3048, {"Colour": "red"}),
        (None, {}),
    ]


@pytest.mark.parametrize(
    ("heading", "cells", "mm"),
    [
        ("length,length_unit", "21,ft", 6401),
        ("Length (ft)", "21", 6401),
        ("Length", "21 ft", 6401),
        ("L\u00e4nge [cm]", '"12,5"', 125),
        ("length_mm", "640", 640),
        ("Length", "3m (10ft)", 3000),
        ("Length (ft)", "3 m", 3000),
    ],
)
def test_lengths_have_the_unit_of_their_cell_column_or_heading(load, heading, cells, mm):
    """Metres where nothing names one."""
    fabric, _ = load(f"from,to,{heading}\nleaf1,spine1,{cells}\n")
    assert fabric.cables[0].length_mm == mm


@pytest.mark.parametrize(
    ("heading", "cells", "says"),
    [
        ("Length", "3m (20ft)", "m and ft differ by 3.10 m"),
        ("Length,Length unit", "3 m,ft", "is not in ft, as the column of units says"),
        ("Length,Length unit", "3,parsec", "has the unit 'parsec'"),
        ("Length", "3 m or so", "is not a length"),
    ],
)
def test_lengths_that_contradict_themselves_are_problems(load, heading, cells, says):
    """None is taken silently."""
    with pytest.raises(InputError, match="length '3") as refused:
        load(f"from,to,{heading}\nleaf1,spine1,{cells}\n")
    assert says in str(refused.value)


def test_a_plain_rate_of_thousands_is_ambiguous_until_the_user_says_its_unit(load):
    """1000 may be both; each way of saying it is an option to paste. No link has 10,000 Gb/s."""
    text = "from,to,Speed\nleaf1,spine1,1000\nleaf1,spine2,5000\n"
    with pytest.raises(InputError) as refused:
        load(text)
    assert "1000 Mb/s or Gb/s?" in str(refused.value)
    for option, gbps in (("Speed=rate (Mb/s)", [1, 5]), ("Speed=rate (Gb/s)", [1000, 5000])):
        assert f'map "{option}"' in str(refused.value)
        fabric, _ = load(text, columns=dict([option.split("=")]))
        assert [cable.gbps for cable in fabric.cables] == gbps
    fabric, _ = load("from,to,Speed\nleaf1,spine1,1000\nleaf1,spine2,25000\n")
    assert [cable.gbps for cable in fabric.cables] == [1, 25]
    assert any("'Speed' is read as Mb/s: 25,000 Gb/s is not a link rate" in note for note in fabric.notes)
    assert load("from,to,Speed (Mb/s)\nleaf1,spine1,25000\n")[0].cables[0].gbps == 25
    assert load("from,to,Speed\nleaf1,spine1,100\nleaf1,spine2,1600\n")[0].cables[1].gbps == 1600


def test_columns_are_named_by_heading_or_letter(load):
    """Where no heading is known, and where several might be meant."""
    text = "Kasten;Loch;Gegenkasten;Gegenloch\na;swp1;b;swp2\na;7;c;8\n"
    for said in (
        {"Kasten": "a", "loch": "port a", "Gegenkasten": "b", "Gegenloch": "Port B"},
        {"A": "a", "B": "port a", "C": "b", "D": "port b"},
    ):
        assert ends(load(text, columns=said)[0]) == CABLES
    bare = text.partition("\n")[2]
    assert ends(load(bare, columns={"A": "a", "B": "port a", "C": "b", "D": "port b"})[0]) == CABLES
    with pytest.raises(InputError, match="'Node A' and 'Switch A' may both be a; map \"Node A=a\" or"):
        load("Node A,Switch A,Node B\nx,y,z\nx,w,z\n")
    with pytest.raises(InputError, match="there is no column 'Lenght'; did you mean Length"):
        load("from,to,Length\nx,y,3\n", columns={"Lenght": "length"})


def test_names_made_of_the_words_of_headings_are_a_cable(load):
    """A device may be called node-a: texts of headings do not come again below them."""
    assert ends(load("node-a,p,node-b,q\n")[0]) == [[("node-a", "p"), ("node-b", "q")]]
    assert len(load("node-a,p,node-b,q\nnode-c,p,node-d,q\n")[0].cables) == 2


def test_headings_without_a_row_are_no_cable(load):
    """Four of them were four cells of a cable, with other headings in place of these."""
    with pytest.raises(InputError, match="line 1: has headings and no row below them"):
        load("a,port a,type b,face\n")


def test_unknown_headings_are_no_cable(load):
    """They hold no number although all rows do, and are shown to be named."""
    with pytest.raises(
        InputError, match="unknown headings: Kasten, Loch, Gegenkasten, Gegenloch"
    ) as refused:
        load("Kasten;Loch;Gegenkasten;Gegenloch\na;1;b;2\na;7;c;8\n")
    options = 'map "Kasten=a" map "Loch=port a" map "Gegenkasten=b" map "Gegenloch=port b"'
    assert options in str(refused.value)


def workbook(**sheets):
    """Return a workbook of sheets; a row may be a range to merge."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            if isinstance(row, str):
                sheet.merge_cells(row)
            else:
                sheet.append(row)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_every_sheet_of_a_workbook_is_read(load):
    """Those of cables and of devices are joined; others are named in a note."""
    heads = ["Source", "Rack", "Location", "Slot", "Port", "Destination", "Rack", "Location", "Port"]
    made = workbook(
        Cover=[["Room 7"], ["drawn by", "me"]],
        Switches=[heads, ["box-1", "x10", "u40", None, 31, "box-2", "x11", "u40", 31]],
        Servers=[heads, ["thing-1", "x10", "u1", "ocp", 1, "box-1", "x10", "u40", 1],
                 ["thing-1", "x10", "u1", "pcie1", 1, "box-2", "x11", "u40", 1]],
        Devices=[["Name", "Role", "Model"], ["box-1", "Leaf switch", "S"], ["box-2", "Spine switch", "S"],
                 ["thing-1", "compute node", "T"]],
    )  # fmt: skip
    fabric, report = load(made, name="room.xlsx")
    assert kinds(fabric) == {"box-1": SWITCH, "box-2": SWITCH, "thing-1": SERVER}
    assert ends(fabric)[1:] == [
        [("thing-1", "ocp:1"), ("box-1", 1)],
        [("thing-1", "pcie1:1"), ("box-2", 1)],
    ]
    places = [(d.name, fabric.cabinet_name(i), d.unit, d.model) for i, d in enumerate(fabric.devices)]
    assert places == [("box-1", "x10", 40, "S"), ("box-2", "x11", 40, "S"), ("thing-1", "x10", 1, "T")]
    assert any("no known headings in 'Cover'" in note for note in report.notes)


def test_merged_cells_hold_their_value_in_each_row(load):
    """Headings over several columns, and a rack over its rows."""
    made = workbook(
        Links=[["Cabling, hall 7"], "A1:H1", ["From", None, None, "To", None, None, "Length"],
               "A2:C2", "D2:F2",
               ["Device", "Rack", "Port", "Device", "Rack", "Port", "m"],
               ["leaf1", "R1", 1, "spine1", "R9", 1, 3.5], ["leaf2", None, 1, "spine1", "R9", 2, 4],
               "B4:B5"],
    )  # fmt: skip
    fabric, _ = load(made, name="x.xlsx")
    assert [fabric.cabinet_name(i) for i in range(3)] == ["R1", "R9", "R1"]
    assert [cable.length_mm for cable in fabric.cables] == [3500, 4000]


def test_a_cable_stated_from_both_ends_is_one(load):
    """By its ports, without them if every pair is listed from both ends; a repetition is one too."""
    text = "from,port a,to,port b,rate\nleaf1,1,spine1,9,\nspine1,9,leaf1,1,100G\nleaf1,1,spine1,9,\n"
    fabric, _ = load(text)
    assert [(cable.gbps, cable.a.port, cable.b.port) for cable in fabric.cables] == [(100, 1, 9)]
    assert any("2 rows about a cable that another row states" in note for note in fabric.notes)
    both = "from,to\nleaf1,spine1\nleaf1,spine1\nspine1,leaf1\nspine1,leaf1\n"
    assert len(load(both)[0].cables) == 2
    assert len(load("from,to\nleaf1,spine1\nspine1,leaf1\nleaf2,spine1\n")[0].cables) == 3


def test_all_contradictions_are_listed_at_once(load):
    """As many as there are, each with both lines."""
    text = (
        "Source,Rack,Unit,Port,Destination,Rack,Unit,Port\nsw-1,x10,u40,1,sw-2,x11,u40,1\n"
        "sw-1,x10,u39,2,sw-2,x11,u40,2\nsw-1,x10,u40,3,sw-2,x12,u40,3\nsw-1,x10,u40,3,sw-2,x11,u41,4\n"
    )
    with pytest.raises(InputError) as refused:
        load(text, "edges")
    lines = str(refused.value).split("\n  ")
    assert lines[0].endswith("4 problems")
    said = "sw-1: unit 'u39', but 'u40' in", "sw-2: rack 'x12', but 'x11' in", "sw-2: unit 'u41', but"
    assert all(any(f"line {line}: {one}" in text for text in lines) for line, one in enumerate(said, 3))
    assert "line 5: port sw-1 3 is used twice" in lines[4]


LEAVES = (
    "Device A,Port A,Device B,Port B\nspine1,1,leaf1,49\nspine1,2,leaf2,49\nleaf1,1,server1,eth0\n"
    "leaf2,1,server2,eth0\n"
)


def test_names_say_what_is_a_switch(load):
    """A switch of two cables is no server; a note says what was taken for what."""
    fabric, _ = load(LEAVES)
    assert kinds(fabric) == {
        "spine1": SWITCH, "leaf1": SWITCH, "leaf2": SWITCH, "server1": SERVER, "server2": SERVER,
    }  # fmt: skip
    assert any("3 switches (spine1, leaf1, leaf2) and 2 servers" in note for note in fabric.notes)


@pytest.mark.parametrize(
    ("text", "switches"),
    [
        ("a,1,b,eth0\na,2,c,eth0\n", {"a"}),  # by their ports, and two servers are not joined
        ("a,swp1,b,ens1f0\n", {"a"}),
        ("a,Ethernet0,b,Ethernet4\na,Ethernet8,c,ens1\n", {"a", "b"}),
        ("a,1,b,1\na,2,c,1\na,3,d,1\n", {"a"}),  # by its cables
        ("a,1,b,1\nb,2,c,1\nc,2,a,2\n", {"a", "b", "c"}),
        ("Switch,Port,Server,NIC\na,1,b,1\na,2,c,1\n", {"a"}),  # by the headings
        ("Server,Switch,Switch Port,Server Port\nb,a,1,7\nc,a,2,7\n", {"a"}),
        (
            "Device A,Port A,Device B,Port B,Type B,Role A\na,1,b,1,switch,Leaf switch\n"
            "b,2,c,1,server,switch\n",
            {"a", "b"},
        ),
    ],
)  # fmt: skip
def test_ports_columns_and_cables_say_it_where_names_do_not(load, text, switches):
    """In this order."""
    found = kinds(load(text)[0])
    assert {name for name, kind in found.items() if kind == SWITCH} == switches


def test_the_user_has_the_last_word(load):
    """Patterns beat names; one that fits nothing, or both kinds, is refused."""
    fabric, _ = load(LEAVES, switches=("server2",), servers=("leaf*",))
    assert kinds(fabric) == {
        "spine1": SWITCH, "leaf1": SERVER, "leaf2": SERVER, "server1": SERVER, "server2": SWITCH,
    }  # fmt: skip
    with pytest.raises(InputError, match=r"no device is called 'tor\*'; names are spine1"):
        load(LEAVES, switches=("tor*",))
    with pytest.raises(InputError, match="names leaf1, which is a switch by switches"):
        load(LEAVES, switches=("leaf*",), servers=("leaf1",))


def test_ids_and_rates_stay_with_their_cables(load):
    """Ids that several cables share do not, and a note says so."""
    fabric, _ = load(
        "from,to,Cable ID,Speed\nleaf1,spine1,K7,25 Gb/s\nleaf2,spine1,,400GbE\nleaf3,spine1,C000000,\n"
    )
    assert [cable.id for cable in fabric.cables][::2] == ["K7", "C000000"]
    assert [cable.gbps for cable in fabric.cables] == [25, 400, None]
    shared, _ = load("from,to,Cable ID\nleaf1,spine1,K7\nleaf2,spine1,K7\n")
    assert len({cable.id for cable in shared.cables} - {"K7"}) == 2
    assert any("ids that several cables share are not kept" in note for note in shared.notes)


BAD = {
    "has 2 columns": ("a,1\nb,2\n", "read as edges"),
    "has 5 columns": ("a,1,b,1,3m\n", "headings such as Device A, Port A"),
    "has 1 column;": ("a 1 b 1\n", "headings such as Device A, Port A"),
}


@pytest.mark.parametrize("says", BAD)
def test_another_number_of_columns_is_refused_with_what_to_do(read, says, tmp_path):
    """Lists of two columns without headings are edges; more columns need headings."""
    content, advice = BAD[says]
    for part in (says, advice):
        check_refused(read, Bad("csv", "x.csv", content, part), tmp_path)


def test_rows_about_one_cable_that_differ_are_told(load):
    """By the columns, with the option that keeps them apart."""
    text = "Device A,Blade A,Port A,Device B,Port B,Id\ngx1,1,3,gx2,5,\ngx1,2,3,gx2,5,\n"
    fabric, _ = load(text)
    assert len(fabric.cables) == 1
    assert (
        "rows that state one cable differ in 'Blade A': what the first row says is kept; "
        '--map "Blade A=slot a" if it is part of a port\'s name'
    ) in fabric.notes
    with pytest.raises(InputError, match="port gx2 5 is used twice"):
        load(text, columns={"Blade A": "slot a"})


def test_a_cut_sheet_with_trays_is_read(load):
    """Tenstorrent's: a line of sides above the headings, trays before ports, units of shelves."""
    text = (
        "Source,,,,,,Destination,,,,,,Cable Length,Cable Type\n"
        "Hostname,Hall,Rack,Shelf U,Tray,Port,Hostname,Hall,Rack,Shelf U,Tray,Port,,\n"
        "gx1,H1,03,U02,1,3,gx2,H1,04,U08,1,5,0.5m,AEC\ngx1,H1,03,U02,2,3,gx2,H1,04,U08,2,5,0.5m,AEC\n"
    )
    fabric, _ = load(text)
    assert ends(fabric) == [[("gx1", "1:3"), ("gx2", "1:5")], [("gx1", "2:3"), ("gx2", "2:5")]]
    assert [
        (device.unit, cable.length_mm) for device, cable in zip(fabric.devices, fabric.cables, strict=True)
    ] == [
        (2, 500),
        (8, 500),
    ]


@pytest.mark.parametrize(
    ("ports", "expected"),
    [
        ("25.1-25.4,1-4", [("25.1", 1), ("25.2", 2), ("25.3", 3), ("25.4", 4)]),
        ("Eth1/1-Eth1/2,7-8", [("Eth1/1", 7), ("Eth1/2", 8)]),
        ("Eth1/1-Eth2/2,7", [("Eth1/1-Eth2/2", 7)]),
    ],
)
def test_a_span_may_name_its_stem_twice(load, ports, expected):
    """``25.1-25.4`` are four ports, as ``25.1-4`` are."""
    fabric, _ = load(f"Device A,Device B,Port A,Port B\nleaf1,srv1,{ports}\n")
    assert [tuple(port for _, port in cable) for cable in ends(fabric)] == expected


@pytest.mark.parametrize("head", ["N\u00b0 de c\u00e2ble", "N\u00ba cable", "Cord ID", "No. cable"])
def test_an_id_is_kept_as_it_is_written(load, head):
    """In any language; brackets are part of it where the row is one cable."""
    fabric, _ = load(f"{head},Device A,Device B\nspine1<->leaf1[1],spine1,leaf1\n")
    assert [cable.id for cable in fabric.cables] == ["spine1<->leaf1[1]"]
