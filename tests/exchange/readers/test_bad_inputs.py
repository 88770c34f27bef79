"""Files that are no fabric: refused with file and line, quickly, whatever is wrong with them."""

import csv
import datetime as dt
import gzip
import io
import zipfile
from dataclasses import dataclass

import openpyxl
import pytest
import xlsxwriter

from exchange.readers import READERS
from foundation.errors import InputError

S1, S2, H1 = "S-0000000000000001", "S-0000000000000002", "H-0000000000000003"
IB = (
    f'switchguid=0x1(1)\nSwitch\t4 "{S1}"\t\t# "one" enhanced port 0 lid 1 lmc 0\n'
    f'[1]\t"{S2}"[1]\t\t# "two" lid 2 4xNDR\n[2]\t"{H1}"[1](4) \t\t# "h" lid 3 4xNDR\n'
    f'\nswitchguid=0x2(2)\nSwitch\t4 "{S2}"\t\t# "two" enhanced port 0 lid 2 lmc 0\n'
    f'[1]\t"{S1}"[1]\t\t# "one" lid 1 4xNDR\n'
    f'\ncaguid=0x3\nCa\t1 "{H1}"\t\t# "h"\n[1](4) \t"{S1}"[2]\t\t# lid 3 lmc 0 "one" lid 1 4xNDR\n'
)
FLAT = (
    "SW 1 1 0x1 4x NDR - SW 2 1 0x2 ( 'one' - 'two' )\nSW 2 1 0x2 4x NDR - SW 1 1 0x1 ( 'two' - 'one' )\n"
)
TOPO = "MQM9700 one\n    P1 -4x-100G-> MQM9700 two P1\n\nMQM9700 two\n    P1 -4x-100G-> MQM9700 one P1\n"
EDGES = "router_a,cabinet_a,unit_a,port_a,router_b,cabinet_b,unit_b,port_b,length_m,gbps,count,type_a\n"
EDGE = "one,A01,40,1,two,A02,41,1,5.0,400,1,switch\n"
P2P = "A-Node,A-Port,Z-Node,Z-Port,Protocol\n"
LEGACY = "A-Rack,A-U,A-Node Name,A-Type,A-Port,Z-Rack,Z-RU,Z-Node Name,Z-Type,Z-Port\n"
OPA = "Rack Group,Rack,Name,Name-2,Port,Type,Rack Group,Rack,Name,Name-2,Port,Type,Label,Length,Details\n"
OPA_ROW = "G,A01,one,,1,SW,G,A02,two,,1,SW,,5,\n"
DEVICES = "name,role,site,rack,position\none,switch,X,A01,1\ntwo,switch,X,A02,1\n"
CABLES = "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit\n"
CABLE = "one,dcim.interface,p1,two,dcim.interface,p1,5,m\n"


@dataclass(frozen=True)
class Bad:
    """A file that must be refused: its name, what stands in it, and what the message says."""

    form: str
    name: str
    content: object
    says: str
    line: bool = True

    def __str__(self) -> str:
        return f"{self.form}: {self.says}"


def netbox(devices=DEVICES, cables=CABLES + CABLE, **others):
    """Return a folder of exports."""
    return {"devices.csv": devices, "cables.csv": cables, **{f"{k}.csv": v for k, v in others.items()}}


GOOD = {
    "ibnetdiscover": ("x.net", IB),
    "topo": ("x.topo", TOPO),
    "edges": ("x.csv", EDGES + EDGE),
    "opa": ("x.csv", OPA + OPA_ROW),
    "cvt": ("x.csv", P2P + "one,swp1,two,swp1,ib\n"),
    "p2p": ("y.csv", LEGACY + "A01,1,one,switch,1,A02,1,two,switch,1\n"),
    "netbox": ("x", netbox()),
}
TEXTS = [form for form in GOOD if form != "netbox"]


def changed(form, change):
    """Return the good file of a format with its bytes changed; of NetBox, its cables."""
    name, content = GOOD[form]
    if isinstance(content, dict):
        return name, {**content, "cables.csv": change(content["cables.csv"].encode())}
    return name, change(content.encode())


