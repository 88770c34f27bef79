"""One good file for every reader, and where in it a number, a name and a record stand.

Small on purpose: what a damaged copy does must come from the damage.
"""

# ruff: noqa: E501 - a table, a line a file

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import xlsxwriter

from tests.fixtures.subjects import is_here

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Reader:
    """A reader as a user meets it: a command line and the file that it reads.

    Attributes
    ----------
    text
        The good file; of a workbook its rows as CSV.
    number, name
        Where a number and a name stand: their surroundings with the thing itself between bars.
    record
        A whole record, to stand twice or be cut in two.
    loop
        What to replace, and by what, for a link from something to itself.
    beside
        Other good files that the command needs.
    """

    form: str
    file: str
    command: str
    text: str = ""
    number: str = ""
    name: str = ""
    record: str = ""
    loop: tuple[str, str] = ("", "")
    beside: Mapping[str, str] = field(default_factory=dict)
    workbook: str = ""

    def __str__(self) -> str:
        return self.form

    def encoded(self, text: str) -> bytes:
        """Return a text as the bytes of such a file."""
        return workbook({self.workbook: text}) if self.workbook else text.encode("utf-8", "surrogatepass")

    def with_token(self, which: str, token: str) -> str:
        """Return the good text with a number or a name replaced."""
        before, old, after = which.split("|")
        assert self.text.count(before + old + after) == 1, (self.form, which)
        return self.text.replace(before + old + after, before + token + after)


def workbook(sheets: Mapping[str, str]) -> bytes:
    """Return a workbook of sheets given as CSV, every cell a text."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, "strings_to_formulas": False})
    for name, text in sheets.items():
        page = book.add_worksheet(name)
        for number, line in enumerate(text.splitlines()):
            for column, cell in enumerate(line.split(",")):
                page.write_string(number, column, cell)
    book.close()
    return buffer.getvalue()


@cache
def zip_of_nothing() -> bytes:
    """Return an archive whose one part is 64 MiB of zeros."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"\0" * (64 << 20))
    return buffer.getvalue()


