"""``whatif`` on five fabrics, by their own prices and network by network."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import netfloor as nf
from netfloor import exit_codes
from netfloor.fabric.fabric import SWITCH
from tests.fixtures.fabrics import (
    FabricCase,
    fabric_in,
    metres,
)

#: Prices of the plans that were made without any, as options of ``whatif`` and ``bom``.
PRICES = {
    "lists": ("--catalogue", "parts_cluster.toml", "--partial"),
    "imported": ("--catalogue", "parts_cluster.toml"),
}


@pytest.fixture
def ask_whatif(
    cli: Any, fabric_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, Any]]:
    """Return the document of ``whatif`` on a fabric by its own prices, or by a catalogue."""
    monkeypatch.chdir(fabric_folder)

    def ask(case: FabricCase, *changes: object) -> dict[str, Any]:
        ran = cli("whatif", case.old, *changes, *PRICES.get(case.name, ()), "--json")
        assert ran.code == 0, ran.err
        document: dict[str, Any] = ran.json()
        return document

    return ask


def test_whatif_prices_a_plan_as_bom_does(cli: Any, ask_whatif: Any, fabric_case: FabricCase) -> None:
    """Money and its currency are those of the bill; the length is that of the fabric."""
    document = ask_whatif(fabric_case, "--set", "slack=+1")
    bill = cli("bom", fabric_case.old, *PRICES.get(fabric_case.name, ()), "--json").json()
    figures = document["baseline"]["figures"]
    assert figures["bill_cost"] == bill["summary"]["total_cost"]
    assert document["currency"] == bill["currency"]
    with_servers = figures["all_cable_m"]
    length = figures["total_cable_m"] if with_servers is None else with_servers
    assert length == pytest.approx(metres(fabric_in(fabric_case.old)))
    assert document["answer"][0].startswith("slack=+1: total of the bill ")


def test_whatif_networks_add_up(ask_whatif: Any, fabric_case: FabricCase) -> None:
    """Each of several networks has its own cable and latency; all has no figure that only one may have."""
    document = ask_whatif(fabric_case, "--set", "overhead=+0.5")
    point = document["points"][0]
    networks = {device.network for device in fabric_in(fabric_case.old).devices if device.network}
    assert set(point["networks"]) == networks
    if not networks:
        assert point["figures"]["mean_latency_ns"] is not None
        return
    assert point["figures"]["mean_latency_ns"] is None
    assert point["figures"]["radix"] is None
    for when in ("figures", "differences"):
        parts = [one[when]["total_cable_m"] for one in point["networks"].values()]
        assert sum(parts) <= point[when]["total_cable_m"] + 1e-6
    assert point["differences"]["total_cable_m"] > 0


def test_whatif_adds_a_metre_to_every_cable_between_cabinets(
    ask_whatif: Any, fabric_case: FabricCase
) -> None:
    """Half a metre more slack at each end, by hand; cables inside cabinets stay."""
    point = ask_whatif(fabric_case, "--set", "overhead=+0.5")["points"][0]
    fabric = fabric_in(fabric_case.old)
    apart = sum(
        len({fabric.devices[end.device].cabinet for end in cable.ends}) > 1
        for cable in fabric.cables
        if {fabric.devices[end.device].kind for end in cable.ends} == {SWITCH}
    )
    assert point["differences"]["total_cable_m"] == pytest.approx(apart)


def test_whatif_doubles_what_electricity_costs(ask_whatif: Any, fabric_case: FabricCase) -> None:
    """The change is one more time the electricity, and nothing else changes."""
    document = ask_whatif(fabric_case, "--electricity", 0.2, "--years", 3, "--sweep", "electricity=+100%")
    base, point = document["baseline"]["figures"], document["points"][0]
    assert base["electricity_cost"] > 0
    for key in ("ownership_cost", "electricity_cost"):
        assert point["differences"][key] == pytest.approx(base["electricity_cost"])
    assert point["differences"]["bill_cost"] == point["differences"]["total_cable_m"] == 0


def test_whatif_counts_the_watts_of_listed_devices(ask_whatif: Any, fabric_cases: Any) -> None:
    """Of lists: 350 + 2 x 250 + 60 W of switches, 4 x 600 + 800 W of servers and storage, all year."""
    case = fabric_cases("lists")
    figures = ask_whatif(case, "--electricity", 0.2, "--set", "slack=+1")["baseline"]["figures"]
    assert (figures["network_power_w"], figures["power_with_servers_w"]) == (910, 4110)
    assert figures["electricity_kwh"] == pytest.approx(4110 * 8.76)


@pytest.mark.usefixtures("here")
def test_whatif_raises_one_kind_of_part_by_its_share(cli: Any, fabric_cases: Any) -> None:
    """A fifth more for switches is a fifth of what the bill has for them: no other switch is cheaper."""
    plan = fabric_cases("mixed").old
    parts = cli("bom", plan, "--json").json()["parts"]
    paid = sum(part["extended_price"] for part in parts if part["kind"] == "switch")
    document = cli("whatif", plan, "--set", "price.switch=+20%", "--json").json()
    assert document["points"][0]["differences"]["bill_cost"] == pytest.approx(0.2 * paid, abs=0.01)


@pytest.mark.usefixtures("here")
def test_whatif_files_and_the_results_of_several_networks(cli: Any, fabric_cases: Any) -> None:
    """A line of CSV for all and each network, a table on the page, and the stored run says the same."""
    files = ("--csv", "w.csv", "--html", "w.html", "--results", "r.sqlite")
    document = cli("whatif", fabric_cases("mixed").old, "--set", "slack=+1", *files, "--json").json()
    rows = list(csv.DictReader(io.StringIO(Path("w.csv").read_text())))
    assert [row["of_network"] for row in rows] == ["", "data", "storage", "control"] * 2
    of_data = document["points"][0]["networks"]["data"]["figures"]["parts_cost"]
    assert rows[5]["parts_cost"] == repr(of_data)
    assert "Every network" in Path("w.html").read_text()
    stored = cli("report", "--from", "r.sqlite", "--json").json()["runs"][0]
    assert stored["points"] == document["points"]


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["networks", "lists"])
def test_whatif_places_again_what_loses_its_cabinet(cli: Any, fabric_cases: Any, name: str) -> None:
    """Refused by name without ``--replace``; with it all stands elsewhere, and it says what moved."""
    case = fabric_cases(name)
    fabric = fabric_in(case.old)
    lost = fabric.cabinet_name(fabric.switches[0])
    refused = cli("whatif", case.old, "--set", f"taken={lost}")
    assert refused.code == exit_codes.INVALID_INPUT
    assert fabric.devices[fabric.switches[0]].name in refused.err
    again = ("--replace", "--iterations", 500, "--html", "w.html")
    document = cli("whatif", case.old, "--set", f"taken={lost}", *again, "--json").json()
    point = document["points"][0]
    assert point["placement"] == "placed again"
    assert any(note.startswith(f"taken={lost}: ") for note in point["notes"])
    assert "w.html" in {path.name for path in Path().iterdir()}


def test_whatif_says_all_that_prices_lack_at_once(cli: Any, fabric_cases: Any) -> None:
    """A part, a currency and a reach that a catalogue has not, and nothing is worked out."""
    changes = ("price.XYZ=2", "exchange.EUR=1.1", "reach=3")
    words = [word for one in changes for word in ("--set", one)]
    ran = cli("whatif", fabric_cases("single").old, *words)
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert [name in ran.err for name in ("price.XYZ", "exchange.EUR", "reach")] == [True] * 3


def test_the_library_changes_any_plan(fabric_cases: Any, fabric_folder: Path) -> None:
    """The answer of the command, figures as columns, networks as rows of their own."""
    mixed = nf.whatif(fabric_cases("mixed").old, {"price.switch": ["+10%", "+20%"]})
    assert len(mixed) == 3
    first, second = mixed["bill_cost_difference"][1:]
    assert second == pytest.approx(2 * first, abs=0.02)
    assert len(mixed.networks) == 9
    assert mixed.answers[0].startswith("price.switch=+10%: total of the bill ")
    laid = nf.whatif(
        fabric_cases("lists").old,
        {"overhead": "+0.5"},
        catalogue=fabric_folder / "parts_cluster.toml",
        partial=True,
    )
    assert laid["total_cable_m_difference"][1] > 0