SPOILT = {
    "UTF-16": (lambda data: data.decode().encode("utf-16"), "is not UTF-8 text", True),
    "Latin-1": (lambda data: data + "Zürich ü\n".encode("latin-1"), "is not UTF-8 text", True),
    "NUL": (lambda data: data + b"\0\n", "NUL", True),
    "empty": (lambda _: b"", "is empty", False),
    "blank": (lambda _: b" \n\t\n", "is empty", False),
    "gzip": (gzip.compress, "is not UTF-8 text", True),
    "endless line": (lambda data: data + b"x" * 20_000 + b"\n", "characters", True),
}
EVERYWHERE = [
    Bad(form, *changed(form, change), says, line) for form in GOOD for change, says, line in SPOILT.values()
]

INFINIBAND = [
    Bad("ibnetdiscover", "x", text, says)
    for text, says in (
        (IB + "hello\n", "not understood"),
        (IB.replace("Switch\t4", "Switch\tfour"), "not understood"),
        (IB.replace("Switch\t4", "Switch\t-4"), "not understood"),
        (IB.replace("Switch\t4", "Switch\t99999"), "port 99,999"),
        (IB.replace("Switch\t4", "Switch\t" + "9" * 5000), "not understood"),
        (IB.replace('"[1]\t', '"[1\t', 1), "not understood"),
        (IB.replace(f'"{S2}"[1]', f"{S2}[1]", 1), "not understood"),
        (IB.replace("switchguid=0x1(1)", "switchguid=1"), "not understood"),
        (IB.replace("switchguid=0x1(1)", "switchguid=0x" + "1" * 17), "not understood"),
        (IB.replace("switchguid=0x1", "guid=0x1"), "not understood"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[0]\t"{S2}"[1]'), "port 0"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[9]\t"{S2}"[1]'), "port 9"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S2}"[255]'), "port 255"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S2}"[3]'), "leads elsewhere"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[2]\t"{S2}"[1]'), "was joined to"),
        (IB.replace(f'[1]\t"{S2}"[1]', f'[1]\t"{S1}"[3]'), "leads elsewhere"),
        (f'Switch 4 "{S1}"\n[1] "{S1}"[2]\n[2] "{S1}"[1]\n', "to itself"),
        (IB[: IB.index("\ncaguid")], "does not hold"),
        (IB + IB[IB.index("switchguid=0x2") :], "declared twice"),
        (
            IB + "\nChassis 1\n" + IB[IB.index("switchguid=0x2") :].replace("Switch\t4", "Switch\t5"),
            "otherwise",
        ),
        (f'[1]\t"{S2}"[1]\n', "without a node"),
        (IB.replace('# "one" enh', '# "o\x01ne" enh'), "control character"),
        (IB.replace('# "one" enh', f'# "{"o" * 300}" enh'), "too long"),
        (IB.replace('# "one" enh', '# "  " enh').replace(f'"{S1}"', '"  "'), "no name"),
        ("> " + IB, "not understood"),
        ("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", "not understood"),
        ('{"a": ' * 3000, "characters"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 x 0x2 ( 'one' - 'two' )\n", "not understood"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two'\n", "names no two nodes"),
        (FLAT + "SW 1 2 0x1 4x NDR - SW 2 2 0x2 ( one - two )\n", "names no two nodes"),
        (FLAT + "SW 1 0 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two' )\n", "port 0"),
        (FLAT + "CA 1 2 0x1 4x NDR - SW 2 2 0x2 ( 'one' - 'two' )\n", "is a host here"),
        (FLAT + "SW 1 1 0x1 4x NDR - SW 3 1 0x3 ( 'one' - 'three' )\n", "was joined to"),
        (FLAT + "SW 3 1 0x3 4x NDR - SW 1 1 0x1 ( 'three' - 'one' )\n", "leads elsewhere"),
        (FLAT + "SW 4 1 0x4 4x NDR - SW 4 2 0x4 ( 'four' - 'four' )\n", "to itself"),
        (FLAT + IB, "not understood"),
        (FLAT + "SW 4 1 0x4 4x NDR lonely\n", "not understood"),
    )
] + [Bad("ibnetdiscover", "x", "# nothing\n#\n", "nothing but comments", line=False)]

