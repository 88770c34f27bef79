"""NetBox's import files: columns, choices and lengths as its forms have them, no bad record."""

import csv
import io
import json
import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.writers import EXPORTERS
from netfloor.exchange.writers.netbox.kinds import CABLE_TYPES, INTERFACE_OF, INTERFACE_TYPES, cable_type
from netfloor.exchange.writers.number_text import metres_up
from netfloor.fabric.fabric import Cable, Device, End, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.plans.laid import LaidFabric
from netfloor.topologies.spec import build

# Columns of the forms of NetBox 4.6.8 (dcim/forms/bulk_import.py), of front ports 4.7's; required ones
# with a star.
FORMS = {
    "01-sites": "name*, slug*, status*, region, group, tenant, facility, time_zone, description, "
    "physical_address, shipping_address, latitude, longitude, owner, comments, tags",
    "02-manufacturers": "name*, slug*, description, owner, comments, tags",
    "03-device-roles": "name*, slug*, parent, color*, vm_role, config_template, description, owner, "
    "comments, tags",
    "04-device-types": "manufacturer*, default_platform, model*, slug*, part_number, u_height*, "
    "exclude_from_utilization, is_full_depth, subdevice_role, airflow, description, weight, weight_unit, "
    "owner, comments, tags",
    "05-rack-groups": "name*, slug*, description, owner, comments, tags",
    "06-racks": "site*, location, group, name*, facility_id, tenant, status*, role, rack_type, "
    "form_factor, serial, asset_tag, width*, u_height*, desc_units, outer_width, outer_height, "
    "outer_depth, outer_unit, mounting_depth, airflow, weight, max_weight, weight_unit, description, "
    "owner, comments, tags",
    "07-devices": "name, role*, tenant, manufacturer*, device_type*, platform, serial, asset_tag, status*, "
    "site*, location, rack, position, face, latitude, longitude, parent, device_bay, airflow, "
    "virtual_chassis, vc_position, vc_priority, cluster, description, config_template, owner, comments, "
    "tags",
    "08-interfaces": "device*, name*, label, type*, speed, description",
    "08a-rear-ports": "device*, name*, label, type*, color, mark_connected, positions, description, owner, "
    "tags",
    "08b-front-ports": "device*, name*, label, type*, color, mark_connected, positions, rear_port*, "
    "rear_port_position, description, owner, tags",
    "08c-power-ports": "device*, name*, label, type, mark_connected, maximum_draw, allocated_draw, "
    "description, owner, tags",
    "08d-power-outlets": "device*, name*, label, type, color, mark_connected, power_port, feed_leg, "
    "description, owner, tags",
    "09-cable-bundles": "name*, description, owner, comments, tags",
    "10-cables": "side_a_site, side_a_device, side_a_power_panel, side_a_type*, side_a_name*, "
    "side_b_site, side_b_device, side_b_power_panel, side_b_type*, side_b_name*, type, status, profile, "
    "tenant, bundle, label, color, length, length_unit, description, owner, comments, tags",
}
LIMITS = {"name": 64, "label": 100, "facility_id": 50, "description": 200}


def tables(files: Any) -> Any:
    """Read the files back in their order."""
    return {
        name.removesuffix(".csv"): list(csv.DictReader(io.StringIO(text)))
        for name, text in sorted(files.items())
        if name.endswith(".csv")
    }


def test_columns_are_those_of_the_forms(job: Job, write_files: Any) -> None:
    """No column that NetBox does not know, none that it requires is missing."""
    for name, text in write_files(job, "netbox").items():
        if name.endswith(".csv"):
            columns = next(csv.reader(io.StringIO(text)))
            form = FORMS[name.removesuffix(".csv")].split(", ")
            assert set(columns) <= {column.rstrip("*") for column in form}
            assert {column.rstrip("*") for column in form if column.endswith("*")} <= set(columns)


