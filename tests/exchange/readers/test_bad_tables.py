"""Tables that hold no fabric: refused with file and line, whatever is wrong with a row."""

import csv
import io

import pytest
from small_files import (
    CABLE,
    CABLES,
    DEVICES,
    EDGE,
    EDGES,
    LEGACY,
    OPA,
    OPA_ROW,
    P2P,
    Bad,
    check_refused,
    netbox,
)

from netfloor.exchange.tables import tables
from netfloor.foundation.errors import InputError


def edge(**cells):
    """Return an edge list of one row with cells changed."""
    heads = EDGES.strip().split(",")
    row = dict(zip(heads, EDGE.strip().split(","), strict=True)) | cells
    return f"{EDGES}{','.join(row[name] for name in heads)}\n"


EDGE_LISTS = [
    Bad("edges", "x", text, says)
    for text, says in (
        (edge(router_a=""), "a is empty; a value in every row"),
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
        (edge(count="2"), "count 2 with ports"),
        (edge(count="9" * 5000), "count has 5,000 characters; at most 200"),
        (edge(cabinet_a="\x02A"), "control character"),
        (edge(port_a="p\x02"), "control character"),
        (edge(cabinet_b="#REF!"), "#REF!"),
        (edge() + EDGE.replace("two", "three"), "port one 1 is used twice"),
        (edge() + EDGE.replace("5.0", "6.0"), "another length for the cable of"),
        (
            edge() + EDGE.replace("A01", "A09").replace(",1,two", ",2,two").replace(",41,1,", ",41,2,"),
            "one: rack 'A09', but 'A01' in",
        ),
        (
            edge() + EDGE.replace("40", "39").replace(",1,two", ",2,two").replace(",41,1,", ",41,2,"),
            "one: unit '39', but '40' in",
        ),
        (edge() + EDGE.strip() + ",and,more,cells\n", "'and' has no heading"),
        (EDGES.strip() + ",router_a\n" + EDGE.strip() + ",other\n", "two columns are called a; map"),
        (EDGES + '"one,A01\n', "is not valid CSV"),
        (EDGES + 'one,"A"01",1,1,two,A02,1,1,5,1,1,\n', "is not valid CSV"),
        ("a b\na b c d\n", "has 4 fields"),
        ("a A01 b B01\na A01 b\n", "has 3 columns"),
        ("one two three four five\n", "has 5 columns"),
        ("a b -2\n", "out of range"),
        ("a b 1.5\n", "not a whole number"),
        ("alone\n", "has 1 column;"),
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
        (P2P + ",1,two,1,ib\n", "a is empty"),
        (P2P + "one,1,two,1,ib\none,1,two,2,ib\n", "port one 1 is used twice"),
        (P2P + "one,1,two,1,ib,extra\n", "'extra' has no heading"),
        (
            P2P.replace("Protocol", "A-Node Name") + "one,1,two,1,six\n",
            "'A-Node' and 'A-Node Name' may both be a",
        ),
        (LEGACY + "A01,x,one,switch,1,A02,1,two,switch,1\n", "unit 'x'"),
        (
            LEGACY + "A01,1,one,switch,1,A02,1,two,switch,1\nA09,1,one,switch,2,A02,1,two,switch,2\n",
            "one: rack 'A09', but 'A01' in",
        ),
        (
            LEGACY + "A01,1,one,switch,1,A02,1,two,switch,1\nA01,5,one,switch,2,A02,1,two,switch,2\n",
            "one: unit '5', but '1' in",
        ),
    )
] + [
    Bad(
        "cvt",
        "x.csv",
        "just,some,words\n",
        "there is no column a or b; unknown headings: just, some, words",
    ),
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
        (OPA_ROW + OPA_ROW, "holds a cable already"),
        (OPA_ROW + OPA_ROW.replace("SW,G", "FI,G").replace(",1,", ",2,"), "is a server in"),
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
        (netbox(DEVICES.replace("A02,1", "A02,999")), "position 999"),
        (netbox(DEVICES.replace("two,switch,X", "two,switch,Y")), "site 'Y'"),
        (netbox(DEVICES.replace("name", "label")), "no column name"),
        (netbox(DEVICES.replace("one", "o\x01ne")), "control character"),
        (netbox(cables=CABLES + CABLE.replace("two", "three")), "there is no device 'three'"),
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
    Bad("netbox", "x.csv", CABLES + CABLE, "is not a folder", line=False),
]


@pytest.mark.parametrize("bad", [*EDGE_LISTS, *POINT_TO_POINT, *OMNI_PATH, *NETBOX], ids=str)
def test_a_bad_file_is_refused_by_its_line(read, bad, tmp_path):
    """One sentence that names the file, the line where there is one, and what is wrong."""
    check_refused(read, bad, tmp_path)


def test_csv_with_quotes_and_separators_in_cells(read):
    """Names with commas survive where they are quoted."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["router_a", "router_b"], ["a,1", "b;2"]])
    found = read("edges", buffer.getvalue())
    assert [device.name for device in found.devices] == ["a,1", "b;2"]


def test_a_line_of_separators_counts_by_its_cells(read, monkeypatch):
    """A file of nothing but commas would be tens of millions of cells."""
    monkeypatch.setattr(tables, "MAX_CELLS", 5000)
    with pytest.raises(InputError, match="line 3: too many cells"):
        read("cvt", P2P + ("," * 4000 + "\n") * 3, "x.csv")