TOPOLOGY_FILES = [
    Bad("topo", "x", text, says)
    for text, says in (
        ("    P1 -> MQM9700 two P1\n", "before any system"),
        (TOPO + "what is this line\n", "not understood"),
        (TOPO.replace("-4x-100G->", "-4x-fastG->", 1), "not understood"),
        (TOPO.replace("-4x-100G->", "=>", 1), "not understood"),
        (TOPO.replace(" two P1", " two", 1), "not understood"),
        (TOPO + "MQM9700 one\n", "has a section already"),
        (TOPO.replace("MQM9700 one P1", "MSB7800 one P1"), "of type"),
        (TOPO.replace("P1 -4x-100G-> MQM9700 two P1", "P1 -> MQM9700 one P2"), "elsewhere"),
        ("MQM9700 one\n    P1 -> MQM9700 one P2\n    P2 -> MQM9700 one P1\n", "to itself"),
        (TOPO.replace("one P1", "one P2"), "leads elsewhere"),
        (TOPO.replace("    P1 -4x-100G-> MQM9700 one P1", "    P1 -> MQM9700 three P1"), "leads elsewhere"),
        (TOPO.replace("one\n    P1", "one\n    P1 -> MQM9700 two P7\n    P1", 1), "was joined to"),
        ("MQM9700 " + "n" * 300 + "\n", "too long"),
        ("MQM9700 o\x07ne\n", "control character"),
    )
]


def edge(**cells):
    """Return an edge list of one row with cells changed."""
    heads = EDGES.strip().split(",")
    row = dict(zip(heads, EDGE.strip().split(","), strict=True)) | cells
    return f"{EDGES}{','.join(row[name] for name in heads)}\n"


EDGE_LISTS = [
    Bad("edges", "x", text, says)
    for text, says in (
        (edge(router_a=""), "router_a is empty"),
        (edge(router_b="one", cabinet_b="A01", unit_b="40", port_b="2"), "to itself"),
        (edge(unit_a="high"), "unit 'high'"),
        (edge(unit_a="-1"), "unit '-1'"),
        (edge(unit_a="1e9"), "unit '1e9'"),
        (edge(length_m="-3"), "length '-3'"),
        (edge(length_m="nan"), "length 'nan'"),
        (edge(length_m="inf"), "length 'inf'"),
        (edge(length_m="9" * 40), "length '999"),
        (edge(length_m="999999999"), "beyond any cable"),
        (edge(length_m="5 furlongs"), "length '5 furlongs'"),
        (edge(length_m="1.2.3"), "length '1.2.3'"),
        (edge(gbps="fast"), "rate 'fast'"),
        (edge(gbps="0"), "rate '0'"),
        (edge(gbps="1e400"), "rate '1e400'"),
        (edge(count="0"), "count '0'"),
        (edge(count="1000001"), "count '1000001'"),
        (edge(count="2"), "2 cables at one port"),
        (edge(count="9" * 5000), "count '999"),
        (edge(type_a="blade"), "type 'blade'"),
        (edge(cabinet_a="\x02A"), "control character"),
        (edge(port_a="p\x02"), "control character"),
        (edge(cabinet_b="#REF!"), "#REF!"),
        (edge() + EDGE, "holds a cable already"),
        (edge() + EDGE.replace("A01", "A09").replace(",1,two", ",2,two"), "cabinet of 'one'"),
        (edge() + EDGE.replace("40", "39").replace(",1,two", ",2,two"), "unit of 'one'"),
        (edge() + EDGE.strip() + ",and,more,cells\n", "the headings 12"),
        (EDGES.strip() + ",router_a\n" + EDGE, "router_a has two columns"),
        (EDGES + '"one,A01\n', "is not valid CSV"),
        (EDGES + 'one,"A"01",1,1,two,A02,1,1,5,1,1,\n', "is not valid CSV"),
        ("a b\na b c d\n", "has 4 fields"),
        ("a A01 b B01\na A01 b\n", "has 3 fields"),
        ("one two three four five\n", "has 5 fields"),
        ("a a\n", "linked to itself"),
        ("a b -2\n", "out of range"),
        ("a b 1.5\n", "not a whole number"),
        ("alone\n", "has 1 fields"),
        ("# nodes: a b\na c\n", "unknown node"),
        ("# nodes: a a\na a\n", "declared twice"),
    )
] + [
    Bad("edges", "x", "# only a comment\n", "holds no link", line=False),
    Bad("edges", "x", EDGES, "holds no device", line=False),
    Bad("edges", "x", "a b 999999\nb c 2\n", "too many cables", line=False),
]

