"""NetBox's panels, cords and racks: links traced through ports, and written back as they were read."""

from dataclasses import fields, replace

import pytest

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import PANEL, PDU, STORAGE, SWITCH
from netfloor.fabric.links import links_alone, trace_links

DEVICES = """\
Name,Role,Manufacturer,Device type,Site,Status,Rack,Position,Face,Serial number,Asset tag
leaf,Leaf switch,Acme,S48,Hall,Active,A01,1,Front,SN1,T-1
spine,Spine switch,Acme,S32,Hall,Active,B01,40,Front,SN2,
nas,Storage,Acme,N4,Hall,Staged,B01,1,Rear,,
one,Patch panel,Acme,P24,Hall,Active,A01,42,Front,,
two,Patch panel,Acme,P24,Hall,Active,B01,42,Front,,
strip,PDU,Acme,Strip,Hall,Active,A01,,,,
"""
RACKS = """\
Site,Name,Height,Descending units,Starting unit,Facility ID,Outer width,Outer depth,Outer unit
Hall,A01,42U,True,1,F-9,600,1200,mm
Hall,B01,42U,False,1,,,,
"""
TYPES = """\
Manufacturer,Model,U height,Is full depth,Weight,Weight unit
Acme,S48,2,False,9.5,kg
Acme,S32,1,True,,
Acme,N4,4,True,110,lb
Acme,P24,1,False,,
Acme,Strip,0,True,,
"""
INTERFACES = """\
Device,Name,Type,Speed
leaf,Eth1/49,QSFP28 (100GE),
leaf,Eth1/50,QSFP28 (100GE),
leaf,mgmt0,1000BASE-T (1GE),
spine,Eth1/1,QSFP28 (100GE),40000000
spine,Eth1/2,QSFP28 (100GE),
nas,e0,SFP28 (25GE),
"""
FRONT = """\
Device,Name,Rear port,Rear port position
one,1,1,1
one,2,1,2
two,1,1,1
two,2,1,2
"""
CABLES = (
    "ID,Label,Device A,Side A Type,Interface A,Device B,Side B Type,Interface B,Type,Length,Length unit,"
    """Color,Description
7,P-7,leaf,Interface,Eth1/49,one,Front port,1,SMF OS2,6.5,Feet,FFEB3B,patch
8,,one,Rear port,1,two,Rear port,1,SMF OS2,30,Meters,,
9,,two,Front port,1,spine,Interface,Eth1/1,SMF OS2,3,Meters,,
10,,leaf,Interface,Eth1/50,one,Front port,2,SMF OS2,2,Meters,,
11,,two,Front port,2,spine,Interface,Eth1/2,SMF OS2,4,Meters,,
12,,leaf,Power port,PSU1,strip,Power outlet,5,Power,,,,
13,,nas,Interface,e0,leaf,Interface,mgmt0,CAT6a,12.25,Meters,,
"""
)
POWER = "Device,Name,Maximum draw,Allocated draw\nleaf,PSU1,650,400\n"
EXPORT = {
    "devices": DEVICES,
    "racks": RACKS,
    "device types": TYPES,
    "interfaces": INTERFACES,
    "front ports": FRONT,
    "power ports": POWER,
    "cables": CABLES,
}


def folder(**changes):
    """Return an export of a leaf and a spine that two panels join, storage and a PDU."""
    lists = EXPORT | {name.replace("_", " "): text for name, text in changes.items()}
    return {f"netbox_{name}.csv": text for name, text in lists.items() if text}


def facts(fabric):
    """Return all that a fabric holds, by names, apart from what it is called and its notes."""
    names = [device.name for device in fabric.devices]
    devices = [
        {f.name: getattr(device, f.name) for f in fields(device)} | {"cabinet": fabric.cabinet_name(i)}
        for i, device in enumerate(fabric.devices)
    ]
    cables = [
        {f.name: getattr(cable, f.name) for f in fields(cable)}
        | {
            side: (names[end.device], end.port, end.port_name)
            for side, end in zip("ab", cable.ends, strict=True)
        }
        for cable in fabric.cables
    ]
    return devices, cables, [{f.name: getattr(c, f.name) for f in fields(c)} for c in fabric.cabinets]