def _example(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


_S1, _S2, _H1 = "S-0000000000000001", "S-0000000000000002", "H-0000000000000003"
NET = (
    f'switchguid=0x1(1)\nSwitch\t4 "{_S1}"\t\t# "R01C01" enhanced port 0 lid 1 lmc 0\n'
    f'[1]\t"{_S2}"[1]\t\t# "R01C02" lid 2 4xNDR\n[2]\t"{_H1}"[1](4) \t\t# "h" lid 3 4xNDR\n'
    f'\nswitchguid=0x2(2)\nSwitch\t4 "{_S2}"\t\t# "R01C02" enhanced port 0 lid 2 lmc 0\n'
    f'[1]\t"{_S1}"[1]\t\t# "R01C01" lid 1 4xNDR\n'
    f'\ncaguid=0x3\nCa\t1 "{_H1}"\t\t# "h"\n[1](4) \t"{_S1}"[2]\t\t# lid 3 lmc 0 "R01C01" lid 1 4xNDR\n'
)
PLACES = "0x0000000000000001,R01C01,40\n0x0000000000000002,R01C02,41\n"
NAMES_PLACES = "router,cabinet\none,R01C01\ntwo,R01C02\n"
_IMPORT = "import {file} --from {form} --locations places.csv -o made.json"
_XML = (
    "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'>\n"
    "<key id='endpoints' for='node' attr.name='endpoints' attr.type='int'/>\n<graph edgedefault='undirected'>\n"
)

GRAPHS = [
    Reader(
        "edges", "x.edges", "topology show file:x.edges", "# nodes: a b c\na b 2\nb c 1\nc a 1\n",
        "b |2|\n", "\n|c| a 1", "b c 1\n", ("b c 1", "b b 1"),
    ),
    Reader(
        "graphml", "x.graphml", "topology show file:x.graphml",
        _XML + "<node id='a'><data key='endpoints'>2</data></node>\n<node id='b'/>\n"
        "<edge source='a' target='b'/>\n</graph></graphml>\n",
        ">|2|<", "target='|b|'", "<node id='b'/>\n", ("target='b'", "target='a'"),
    ),
    Reader("graph6", "x.g6", "topology show file:x.g6", "Dhc\n", name="D|h|c", record="Dhc\n"),
    Reader(
        "adjacency", "x.adjlist", "topology show file:x.adjlist", "a b c\nb c\nc a\n",
        name="\nc |a|", record="b c\n", loop=("b c\n", "b b\n"),
    ),
    Reader(
        "graphgolf", "x.graphgolf", "topology show file:x.graphgolf,format=graphgolf",
        "0 1\n1 2\n2 3\n3 0\n", "\n2 |3|", "|2| 3", "1 2\n", ("1 2", "1 1"),
    ),
    Reader(
        "graphgolf-grid", "x.grid", "topology show file:x.grid,format=graphgolf-grid",
        "0,0 0,1\n0,1 1,1\n1,1 1,0\n1,0 0,0\n", "0,0 0,|1|\n", "|0,0| 0,1", "0,1 1,1\n",
        ("0,1 1,1", "0,1 0,1"),
    ),
    Reader(
        "dot", "x.dot", "topology show file:x.dot", 'graph {\n  "a" -- "b";\n  "b" -- "c";\n  "c" -- "a";\n}\n',
        name='-- "|c|"', record='  "b" -- "c";\n', loop=('"b" -- "c"', '"b" -- "b"'),
    ),
]  # fmt: skip

TABLES = [
    Reader(
        "room", "room.toml", "room show room.toml",
        'name = "our"\n[grid]\nrows = 2\ncolumns = 3\nrow_pitch_m = 1.5\nmissing = ["R2C3"]\n',
        "row_pitch_m = |1.5|", '"|R2C3|"', "rows = 2\n",
    ),
    Reader(
        "hall", "hall.toml", "room check hall.toml",
        "[hall]\noutline_m = [[0, 0], [12, 0], [12, 9], [0, 9]]\n[cable]\nslack_per_end_m = 0.3\n"
        '[[row]]\nname = "A"\nstart_m = [2, 2]\ncount = 12\npitch_m = 0.6\ndepth_m = 1.2\nfront = "left"\n'
        "[[tray]]\npoints_m = [[1.5, 4], [10, 4]]\nheight_m = 2.5\naccess_m = 3\n",
        "pitch_m = |0.6|", 'front = "|left|"', "count = 12\n",
    ),
    Reader(
        "study", "study.toml", "compare study.toml --out out --workers 1 --quiet",
        'title = "Small"\n[solver]\niterations = 100\nchains = 1\n[models]\nbisection_seeds = 1\n'
        'sweep_ns = [0, 100]\n[baselines]\nkinds = []\nunplaced = 1\nplaced = 0\n'
        '[[classes]]\nname = "four"\nnetworks = ["complete:4"]\n',
        "chains = |1|", '"|complete|:4"', "chains = 1\n",
    ),
    Reader(
        "catalogue", "parts.toml", "bom plan.json --catalogue parts.toml", _example("examples/catalogue/parts_200g.toml"),
        "power_w = |400|", 'file = "|parts_200g_cables.csv|"', "cages = 40\n",
    ),
    Reader(
        "catalogue csv", "parts_200g_cables.csv", "bom plan.json --catalogue catalogue.toml",
        _example("examples/catalogue/parts_200g_cables.csv"),
        "0.1,0.1,mcp1650,|1.5|,", "0.1,0.1,|mcp1650|,2,EX",
        "200G QSFP56 DAC,DAC,200,QSFP56,QSFP56,2,0.1,0.1,mcp1650,1,EX-MCP1650-1M,80\n",
    ),
    Reader(
        "cost set", "cost.toml", "cost plan.json --catalogue cost.toml", _example("costmodels/data/cost/slimfly-2014.toml"),
        "value = |350.4|", 'medium_rule = "|reach|"', 'currency = "USD"\n',
    ),
    Reader(
        "power set", "power.toml", "power plan.json --power-set power.toml", _example("costmodels/data/power/chaix-2014.toml"),
        "value = |12.4|", 'year = 2014, source = "Chaix (NII, 2014), port power", trust = "|read|" }\n\n[optical]',
        'name = "chaix-2014"\n',
    ),
    Reader(
        "machine", "machine.toml", "partition policy machine.toml",
        'kind = "bluegene-q"\nname = "Two"\nmidplanes = [2, 2, 1, 1]\n',
        "[2, |2|, 1", '"|bluegene-q|"', 'name = "Two"\n',
    ),
    Reader(
        "plan request", "request.toml", "plan request.toml --out out --workers 1 --quiet",
        'room = "grid:2x3"\ncatalogue = "catalogue.toml"\n[network]\nspec = "complete:4"\nendpoints = 2\n'
        "gbps = 200\n[servers]\nper_cabinet = 8\n[layout]\niterations = 100\n",
        "endpoints = |2|", 'spec = "|complete|:4"', "gbps = 200\n",
    ),
    Reader(
        "ownership", "terms.toml", "plan owned.toml --out out --workers 1 --quiet",
        _example("costmodels/data/ownership/example-usd.toml"),
        "value = |0.0895|", 'trust = "|read|"\n\n[labour]', 'currency = "USD"\n',
        beside={
            "owned.toml": 'room = "grid:2x3"\ncatalogue = "catalogue.toml"\nownership = "terms.toml"\n'
            '[network]\nspec = "complete:4"\nendpoints = 2\ngbps = 200\n[layout]\niterations = 100\n'
        },
    ),
]  # fmt: skip

_SERVERS = "switch,server,cabinet\n" + "".join(
    f"{router},{server},R01C0{router + 1}\n" for router in range(3) for server in (1, 2)
)
LISTS = [
    Reader(
        "fixed switches", "fix.csv",
        "layout slimfly:3 --room grid:4x6 --fix fix.csv --iterations 10 --out made.json --quiet",
        "router,cabinet,position\n0,R01C02,1\n3,R02C01,2\n", "R02C01,|2|", "\n|3|,R02", "0,R01C02,1\n",
    ),
    Reader(
        "servers", "servers.csv", "plan served.toml --out out --workers 1 --quiet", _SERVERS,
        "\n2,|2|,R01C03", "2,2,|R01C03|", "0,1,R01C01\n",
        beside={
            "served.toml": 'room = "grid:1x3"\ncatalogue = "catalogue.toml"\n[network]\nspec = "complete:3"\n'
            'endpoints = 2\ngbps = 200\n[servers]\nrule = "file"\nfile = "servers.csv"\nper_cabinet = 4\n'
            "[layout]\niterations = 100\n"
        },
    ),
    Reader(
        "node names", "names.map",
        "import x.net --from ibnetdiscover --node-name-map names.map --locations places.csv -o made.json",
        '0x0000000000000001 "one"\n0x0000000000000002 "two"\n', '|0x0000000000000002| "two"', '"|two|"',
        '0x0000000000000001 "one"\n', beside={"x.net": NET, "places.csv": PLACES},
    ),
    Reader(
        "locations", "places.csv", "import x.net --from ibnetdiscover --locations places.csv -o made.json",
        PLACES, "R01C01,|40|", "|0x0000000000000001|,", PLACES.splitlines(keepends=True)[0], beside={"x.net": NET},
    ),
    Reader(
        "match", "match.csv",
        "grow plan.json slimfly:4 --match match.csv --iterations 10 --room grid:4x6 --out made.json --quiet",
        "old,new\n0,0\n1,2\n2,1\n", name="\n1,|2|", record="0,0\n",
    ),
    Reader(
        "price list", "prices.csv",
        "catalogue import prices.csv --map Artikel=part,Preis=price,Typ=kind --map Meter=length "
        "--constant gbps=200,connector=QSFP56 --currency EUR --date 2026-01-01 --out made.toml --quiet",
        "Artikel,Typ,Meter,Preis\nK-1,Kupfer,1,80\nK-2,Kupfer,2,100.5\n", "Kupfer,2,|100.5|\n", "K-1,|Kupfer|,1",
        "K-1,Kupfer,1,80\n",
    ),
    Reader("qaplib", "x.dat", "qap x.dat --iterations 10 --quiet", "2\n0 3\n3 0\n0 5\n5 0\n", "\n0 |5|\n", record="0 3\n"),
]  # fmt: skip

_DEVICES = "name,role,site,rack,position\none,switch,X,R01C01,1\ntwo,switch,X,R01C02,1\n"
_OPA = (
    "Rack Group,Rack,Name,Name-2,Port,Type,Rack Group,Rack,Name,Name-2,Port,Type,Label,Length,Details\n"
    "G,R01C01,one,,1,SW,G,R01C02,two,,1,SW,,5,\n"
)
_CVT = "A-Node,A-Port,Z-Node,Z-Port,Protocol\none,1,two,1,ib\none,2,two,2,ib\n"
_P2P = (
    "A-Rack,A-U,A-Node Name,A-Type,A-Port,Z-Rack,Z-RU,Z-Node Name,Z-Type,Z-Port\n"
    "R01C01,1,one,switch,1,R01C02,2,two,switch,1\n"
)
_NAMED = {"places.csv": NAMES_PLACES}
_LINKS = "device,port,device,port\none,1,two,1\none,2,two,2\none,3,two,3\n"
FABRICS = [
    Reader(
        "ibnetdiscover", "x.net", _IMPORT.format(file="x.net", form="ibnetdiscover"), NET,
        f'[|1|]\t"{_S2}"', f'[1]\t"|{_S2}|"', f'[1]\t"{_S2}"[1]\t\t# "R01C02" lid 2 4xNDR\n',
        (f'[1]\t"{_S2}"[1]', f'[1]\t"{_S1}"[1]'), {"places.csv": PLACES},
    ),
    Reader(
        "ibnetdiscover -p", "x.flat", _IMPORT.format(file="x.flat", form="ibnetdiscover"),
        "SW 1 1 0x1 4x NDR - SW 2 1 0x2 ( 'one' - 'two' )\nSW 2 1 0x2 4x NDR - SW 1 1 0x1 ( 'two' - 'one' )\n",
        "SW 1 |1| 0x1 4x NDR -", "SW 2 1 |0x2| 4x", "", ("SW 2 1 0x2 (", "SW 1 2 0x1 ("), _NAMED,
    ),
    Reader(
        "topo", "x.topo", _IMPORT.format(file="x.topo", form="topo"),
        "MQM9700 one\n    P1 -4x-100G-> MQM9700 two P1\n\nMQM9700 two\n    P1 -4x-100G-> MQM9700 one P1\n",
        "one\n    P|1| -", "-> MQM9700 |two| P1", "MQM9700 one\n", ("MQM9700 two P1", "MQM9700 one P2"), _NAMED,
    ),
    Reader(
        "netbox", "fabric/cables.csv", _IMPORT.format(file="fabric", form="netbox"),
        "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit\n"
        "one,dcim.interface,p1,two,dcim.interface,p1,5,m\n",
        "p1,|5|,m", "|two|,dcim.interface,p1,5", "one,dcim.interface,p1,two,dcim.interface,p1,5,m\n",
        ("one,dcim.interface,p1,two,", "one,dcim.interface,p1,one,"),
        {"fabric/devices.csv": _DEVICES, "places.csv": NAMES_PLACES},
    ),
    Reader(
        "netbox devices", "fabric/devices.csv", "import fabric --from netbox -o made.json", _DEVICES,
        "R01C01,|1|\n", "\n|two|,switch", "one,switch,X,R01C01,1\n",
        beside={
            "fabric/cables.csv": "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
            "one,dcim.interface,p1,two,dcim.interface,p1\n"
        },
    ),
    Reader(
        "opa", "opa.csv", _IMPORT.format(file="opa.csv", form="opa"), _OPA,
        ",,|5|,", "SW,G,R01C02,|two|,", _OPA.splitlines(keepends=True)[1], ("R01C02,two,", "R01C01,one,"), _NAMED,
    ),
    Reader(
        "opa workbook", "opa.xlsx", _IMPORT.format(file="opa.xlsx", form="opa"), _OPA,
        ",,|5|,", "SW,G,R01C02,|two|,", _OPA.splitlines(keepends=True)[1], ("R01C02,two,", "R01C01,one,"), _NAMED,
        workbook="Sheet1",
    ),
    Reader(
        "cvt", "cvt.csv", _IMPORT.format(file="cvt.csv", form="cvt"), _CVT,
        name="two,|2|,ib", record="one,1,two,1,ib\n", loop=("one,1,two,", "one,1,one,"), beside=_NAMED,
    ),
    Reader(
        "cvt workbook", "cvt.xlsx", _IMPORT.format(file="cvt.xlsx", form="cvt"), _CVT,
        name="two,|2|,ib", record="one,1,two,1,ib\n", loop=("one,1,two,", "one,1,one,"), beside=_NAMED,
        workbook="Links",
    ),
    Reader(
        "p2p", "p2p.csv", _IMPORT.format(file="p2p.csv", form="p2p"), _P2P,
        "R01C02,|2|,two", "R01C01,1,|one|", _P2P.splitlines(keepends=True)[1], ("R01C02,2,two", "R01C01,1,one"), _NAMED,
    ),
    Reader(
        "edges with places", "x.csv", "import x.csv --from edges -o made.json",
        "router_a,cabinet_a,unit_a,port_a,router_b,cabinet_b,unit_b,port_b,length_m,gbps,count,type_a\n"
        "one,R01C01,40,1,two,R01C02,41,1,5.0,400,1,switch\n",
        ",|5.0|,400", "|two|,R01C02", "one,R01C01,40,1,two,R01C02,41,1,5.0,400,1,switch\n",
        ("two,R01C02,41,1", "one,R01C01,40,2"),
    ),
    Reader(
        "csv", "x.csv", _IMPORT.format(file="x.csv", form="csv"), _LINKS, record="one,3,two,3\n",
        loop=("one,3,two,3", "one,3,one,4"), beside=_NAMED,
    ),
    Reader(
        "lldp json", "one.json", _IMPORT.format(file="one.json", form="lldp"),
        '{"lldp": {"interface": [{"1": {"chassis": {"two": {"id": {"type": "mac", "value": "aa"}, "capability": '
        '{"type": "Bridge", "enabled": true}}}, "port": {"id": {"type": "ifname", "value": "7"}}}}]}}\n',
        loop=('{"two": {', '{"one": {'), beside={"places.csv": "two,R01C02,1\n"},
    ),
    Reader(
        "dot with ports", "x.dot", _IMPORT.format(file="x.dot", form="dot"),
        "graph {\none [function=leaf]; two [function=leaf]\none:p1 -- two:p1 [length=5]\n}\n",
        "[length=|5|]", "|two|:p1", "one:p1 -- two:p1 [length=5]\n", ("-- two:p1", "-- one:p2"), _NAMED,
    ),
    Reader(
        "ns3", "x.txt", _IMPORT.format(file="x.txt", form="ns3"), "2 2 1\n0 1\n0 1 100Gbps 1us 0\n",
        "0 1 |100|Gbps", beside={"places.csv": "0,R01C01,1\n1,R01C02,1\n"},
    ),
]  # fmt: skip

#: Files that netfloor itself wrote; their good bytes are made by the tests.
OURS = [
    Reader("plan file", "bad.json", "verify bad.json"),
    Reader("plan file to cost", "bad.json", "cost bad.json"),
    Reader("plan file to export", "bad.json", "export bad.json --to labels --out out"),
    Reader("results", "bad.sqlite", "report --from bad.sqlite"),
    Reader("circulant checkpoint", "bad.ckpt", "circulant search --routers 12 --radix 4 --quiet --merge bad.ckpt"),
    Reader(
        "failures checkpoint", "bad.ckpt",
        "topology failures complete:5 --proportions 0.2 --max-trials 10 --quiet --checkpoint bad.ckpt",
    ),
    Reader(
        "layout checkpoint", "bad.npz",
        "layout slimfly:3 --room grid:4x6 --iterations 10 --quiet --out made.json --checkpoint bad.npz",
    ),
]  # fmt: skip
READERS = [one for one in (*GRAPHS, *TABLES, *LISTS, *FABRICS, *OURS) if is_here(one.command)]
