"""read(write(x)) = x, for our own writers and for small ones that are written here."""

import csv
import io
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.exchange.job import checked_values
from netfloor.exchange.readers import READERS
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, End, Fabric, FloorCabinet

NAME = st.from_regex(r"[A-Za-z][A-Za-z0-9._-]{0,12}", fullmatch=True).map(lambda text: f"n{text}")
QUICK = settings(max_examples=40, deadline=None)


@st.composite
def fabrics(draw):
    """Draw a fabric: a multigraph of switches with hosts, places, lengths and rates."""
    switches = draw(st.integers(1, 6))
    names = draw(st.lists(NAME, min_size=switches, max_size=switches + 5, unique_by=str.lower))
    cabinets = draw(st.integers(1, 3))
    floor = tuple(
        FloorCabinet(f"R{i + 1:02d}C0{i + 2}", row_name=f"Row {i + 1:02d}") for i in range(cabinets)
    )
    used = Counter()
    cables = []
    kinds = [SWITCH if index < switches else SERVER for index in range(len(names))]

    def port(device):
        used[device] += draw(st.integers(1, 3))
        return End(device, used[device])

    def join(a, b):
        length = draw(st.none() | st.integers(0, 10**7))
        length = None if length is None else length * 10
        gbps = draw(st.none() | st.sampled_from([25.0, 100.0, 400.0, 12.5]))
        cables.append(Cable(f"C{len(cables) + 1:06d}", port(a), port(b), length, gbps))

    for host in range(switches, len(names)):
        join(host, draw(st.integers(0, switches - 1)))
    for _ in range(draw(st.integers(0, 12)) if switches > 1 else 0):
        a, b = draw(st.lists(st.integers(0, switches - 1), min_size=2, max_size=2, unique=True))
        join(a, b)
    devices = tuple(
        Device(
            name,
            kinds[i],
            used[i],
            draw(st.integers(0, cabinets - 1)),
            unit=draw(st.none() | st.integers(1, 48)),
        )
        for i, name in enumerate(names)
    )
    return Fabric("drawn", devices, tuple(cables), floor)


def read(form, content, name="x.csv"):
    """Read files of a format in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        if isinstance(content, dict):
            path.mkdir()
            for file, text in content.items():
                (path / file).write_text(text)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return READERS[form].read(path, {})


def table(rows):
    """Return rows as CSV."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows(rows)
    return buffer.getvalue()


def ends(fabric, *, ports=True):
    """Return every cable by the names of its ends, with length and rate."""
    found = []
    for cable in fabric.cables:
        pair = sorted((fabric.devices[end.device].name, end.port if ports else 0) for end in cable.ends)
        found.append((*pair, cable.length_mm, cable.gbps))
    return sorted(found, key=repr)


def places(fabric, *, joined_only=False):
    """Return kind, cabinet and unit of each device."""
    return {
        device.name: (
            device.kind,
            None if device.cabinet is None else fabric.cabinets[device.cabinet].name,
            device.unit,
        )
        for index, device in enumerate(fabric.devices)
        if fabric.cables_of[index] or not joined_only
    }


def metres(length_mm):
    """Return a length as people write it."""
    return "" if length_mm is None else f"{length_mm / 1000:.3f}"


def side(fabric, end):
    """Return the device of an end, the name of its cabinet and its unit as text."""
    device = fabric.devices[end.device]
    return device, fabric.cabinets[device.cabinet].name, "" if device.unit is None else str(device.unit)


@QUICK
@given(fabrics())
def test_edge_lists_with_headings_hold_everything(fabric):
    """Names, kinds, places, ports, lengths and rates."""
    rows = [[f"{name}_{s}" for s in "ab" for name in ("router", "cabinet", "unit", "port", "type")]]
    rows[0] += ["length_m", "gbps"]
    for cable in fabric.cables:
        cells = []
        for end in cable.ends:
            device, cabinet, unit = side(fabric, end)
            cells += [device.name, cabinet, unit, end.port, device.kind]
        rows.append([*cells, metres(cable.length_mm), "" if cable.gbps is None else cable.gbps])
    if not fabric.cables:
        return
    found = read("edges", table(rows))
    assert ends(found) == ends(fabric)
    assert places(found) == places(fabric, joined_only=True)


