"""``[[rule]]`` in planning files of formulas: by name, pattern, role and network; kept, costed, checked."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.plans.file import document_sha256
from tests.fixtures.fabrics import CABLES, DEVICES, NETWORKS, ROOM, ROOT, SINGLE, fabric_in

#: Two rows of three cabinets, and one tray.
TWO_ROWS = (
    ROOM.replace("count = 6", "count = 3")
    + """
[[row]]
name = "B"
start_m = [3.6, 2]
count = 3
pitch_m = 0.6
depth_m = 1.0
front = "left"
units = 30
switch_units = [24, 26, 28, 30]
"""
)


@pytest.fixture
def run(cli: Any, here: Path) -> Any:
    """Return a function that plans a fabric with rules and returns what the command line says."""
    (here / "room.toml").write_text(TWO_ROWS)
    for name in ("parts_200g", "parts_800g"):
        for file in (ROOT / "examples/catalogue").glob(f"{name}*"):
            shutil.copy(file, here)

    def plan(request: str, *rules: str, words: tuple[object, ...] = ()) -> Any:
        text = request.format(seed=1) + "".join(f"\n[[rule]]\n{rule}\n" for rule in rules)
        Path("plan.toml").write_text(text)
        return cli("plan", "plan.toml", *(words or ("--out", "out", "--force")), "--json")

    return plan


def homes() -> dict[str, str]:
    """Return the cabinet of each device of the plan."""
    fabric = fabric_in(Path("out/plan.json"))
    return {device.name: fabric.cabinet_name(number) for number, device in enumerate(fabric.devices)}


def test_rules_hold_in_one_network_and_cost_what_a_second_run_saves(cli: Any, run: Any) -> None:
    """Three switches in three cabinets, two in row B: `verify` finds them kept, and no others."""
    rules = 'apart = ["0", "2", "4"]\nby = "cabinet"', 'devices = ["1", "7"]\nonly = "row:B"'
    document = run(SINGLE, *rules).json()
    found = homes()
    assert len({found[name] for name in "024"}) == 3
    assert {found["1"][0], found["7"][0]} == {"B"}
    costs = {one["requirement"]: one["cable_m_without"] for one in document["requirements"]}
    assert list(costs) == ["apart=0,2,4:cabinet", "only=1,7 in row:B"]
    assert all(
        without <= one["cable_m"]
        for one, without in zip(document["requirements"], costs.values(), strict=True)
    )
    assert cli("verify", "out/plan.json").code == 0


def test_no_two_spines_of_a_network_share_a_cabinet(cli: Any, run: Any) -> None:
    """Of several networks placed together with their servers; all cables count in what the rule costs."""
    rule = 'apart = "spine*"\nby = "cabinet"\nnetwork = "compute"'
    document = run(NETWORKS, rule, 'devices = "spine*"\nonly = ["cabinet:B02"]\nnetwork = "storage"').json()
    found = homes()
    assert found["compute.2"] != found["compute.3"]
    assert found["storage.2"] == "B02"
    assert json.loads(Path("out/plan.json").read_text())["solver"]["together"] is True
    fabric = fabric_in(Path("out/plan.json"))
    whole = sum(cable.length_mm or 0 for cable in fabric.cables) / 1000
    for one in document["requirements"]:
        assert one["cable_m"] == pytest.approx(whole)
        assert one["cable_m_without"] <= one["cable_m"]
    assert cli("verify", "out/plan.json").code == 0


def test_the_check_sees_a_rule_that_the_placement_breaks(cli: Any, run: Any) -> None:
    """A plan that says another rule than the one that was kept does not pass."""
    run(NETWORKS, 'apart = "spine*"\nby = "cabinet"\nnetwork = "compute"')
    plan = json.loads(Path("out/plan.json").read_text())
    away = "A03" if homes()["compute.2"] != "A03" else "A02"
    plan["solver"]["requirements"][0]["text"] = f"only=spine1 of compute in {away}"
    plan["sha256"] = document_sha256(plan)
    Path("out/plan.json").write_text(json.dumps(plan))
    ran = cli("verify", "out/plan.json")
    assert ran.code == exit_codes.CHECK_FAILED
    assert "switch compute.2 is in" in ran.out + ran.err


@pytest.mark.parametrize(
    ("request_", "rules", "said"),
    [
        (SINGLE, ['apart = "spine*"\nby = "row"'], "no switch is called 'spine*'; such as 0"),
        (
            NETWORKS,
            ['apart = "spine*"\nby = "row"'],
            "such as compute.0 or compute.leaf1, or names of compute",
        ),
        (
            NETWORKS,
            ['apart = "*"\nby = "row"\nnetwork = "x"'],
            "unknown network 'x'; known: compute, storage",
        ),
        (SINGLE, ['apart = "0"\nby = "row"'], "'0' does not name two switches of the network"),
        (SINGLE, ['devices = "0"\nonly = "row:Z"'], "no cabinet or row 'row:Z'; such as A01 or row:A"),
        (SINGLE, ['apart = ["0", "1"]\nby = "feed"'], "needs power cords; switches of a formula have none"),
        (SINGLE, ['apart = "[0-2]"\nby = "row"'], "keeps 3 switches apart, with 2 rows open to them"),
        (
            SINGLE,
            ['devices = "1"\nonly = "row:B"', 'devices = "1"\nonly = "row:A"'],
            "leaves no open cabinet for 1 switch beside only=1 in row:B; name more cabinets",
        ),
        (SINGLE, ['devices = "[0-5]"\nonly = "A01"'], "limits 6 switches to cabinets with 4 open slots"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_rule_line_and_remedy(
    run: Any, request_: str, rules: list[str], said: str
) -> None:
    """Before anything is placed or written: by the dry run too."""
    for words in ((), ("--dry-run",)):
        ran = run(request_, *rules, words=words)
        assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
        lines = Path("plan.toml").read_text().splitlines()
        number = [at for at, line in enumerate(lines, 1) if line == "[[rule]]"][-1]
        assert f"plan.toml:{number}: rule {len(rules)} (" in ran.err
        assert said in " ".join(ran.err.split())
    assert not Path("out").exists()


def test_all_wrong_rules_are_told_at_once(run: Any) -> None:
    """Each with its line."""
    ran = run(SINGLE, 'apart = "x*"\nby = "row"', 'devices = "0"\nonly = "Z9"')
    assert "2 problems" in ran.err
    assert all(f"rule {number} (" in ran.err for number in (1, 2))


@pytest.mark.usefixtures("here")
def test_a_plan_grown_or_placed_again_keeps_its_patterns(cli: Any) -> None:
    """Its spines stay in rows of their own after a cabinet is lost, and so do those of a larger network."""
    words = ("--require", "apart=spine*:row", "--iterations", 2000, "--out")
    assert cli("layout", "leafspine:4,2,t=4", "--room", "grid:4x3", *words, "small.json").code == 0
    assert cli("whatif", "small.json", "--set", "taken=R02C01", "--replace").code == 0
    assert (
        cli("grow", "small.json", "leafspine:6,4,t=4", "--iterations", 2000, "--out", "large.json").code
        == 0
    )
    fabric = fabric_in(Path("large.json"))
    rows = [fabric.cabinet_name(number)[:3] for number in range(6, 10)]
    assert sorted(rows) == ["R01", "R02", "R03", "R04"]
    assert cli("verify", "large.json").code == 0


@pytest.fixture
def listed(cli: Any, here: Path) -> Any:
    """Return a function that plans lists with rules, the leaves free, and returns what the command says."""
    (here / "room.toml").write_text(TWO_ROWS)
    head = 'schema = 2\nroom = "room.toml"\n[lists]\ndevices = "devices.csv"\ncables = "cables.csv"\n'

    def plan(*rules: str, cords: str = "") -> Any:
        Path("devices.csv").write_text(DEVICES.replace("SW48,A0[1-2],28", "SW48,,").replace("A03", "B01"))
        Path("cables.csv").write_text(CABLES + cords)
        Path("plan.toml").write_text(head + "".join(f"[[rule]]\n{rule}\n" for rule in rules))
        return cli("plan", "plan.toml", "--out", "out", "--force", "--json")

    return plan


def test_a_rule_on_listed_devices_costs_what_a_second_search_saves(cli: Any, listed: Any) -> None:
    """Two leaves in two rows, by their network; without the rule both are where cables are short."""
    alone = listed().json()
    document = listed('apart = "leaf*"\nby = "row"\nnetwork = "fabric"').json()
    assert cli("verify", "out/plan.json").code == 0
    (rule,) = document["rules"]
    assert rule["rule"] == "leaf* of fabric apart by row"
    assert rule["cable_m_without"] == alone["total_cable_m"] < document["total_cable_m"]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            'apart = "srv[12]"\nby = "feed"',
            "srv1 and srv2 both depend on feed A alone; connect one of them to another",
        ),
        ('apart = ["srv1", "nas1"]\nby = "feed"', "the feed of nas1 is unknown; list their power cords"),
        ('apart = "leaf*"\nby = "row"\nnetwork = "x"', "no device is in network 'x'; known: fabric"),
        ('apart = "leaf*"\nby = "row"\nnetwork = "management"', "no device is called 'leaf*'"),
    ],
)
def test_rules_of_feeds_and_networks_that_lists_break_name_their_line(
    listed: Any, rule: str, said: str
) -> None:
    """The line of the rule, what is wrong and what to do."""
    ran = listed(rule)
    assert ran.code == exit_codes.INVALID_INPUT
    assert "plan.toml:6: rule 1 (" in ran.err
    assert said in " ".join(ran.err.split())


def test_two_servers_on_two_feeds_are_apart_by_feed(cli: Any, listed: Any) -> None:
    """A second cord keeps one of them running; `verify` reads cords and feeds by itself."""
    rule = 'apart = ["srv1", "srv2"]\nby = "feed"'
    assert listed(rule, cords="srv2,psu-b,pdu2,out9,,cord-9\n").code == 0
    assert cli("verify", "out/plan.json").code == 0
    plan = json.loads(Path("out/plan.json").read_text())
    plan["search"]["rules"][0]["devices"] = ["srv1", "srv3"]
    plan["sha256"] = document_sha256(plan)
    Path("out/plan.json").write_text(json.dumps(plan))
    ran = cli("verify", "out/plan.json")
    assert ran.code == exit_codes.CHECK_FAILED
    assert "rule 1: 2 devices are on feed A alone" in ran.out + ran.err