def test_no_record_is_bad(job: Job, write_files: Any) -> None:
    """Required values are there, lengths and choices are kept, what is named exists before."""
    found = tables(write_files(job, "netbox"))
    for name, rows in found.items():
        required = [c.rstrip("*") for c in FORMS[name].split(", ") if c.endswith("*")]
        for row in rows:
            assert all(row[column] for column in required)
            assert all(len(row[column]) <= most for column, most in LIMITS.items() if column in row)
    kinds = {(kind["manufacturer"], kind["model"]) for kind in found["04-device-types"]}
    for row in found["07-devices"]:
        assert row["site"] in {site["name"] for site in found["01-sites"]}
        assert row["role"] in {role["name"] for role in found["03-device-roles"]}
        assert (row["manufacturer"], row["device_type"]) in kinds
    assert {maker for maker, _ in kinds} == {maker["name"] for maker in found["02-manufacturers"]}
    groups = {row["name"] for row in found["05-rack-groups"]}
    racks = {row["name"]: row for row in found["06-racks"]}
    devices = {row["name"]: row for row in found["07-devices"]}
    ports = {(row["device"], row["name"]) for row in found["08-interfaces"]}
    bundles = {row["name"] for row in found["09-cable-bundles"]}
    assert all(row["group"] in groups for row in racks.values())
    assert all(
        row["rack"] in racks and bool(row["position"]) == bool(row["face"]) for row in devices.values()
    )
    assert {device for device, _ in ports} <= set(devices)
    used = Counter()
    for row in found["10-cables"]:
        assert row["bundle"] in bundles | {""}
        assert row["status"] == "planned"
        assert row["type"] in (*CABLE_TYPES, "")
        assert row["length_unit"] == "m"
        assert re.fullmatch(r"\d{1,6}\.\d\d", row["length"])
        used.update((row[f"side_{s}_device"], row[f"side_{s}_name"]) for s in "ab")
    assert set(used) == ports
    assert set(used.values()) == {1}


def test_a_rack_unit_holds_one_device(job: Job, write_files: Any) -> None:
    """Two devices in one place would be refused."""
    found = tables(write_files(job, "netbox", switch_units="2"))
    places = Counter((r["rack"], r["position"]) for r in found["07-devices"] if r["position"])
    assert set(places.values()) == {1}
    heights = {row["name"]: int(row["u_height"]) for row in found["06-racks"]}
    assert all(int(unit) + 1 <= heights[rack] for rack, unit in places)


def test_cables_are_those_of_the_plan(job: Job, write_files: Any, links_of: Any) -> None:
    """Read back they join the same ports."""
    rows = tables(write_files(job, "netbox"))["10-cables"]
    ends = [
        tuple(sorted((r[f"side_{s}_device"], int(r[f"side_{s}_name"].removeprefix("p"))) for s in "ab"))
        for r in rows
    ]
    assert sorted(ends) == links_of(job.fabric)


@given(st.integers(0, 10**9))
def test_a_length_is_never_written_too_short(length_mm: int) -> None:
    """Two decimals, rounded up, less than a centimetre too long."""
    written = Decimal(metres_up(length_mm)) * 1000
    assert length_mm <= written < length_mm + 10


def test_the_comma_is_the_separator_that_a_sniffer_finds(job: Job, write_files: Any) -> None:
    """NetBox guesses the separator; no value holds another candidate."""
    for name, text in write_files(job, "netbox").items():
        if name.endswith(".csv"):
            assert not set(";|\t") & set(text)
            if text.count("\n") > 1:
                assert csv.Sniffer().sniff(text, delimiters=",;\t|").delimiter == ","


@given(seed=st.integers(0, 1000), most=st.integers(1, 30))
def test_chunks_are_the_whole_file_in_order(make_job: Any, write_files: Any, seed: int, most: int) -> None:
    """No chunk is too long, each has the header, together they are the file; they are numbered from 1."""
    job = make_job(None, seed)
    whole = tables(write_files(job, "netbox"))
    chunked = tables(write_files(replace(job, chunk_rows=most), "netbox"))
    assert all(len(rows) <= most for rows in chunked.values())
    for name, rows in whole.items():
        parts = [part for chunk, part in sorted(chunked.items()) if chunk.startswith(name)]
        assert [row for part in parts for row in part] == rows
        numbers = [int(found[1]) for one in chunked if (found := re.search(rf"{name}-(\d+)", one))]
        assert sorted(numbers) == list(range(1, len(parts) + 1)) * (len(parts) > 1)


TYPES = {
    "AOC-15M": "aoc",
    "400G AOC, 15 m": "aoc",
    "MPO-12 OM4 trunk": "mmf-om4",
    "LC duplex OS2": "smf-os2",
    "passive DAC 1 m": "dac-passive",
    "DAC 1 m": "",
    "Cat 6A cord, 3 m": "cat6a",
    "EX-CAT6-3": "cat6",
    "Catalyst 6 cable": "",
    "optical cable, cut to length": "",
    "copper cable": "",
    "OM3/OM4 adapter": "",
    "AOCX-7": "",
}


def test_interfaces_are_named_for_the_rate_of_their_links() -> None:
    """The Gb/s of each cage's interface stand in its name, and NetBox has one of that name."""
    units = {"": 0.001, "g": 1, "t": 1000}
    for (form, gbps), name in INTERFACE_OF.items():
        said = re.match(r"([0-9.]+)([gt]?)base-", name)
        assert said is not None
        assert float(said[1]) * units[said[2]] == pytest.approx(gbps), (form, name)
        assert name in INTERFACE_TYPES


