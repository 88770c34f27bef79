"""Plans beside the files that they name, and networks of every kind verified."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.layout.check import cables as check
from netfloor.plans.check.bound import certificate
from netfloor.plans.check.claims import plain_network
from netfloor.plans.verify import Verification, verify_plan
from netfloor.rooms.room_spec import paper_room
from netfloor.studies.place import LayoutRequest, run_layout
from netfloor.topologies.spec import build

Document = dict[str, Any]


Verified = Callable[[Document], Verification]


Seal = Callable[[Document], Document]


def floor(document: Document, **changes: Any) -> None:
    """Change fields of the room."""
    document["inputs"]["room"]["definition"] |= changes


def test_a_weaker_certificate_is_still_one(good: Document, redrawn: Seal, verified: Verified) -> None:
    """A smaller eigenvalue proves a smaller bound; that claim is true."""
    good["lower_bound"]["eigenvalue"] /= 2
    assert verified(redrawn(good)).ok


@pytest.mark.parametrize("change", ["links", "labels", "format", "path", "family", "order", "sizes"])
def test_an_embedded_graph_is_an_input(
    change: str, plans: Mapping[str, str], reseal: Seal, verified: Verified
) -> None:
    """The user's graph inside a plan is compared with the cables, its names and its file."""
    document = json.loads(plans["file"])
    record = document["inputs"]["network"]
    graph = record["graph"]
    if change == "links":
        graph["links"].pop()
    elif change == "labels":
        graph["labels"].reverse()
    elif change == "order":
        graph["links"].reverse()
    elif change == "sizes":
        graph["links"][0][2] += 10**7
    elif change == "family":
        record["family"] = "slimfly"
    else:
        record["parameters"][change] = "adjacency"
    assert not verified(reseal(document)).ok


def test_a_relabelled_graph_is_found_beside_its_file(
    plans: Mapping[str, str], plan_folder: Path, redrawn: Seal, verified: Verified, here: Path
) -> None:
    """Router names changed throughout a plan are not those of the file that is still there."""
    document = json.loads(plans["file"])
    document["inputs"]["network"]["graph"]["labels"][0] = "HUB"
    assert verified(redrawn(document)).ok
    (here / "star.edges").write_text((plan_folder / "star.edges").read_text())
    problems = verified(document).problems
    assert problems == ("inputs.network: file:star.edges is not the graph of this plan (edited since?)",)


@pytest.mark.parametrize(
    ("name", "text", "field"),
    [
        ("star.edges", "hub a\nhub b\nhub c\na b\n", "inputs.network"),
        ("star.edges", "hub hub\n", "inputs.network"),
        ("hall.toml", "[grid]\nrows = 3\ncolumns = 6\n", "inputs.room"),
        ("hall.toml", "[grid]\nrows = -3\ncolumns = 6\n", "inputs.room"),
    ],
)
def test_a_source_edited_afterwards_is_found(
    name: str, text: str, field: str, plans: Mapping[str, str], verified: Verified, here: Path
) -> None:
    """A graph or room file that is no longer what the plan was made from is named."""
    (here / name).write_text(text)
    found = verified(json.loads(plans["file"]))
    assert len(found.problems) == 1
    assert found.problems[0].startswith(f"{field}: ")


def test_a_source_that_is_elsewhere_is_unchecked(plans: Mapping[str, str], verified: Verified) -> None:
    """A plan can be verified without the files that it was made from, and says so."""
    found = verified(json.loads(plans["file"]))
    assert found.ok
    assert [note.split(" is not here")[0] for note in found.unchecked] == ["hall.toml", "file:star.edges"]


def test_a_namesake_elsewhere_does_no_harm(plan_folder: Path, here: Path) -> None:
    """Another room of the same name in this folder is not held against a plan whose own is beside it."""
    (here / "hall.toml").write_text("[grid]\nrows = 1\ncolumns = 1\n")
    assert verify_plan(plan_folder / "file.json").ok


def test_the_certificate_has_the_parts_of_its_sum() -> None:
    """The bound is its fixed part, what cabinets save, and the two directions."""
    topology = build("slimfly:5")
    room = check.floor_from_definition(paper_room(50).definition())
    parts = certificate(plain_network(topology), room, 5.0)
    fixed = 4000 * topology.link_count - 2000 * parts["inside_links"]
    assert parts["length_mm"] == fixed + parts["rows_mm"] + parts["columns_mm"]
    assert parts["inside_links"] == 25


@pytest.mark.parametrize("spec", ["file:one.edges", "file:two.edges"])
def test_plans_without_a_spectral_bound_are_verified(spec: str, here: Path) -> None:
    """A disconnected network and a single link have bounds that verify."""
    (here / "one.edges").write_text("a b\n")
    (here / "two.edges").write_text("a b\nc d\n")
    request = LayoutRequest(spec, None, here / "p.json", "random", None, None, 1, 0, 1, None, 10.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    assert verify_plan(here / "p.json").ok


FAMILIES = (
    "fattree:4,2",
    "dragonfly:a=2,p=3,h=1",
    "torus:3x3*complete:2,endpoints=2",
    "random:6,3*random:4,3",
    "complete:1",
)


@pytest.mark.parametrize("spec", FAMILIES)
@pytest.mark.parametrize("endpoints", [None, 0, 5])
def test_endpoints_are_rebuilt_however_they_were_given(
    spec: str, endpoints: int | None, here: Path
) -> None:
    """By the family, on some routers only, in the spec or on the command line: the plan verifies."""
    request = LayoutRequest(spec, None, here / "p.json", "random", None, None, 1, 3, 1, endpoints, 100.0)
    run_layout(request, SILENT, Interrupt(), force=False)
    assert verify_plan(here / "p.json").problems == ()


def test_many_problems_are_counted(good: Document, reseal: Seal, verified: Verified) -> None:
    """The first three and the number of the others; all with --verbose."""
    floor(good, column_pitch_mm=1)
    verification = verified(reseal(good))
    text, every = verification.text(), verification.text(verbose=True)
    assert f"{len(verification.problems) - 3:,} more problems: --verbose" in text
    assert text.count("problem      ") == 4
    assert every.count("problem      ") == len(verification.problems) > 20
