"""``netfloor power`` of a plan made from lists: the listed watts, and what is not known of them."""

from pathlib import Path
from typing import Any

from netfloor import exit_codes
from netfloor.plans.file import write_plan
from tests.fixtures.lists import DEVICES, lay_lists


def test_watts_by_cabinet_and_in_all(cli: Any, laid_plan: Path) -> None:
    """The sum of the cabinets is that of the devices; a PDU draws none; nas1 is not known."""
    told = cli("power", laid_plan, "--json").json()
    assert (told["devices"], told["devices_w"], told["without_watts"]) == (7, 2050.0, ["nas1"])
    assert [(one["cabinet"], one["power_w"], one["without_watts"]) for one in told["cabinets"]] == [
        ("A01", 1200.0, []),
        ("A02", 850.0, []),
        ("A03", 0.0, ["nas1"]),
    ]
    assert sum(one["devices"] for one in told["cabinets"]) == 7
    lines = cli("power", laid_plan).out.splitlines()
    assert lines[:2] == [
        'At least 2,050 W for 7 devices in "three racks" (listed watts).',
        "Not known for 1 device: nas1.",
    ]
    assert lines[3].split() == ["A01", "1,200", "W,", "OVER", "limit", "1,000", "W"]
    assert lines[5].endswith("0 W, limit 1,000 W, 1 device not known")


def test_what_is_known_is_said_plainly(cli: Any, here: Path) -> None:
    """Without unknown watts nothing is at least."""
    write_plan(
        here / "whole.json",
        lay_lists(here, devices=DEVICES.replace("nas1,storage,,A03,1,2,,", "nas1,storage,,A03,1,2,700,")),
    )
    assert cli("power", "whole.json").out.startswith(
        '2,750 W for 7 devices in "three racks" (listed watts).\n\n'
    )


def test_a_bisection_is_refused(cli: Any, laid_plan: Path) -> None:
    """Lists are no network of a formula."""
    ran = cli("power", laid_plan, "--bisection")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "--bisection: applies only to networks built from a spec" in ran.err
