"""Switches of a generated network under names of the user's own: in plan, exports, check and growth."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.file import document_sha256
from netfloor.plans.verify import verify_plan
from netfloor.topologies.switch_names import numbered_names

Cli = Callable[..., Any]
Document = dict[str, Any]
CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_200g.toml"
PLAN = f"""
room = "grid:3x6"
catalogue = "{CATALOGUE}"
[network]
spec = "leafspine:4,2,k=2,t=6"
gbps = 200
names = "{{names}}"
[servers]
rule = "same-cabinet"
per_cabinet = 8
[layout]
iterations = 500
require = ["apart=sw-01,sw-02"]
"""
SEVERAL = """
[networks.data]
spec = "leafspine:2,1,t=2"
gbps = 200
names = "{first}"
[networks.control]
spec = "complete:2,endpoints=10"
gbps = 200
names = "{second}"
[parts]
network_only = true
"""


def planned(cli: Cli, text: str) -> Any:
    """Return what the planning run of a file came to."""
    Path("plan.toml").write_text(text)
    return cli("plan", "plan.toml", "--out", "out", "--force", "-q")


@pytest.mark.usefixtures("here")
def test_labels_requirements_and_growth_know_the_names(cli: Cli) -> None:
    """They count from 1; new switches of a larger network go on, old ones keep theirs."""
    assert planned(cli, PLAN.format(names="sw-{number:02}")).code == 0
    path = Path("out/plan.json")
    assert verify_plan(path).problems == ()
    names = json.loads(path.read_text())["devices"]["name"]
    assert names[:7] == [*(f"sw-0{number}" for number in range(1, 7)), "hsw-01-1"]
    assert cli("export", path, "--to", "netbox", "--out", "nb", "-q").code == 0
    with Path("nb/07-devices.csv").open() as file:
        assert {row["name"] for row in csv.DictReader(file)} >= set(names)
    ran = cli("grow", path, "leafspine:6,2,k=2,t=6", "--iterations", 500, "--out", "new.json", "-q")
    assert ran.code == 0, ran.err
    assert verify_plan(Path("new.json")).problems == ()
    grown = json.loads(Path("new.json").read_text())["devices"]["name"][:8]
    assert grown == ["sw-01", "sw-02", "sw-03", "sw-04", "sw-07", "sw-08", "sw-05", "sw-06"]


@pytest.mark.usefixtures("here")
def test_each_of_several_networks_has_names_of_its_own(cli: Cli) -> None:
    """Those without a pattern are called after their network; two switches of one name are refused."""
    begin = PLAN.partition("[network]")[0]
    assert planned(cli, begin + SEVERAL.format(first="leaf{number}", second="mgmt-{number:03}")).code == 0
    assert verify_plan(Path("out/plan.json")).problems == ()
    names = json.loads(Path("out/plan.json").read_text())["devices"]["name"][:5]
    assert names == ["leaf1", "leaf2", "leaf3", "mgmt-001", "mgmt-002"]
    ran = planned(cli, begin + SEVERAL.format(first="sw{number}", second="sw{number}"))
    assert (ran.code, "two switches are called 'sw1'" in ran.err) == (3, True)


@pytest.mark.parametrize(
    "names", ["sw", "sw-{}", "{number}{number}", "sw-{number:3}", "sw-{name}", " {number}"]
)
@pytest.mark.usefixtures("here")
def test_what_is_no_pattern_is_refused_with_the_form(cli: Cli, names: str) -> None:
    """Before any work."""
    ran = planned(cli, PLAN.format(names=names))
    assert (ran.code, "sw-{number:03}" in ran.err) == (3, True)


def test_a_forged_pattern_is_found(cli: Cli, here: Path) -> None:
    """The names in the plan are those of its pattern."""
    assert planned(cli, PLAN.format(names="sw-{number:02}")).code == 0
    path = here / "out/plan.json"
    for edit in ("rack-{number:02}", ""):
        document: Document = json.loads(path.read_text())
        document["inputs"]["network"]["names"] = edit
        document["sha256"] = document_sha256(document)
        (here / "forged.json").write_text(json.dumps(document))
        assert verify_plan(here / "forged.json").problems


def test_numbers_are_filled_up_with_zeros() -> None:
    """And run past their digits."""
    assert numbered_names("r{number:02}-x", 3, "x", 98) == ("r98-x", "r99-x", "r100-x")
