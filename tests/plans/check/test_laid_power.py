"""A plan whose file claims what its cords, feeds and limits do not give fails its check."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.file import document_sha256
from netfloor.plans.verify import verify_plan
from tests.fixtures.power import write_corded, write_open

Change = Callable[[dict[str, Any]], object]


def index(document: dict[str, Any], name: str) -> int:
    """Return the number of a device."""
    return int(document["devices"]["name"].index(name))


def cable(document: dict[str, Any], device: str, label: str) -> int:
    """Return the cable at a port of a device."""
    cables, number = document["cables"], index(document, device)
    return next(
        row
        for row, (a, port) in enumerate(zip(cables["a"], cables["label_a"], strict=True))
        if (a, port) == (number, label)
    )


def lead(document: dict[str, Any], device: str, label: str, pdu: str, outlet: str) -> None:
    """Lead a cord to another outlet, its port by the number that the label ends in."""
    cables, row = document["cables"], cable(document, device, label)
    cables["b"][row], cables["label_b"][row] = index(document, pdu), outlet
    cables["port_b"][row] = int(outlet.removeprefix("out"))
    document["devices"]["ports"][index(document, pdu)] = 14


def limit(document: dict[str, Any], watts: float) -> None:
    """Lower the limit of feed A."""
    document["power"]["feeds"][0]["limit_w"] = watts


def rate(document: dict[str, Any], watts: float) -> None:
    """Lower the rating of all PDUs."""
    kinds = document["devices"]["kind"]
    document["devices"]["rating_w"] = [watts if kind == "pdu" else None for kind in kinds]


def drop_outlet(document: dict[str, Any]) -> None:
    """Take an outlet in use from its PDU's list."""
    row = cable(document, "srv01", "psu-a")
    del document["devices"]["outlets"][document["cables"]["b"][row]][document["cables"]["label_b"][row]]


def swap_form(document: dict[str, Any]) -> None:
    """Make an outlet in use one of another form."""
    row = cable(document, "srv01", "psu-a")
    document["devices"]["outlets"][document["cables"]["b"][row]][document["cables"]["label_b"][row]] = "C19"


def fail(here: Path, cli: Any, change: Change) -> str:
    """Return the problems of the plan after a change, its checksum right again."""
    assert cli("plan", "plan.toml", "--out", "out").code == 0
    path = here / "out/plan.json"
    document = json.loads(path.read_text())
    assert verify_plan(path).ok
    change(document)
    document["sha256"] = document_sha256(document)
    path.write_text(json.dumps(document))
    return "; ".join(verify_plan(path).problems)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (drop_outlet, "pdu1a has no power port out"),
        (swap_form, "a cord of C14 does not fit C19"),
        (lambda document: limit(document, 6_389), "feed A carries 6390 W of 6389 W"),
        (lambda document: rate(document, 2_800), "pdu1a carries 2825 W of 2800 W"),
        (lambda document: rate(document, 5_600), "if feed B fails, pdu1a carries 5650 W of 5600 W"),
        (lambda document: limit(document, 12_700), "if feed B fails, feed A carries 12780 W of 12700 W"),
        (lambda document: document["power"]["added"].append(0), "power.added: are not some of the cables"),
        (
            lambda document: document["power"]["added"].insert(0, 3),
            "C000004: was added and is not a power cord",
        ),
        (lambda document: document["power"]["feeds"].pop(), "feed B has no rule"),
    ],
    ids=["label", "form", "feed", "rating", "rating failed", "feed failed", "added", "no cord", "feeds"],
)
def test_what_is_not_so_is_found(cli: Any, here: Path, change: Change, message: str) -> None:
    """Labels, forms, limits with all feeds and with one failed, and which cords were added."""
    write_open(here, power="survive = true", limit_w=14_000)
    assert message in fail(here, cli, change)


def test_cords_that_share_a_feed_are_found(cli: Any, here: Path) -> None:
    """Both cords of srv01 on feed A: against the rule; without the rule nothing is wrong."""
    write_corded(here)

    def share(document: dict[str, Any]) -> None:
        lead(document, "srv01", "psu-b", "pdu1a", "out14")

    found = fail(here, cli, share)
    assert found == "device srv01: 2 of its 2 cords are on feed A"
    write_corded(here, power="apart = false")
    (here / "out/plan.json").unlink()
    assert cli("plan", "plan.toml", "--out", "out", "--force").code == 0


def test_a_device_that_would_go_dark_is_found(cli: Any, here: Path) -> None:
    """A plan that says that any feed may fail, and a device on one feed alone."""
    write_corded(here, power="apart = false", limit_w=20_000)

    def share(document: dict[str, Any]) -> None:
        lead(document, "srv01", "psu-b", "pdu1a", "out14")
        document["power"]["survive"] = True

    assert "if feed A fails, device srv01 goes dark" in fail(here, cli, share)
