"""Good files that netfloor itself writes, and what commands need beside a file."""

import os
import sys
from pathlib import Path

import pytest
from good_files import ROOT, Reader

from netfloor.command_line import run
from netfloor.layout.chains.checkpoint import Checkpoint
from tests.fixtures.subjects import is_here

COMMANDS = {
    "plan.json": "layout slimfly:3 --room grid:4x6 --endpoints 2 --gbps 200 --iterations 10 -q --out {}",
    "r.sqlite": "whatif plan.json --sweep row-pitch=1,2 --results {} -q",
    "c.ckpt": "circulant search --routers 12 --radix 4 --quiet --no-bisection --shard 1/2 --checkpoint {}",
    "l.npz": "layout slimfly:3 --room grid:4x6 --iterations 10 --quiet --out l.json --checkpoint {}",
    "f.ckpt": "topology failures complete:5 --proportions 0.2 --max-trials 10 --quiet --checkpoint {}",
}


def made_by_netfloor(folder: Path) -> dict[str, bytes]:
    """Return the bytes of a good file of each kind that netfloor writes itself, made in a folder."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        made = {name: _made(name, line) for name, line in COMMANDS.items() if is_here(line)}
    finally:
        os.chdir(before)
    plans = dict.fromkeys(("plan file", "plan file to cost", "plan file to export"), made["plan.json"])
    checkpoints = {"c.ckpt": "circulant checkpoint", "f.ckpt": "failures checkpoint"}
    return {
        **plans,
        "results": made["r.sqlite"],
        **{form: made[name] for name, form in checkpoints.items() if name in made},
        "layout checkpoint": made["l.npz"],
    }


def _made(name: str, line: str) -> bytes:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["netfloor", *line.format(name).split()])
        patch.setattr(Checkpoint, "remove", lambda _self: None)  # a finished one is kept
        with pytest.raises(SystemExit) as ended:
            run()
    assert not ended.value.code
    return Path(name).read_bytes()


def needed_beside(reader: Reader, ours: dict[str, bytes]) -> dict[str, bytes]:
    """Return by their names the other good files that a reader's command needs."""
    return {
        "plan.json": ours["plan file"],
        "catalogue.toml": (ROOT / "examples/catalogue/parts_200g.toml").read_bytes(),
        "parts_200g_cables.csv": (ROOT / "examples/catalogue/parts_200g_cables.csv").read_bytes(),
        **{name: text.encode() for name, text in reader.beside.items()},
    }