POINT_TO_POINT = [
    Bad("cvt", "x.csv", text, says)
    for text, says in (
        (P2P + "one,,two,1,ib\n", "port_a is empty"),
        (P2P + ",1,two,1,ib\n", "node_a is empty"),
        (P2P + "one,1,one,2,ib\n", "to itself"),
        (P2P + "one,1,two,1,ib\none,1,two,2,ib\n", "holds a cable already"),
        (P2P + "one,1,two,1,ib,extra\n", "the headings 5"),
        (P2P.replace("Protocol", "A-Node Name") + "one,1,two,1,one\n", "node_a has two columns"),
        (LEGACY + "A01,x,one,switch,1,A02,1,two,switch,1\n", "rack unit 'X'"),
        (
            LEGACY + "A01,1,one,switch,1,A02,1,two,switch,1\nA09,1,one,switch,2,A02,1,two,switch,2\n",
            "rack of 'one'",
        ),
        (
            LEGACY + "A01,1,one,switch,1,A02,1,two,switch,1\nA01,5,one,switch,2,A02,1,two,switch,2\n",
            "unit of 'one'",
        ),
    )
] + [
    Bad("cvt", "x.csv", "just,some,words\n", "begins no table of links"),
    Bad("p2p", "x.csv", LEGACY, "holds no device", line=False),
]

OMNI_PATH = [
    Bad("opa", "x.csv", OPA + row, says)
    for row, says in (
        (OPA_ROW.replace("SW", "XX", 1), "type 'XX'"),
        (OPA_ROW.replace("one", ""), "name_a is empty"),
        (OPA_ROW.replace(",1,SW", ",,SW", 1), "port_a is empty"),
        (OPA_ROW.replace("SW,,5", ",,5"), "type_b is empty"),
        (OPA_ROW.replace("two", "one"), "in A02 here"),
        (OPA_ROW.replace("A02,two", "A01,one"), "to itself"),
        (OPA_ROW + OPA_ROW, "holds a cable already"),
        (OPA_ROW + OPA_ROW.replace("SW,G", "FI,G").replace(",1,", ",2,"), "is a host in"),
        (OPA_ROW.replace(",5,", ",long,"), "length 'long'"),
        (OPA_ROW.replace("A01", "A\x0301"), "control character"),
    )
] + [
    Bad("opa", "x.csv", OPA_ROW, "begins no cable plan"),
    Bad("opa", "x.csv", OPA.replace("Name-2", "Other", 1) + OPA_ROW, "begins no cable plan"),
    Bad("opa", "x.csv", OPA + "\n" + OPA_ROW, "holds no device", line=False),
]