@pytest.mark.parametrize(("part", "kind"), TYPES.items())
def test_a_type_is_written_only_where_the_part_tells_it(part: str, kind: str) -> None:
    """A guess would put single-mode optics on a multi-mode trunk."""
    cable = Cable("C", End(0, 1), End(1, 1), 1000, medium="optical", part=part)
    assert cable_type({}, cable) == kind


def test_a_type_that_the_user_gives_for_a_medium_is_written(make_job: Any, write_files: Any) -> None:
    """Who ordered the cables knows."""
    job = make_job(None, 3, ordered=True)
    rows = tables(write_files(job, "netbox", electrical_type="dac-passive", optical_type="aoc"))[
        "10-cables"
    ]
    kinds = {"electrical": "dac-passive", "optical": "aoc"}
    assert [row["type"] for row in rows] == [kinds[cable.medium] for cable in job.fabric.cables]


@pytest.mark.parametrize(
    ("told", "types"), [("cat6a", ("dac-passive", "cat6a")), ("dac-active", ("dac-active", ""))]
)
def test_the_type_of_copper_is_of_twisted_pair_or_of_the_other(told: str, types: tuple[str, str]) -> None:
    """A plan with both has one setting for them: neither kind is written as the other."""
    cable = Cable("C", End(0, 1), End(1, 1), 1000, medium="electrical", part="X")
    found = [cable_type({"electrical_type": told}, replace(cable, kind=kind)) for kind in ("DAC", "TP")]
    assert tuple(found) == types


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("status", "gone"),
        ("electrical_type", "cat99"),
        ("site", "a;b"),
        ("site", ""),
        ("site", "a\nb"),
        ("switch_units", "-1"),
        ("switch_units", "101"),
        ("interface_type", "400gbase"),
        ("optical_color", "yellow"),
        ("templates", "maybe"),
        ("cables", "trunk"),
        ("no_such", "x"),
    ],
)
def test_a_value_that_netbox_would_refuse_is_refused(
    make_job: Any, write_files: Any, name: str, value: str
) -> None:
    """The message names the field."""
    with pytest.raises(InputError, match=f"with {name}"):
        write_files(make_job(None, 0), "netbox", **{name: value})


def test_cabinets_higher_than_netbox_knows_are_refused(make_job: Any, write_files: Any) -> None:
    """100 rack units are the most; positions can be left out."""
    job = make_job("slimfly:5", 7)
    with pytest.raises(InputError, match="100"):
        write_files(job, "netbox", switch_units="100")
    rows = tables(write_files(job, "netbox", switch_units="0"))["07-devices"]
    assert not any(row["position"] or row["face"] for row in rows)


def test_rows_of_one_slug_are_refused(make_job: Any, write_files: Any) -> None:
    """NetBox keeps the slugs of rack groups apart, and one bad record keeps out the file."""
    fabric = Fabric(
        "two",
        (Device("a", "switch", 1, 0), Device("b", "switch", 1, 1)),
        (Cable("C1", End(0, 1), End(1, 1), 1000),),
        (FloorCabinet("X1", row_name="Row 1"), FloorCabinet("X2", row_name="Row-1")),
    )
    job = make_job(None, 0)
    with pytest.raises(InputError, match="slug"):
        write_files(replace(job, fabric=fabric), "netbox")


def test_each_height_is_a_device_type(make_job: Any, write_files: Any) -> None:
    """A kind of several heights has a type for each; one whose height nobody said has its plain name."""
    heights = (1, 2, 2, None)
    devices = [Device(f"s{n}", "switch", 1, units=height) for n, height in enumerate(heights)]
    fabric = Fabric("four", tuple(devices), (Cable("C1", End(0, 1), End(1, 1), 1000),))
    files = write_files(replace(make_job(None, 0), fabric=fabric), "netbox")
    types = [row["device_type"] for row in tables(files)["07-devices"]]
    assert types == ["Switch 1U", "Switch 2U", "Switch 2U", "Switch"]
    rows = tables(files)["04-device-types"]
    assert [(row["model"], row["u_height"]) for row in rows] == [
        ("Switch 1U", "1"),
        ("Switch 2U", "2"),
        ("Switch", "1"),
    ]
    host = replace(devices[3], kind="server", name="h")
    mixed = replace(fabric, devices=(*devices[:3], host))
    rows = tables(write_files(replace(make_job(None, 0), fabric=mixed), "netbox", switch_units="3"))
    assert [row["u_height"] for row in rows["04-device-types"]] == ["1", "2", "1"]


def test_slugs_are_apart_and_never_empty(make_job: Any, write_files: Any) -> None:
    """NetBox refuses two roles of one slug; a name without Latin letters has a slug, too."""
    job = make_job("fattree:3,3", 0)
    found = tables(
        write_files(job, "netbox", switch_role="Node 1", server_role="Node-1", site="\u673a\u623f")
    )
    assert {row["slug"] for row in found["03-device-roles"]} == {"node-1", "node-1-2"}
    assert found["01-sites"][0]["slug"]


