"""One small good file of each format, and what a bad one is: shared by the tests of refusals."""

import io
import zipfile
from dataclasses import dataclass

import xlsxwriter

from netfloor.foundation.errors import InputError

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
HEADS = P2P.strip().split(",")
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


def check_refused(read, bad, folder):
    """Read a bad file: one sentence that names the file, the line where there is one, and what is wrong."""
    try:
        read(bad.form, bad.content, bad.name)
    except InputError as refused:
        message = str(refused)
    else:
        raise AssertionError(f"{bad} was read")
    assert bad.says in message, message
    assert message.startswith(str(folder))
    assert len(message) < 1000
    assert message.isprintable()
    if bad.line:
        assert ": line " in message or ": row " in message
