"""The declared versions are true: the wheel runs with the lowest ones, and with the newest.

``python -m tests.lowest`` installs the wheel with the lowest versions that the project allows of what
it names itself, everything else as new as those allow, and runs the main commands; ``--newest`` takes the
newest of all. Neither looks at the pinned versions. uv resolves, which is a tool of the developer's extra.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.wheel_check import PROJECT, ROOT, WheelError, build_wheel, require, run

LOWEST, NEWEST = "lowest-direct", "highest"
EXTRA = "cad"
#: A planning file of a small network with its servers, bought from a catalogue.
PLAN = """
room = "grid:4x8"
catalogue = "examples/catalogue/parts_200g.toml"
[network]
spec = "slimfly:5"
endpoints = 4
gbps = 200
[servers]
per_cabinet = 8
[layout]
iterations = 20_000
"""
STUDY = """
schema = 1
title = "Two small networks"
endpoints_per_router = 2
[solver]
iterations = 5_000
chains = 2
[models]
bisection_seeds = 2
traffic = "minimal"
[baselines]
unplaced = 2
placed = 1
[[classes]]
name = "32 switches"
networks = ["slimfly:4", "random:32,6"]
"""
#: What is run in this order in an empty folder; each ends with 0.
LINES = (
    "--help",
    "topology list",
    "topology show lps:3,5 --bisection",
    "topology show bundlefly:13,3",
    "init example hall",
    "init example room",
    "init example catalogue",
    "init example dxf",
    "layout lps:3,5 --iterations 20000 --out layout.json",
    "layout slimfly:4 --objective power --room examples/hall/room.toml --iterations 20000 --out hall.json",
    "verify layout.json",
    "verify hall.json",
    "plan plan.toml --out plan",
    "plan examples/room/devices.csv examples/room/cables.csv --room examples/room/room.toml --out room",
    "verify plan/plan.json",
    "verify room/plan.json",
    "bom room/plan.json --catalogue examples/catalogue/parts_cluster.toml --xlsx bom.xlsx",
    "compare study.toml --out study",
    "compare plan/plan.json hall.json --out plans --catalogue slimfly-2014",
    "whatif layout.json --set inside=4 --svg whatif.svg",
    "circulant search --routers 30 --radix 4",
    "traffic load slimfly:4 --endpoints 2",
    "traffic simulate slimfly:3 --endpoints 2 --load 0.2,0.6 --cycles 500 --out simulated",
    "export plan/plan.json --to netbox --out netbox",
    "export layout.json --to graphml --out layout.graphml",
    "papers room/plan.json --out papers",
    "room show examples/hall/room.toml --svg room.svg --html room.html",
    "room import examples/dxf/floor.dxf --layers outline=WALLS,cabinets=RACKS,trays=LADDERS --out dxf.toml",
)


def install(wheel: Path, folder: Path, resolution: str) -> Path:
    """Return the folder of commands of an environment with the wheel and what a resolution gives it.

    The project is resolved, not the wheel: so what the project names is direct.
    """
    uv, project = str(Path(sys.executable).with_name("uv")), str(ROOT / "pyproject.toml")
    named = folder.parent / "named.txt"
    python, wheels = str(folder / "bin" / "python"), ["--only-binary", ":all:"]
    run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], folder.parent)
    target = ["--python", python, "--extra", EXTRA, "--output-file", str(named)]
    run(
        [uv, "pip", "compile", "--quiet", *target, "--resolution", resolution, *wheels, project],
        folder.parent,
    )
    into = [uv, "pip", "install", "--quiet", "--python", python, *wheels]
    run([*into, "--requirement", str(named)], folder.parent)
    run([*into, "--no-deps", str(wheel)], folder.parent)
    run([uv, "pip", "check", "--quiet", "--python", python], folder.parent)
    return folder / "bin"


def versions(commands: Path, folder: Path) -> dict[str, str]:
    """Return which version of each package that the project names is in an environment."""
    uv = str(Path(sys.executable).with_name("uv"))
    python = str(commands / "python")
    found: list[dict[str, Any]] = json.loads(
        run([uv, "pip", "list", "--format", "json", "--python", python], folder)
    )
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"][EXTRA]]
    names = {one.partition(">")[0].lower() for one in wanted}
    return {one["name"]: one["version"] for one in found if one["name"].lower() in names}


def lowest_of_each() -> dict[str, str]:
    """Return the lowest version that the project names of each library."""
    return dict(one.split(">=") for one in PROJECT["project"]["dependencies"])


def must_be_lowest(found: dict[str, str]) -> None:
    """Refuse versions above the lowest: that one cannot be installed, and the bound is not true."""
    lowest = lowest_of_each()
    above = {one: version for one, version in found.items() if not _is(version, lowest.get(one, version))}
    require(not above, f"above the lowest version that is declared: {above}")


def _is(version: str, declared: str) -> bool:
    """Return True for the version that was declared, which may leave out its last numbers."""
    given, wanted = version.split("."), declared.split(".")
    return given[: len(wanted)] == wanted


def check_wheels(folder: Path) -> None:
    """Resolve the lowest versions for every Python that the project names: each has wheels of all."""
    classifiers = PROJECT["project"]["classifiers"]
    pythons = [one.rpartition(" ")[2] for one in classifiers if "Python :: 3." in one]
    uv, project = str(Path(sys.executable).with_name("uv")), str(ROOT / "pyproject.toml")
    wheels = [
        "--resolution",
        LOWEST,
        "--only-binary",
        ":all:",
        "--extra",
        EXTRA,
        "--no-header",
        "--no-annotate",
    ]
    for python in pythons:
        lines = run([uv, "pip", "compile", "--quiet", *wheels, "--python-version", python, project], folder)
        named = dict(line.split("==") for line in lines.split() if "==" in line)
        must_be_lowest({one: version for one, version in named.items() if one in lowest_of_each()})


def main(resolution: str) -> int:
    """Install and run every line; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="lowest-") as name:
        folder = Path(name)
        for part in ("wheel", "use"):
            (folder / part).mkdir()
        (folder / "use/plan.toml").write_text(PLAN, encoding="utf-8")
        (folder / "use/study.toml").write_text(STUDY, encoding="utf-8")
        try:
            if resolution == LOWEST:
                check_wheels(folder)
            commands = install(build_wheel(folder / "wheel"), folder / "environment", resolution)
            found = versions(commands, folder)
            if resolution == LOWEST:
                must_be_lowest(found)
            for line in LINES:
                run([str(commands / "netfloor"), *line.split()], folder / "use")
            require((folder / "use/study/report.html").is_file(), "compare writes its page")
        except WheelError as error:
            sys.stderr.write(f"{resolution}: {error}\n")
            return 1
        with_these = ", ".join(f"{one} {version}" for one, version in found.items())
        sys.stdout.write(f"{resolution}: {len(LINES)} commands: all in order with {with_these}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(NEWEST if "--newest" in sys.argv[1:] else LOWEST))
