"""Twelve plans of all kinds, each made by its command within seconds."""

import shutil
from pathlib import Path

import pytest

from tests.plans.forge.kinds import ROOM, make_plans, run_command

#: Plans that `tests.plans.forge.kinds` makes: a sum of objectives, servers in a hall, several links in
#: one cage, fibre trunks, liquid cooling, requirements, an import, and a plan that grew from another.
SHARED = (
    *("sum", "servers", "shared cages", "trunks", "ports and liquid", "kept free", "required", "imported"),
    "grown",
)
#: Three networks in one plan: rails of four ports per server, storage spread over two leaves, management.
RAILS = """
room = "room.toml"
catalogue = "parts_800g.toml"
[networks.data]
spec = "rails:1,4,2,8"
gbps = 400
[networks.storage]
spec = "leafspine:2,1,t=4"
gbps = 200
ports = 2
spread = true
[networks.control]
spec = "complete:2,endpoints=10"
gbps = 1
management_ports = true
[servers]
rule = "nearest"
per_cabinet = 2
[layout]
iterations = 1000
[parts]
server = "EX-GPU8-AIR"
"""
#: Pods of a fat tree placed together with their servers.
PODS = """
room = "grid:4x8"
catalogue = "parts.toml"
[network]
spec = "fattree:4,3"
gbps = 400
[servers]
rule = "nearest"
per_cabinet = 8
[layout]
with_servers = true
iterations = 2000
"""
#: What makes each of the others, in a folder with the files that it names.
COMMANDS = {
    "paper's grid": "layout slimfly:5 --endpoints 4 --iterations 4000",
    "several networks": "plan rails.toml",
    "pods": "plan pods.toml",
}
NAMES = (*COMMANDS, *SHARED)


def make(folder: Path) -> dict[str, Path]:
    """Make all plans in a folder, and return their files by name."""
    make_plans(folder, (*SHARED, "fixed"))
    found = {name: folder / f"{name}.json" for name in SHARED}
    work = folder / "others"
    work.mkdir()
    for catalogue in ("parts.toml", "parts_800g.toml"):
        shutil.copy(folder / catalogue, work)
    for name, text in (("room", ROOM), ("rails", RAILS), ("pods", PODS)):
        (work / f"{name}.toml").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(work)
        for name, command in COMMANDS.items():
            words = command.split()
            out = name if words[0] == "plan" else f"{name}.json"
            run_command(patch, [*words, "--out", out, "--quiet"])
            found[name] = work / out / "plan.json" if words[0] == "plan" else work / out
    return {name: found[name] for name in NAMES}


def facts_file(name: str) -> Path:
    """Return the file that keeps the facts of a plan."""
    return Path(__file__).parent / "facts" / f"{name.replace(' ', '-').replace(chr(39), '')}.json"
