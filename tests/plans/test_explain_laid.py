"""``netfloor explain`` and ``verify`` of a plan made from lists."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.plans.file import document_sha256
from netfloor.plans.laid import LaidFabric


@pytest.mark.parametrize("name", ["leaf2:Eth1/49", "spine1 Eth1/2", "LEAF2/eth1/49"])
def test_a_cable_is_named_by_a_port_at_one_end(cli: Any, laid_plan: Path, name: str) -> None:
    """Up from leaf2, along the ladder, down to spine1, slack at both ends."""
    document = cli("explain", laid_plan, name, "--json").json()
    assert document["ends"] == [
        "switch leaf2 in A02 U8, port Eth1/49",
        "switch spine1 in A01 U10, port Eth1/2",
    ]
    assert [one["mm"] for one in document["terms"] if one["mm"]] == [300, 2067, 600, 1978, 300]
    assert document["length_mm"] == document["plan_length_mm"] == 5245


def test_every_cable_adds_up(cli: Any, laid_plan: Path, laid: LaidFabric) -> None:
    """By its id; the terms come to what the plan says."""
    for cable in laid.fabric.cables:
        document = cli("explain", laid_plan, cable.id, "--json").json()
        assert sum(one["mm"] for one in document["terms"]) == cable.length_mm


@pytest.mark.parametrize("name", ["C000099", "leaf2", "leaf2:Eth1/48", ""])
def test_what_names_no_cable_is_refused(cli: Any, laid_plan: Path, name: str) -> None:
    """With an id that there is."""
    ran = cli("explain", laid_plan, name)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "names no cable; an id such as C000001, or a device and its port" in ran.err


def test_no_part_is_made_up(cli: Any, laid_plan: Path) -> None:
    """Terminal and catalogue alike."""
    assert "no part is chosen: the plan is made from lists" in cli("explain", laid_plan, "C000001").out
    assert "part  " not in cli("explain", laid_plan, "C000001").out
    cli("init", "catalogue", "--out", "parts.toml")
    refused = cli("explain", laid_plan, "C000001", "--catalogue", "parts.toml")
    assert (refused.code, "for which no parts are chosen yet" in refused.err) == (
        exit_codes.INVALID_INPUT,
        True,
    )


def test_verify_recomputes_and_says_what_it_cannot_know(cli: Any, laid_plan: Path) -> None:
    """Lengths are proved; what lists say is listed as theirs."""
    ran = cli("verify", laid_plan, "--json")
    document = ran.json()
    assert (ran.code, document["ok"], document["max_cable_m"]) == (0, True, 5.645)
    assert {"devices.watts", "cables.label_a"} <= {one["field"] for one in document["not_provable"]}


def test_verify_finds_a_changed_length_with_a_new_checksum(cli: Any, laid_plan: Path) -> None:
    """Exit code 6, the cable, both lengths."""
    document = json.loads(laid_plan.read_text())
    document["cables"]["length_mm"][1] -= 1
    document["sha256"] = document_sha256({key: value for key, value in document.items() if key != "sha256"})
    laid_plan.write_text(json.dumps(document))
    ran = cli("verify", laid_plan)
    assert ran.code == exit_codes.CHECK_FAILED
    assert "C000002: is 5245 mm, the plan says 5244" in ran.out