NETBOX = [
    Bad("netbox", "x", content, says)
    for content, says in (
        (netbox(DEVICES + "one,switch,X,A03,1\n"), "declared twice"),
        (netbox(DEVICES.replace("A02,1", "A02,high")), "position 'high'"),
        (netbox(DEVICES.replace("A02,1", "A02,999")), "position '999'"),
        (netbox(DEVICES.replace("two,switch,X", "two,switch,Y")), "site 'Y'"),
        (netbox(DEVICES.replace("name", "label")), "no column name"),
        (netbox(DEVICES.replace("one", "o\x01ne")), "control character"),
        (netbox(cables=CABLES + CABLE.replace("two", "three")), "there is no device 'three'"),
        (netbox(cables=CABLES + CABLE.replace("two", "one").replace("p1", "p2", 1)), "to itself"),
        (netbox(cables=CABLES + CABLE + CABLE), "holds a cable already"),
        (netbox(cables=CABLES + CABLE.replace("one,", ",")), "device_a is empty"),
        (netbox(cables=CABLES + CABLE.replace("p1,5", ",5")), "name_b is empty"),
        (netbox(cables=CABLES + CABLE.replace("5,m", "5,parsec")), "length '5 parsec'"),
        (netbox(cables=CABLES + CABLE.replace("5,m", "-5,m")), "length '-5 m'"),
        (netbox(cables=CABLES.replace("side_b_name", "b") + CABLE), "no column name_b"),
        (netbox(cables=CABLES + CABLE.strip() + ",x,y\n"), "the headings 8"),
        (netbox(cables=CABLES + 'one,"dcim'), "is not valid CSV"),
        (netbox(interfaces="device,name,speed\none,p1,fast\n"), "speed in kbit/s 'fast'"),
        (netbox(interfaces="name,speed\np1,1\n"), "no column device"),
        (netbox(racks="name,u_height\nA01,42\nA01,42\n"), "declared twice"),
        (netbox(racks="name,u_height\nA01,tall\n"), "u_height 'tall'"),
        (netbox(racks="name,u_height\n,42\n"), "name is empty"),
    )
] + [
    Bad("netbox", "x", {"cables.csv": CABLES + CABLE}, "no export of devices", line=False),
    Bad("netbox", "x", {"devices.csv": DEVICES}, "no export of cables", line=False),
    Bad("netbox", "x", {"README.txt": "hello"}, "no export of devices", line=False),
    Bad("netbox", "x.csv", CABLES + CABLE, "is no folder", line=False),
]


def parts(**changes):
    """Return a workbook of one link with parts replaced, taken out (None) or added."""
    made, data = io.BytesIO(), io.BytesIO()
    book = xlsxwriter.Workbook(made, {"in_memory": True})
    book.add_worksheet("Links").write_string(0, 0, "to be replaced")
    book.close()
    names = {"sheet": "xl/worksheets/sheet1.xml", "book": "xl/workbook.xml", "types": "[Content_Types].xml"}
    with zipfile.ZipFile(made) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files[names["sheet"]] = sheet_xml(P2P.strip().split(","), ["one", "1", "two", "1", "ib"])
    files |= {names.get(key, key): value for key, value in changes.items()}
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            if text is not None:
                archive.writestr(name, text)
    return data.getvalue()


def sheet_xml(*rows, first=1, head=""):
    """Return a sheet of inline texts."""
    body = "".join(
        f'<row r="{first + n}">'
        + "".join(f'<c t="inlineStr"><is><t>{text}</t></is></c>' for text in row)
        + "</row>"
        for n, row in enumerate(rows)
    )
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<?xml version="1.0"?>{head}<worksheet xmlns="{name}"><sheetData>{body}</sheetData></worksheet>'


NO_SHEETS = (
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>'
)
BOMB = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10 if i else "x"}">' for i in range(9))
HEADS = P2P.strip().split(",")
WORKBOOKS = [
    Bad("cvt", "x.xlsx", content, says, line)
    for content, says, line in (
        (parts(sheet="<a>" + " " * (3 << 20) + "</a>"), "times its size", False),
        (
            parts(**{f"pad{i}.bin": bytes(range(256)) * 4000 for i in range(110)}),
            "unpacks to 107 MiB",
            False,
        ),
        (parts(**{f"p{i}.xml": "x" for i in range(2100)}), "parts", False),
        (parts(sheet=sheet_xml(["&a8;"], head=f"<!DOCTYPE x [{BOMB}]>")), "broken workbook", False),
        (
            parts(
                sheet=sheet_xml(["&e;"], head='<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>')
            ),
            "broken workbook",
            False,
        ),
        (parts(sheet="<worksheet" + "<a>" * 5000), "broken workbook", False),
        (parts(sheet="not XML at all"), "broken workbook", False),
        (parts(book=None), "broken workbook", False),
        (
            parts(book=NO_SHEETS),
            "no sheet",
            False,
        ),
        (parts(types=None), "broken workbook", False),
        (parts()[:-100], "is no workbook", False),
        (b"PK\x03\x04" + b"\0" * 100, "is no workbook", False),
        (b"A-Node,A-Port\n", "is no workbook", False),
        (parts(sheet=sheet_xml(HEADS, ["one", "", "two", "1", "ib"])), "port_a is empty", True),
        (
            parts(sheet=sheet_xml(HEADS, ["one", "1", "two", "1", "ib"], ["two", "1", "one", "2", "ib"])),
            "holds a cable",
            True,
        ),
        (parts(sheet=sheet_xml(["a"], ["b"])), "begins no table of links", True),
        (parts(sheet=sheet_xml(HEADS, ["one", "#N/A", "two", "1", "ib"])), "#N/A", True),
        (parts(sheet=sheet_xml(HEADS, ["one", "1", "two", "1", "ib"], first=10**9)), "too many rows", True),
        (
            parts(sheet=sheet_xml().replace("<sheetData>", '<sheetData><row r="x"/>')),
            "broken workbook",
            False,
        ),
    )
]

