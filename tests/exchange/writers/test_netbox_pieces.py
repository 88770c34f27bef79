"""NetBox's cables of several ends a side: a piece that carries several links."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest

from netfloor.exchange.job import checked_values
from netfloor.exchange.writers import EXPORTERS
from netfloor.exchange.writers.netbox.cable_rows import split_pieces
from netfloor.exchange.writers.number_text import metres_up
from netfloor.fabric.fabric import Cable, Device, End, Fabric


def cable_rows(files: Any) -> list[dict[str, str]]:
    """Read the file of cables back."""
    return list(csv.DictReader(io.StringIO(files["10-cables.csv"])))


def piece_of(links: list[tuple[str, str]], devices: str) -> list[Cable]:
    """Return links such as ``("a1", "b1")`` that run in one piece."""
    ends = [tuple(End(devices.index(end[0]), int(end[1:])) for end in link) for link in links]
    return [Cable(f"C{n}", a, b, length_mm=900 + n, piece="C1") for n, (a, b) in enumerate(ends, 1)]


@pytest.mark.parametrize(
    ("links", "sides", "profile"),
    [
        ([("a1", "b2"), ("a2", "b1")], ("a,a p1,p2", "b,b p2,p1"), "trunk-2c1p"),
        ([("a1", "b1"), ("c1", "b2")], ("b,b p1,p2", "a,c p1,p1"), "trunk-2c1p"),
        ([("a1", "b1"), ("a2", "b2"), ("a3", "c1")], ("a,a,a p1,p2,p3", "b,b,c p1,p2,p1"), "trunk-4c1p"),
    ],
)
def test_a_piece_is_one_cable_with_an_end_for_each_link(
    make_job: Any, write_files: Any, links: list[tuple[str, str]], sides: tuple[str, str], profile: str
) -> None:
    """Side A is the device that all share, the k-th ends of both sides are one link; or each on request."""
    devices = tuple(Device(name, "switch", 3) for name in "abc")
    job = replace(make_job(None, 0), fabric=Fabric("three", devices, tuple(piece_of(links, "abc"))))
    rows = cable_rows(write_files(job, "netbox", cables="piece"))
    assert [tuple(f"{r[f'side_{s}_device']} {r[f'side_{s}_name']}" for s in "ab") for r in rows] == [sides]
    assert rows[0]["profile"] == profile
    assert rows[0]["length"] == metres_up(900 + len(links))
    assert cable_rows(write_files(job, "netbox")) == rows
    links_apart = cable_rows(write_files(job, "netbox", cables="link"))
    assert len(links_apart) == len(links)
    assert "profile" not in links_apart[0]


def test_a_piece_of_more_links_than_a_profile_has_is_a_cable_for_each(
    make_job: Any, write_files: Any
) -> None:
    """NetBox has connectors side by side for four links; a note counts what is split up."""
    links = [(f"a{n}", f"b{n}") for n in range(1, 6)]
    devices = tuple(Device(name, "switch", 5) for name in "ab")
    fabric = Fabric("two", devices, tuple(piece_of(links, "ab")))
    job = replace(make_job(None, 0), fabric=fabric)
    assert len(cable_rows(write_files(job, "netbox", cables="piece"))) == 5
    own = replace(job, values=checked_values(EXPORTERS["netbox"], {"cables": "piece"}))
    assert any("5 links run in pieces of more than 4" in text for text in EXPORTERS["netbox"].warnings(own))
    apart = replace(job, values=checked_values(EXPORTERS["netbox"], {"cables": "link"}))
    assert (split_pieces(own), split_pieces(apart)) == (5, 0)


def test_many_cables_in_one_file_are_said(make_job: Any) -> None:
    """With the option that splits them; not where it is given."""
    job = make_job("slimfly:5", 0)
    own = replace(job, values=checked_values(EXPORTERS["netbox"], {}))
    assert any("175 cables in one file" in text for text in EXPORTERS["netbox"].warnings(own))
    assert not any(
        "in one file" in text for text in EXPORTERS["netbox"].warnings(replace(own, chunk_rows=100))
    )
    pairs = zip(own.fabric.cables[::2], own.fabric.cables[1::2], strict=False)
    twins = tuple(replace(cable, piece=pair[0].id) for pair in pairs for cable in pair)
    twin = replace(own, fabric=replace(own.fabric, cables=twins))
    assert not any("in one file" in text for text in EXPORTERS["netbox"].warnings(twin))
