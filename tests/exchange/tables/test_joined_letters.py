"""Headings of ends with their letter joined, ids below the names of cables, and the more precise medium."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import Unused, unused_notes
from netfloor.fabric.fabric import Cable
from netfloor.foundation.errors import InputError


def _cables(folder: Path, text: str) -> tuple[tuple[str, ...], list[Cable]]:
    path = folder / "list.csv"
    path.write_text(text, encoding="utf-8")
    fabric = read_lists([path], (), TableRequest({})).fabric
    ends = tuple(
        f"{fabric.devices[end.device].name} {end.port_text}"
        for cable in fabric.cables
        for end in cable.ends
    )
    return ends, list(fabric.cables)


@pytest.mark.parametrize(
    "heads",
    [
        "a_device,b_device,aport,bport",
        "adev,bdev,a_int,b_int",
        "hosta,hostb,porta,portb",
        "ahost,zhost,aport,zport",
    ],
)
def test_a_letter_joined_to_a_word_is_the_end(tmp_path: Path, heads: str) -> None:
    """No port is of the other end."""
    ends, _ = _cables(tmp_path, f"{heads},speed\nleaf1,leaf2,Eth1/49,Eth1/50,100G\n")
    assert ends == ("leaf1 Eth1/49", "leaf2 Eth1/50")


def test_an_offer_is_never_of_the_other_end() -> None:
    """A heading that names no end has an offer only if one end is open."""
    both, far = ("port_a", "port_b"), ("port_b",)
    for heading, lacking, offered in (
        ("Portt A", both, "port a"),
        ("Portt A", far, "FIELD"),
        ("portx", both, "FIELD"),
        ("portx", far, "port b"),
    ):
        (note,) = unused_notes([Unused("list.csv", heading, 2, lacking)])
        assert f"--map '{heading}={offered}'" in note


@pytest.mark.parametrize(
    ("heading", "cells", "ids"),
    [
        ("Patchkabel", ("R-001", "R-002"), ["R-001", "R-002"]),
        ("Bretella", ("B1", "B2"), ["B1", "B2"]),
        ("Cable", ("DAC-001", "DAC-002"), ["DAC-001", "DAC-002"]),
        ("Patchkabel", ("Cat6A 1m", "Cat6A 2m"), ["C000001", "C000002"]),
        ("Cable", ("OM4 1m", "OM4 2m"), ["C000001", "C000002"]),
        ("Cable Label", ("OM4 1", "OM4 2"), ["OM4 1", "OM4 2"]),
    ],
)
def test_names_of_cables_are_ids_and_types_are_not(
    tmp_path: Path, heading: str, cells: tuple[str, str], ids: list[str]
) -> None:
    """A column of cables has their ids if all differ and none is a type."""
    rows = f"{cells[0]},s1,eth0,t1,1\n{cells[1]},s2,eth0,t1,2\n"
    _, cables = _cables(tmp_path, f"{heading},From,From Port,To,To Port\n{rows}")
    assert [cable.id for cable in cables] == ids


_HEADS = "From,From Port,To,To Port,Cable Type,Description\n"


def test_the_more_precise_medium_holds(tmp_path: Path) -> None:
    """In whichever column it is."""
    rows = "s1,0,t1,1,Copper,CAT6A patch\ns2,0,t1,2,Cat6A,copper\ns3,0,t1,3,Fiber,OM4\ns4,0,t1,4,Fiber,\n"
    _, cables = _cables(tmp_path, _HEADS + rows)
    assert [cable.kind for cable in cables] == ["TP", "TP", "OM4", "fibre"]


def test_media_that_contradict_each_other_are_asked_about(tmp_path: Path) -> None:
    """With the options that skip either column."""
    with pytest.raises(InputError, match="fibre is copper and OM4") as asked:
        _cables(tmp_path, f"{_HEADS}s1,0,t1,1,Copper,OM4\n")
    assert 'map "Cable Type=skip"' in str(asked.value)
    assert 'map "Description=skip"' in str(asked.value)
