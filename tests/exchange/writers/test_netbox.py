"""NetBox's import files: columns, choices and lengths as its forms have them, no bad record."""

import csv
import io
import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.fabric import Cable, Device, End, Fabric, FloorCabinet
from netfloor.exchange.job import Job
from netfloor.exchange.writers.netbox.rows import CABLE_TYPES, cable_type
from netfloor.exchange.writers.number_text import metres_up
from netfloor.foundation.errors import InputError

# Columns of the forms of NetBox 4.6.8 (dcim/forms/bulk_import.py), required ones with a star.
FORMS = {
    "01-rack-groups": "name*, slug*, description, owner, comments, tags",
    "02-racks": "site*, location, group, name*, facility_id, tenant, status*, role, rack_type, "
    "form_factor, serial, asset_tag, width*, u_height*, desc_units, outer_width, outer_height, "
    "outer_depth, outer_unit, mounting_depth, airflow, weight, max_weight, weight_unit, description, "
    "owner, comments, tags",
    "03-devices": "name, role*, tenant, manufacturer*, device_type*, platform, serial, asset_tag, status*, "
    "site*, location, rack, position, face, latitude, longitude, parent, device_bay, airflow, "
    "virtual_chassis, vc_position, vc_priority, cluster, description, config_template, owner, comments, "
    "tags",
    "04-interfaces": "device*, name*, label, type*, speed, description",
    "05-cable-bundles": "name*, description, owner, comments, tags",
    "06-cables": "side_a_site, side_a_device, side_a_power_panel, side_a_type*, side_a_name*, "
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
    groups = {row["name"] for row in found["01-rack-groups"]}
    racks = {row["name"]: row for row in found["02-racks"]}
    devices = {row["name"]: row for row in found["03-devices"]}
    ports = {(row["device"], row["name"]) for row in found["04-interfaces"]}
    bundles = {row["name"] for row in found["05-cable-bundles"]}
    assert all(row["group"] in groups for row in racks.values())
    assert all(
        row["rack"] in racks and bool(row["position"]) == bool(row["face"]) for row in devices.values()
    )
    assert {device for device, _ in ports} <= set(devices)
    used = Counter()
    for row in found["06-cables"]:
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
    places = Counter((r["rack"], r["position"]) for r in found["03-devices"] if r["position"])
    assert set(places.values()) == {1}
    heights = {row["name"]: int(row["u_height"]) for row in found["02-racks"]}
    assert all(int(unit) + 1 <= heights[rack] for rack, unit in places)


def test_cables_are_those_of_the_plan(job: Job, write_files: Any, links_of: Any) -> None:
    """Read back they join the same ports."""
    rows = tables(write_files(job, "netbox"))["06-cables"]
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
    """No chunk is too long, each has the header, together they are the file."""
    job = make_job(None, seed)
    whole = tables(write_files(job, "netbox"))
    chunked = tables(write_files(replace(job, chunk_rows=most), "netbox"))
    assert all(len(rows) <= most for rows in chunked.values())
    for name, rows in whole.items():
        parts = [part for chunk, part in sorted(chunked.items()) if chunk.startswith(name)]
        assert [row for part in parts for row in part] == rows


TYPES = {
    "AOC-15M": "aoc",
    "400G AOC, 15 m": "aoc",
    "MPO-12 OM4 trunk": "mmf-om4",
    "LC duplex OS2": "smf-os2",
    "passive DAC 1 m": "dac-passive",
    "DAC 1 m": "",
    "optical cable, cut to length": "",
    "copper cable": "",
    "OM3/OM4 adapter": "",
    "AOCX-7": "",
}


@pytest.mark.parametrize(("part", "kind"), TYPES.items())
def test_a_type_is_written_only_where_the_part_tells_it(make_job: Any, part: str, kind: str) -> None:
    """A guess would put single-mode optics on a multi-mode trunk."""
    cable = Cable("C", End(0, 1), End(1, 1), 1000, medium="optical", part=part)
    assert cable_type(make_job(None, 0), cable) == kind


def test_a_type_that_the_user_gives_for_a_medium_is_written(make_job: Any, write_files: Any) -> None:
    """Who ordered the cables knows."""
    job = make_job(None, 3, ordered=True)
    rows = tables(write_files(job, "netbox", electrical_type="dac-passive", optical_type="aoc"))[
        "06-cables"
    ]
    kinds = {"electrical": "dac-passive", "optical": "aoc"}
    assert [row["type"] for row in rows] == [kinds[cable.medium] for cable in job.fabric.cables]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("status", "gone"),
        ("electrical_type", "cat7"),
        ("site", "a;b"),
        ("site", ""),
        ("site", "a\nb"),
        ("switch_units", "-1"),
        ("switch_units", "101"),
        ("interface_type", "400gbase"),
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
    rows = tables(write_files(job, "netbox", switch_units="0"))["03-devices"]
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
    types = [row["device_type"] for row in tables(files)["03-devices"]]
    assert types == ["Switch 1U", "Switch 2U", "Switch 2U", "Switch"]
    assert all(kind in files["README.txt"] for kind in ("Switch 1U (of 1", "Switch 2U (of 2"))
