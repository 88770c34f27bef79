"""``grow`` of five fabrics, and the sheets of what changed."""

import csv
import io
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from netfloor import exit_codes
from netfloor.fabric.fabric import Fabric
from tests.fixtures.commands import rehash
from tests.fixtures.fabrics import (
    FabricCase,
    fabric_in,
    growth_of,
)


@pytest.fixture
def grown(cli: Any, fabric_case: FabricCase, here: Path) -> tuple[FabricCase, Path, Any]:
    """Return a fabric, the plan that it grew to and what ``grow`` said."""
    ran = cli("grow", fabric_case.old, *growth_of(fabric_case, here), "--out", "grown.json", "--json")
    assert ran.code == 0, ran.err
    return fabric_case, here / "grown.json", ran.json()


class NamedCable(NamedTuple):
    """A cable by its id, and device, place and port of its ends."""

    id: str
    ends: tuple[tuple[str, str, str], ...]


def named_cables(fabric: Fabric) -> list[NamedCable]:
    """Return the cables of a fabric by the names of their devices."""
    names = [device.name for device in fabric.devices]
    return [
        NamedCable(
            one.id,
            tuple((names[end.device], fabric.whereabouts(end.device), end.port_text) for end in one.ends),
        )
        for one in fabric.cables
    ]


def labels(cli: Any, plan: Path, out: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return both lines of the label at each end of each cable."""
    assert cli("export", plan, "--to", "labels", "--out", out).code == 0
    rows = csv.DictReader(io.StringIO(Path(out, "labels.csv").read_text()))
    return {(row["CableID"], row["End"]): (row["Line1"], row["Line2"]) for row in rows}


def test_grow_keeps_names_places_ports_and_labels(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """Counted from both plans; what stays has its label, and `verify` counts it again."""
    case, path, document = grown
    sides = fabric_in(case.old), fabric_in(path)
    places = [
        {one.name: (side.cabinet_name(number), one.height) for number, one in enumerate(side.devices)}
        for side in sides
    ]
    stay = sum(places[1].get(name) == place for name, place in places[0].items())
    devices, cables = (document["stays"][key] for key in ("devices", "cables"))
    assert (devices["stay"], devices["stay"] + devices["changed"]) == (
        stay,
        len(places[0].keys() & places[1].keys()),
    )
    assert devices["stay"] == len(places[0])  # nothing is in the way of anything here
    assert cables["stay"] + cables["changed"] + cables["added"] == len(sides[1].cables)
    before, after = (labels(cli, one, f"labels{n}") for n, one in enumerate((case.old, path)))
    ends = {frozenset(one.ends): one.id for one in named_cables(sides[0])}
    stays = {one.id for one in named_cables(sides[1]) if ends.get(frozenset(one.ends)) == one.id}
    assert len(stays) >= cables["stay"] > 0
    changed = [end for end, text in before.items() if end[0] in stays and after.get(end, text) != text]
    assert changed == []
    checked = cli("verify", path)
    assert checked.code == 0, checked.out


def test_a_false_account_of_growth_is_found(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """One cable more that is said to stay than is laid alike in both plans."""
    _, path, _ = grown
    document = json.loads(path.read_text())
    document["grown"]["cables"]["stay"] += 1
    path.write_text(json.dumps(rehash(document)))
    ran = cli("verify", path)
    assert (ran.code, "grown.cables.stay" in ran.out) == (exit_codes.CHECK_FAILED, True)


def test_papers_since_have_what_changed_alone(cli: Any, grown: tuple[FabricCase, Path, Any]) -> None:
    """First line what to do and how many; a label for each end that is new or says something else."""
    case, path, document = grown
    ran = cli("papers", path, "--since", case.old, "--out", "papers", "--json")
    assert ran.code == 0, ran.err
    changes, cables = ran.json()["changes"], document["stays"]["cables"]
    assert (changes["cables"]["new"], changes["cables"]["gone"]) == (cables["added"], cables["removed"])
    assert sum(changes["cables"].values()) == sum(cables[key] for key in ("added", "removed", "changed"))
    before, after = (labels(cli, one, f"labels{n}") for n, one in enumerate((case.old, path)))
    assert changes["labels"] == sum(before.get(end) != text for end, text in after.items())
    written = {one["file"] for one in ran.json()["papers"]}
    assert written == {one.name for one in Path("papers").glob("*.pdf")}
    assert {"changes.pdf", "pull-rows.pdf", "ports.pdf", "labels.pdf"} <= written
    said = cli("papers", path, "--since", case.old, "--out", "papers", "--force").out
    assert said.splitlines()[0] == changes["summary"]
    none = cli("papers", path, "--since", path, "--out", "none", "--json").json()
    assert none["changes"]["summary"].endswith("nothing to do; everything else stays.")


@pytest.mark.usefixtures("here")
def test_sheets_of_changes_are_of_two_plans_of_the_same_devices(cli: Any, fabric_cases: Any) -> None:
    """A plan of another room is refused: what was printed before is none of its devices."""
    plan, other = fabric_cases("lists").old, fabric_cases("imported").old
    ran = cli("papers", plan, "--since", other, "--out", "papers")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert f"{other}: has no device of {plan}" in " ".join(ran.err.split())
    assert not Path("papers").exists()
