"""Columns of locations: racks, or racks with units, wherever the cells are such names."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import Fabric

HEADS = "StartDevice,StartDeviceLocation,StartPort,EndDevice,EndDeviceLocation,EndPort"


def read(folder: Path, text: str) -> Fabric:
    """Return the fabric of a list."""
    (folder / "list.csv").write_text(text)
    return READERS["csv"].tables(folder / "list.csv", {}, TableRequest())


@pytest.mark.parametrize(
    ("a", "b", "places"),
    [
        ("Rack A01", "Rack A02", [("Rack A01", None), ("Rack A02", None)]),
        ("R01C07", "R02C01", [("R01C07", None), ("R02C01", None)]),
        ("A01 U40", "A02 U38", [("A01", 40), ("A02", 38)]),
        ("Hall North", "Hall South", [("", None), ("", None)]),
        ("U40", "U38", [("", 40), ("", 38)]),
    ],
)
def test_a_location_is_what_its_cells_are(tmp_path: Path, a: str, b: str, places: Any) -> None:
    """UFM's headings: a cabinet, a cabinet and a unit, a unit, or neither."""
    fabric = read(tmp_path, f"{HEADS}\nsw1,{a},1,sw2,{b},2\n")
    assert [(fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)] == places


def test_a_column_of_racks_comes_first(tmp_path: Path) -> None:
    """A location beside it is kept as it is."""
    text = "A,Rack A,Location A,Port A,B,Rack B,Location B,Port B\nsw1,7,A01,1,sw2,8,A02,2\n"
    assert [one.name for one in read(tmp_path, text).cabinets] == ["7", "8"]


@pytest.mark.usefixtures("here")
def test_a_list_without_places_says_what_to_run(cli: Callable[..., Any]) -> None:
    """Command lines that can be pasted: each of them ends without an error."""
    Path("my list.csv").write_text("Von,Port,Nach,Anschluss\nleaf1,1,spine1,1\nleaf2,1,spine1,2\n")
    ran = cli("import", "my list.csv", "--from", "csv", "--map", "Anschluss=port b")
    assert ran.code == 3
    lines = [line.partition(": ")[2] for line in ran.err.splitlines() if line.startswith("  ")]
    assert len(lines) == 3
    for line in lines:
        words = [str(word) for word in shlex.split(line)[1:]]
        if "--place" in words:
            words += ["--iterations", "100", "--force"]
        if "--locations" in words:
            places = Path(words[words.index("--locations") + 1])
            text = places.read_text().replace("leaf1,,", "leaf1,A01,").replace("leaf2,,", "leaf2,A02,")
            places.write_text(text.replace("spine1,,", "spine1,A03,"))
        again = cli(*words)
        assert again.code == 0, (line, again.err)


def test_positions_in_a_data_centre_and_lengths_in_descriptions(tmp_path: Path) -> None:
    """GLPI's cables in French: a hall before the rack is not part of its name; a length beside words."""
    heads = (
        "Nom;Type d'élément associé (Extrémité A);Élément associé (Extrémité A);Prise (Extrémité A);"
        "Position dans le centre de données (Extrémité A);Élément associé (Extrémité B);"
        "Prise (Extrémité B);Position dans le centre de données (Extrémité B);Longueur"
    )
    row = "C-1;Ordinateur;web1;eno1;Salle A > Baie 01 > U4;acc1;Gi1/0/1;Salle A > Baie 02 > U41;"
    fabric = read(tmp_path, f"{heads}\n{row}câble de 3 m\n")
    places = {one.name: (fabric.cabinet_name(at), one.unit) for at, one in enumerate(fabric.devices)}
    assert places == {"web1": ("Baie 01", 4), "acc1": ("Baie 02", 41)}
    halls = row.replace("Salle A > Baie 02", "Salle B > Baie 01")
    assert [one.name for one in read(tmp_path, f"{heads}\n{halls}\n").cabinets] == [
        "Salle A > Baie 01",
        "Salle B > Baie 01",
    ]
    fabric = read(tmp_path, "a,port a,b,port b,Length\nsw1,1,sw2,2,3 meter QDR InfiniBand cable\n")
    assert fabric.cables[0].length_mm == 3_000