def test_links_through_panels_are_one_with_their_pieces(read):
    """The k-th front port of a shared rear port leads to the k-th of the far panel; lengths are added."""
    fabric = read("netbox", folder(), "export")
    kinds = {device.name: device.kind for device in fabric.devices}
    assert kinds["one"] == kinds["two"] == PANEL
    links = {
        tuple(sorted(fabric.devices[end.device].name for end in (link.a, link.b))): link
        for link in trace_links(fabric).links[1:]
    }
    assert [piece.id for piece in links["leaf", "spine"].pieces] == ["10", "8", "11"]
    assert links["leaf", "spine"].length_mm == 36_000
    alone = links_alone(fabric)
    assert [(cable.id, cable.length_mm, cable.gbps) for cable in alone.cables] == [
        ("7", 1981 + 30_000 + 3_000, 40.0),
        ("10", 36_000, 100.0),
        ("13", 12_250, 1.0),
    ]
    assert any("2 links through panels" in note for note in fabric.notes)


def test_without_the_front_ports_it_is_said_what_is_not_known(read):
    """A link that ends inside a panel is none, and the note names the export that tells more."""
    fabric = read("netbox", folder(front_ports=""), "export")
    assert [cable.id for cable in links_alone(fabric).cables] == ["13"]
    assert any(
        "4 interfaces end at a panel whose other end is not known" in note and "front-ports.csv" in note
        for note in fabric.notes
    )


@pytest.mark.parametrize("mappings", [False, True])
def test_front_ports_say_their_rear_ports_in_columns_or_as_mappings(read, mappings):
    """NetBox lists R1:2 from 4.5 on."""
    rows = [line.split(",") for line in FRONT.splitlines()[1:]]
    text = "Device,Name,Mappings\n" + "".join(f"{a},{b},{c}:{d}\n" for a, b, c, d in rows)
    fabric = read("netbox", folder(front_ports=text if mappings else FRONT), "export")
    assert len(links_alone(fabric).cables) == 3


def test_units_count_from_the_end_that_the_rack_says(read):
    """Two units from unit 1 of 42 that descend are the uppermost two; the lowest of them is 41."""
    fabric = read("netbox", folder(), "export")
    units = {device.name: device.unit for device in fabric.devices}
    assert units == {"leaf": 41, "spine": 40, "nas": 1, "one": 1, "two": 42, "strip": None}
    racks = RACKS.replace("False,1", "False,20")
    devices = DEVICES.replace("B01,40", "B01,59").replace("B01,1,", "B01,20,").replace("B01,42", "B01,61")
    again = read("netbox", folder(racks=racks, devices=devices), "other")
    assert {device.name: device.unit for device in again.devices} == units
    assert again.cabinets[1].rail_number(40, 1) == 59


def test_heights_weights_draws_labels_and_colours_are_kept(read):
    """What types, power ports and cables say; the draw is the allocated one."""
    fabric = read("netbox", folder(), "export")
    leaf, _, nas, _, _, strip = fabric.devices
    assert (leaf.units, leaf.half_depth, leaf.kilograms, leaf.watts) == (2, True, 9.5, 400.0)
    assert (nas.kind, nas.units, nas.kilograms, nas.face) == (STORAGE, 4, 49.9, "rear")
    assert (strip.kind, strip.units) == (PDU, 0)
    assert (leaf.kind, leaf.attributes["serial"], leaf.attributes["asset_tag"]) == (SWITCH, "SN1", "T-1")
    cord = next(cable for cable in fabric.cables if cable.id == "12")
    assert [end.port_name for end in cord.ends] == ["PSU1", "5"]
    patch = fabric.cables[0]
    assert (patch.kind, patch.length_mm, patch.gbps) == ("OS2", 1981, 100.0)
    wanted = {"label": "P-7", "type": "smf-os2", "color": "ffeb3b", "description": "patch"}
    assert wanted.items() <= patch.attributes.items()
    assert fabric.cabinets[0].attributes == {"facility_id": "F-9"}


def written(fabric):
    """Return the files of an export of a fabric."""
    exporter = EXPORTERS["netbox"]
    return dict(exporter.write(Job(fabric, None, values=checked_values(exporter, {}))))


def planned(found):
    """Return facts whose cables have the status that an export gives them, where they have none."""
    return tuple(
        [
            {**one, "attributes": {"status": "planned", **one["attributes"]}} if "kind" in one else one
            for one in part
        ]
        for part in found
    )


def test_written_back_it_is_the_same(read):
    """Panels with their ports, cords, units from the top, ids, feet, serial numbers: nothing is lost."""
    fabric = read("netbox", folder(), "export")
    again = read("netbox", written(fabric), "again")
    for found, wanted in zip(facts(again), planned(facts(fabric)), strict=True):
        for one, other in zip(found, wanted, strict=True):
            assert one == other
    moved = replace(fabric, cabinets=tuple(replace(c, first_unit=1) for c in fabric.cabinets))
    assert facts(read("netbox", written(again), "third")) == planned(facts(moved))