@QUICK
@given(fabrics(), st.sampled_from([",", ";", "\t", "|", " "]))
def test_placed_pairs_hold_cables_and_cabinets(fabric, separator):
    """``router cabinet router cabinet`` without headings, whatever is between them."""
    lines = []
    for cable in fabric.cables:
        # in one order: as many rows from either end would state each cable twice
        ends_of = sorted((side(fabric, end) for end in cable.ends), key=lambda one: one[0].name)
        (a, cabinet_a, _), (b, cabinet_b, _) = ends_of
        lines.append(separator.join((a.name, cabinet_a, b.name, cabinet_b)))
    if not lines:
        return
    found = read("edges", "# a comment\n" + "\n".join(lines) + "\n")
    bare = [replace(cable, length_mm=None, gbps=None) for cable in fabric.cables]
    assert ends(found, ports=False) == ends(replace(fabric, cables=tuple(bare)), ports=False)
    cabinets = {name: cabinet for name, (_, cabinet, _) in places(fabric, joined_only=True).items()}
    assert {name: cabinet for name, (_, cabinet, _) in places(found).items()} == cabinets


def netbox(fabric, *, imports):
    """Return the exports of a fabric, in the columns of imports or of table exports."""
    heads = (
        (
            "side_a_device",
            "side_a_type",
            "side_a_name",
            "side_b_device",
            "side_b_type",
            "side_b_name",
            "length",
            "length_unit",
        )
        if imports
        else (
            "Device A",
            "Termination A Type",
            "Termination A",
            "Device B",
            "Termination B Type",
            "Termination B",
            "Length",
            "Unit",
        )
    )
    cables = [heads]
    for cable in fabric.cables:
        cells = []
        for end in cable.ends:
            cells += [fabric.devices[end.device].name, "dcim.interface" if imports else "", f"p{end.port}"]
        length = "" if cable.length_mm is None else f"{cable.length_mm / 1000:.2f}"
        unit = ("m" if imports else "") if length else ""
        cables.append((*cells, length if imports or not length else f"{length} Meters", unit))
    devices = [("name", "role", "device_type", "status", "site", "rack", "position", "face")]
    for device in fabric.devices:
        role = "Leaf Switch" if device.kind == SWITCH else "Compute Node"
        rack, unit = fabric.cabinets[device.cabinet].name, device.unit or ""
        devices.append((device.name, role, "T", "active", "Hall", rack, unit, "front"))
    racks = [
        ("site", "group", "name", "u_height"),
        *(("Hall", c.row_name, c.name, "") for c in fabric.cabinets),
    ]
    interfaces = [("device", "name", "type", "speed")]
    for cable in fabric.cables:
        for end in cable.ends:
            speed = "" if cable.gbps is None else int(cable.gbps * 10**6)
            interfaces.append((fabric.devices[end.device].name, f"p{end.port}", "other", speed))
    return {
        "netbox_devices.csv": table(devices),
        "netbox_cables.csv": table(cables),
        "netbox_racks.csv": table(racks),
        "netbox_interfaces.csv": table(interfaces),
        "netbox_device types.csv": "not,read\n",
        "notes.txt": "not read",
    }


@QUICK
@given(fabrics(), st.booleans())
def test_netbox_exports_hold_everything(fabric, imports):
    """In the columns of its imports, and of its tables."""
    found = read("netbox", netbox(fabric, imports=imports), "export")
    assert ends(found) == ends(fabric)
    assert places(found) == places(fabric)
    assert [(c.name, c.row_name) for c in found.cabinets] == [(c.name, c.row_name) for c in fabric.cabinets]


def opa(fabric, *, blank):
    """Return the rows of a cable plan, repeated cells left empty on request."""
    heads = ("Rack Group", "Rack", "Name", "Name-2", "Port", "Type")
    rows = [["Some cluster"], [], ["Source"], [*heads, *heads, "Label", "Length", "Details", "Rate"]]
    above = [None] * 12
    for cable in fabric.cables:
        cells = []
        for end in cable.ends:
            device, cabinet, _ = side(fabric, end)
            row = next(c.row_name for c in fabric.cabinets if c.name == cabinet)
            cells += [row, cabinet, device.name, "", end.port, "SW" if device.kind == SWITCH else "FI"]
        written = [
            "" if blank and i % 6 in {0, 1, 2, 5} and cell == before else cell
            for i, (cell, before) in enumerate(zip(cells, above, strict=True))
        ]
        rows.append(
            [*written, "", metres(cable.length_mm), "x", "" if cable.gbps is None else f"{cable.gbps}g"]
        )
        above = cells
    return [*rows, *[[]] * blank, ["Core Name:C1", "Core Size:288", "Core Full:0"]]


