"""Servers with ports on several switches, and breakouts: what is exported is read back, port by port."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.exchange.imported.network import servers_of
from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import Fabric
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.load import load_plan
from netfloor.plans.plan_fabric import fabric_of
from netfloor.studies.hall_plan.run import run_hall_plan

CATALOGUE = Path(__file__).parents[2] / "examples/catalogue/parts_800g.toml"
PLAN = """
room = "room.toml"
catalogue = "{catalogue}"
[network]
spec = "{spec}"
gbps = {gbps}
[servers]
rule = "nearest"
per_cabinet = 4
[layout]
objective = "length"
iterations = 10
[parts]
switch = "{switch}"
nic = "EX-NIC-{gbps}"
server = "EX-GPU8-LIQUID"
"""
#: Two planes that no switch joins, with plugs of two links; rails with plugs of four, broken out.
PLANS = {
    "planes": ("hyperx:4,t=2,planes=2", 400, "EX-SW-64X400"),
    "rails": ("rails:2,4,2,8", 200, "EX-SW-256X200"),
}
Ends = Counter[tuple[tuple[str, int], ...]]


@pytest.fixture(scope="module", params=PLANS)
def plan(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Fabric]:
    """Return the folder of a plan and its exports, and its devices, ports and cables."""
    spec, gbps, switch = PLANS[request.param]
    folder = tmp_path_factory.mktemp("ports")
    (folder / "room.toml").write_text("[grid]\nrows = 2\ncolumns = 4\nslots_per_cabinet = 6\n")
    text = PLAN.format(catalogue=CATALOGUE, spec=spec, gbps=gbps, switch=switch)
    (folder / "plan.toml").write_text(text)
    run_hall_plan(folder / "plan.toml", folder / "out", 1, SILENT, Interrupt(), force=False)
    for form in ("netbox", "cvt", "ibsim", "pull-sheets", "slurm"):
        done = CliRunner().invoke(
            app, ["export", f"{folder}/out/plan.json", "--to", form, "--out", f"{folder}/{form}"]
        )
        assert done.exit_code == 0, done.output
    loaded = load_plan(folder / "out/plan.json")
    slots = cabinet_slots(loaded.room)
    hosts = loaded.hosts
    assert hosts is not None
    fabric = fabric_of(loaded.topology, slots, loaded.placement, loaded.cables, hosts)
    assert (
        len({fabric.far_end(h, c).device for h in fabric.end_devices[:1] for _, c in fabric.cables_of[h]})
        > 1
    )
    return folder, fabric


def ends_of(fabric: Fabric) -> Ends:
    """Return the cables by device and port of both ends."""
    named = (((fabric.devices[end.device].name, end.port) for end in cable.ends) for cable in fabric.cables)
    return Counter(tuple(sorted(pair)) for pair in named)


def table(path: Path) -> list[dict[str, str]]:
    """Read a CSV file with headings."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("file", "form"),
    [
        ("netbox", "netbox"),
        ("cvt/unified.xlsx", "cvt"),
        ("cvt/legacy.xlsx", "p2p"),
        ("ibsim/fabric.net", "ibnetdiscover"),
    ],
)
def test_every_cable_comes_back_with_both_ports(plan: tuple[Path, Fabric], file: str, form: str) -> None:
    """By NetBox, with cables of several ends, both workbooks and InfiniBand's netlist."""
    folder, fabric = plan
    found = READERS[form].read(folder / file, {})
    assert ends_of(found) == ends_of(fabric)
    kinds = {device.name: device.kind for device in fabric.devices}
    assert {device.name: device.kind for device in found.devices} == kinds
    again, said = servers_of(found, {device: number for number, device in enumerate(found.switches)})
    assert again is not None
    assert said == ()
    assert again.ports == load_plan(folder / "out/plan.json").topology.servers.ports  # type: ignore[union-attr]


def test_one_piece_is_one_cable_in_netbox(plan: tuple[Path, Fabric]) -> None:
    """As many rows as cables are bought, every end once; a breakout of four links has an end for each."""
    folder, fabric = plan
    rows = table(folder / "netbox/10-cables.csv")
    ends = [len(row[f"side_{side}_name"].split(",")) for row in rows for side in "ab"]
    assert sum(ends) == 2 * len(fabric.cables)
    bought = table(folder / "out/bom-cables.csv")
    assert len(rows) == len({row["cable"] for row in bought})
    assert max(ends) == (2 if load_plan(folder / "out/plan.json").topology.link_gbps == 400 else 4)


def test_sheets_for_people_name_every_port(plan: tuple[Path, Fabric]) -> None:
    """Pull sheets by place, the bill by name: together the same cables, none twice."""
    folder, fabric = plan
    spot_of = {
        (
            fabric.cabinet_name(i),
            device.name if device.height is None else f"{device.height:02d}",
        ): device.name
        for i, device in enumerate(fabric.devices)
    }
    pulled = {
        row["CableID"]: tuple(
            sorted(
                (spot_of[row[f"{far}Cabinet"], row[f"{far}Unit"]], int(row[f"{far}Port"]))
                for far in ("", "Far")
            )
        )
        for row in table(folder / "pull-sheets/pull-sheets.csv")
    }
    assert Counter(pulled.values()) == ends_of(fabric)
    bought = Counter(
        tuple(
            sorted(((row["switch A"], int(row["port A"])), (row["switch or server B"], int(row["port B"]))))
        )
        for row in table(folder / "out/bom-cables.csv")
    )
    assert bought == ends_of(fabric)


def test_slurm_has_each_server_at_the_switch_of_its_first_port(
    plan: tuple[Path, Fabric], expand: Any
) -> None:
    """Once, whatever its other ports are attached to."""
    folder, fabric = plan
    lines = [
        line for line in (folder / "slurm/topology.conf").read_text().splitlines() if " Nodes=" in line
    ]
    found = Counter(
        (line.split()[0].removeprefix("SwitchName="), node)
        for line in lines
        for node in expand(line.split("Nodes=")[1])
    )
    first = {host: fabric.far_end(host, fabric.cables_of[host][0][1]).device for host in fabric.end_devices}
    assert found == Counter((fabric.devices[s].name, fabric.devices[h].name) for h, s in first.items())