def test_templates_give_every_device_the_ports_of_its_cables(make_job: Any, write_files: Any) -> None:
    """Without a file of interfaces, each end of a cable is a template of its device's type, once."""
    job = make_job("fattree:3,3", 0)
    files = write_files(job, "netbox", templates="yes")
    assert not any("interfaces" in name for name in files)
    found = tables(files)
    type_of = {row["name"]: row["device_type"] for row in found["07-devices"]}
    named = {
        kind["model"]: [port["name"] for port in kind["interfaces"]]
        for kind in json.loads(files["04-device-types.json"])
    }
    assert all(len(set(ports)) == len(ports) for ports in named.values())
    ends = {(type_of[r[f"side_{s}_device"]], r[f"side_{s}_name"]) for r in found["10-cables"] for s in "ab"}
    assert ends == {(model, port) for model, ports in named.items() for port in ports}


def two_switches(kinds: list[Cable]) -> Fabric:
    """Return two switches that the cables join, with two cabinets of which one says its size."""
    cabinets = (FloorCabinet("X1", width_mm=600, depth_mm=1200), FloorCabinet("X2"))
    devices = tuple(Device(name, "switch", len(kinds), index) for index, name in enumerate("ab"))
    cables = (
        replace(cable, id=f"C{n}", a=End(0, n), b=End(1, n), length_mm=1000)
        for n, cable in enumerate(kinds, 1)
    )
    return Fabric("two", devices, tuple(cables), cabinets)


CABLE = Cable("", End(0, 1), End(1, 1))


def test_an_interface_has_a_type_where_cage_and_rate_tell_it(make_job: Any, write_files: Any) -> None:
    """Of NetBox's own types; another rate and an unknown cage are other, and said to be."""
    known = replace(CABLE, gbps=400.0, cages=("OSFP", "OSFP-RHS"))
    odd = replace(CABLE, gbps=123.0, cages=("OSFP", ""))
    job = replace(make_job(None, 0), fabric=two_switches([known, odd]))
    types = [row["type"] for row in tables(write_files(job, "netbox"))["08-interfaces"]]
    assert types == ["400gbase-x-osfp", "other", "400gbase-x-osfp-rhs", "other"]
    assert set(INTERFACE_OF.values()) <= INTERFACE_TYPES - {"other"}
    own = replace(job, values=checked_values(EXPORTERS["netbox"], {}))
    assert any("2 of 4 interfaces have NetBox's type" in text for text in EXPORTERS["netbox"].warnings(own))
    given = replace(own, values=checked_values(EXPORTERS["netbox"], {"interface_type": "100gbase-x-cfp"}))
    right = replace(own, fabric=two_switches([known]))
    for job in (given, right):
        assert not any("have NetBox's type" in text for text in EXPORTERS["netbox"].warnings(job))


def test_racks_have_the_outer_size_of_the_room(make_job: Any, write_files: Any) -> None:
    """In millimetres, with the unit that NetBox asks for then; none where the room says none."""
    job = replace(make_job(None, 0), fabric=two_switches([CABLE]))
    rows = tables(write_files(job, "netbox"))["06-racks"]
    sizes = [(row["outer_width"], row["outer_depth"], row["outer_unit"]) for row in rows]
    assert sizes == [("600", "1200", "mm"), ("", "", "")]


def test_a_cable_has_the_colour_of_its_type(make_job: Any, write_files: Any) -> None:
    """Multimode aqua and single-mode yellow as their standard has it; the user's own goes before."""
    media = {"OM4": "optical", "OS2": "optical", "DAC": "electrical"}
    cables = [replace(CABLE, medium=medium, kind=kind) for kind, medium in media.items()]
    job = replace(make_job(None, 0), fabric=two_switches(cables))
    for own, colors in (("", ("00ffff", "ffeb3b", "111111")), ("2196f3", ("2196f3", "2196f3", "111111"))):
        rows = tables(write_files(job, "netbox", optical_color=own))["10-cables"]
        assert tuple(row["color"] for row in rows) == colors


def test_a_cable_has_the_label_that_is_printed_for_it(laid: LaidFabric, write_files: Any) -> None:
    """Whoever reads a label in the room finds it in NetBox, names and all."""
    job = Job(laid.fabric, build("complete:2"))
    rows = tables(write_files(job, "netbox"))["10-cables"]
    in_netbox = {row["label"] for row in rows if row["side_b_type"] != "dcim.powerfeed"}
    rows = csv.DictReader(io.StringIO(write_files(job, "labels")["labels.csv"]))
    first = {row["Line1"] for row in rows if row["End"] == "A"}
    assert in_netbox == first
    assert any("/" in label.split(" / ")[0] for label in in_netbox)
