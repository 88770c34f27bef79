"""What the tests of the command line share: a runner, small plans and a small study."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foundation.files import canonical_sha256
from layout import check
from layout.cable_plan import make_cable_plan
from layout.placement import Placement
from layout.plan_file import cable_rows, document_sha256, links_sha256, read_plan, write_plan
from netfloor.__main__ import run
from netfloor.compare_run import run_compare
from netfloor.layout_run import LayoutRequest, run_layout
from netfloor.plan_bound import certificate
from netfloor.plan_claims import plain_network
from netfloor.rebuilt_network import rebuild_network
from netfloor.verify import Verification, verify_plan
from rooms.room_spec import room_from_definition

ROOT = Path(__file__).parents[2]
Document = dict[str, Any]

STUDY = """
schema = 1
title = "Small"
seed = 3
endpoints_per_router = 2
[solver]
iterations = 4000
chains = 2
[models]
bisection_seeds = 2
sweep_ns = [0, 100, 500]
[baselines]
unplaced = 2
placed = 1
[[classes]]
name = "eighteen"
networks = ["slimfly:3", "file:ring.edges"]
room = "hall.toml"
[[classes]]
name = "twenty"
networks = ["random:20,4"]
"""
HALL = "[grid]\nrows = 3\ncolumns = 5\n"


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Return stdout as the one JSON document that it must be."""
        return json.loads(self.out)


Cli = Callable[..., Ran]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Run a command line in this process."""

    def call(*args: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["netfloor", *map(str, args)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        return Ran(int(ended.value.code or 0), *capsys.readouterr())

    return call


@pytest.fixture(scope="session")
def child() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a command line in a process of its own."""

    def call(*args: object, **options: Any) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "netfloor", *map(str, args)]
        settings = {"capture_output": True, "text": True, "cwd": ROOT, "timeout": 120} | options
        return subprocess.run(command, check=False, **settings)  # noqa: S603 - our own command

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def plan_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with plans of small networks, each made once."""
    folder = tmp_path_factory.mktemp("plans")
    (folder / "star.edges").write_text("hub a\nhub b\nhub c\na b 2\n")
    (folder / "hall.toml").write_text(HALL)

    def lay(name: str, spec: str, room: str | None, endpoints: int | None) -> None:
        request = LayoutRequest(spec, room, folder / name, "anneal", 2000, None, 2, 5, 1, endpoints, 100.0)
        run_layout(request, force=False, quiet=True)

    lay("slimfly.json", "slimfly:3", None, 2)
    lay("random.json", "random:16,3", "grid:3x4", None)
    lay("file.json", f"file:{folder}/star.edges", f"{folder}/hall.toml", None)
    return folder


@pytest.fixture(scope="session")
def plans(plan_folder: Path) -> Mapping[str, str]:
    """Return the text of each small plan by its name."""
    return {path.stem: path.read_text() for path in plan_folder.glob("*.json")}


@pytest.fixture
def plan(plans: Mapping[str, str], here: Path) -> Path:
    """Return a fresh copy of a good plan."""
    path = here / "plan.json"
    path.write_text(plans["slimfly"])
    return path


@pytest.fixture(scope="session")
def reseal() -> Callable[[Document], Document]:
    """Recompute every hash and total that a forger could, in place."""

    def sealed(document: Document) -> Document:
        cables, network = document["cables"], document["inputs"]["network"]
        lengths = [row["length_mm"] for row in cables]
        document["totals"] |= {
            "cables": len(cables),
            "cables_inside_cabinets": sum(row["a"]["cabinet"] == row["b"]["cabinet"] for row in cables),
            "total_cable_mm": sum(lengths),
            "max_cable_mm": max(lengths, default=0),
        }
        if network.get("graph"):
            network["links"] = sum(count for _, _, count in network["graph"]["links"])
            network["links_sha256"] = canonical_sha256([network["routers"], network["graph"]["links"]])
        floor = document["inputs"]["room"]
        floor["definition_sha256"] = canonical_sha256(floor["definition"])
        return rehash(document)

    return sealed


def rehash(document: Document) -> Document:
    """Recompute the checksum of the whole file alone."""
    document["sha256"] = document_sha256(document)
    return document


@pytest.fixture(scope="session", name="rehash")
def rehash_fixture() -> Callable[[Document], Document]:
    """Recompute the checksum of the whole file alone, in place."""
    return rehash


@pytest.fixture(scope="session")
def redrawn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Document], Document]:
    """Derive cables, totals and bound anew from the inputs and the placement, in place."""
    scratch = tmp_path_factory.mktemp("redrawn") / "plan.json"

    def derive(document: Document) -> Document:
        write_plan(scratch, rehash(document))
        _, model = read_plan(scratch)
        topology = rebuild_network(model, "plan")
        room = room_from_definition(model.inputs.room.definition, "plan")
        placement = Placement(np.array(model.placement, dtype=np.int32), room.slots)
        cables = make_cable_plan(topology, room, placement)
        document["cables"] = cable_rows(topology, room, cables)
        document["totals"] = {
            "cables": len(cables),
            "cables_inside_cabinets": int(cables.inside_cabinets.sum()),
            "total_cable_mm": cables.total_mm,
            "max_cable_mm": cables.max_mm,
        }
        document["inputs"]["network"]["links_sha256"] = links_sha256(topology)
        floor = check.floor_from_definition(room.definition())
        bound = document["lower_bound"]
        bound |= certificate(plain_network(topology), floor, bound["eigenvalue"])
        at_bound = cables.total_mm == bound["length_mm"]
        document["solver"]["status"] = "optimal" if at_bound else "bounded"
        document["inputs"]["room"]["definition_sha256"] = canonical_sha256(room.definition())
        return rehash(document)

    return derive


@pytest.fixture
def verified(here: Path) -> Callable[[Document], Verification]:
    """Write a document as a plan file and verify it."""

    def check_plan(document: Document) -> Verification:
        path = here / "tampered.json"
        path.write_text(json.dumps(document))
        return verify_plan(path)

    return check_plan


@pytest.fixture(scope="session")
def study_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a small study and the files that it names."""
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(STUDY)
    (folder / "hall.toml").write_text(HALL)
    links = [f"s{i} s{(i + step) % 18}" for i in range(18) for step in (1, 5)]
    (folder / "ring.edges").write_text("\n".join(links) + "\n")
    return folder


@pytest.fixture(scope="session")
def reports(study_folder: Path) -> Mapping[int, Path]:
    """Return the output folders of the small study, run with 1 and with 2 workers."""
    folders = {workers: study_folder / f"out{workers}" for workers in (1, 2)}
    for workers, out in folders.items():
        run_compare(study_folder / "study.toml", out, None, None, workers, force=False, quiet=True)
    return folders


@pytest.fixture(scope="session")
def report(reports: Mapping[int, Path]) -> Any:
    """Return report.json of the small study."""
    return json.loads((reports[1] / "report.json").read_text())
