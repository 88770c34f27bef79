"""Colour and copper category of listed cables in labels, pull sheets and NetBox."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.cable_looks import category_of, color_of, hex_color
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.writers.sheets.labels import label_of, plugs_of
from netfloor.exchange.writers.sheets.pull_sheets import sheets
from netfloor.fabric.fabric import Fabric, FloorCabinet

ROW = "srv1,eth0,A01,leaf1,Eth1/1,A02"


def _listed(folder: Path, headings: str, cells: str) -> Fabric:
    path = folder / "list.csv"
    path.write_text(f"Device A,Port A,Rack A,Device B,Port B,Rack B,{headings}\n{ROW},{cells}\n")
    return read_lists([path], (FloorCabinet("A01"), FloorCabinet("A02"))).fabric


@pytest.mark.parametrize(
    ("headings", "cells", "color", "code", "category"),
    [
        ("Colour,Cable type", "Blue,Cat6A", "Blue", "2196f3", "cat6a"),
        ("Farbe,Kabeltyp", "hellgrün,S/FTP Kat.7", "hellgrün", "8bc34a", "cat7"),
        ("Couleur,fibre", "jaune,Cat 5e", "jaune", "ffeb3b", "cat5e"),
        ("Color,Type", "#FF9800,OM4", "#FF9800", "ff9800", ""),
        ("Cable color,Type", "blue/white,Cat6", "blue/white", "", "cat6"),
    ],
)
def test_lists_state_them_below_any_heading(
    headings: str, cells: str, color: str, code: str, category: str, tmp_path: Path
) -> None:
    """They go into labels and pull sheets as the list has them."""
    fabric = _listed(tmp_path, headings, cells)
    (cable,) = fabric.cables
    assert (color_of(cable), hex_color(cable), category_of(cable)) == (color, code, category)
    plug = plugs_of(fabric)[0]
    assert label_of(fabric, r"{color}\n{category}", plug.links) == (color, category)
    lines = [line for sheet in sheets(fabric) for part in sheet.parts for line in part.lines]
    assert {line.medium for line in lines} == {", ".join(filter(None, (category, color)))}


def test_netbox_has_them(tmp_path: Path, make_job: Any, write_files: Any) -> None:
    """As its own codes of types and colours, unless an option names another colour."""
    fabric = _listed(tmp_path, "Colour,Cable type", "Blue,Cat6A")
    job = replace(make_job(None, 0), fabric=fabric)
    (text,) = [text for name, text in write_files(job, "netbox").items() if "10-cables" in str(name)]
    assert "cat6a" in str(text)
    assert "2196f3" in str(text)