@QUICK
@given(fabrics(), st.booleans(), st.booleans())
def test_cable_plans_of_omni_path_hold_everything_but_units(workbook, fabric, blank, sheet):
    """As a workbook and as CSV, with all cells or without repeated ones; cores end the list of links."""
    if not fabric.cables:
        return
    rows = opa(fabric, blank=blank)
    content, name = (workbook({"Cluster": rows}), "t.xlsx") if sheet else (table(rows), "t.csv")
    found = read("opa", content, name)
    assert ends(found) == ends(fabric)
    assert {n: p[:2] for n, p in places(found).items()} == {
        n: p[:2] for n, p in places(fabric, joined_only=True).items()
    }


@QUICK
@given(fabrics(), st.booleans())
def test_topology_files_hold_cables_and_rates(fabric, both):
    """A cable in both sections or in one."""
    model = {SWITCH: "MQM9700", SERVER: "HCA_1"}
    lines = []
    for index, device in enumerate(fabric.devices):
        mine = [
            (cable, here, there)
            for cable in fabric.cables
            for here, there in (cable.ends, cable.ends[::-1])
            if here.device == index and (both or here == cable.a)
        ]
        lines.append(f"{model[device.kind]} {device.name} CFG: x=R")
        for cable, here, there in mine:
            far = fabric.devices[there.device]
            arrow = "->" if cable.gbps is None else f"-4x-{cable.gbps / 4:g}G->"
            lines.append(f"    P{here.port} {arrow} {model[far.kind]} {far.name} P{there.port}")
        lines.append("")
    found = read("topo", "\n".join(lines))
    bare = tuple(replace(cable, length_mm=None) for cable in fabric.cables)
    assert ends(found) == ends(replace(fabric, cables=bare))
    assert {d.name: d.kind for d in found.devices} == {d.name: d.kind for d in fabric.devices}


@QUICK
@given(fabrics())
def test_point_to_point_tables_hold_cables_and_places(fabric):
    """The older form, whose types say what a host is."""
    if not fabric.cables:
        return
    rows = [
        (
            "A-Rack",
            "A-U",
            "A-Node Name",
            "A-Type",
            "A-Port",
            "Z-Rack",
            "Z-RU",
            "Z-Node Name",
            "Z-Type",
            "Z-Port",
        )
    ]
    for cable in fabric.cables:
        cells = []
        for end in cable.ends:
            device, cabinet, unit = side(fabric, end)
            port = f"swp{end.port}" if device.kind == SWITCH else f"eth{end.port}"
            cells += [cabinet, unit, device.name, "leaf" if device.kind == SWITCH else "server", port]
        rows.append(cells)
    found = read("p2p", table(rows))
    bare = tuple(replace(cable, length_mm=None, gbps=None) for cable in fabric.cables)
    assert ends(found) == ends(replace(fabric, cables=bare))
    assert places(found) == places(fabric, joined_only=True)


@pytest.mark.parametrize(
    ("form", "written", "name", "holds"),
    [
        ("ibnetdiscover", "ibsim", "fabric.net", {"kinds", "rates"}),
        ("netbox", "netbox", None, {"kinds", "places", "rates", "lengths"}),
        ("cvt", "cvt", "unified.xlsx", set()),
        ("p2p", "cvt", "legacy.xlsx", {"places"}),
    ],
)
def test_what_netfloor_exports_it_reads_again(make_job, form, written, name, holds):
    """Up to the losses that the writers declare; NetBox's lengths are whole centimetres, rounded up."""
    for seed in range(12):
        job = make_job(None, seed)
        exporter = EXPORTERS[written]
        files = dict(exporter.write(replace(job, values=checked_values(exporter, {}))))
        content = {k: v for k, v in files.items() if isinstance(v, str)} if name is None else files[name]
        found, fabric = read(form, content, name or "folder"), job.fabric
        bare = tuple(
            replace(
                cable,
                length_mm=-(-cable.length_mm // 10) * 10 if "lengths" in holds else None,
                gbps=cable.gbps
                if "rates" in holds and (form != "ibnetdiscover" or cable.gbps in {100.0, 400.0})
                else None,
            )
            for cable in fabric.cables
        )
        assert ends(found) == ends(replace(fabric, cables=bare))
        if "kinds" in holds:
            assert [d.kind for d in found.devices] == [d.kind for d in fabric.devices]
        if "places" in holds:
            here = {n: c for n, (_, c, _) in places(fabric, joined_only=form == "p2p").items()}
            assert {n: c for n, (_, c, _) in places(found).items()} == here
