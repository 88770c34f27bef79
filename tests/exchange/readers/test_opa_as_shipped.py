"""Omni-Path workbooks as the vendor's own look: ports left out at hosts, a template row, other endings."""

from small_files import OPA

ROWS = (
    "row1,rack1,host01,gw,,FI,row1,rack1,sw11,,1,SW,,1m,\n"
    ",,host02,,,,,,,,2,,,1m,\n"
    ",,host02,,,,,,,,3,,,1m,\n"
    "Xrow,Xrack,Xhost,,,FI,Xrow,Xrack,Xswitch,,1,SW,,,\n"
)


def test_a_host_needs_no_port(read):
    """It is the adapter's first; where no adapter is named, each cable has its own."""
    fabric = read("opa", OPA + ROWS, "x.csv")
    assert [device.name for device in fabric.devices] == ["host01", "sw11", "host02"]
    ends = [[end.port_name or end.port for end in cable.ends] for cable in fabric.cables]
    assert ends == [["gw/1", 1], [1, 2], [2, 3]]
    assert "1 template rows (Xrack) are left out" in fabric.notes


def test_a_workbook_is_known_by_its_content(read, workbook):
    """The vendor's older forms end in .xlsx.opa10."""
    rows = [line.split(",") for line in (OPA + ROWS).splitlines()]
    fabric = read("opa", workbook({"Fabric Links": rows}), "topology.xlsx.opa10")
    assert len(fabric.cables) == 3