ALL = [
    *EVERYWHERE,
    *INFINIBAND,
    *TOPOLOGY_FILES,
    *EDGE_LISTS,
    *POINT_TO_POINT,
    *OMNI_PATH,
    *NETBOX,
    *WORKBOOKS,
]


@pytest.mark.parametrize("bad", ALL, ids=str)
def test_a_bad_file_is_refused_by_its_line(read, bad, tmp_path):
    """One sentence that names the file, the line where there is one, and what is wrong."""
    with pytest.raises(InputError) as refused:
        read(bad.form, bad.content, bad.name)
    message = str(refused.value)
    assert bad.says in message
    assert message.startswith(str(tmp_path))
    assert len(message) < 1000
    assert message.isprintable()
    if bad.line:
        assert ": line " in message or ": row " in message


def test_nearly_every_refusal_names_a_line():
    """The others are about a file as a whole."""
    assert len(ALL) >= 150
    assert sum(bad.line for bad in ALL) >= 0.75 * len(ALL)


@pytest.mark.parametrize("form", GOOD)
def test_the_good_files_are_good(read, form):
    """What is spoilt above was readable before."""
    name, content = GOOD[form]
    assert len(read(form, content, name).cables) == (2 if form == "ibnetdiscover" else 1)


def test_the_good_workbook_is_good(read):
    """The workbook made by hand reads as a link."""
    assert len(read("cvt", parts(), "x.xlsx").cables) == 1


@pytest.mark.parametrize("form", READERS)
def test_what_is_no_file_is_refused(form, tmp_path):
    """Neither there nor readable nor of the right kind."""
    paths = [tmp_path / "absent"] if form == "netbox" else [tmp_path / "absent", tmp_path]
    for path in paths:
        with pytest.raises(InputError):
            READERS[form].read(path, {})


@pytest.mark.parametrize("form", GOOD)
@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_byte_order_marks_and_line_ends_change_nothing(read, links, form, ending):
    """A file that went through a spreadsheet or an editor says the same."""
    name, content = GOOD[form]

    def other(text):
        return "\ufeff" + text.replace("\n", ending)

    spelled = {k: other(v) for k, v in content.items()} if isinstance(content, dict) else other(content)
    assert links(read(form, spelled, f"other-{name}")) == links(read(form, content, name))


@pytest.mark.parametrize("form", TEXTS)
def test_a_file_cut_anywhere_is_read_or_refused(read, form):
    """Never anything but a fabric or an InputError."""
    name, content = GOOD[form]
    for end in range(1, len(content), 3):
        try:
            read(form, content[:end], name)
        except InputError:
            continue


def test_dates_that_spreadsheets_make_of_ports_are_told(read, workbook):
    """``1/2`` is January the second to a spreadsheet."""
    rows = [HEADS, ["one", "1/2", "two", "1", "ib"]]
    assert read("cvt", workbook({"Links": rows}), "fine.xlsx").cables[0].a.port_name == "1/2"
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.active["B2"] = dt.date(2025, 1, 2)
    data = io.BytesIO()
    book.save(data)
    with pytest.raises(InputError, match=r"date 2025-01-02.*format the cells as text"):
        read("cvt", data.getvalue(), "dates.xlsx")


def test_csv_with_quotes_and_separators_in_cells(read):
    """Names with commas survive where they are quoted."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["router_a", "router_b"], ["a,1", "b;2"]])
    found = read("edges", buffer.getvalue())
    assert [device.name for device in found.devices] == ["a,1", "b;2"]
