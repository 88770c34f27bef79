"""The partition of a bisection, written so that anybody can count its cut."""

import csv
from pathlib import Path
from typing import Any

import numpy as np

from netfloor.topologies.spec import build


def test_the_cut_can_be_counted_from_the_file(cli: Any, tmp_path: Path) -> None:
    """Balanced sides; the links between them are the bisection shown."""
    path = tmp_path / "cut.csv"
    shown = cli("topology", "show", "hyperx:6x3", "--cut", path, "--json").json()
    with path.open() as stream:
        side = {row["router"]: int(row["side"]) for row in csv.DictReader(stream)}
    topology = build("hyperx:6x3")
    sides = np.array([side[topology.label(router)] for router in range(18)])
    u, v = topology.links.T
    assert sides.sum() == 9
    assert int((sides[u] != sides[v]).sum()) == shown["bisection_links"] == 21
    assert sides.tolist() == shown["bisection_sides"]


def test_another_file_is_not_overwritten(cli: Any, tmp_path: Path) -> None:
    """One of ours is; anything else needs --force."""
    path = tmp_path / "cut.csv"
    for _ in range(2):
        assert cli("topology", "show", "torus:4x4", "--cut", path, "--quiet").code == 0
    path.write_text("mine\n")
    assert cli("topology", "show", "torus:4x4", "--cut", path).code == 3
    assert path.read_text() == "mine\n"
    assert cli("topology", "show", "torus:4x4", "--cut", path, "--force", "--quiet").code == 0


def test_show_says_what_stands_behind_its_figures(cli: Any) -> None:
    """What proves the bound, the residual, one router's view, degrees."""
    text = cli("topology", "show", "lps:11,7", "--bisection", "--verbose").out
    for part in (
        "edge connectivity",
        "from one (vertex-transitive)",
        "168 of 12",
        "links by second Laplacian",
    ):
        assert part in text
    assert "not defined (irregular)" in cli("topology", "show", "fattree:4,3", "-v").out
    facts = cli("topology", "show", "lps:11,7", "--json").json()
    assert facts["distance_histogram"] == [2016, 13104, 12936]
    assert facts["edge_connectivity"] == 12
    assert 0 < facts["spectrum_residual"] < 1e-9
