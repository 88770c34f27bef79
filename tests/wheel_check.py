"""What users install works: the wheel, alone in an empty environment, outside the source tree.

Builds the wheel, compares its content with the source tree, installs it with the tested
versions of its dependencies, and runs the commands a user would run first; with ``--pages`` every line of
README.md and docs/*.md instead, those that take long too.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path
from typing import Any

from tests.document_lines import HELP, PAGES, document_lines

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WHEEL = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
#: Folder of the repository -> folder in the wheel.
FOLDERS: dict[str, str] = {folder: WHEEL["sources"].get(folder, folder) for folder in WHEEL["only-include"]}
STUDY = """
schema = 1
title = "Two small networks"
endpoints_per_router = 2
[solver]
iterations = 20_000
chains = 2
[models]
bisection_seeds = 2
[baselines]
kinds = ["random", "skywalk"]
unplaced = 2
placed = 1
[[classes]]
name = "32 routers"
networks = ["slimfly:4", "random:32,6"]
"""
REPORT = ("report.html", "report.md", "rows.csv", "report.json")


class WheelError(Exception):
    """The wheel is not what users should get."""


def require(holds: object, problem: str) -> None:
    """Do nothing if it holds, else end with the problem."""
    if not holds:
        raise WheelError(problem)


def run(command: list[str], folder: Path, code: int = 0) -> str:
    """Return what a command prints; `WheelError` with its messages if it ends otherwise.

    Nothing of the source tree is in the command's reach: another folder, no ``PYTHONPATH``.
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))}
    done = subprocess.run(command, cwd=folder, env=kept, capture_output=True, text=True, check=False)  # noqa: S603 - our own commands
    require(
        done.returncode == code,
        f"`{' '.join(command)}` ended with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}",
    )
    return done.stdout


def build_wheel(folder: Path) -> Path:
    """Return the freshly built wheel."""
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)], folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def source_files() -> set[str]:
    """Return every file of the packages as the wheel names it: modules, data, templates, markers."""
    return {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, package in FOLDERS.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def check_content(wheel: Path) -> int:
    """Return the number of files of the packages; each is in the wheel, and nothing else is."""
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = source_files()
    require(not wanted - inside, f"not in the wheel: {sorted(wanted - inside)}")
    require(not inside - wanted, f"in the wheel and not in a package: {sorted(inside - wanted)}")
    require("netfloor/py.typed" in inside, "no py.typed")
    require(all(name.startswith("netfloor/") for name in inside), "another name than netfloor in the wheel")
    return len(inside)


def install(wheel: Path, folder: Path, extra: str = "") -> Path:
    """Return the folder of commands of a new environment that holds the wheel and what it needs."""
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = ["--constraint", str(ROOT / "constraints.txt")]
    pip = [str(commands / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run([*pip, "install", *constraints, f"{wheel}{extra}"], folder)
    run([*pip, "check"], folder)
    return commands


def check_use(commands: Path, folder: Path) -> int:
    """Return the number of commands run as a user would run them first, each looked at."""
    netfloor, count = str(commands / "netfloor"), 0

    def command(*words: str, code: int = 0) -> str:
        nonlocal count
        count += 1
        return run([netfloor, *words], folder, code)

    def document(*words: str) -> Any:
        return json.loads(command(*words, "--json"))

    version = PROJECT["project"]["version"]
    require(command("--version").strip() == f"netfloor {version}", "--version does not tell the version")
    require(document("topology", "show", "lps:11,7")["routers"] == 168, "LPS(11,7) has 168 switches")
    command("init", "grid", "--out", "room.toml")
    require(document("room", "show", "room.toml")["slots"] > 0, "the starter room has slots")
    command("layout", "lps:3,5", "--iterations", "200000", "--out", "p.json")
    require(document("verify", "p.json")["ok"], "the plan verifies")
    require(document("cost", "p.json"), "the plan costs something")
    command("cost", "missing.json", code=3)
    command("init", "example", "hall")
    require(document("room", "check", "examples/hall/room.toml")["ok"], "nothing stands in its way")
    command("init", "hall", "--out", "hall.toml")
    require(document("room", "check", "hall.toml")["ok"], "nothing stands in the way in the starter hall")
    fabric = ("slimfly:4", "--endpoints", "3", "--gbps", "400", "--iterations", "100000")
    command("layout", *fabric, "--room", "hall.toml", "--out", "hall.json")
    require(document("verify", "hall.json")["ok"], "the plan of a hall verifies")
    command("init", "example", "catalogue")
    parts = "examples/catalogue/parts_400g.toml"
    bill = document("bom", "hall.json", "--catalogue", parts, "--xlsx", "bom.xlsx")
    require(all(bill["identities"].values()), "links, cables, cages and ports agree")
    command("export", "hall.json", "--to", "labels", "--out", "labels")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    command("compare", "study.toml", "--out", "report")
    for name in REPORT:
        require((folder / "report" / name).is_file(), f"compare writes {name}")
    rows = json.loads((folder / "report" / "report.json").read_text(encoding="utf-8"))["rows"]
    networks = [row["network"] for row in rows]
    require(networks == ["slimfly:4", "random:32,6"], f"the report has {networks}")
    return count


def check_pages(commands: Path, folder: Path) -> int:
    """Return the number of lines run, those of each page in an empty folder; each ends as the page says."""
    count = 0
    for page in (*PAGES, HELP):
        here = folder / page
        here.mkdir(parents=True)
        for line in document_lines(page):
            run([str(commands / line.words[0]), *line.words[1:]], here, line.code)
            count += 1
    return count


#: What a notebook does first.
SCRIPT = """
import netfloor as nf
plan = nf.place("slimfly:5", iterations=2000)
assert plan.verify().ok and nf.read_plan(plan.write("own.json").path).gap == plan.gap
print(plan.cost().currency)
from netfloor import research
assert all(getattr(research, name).__doc__ for name in research.__all__)
"""


def check_library(commands: Path, folder: Path) -> None:
    """Run a script beside folders that are called like the packages of the repository."""
    for name in FOLDERS:
        if name != "netfloor":
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(f"raise SystemExit('ran {name}')\n")
    shown = run([str(commands / "python"), "-c", SCRIPT], folder)
    require(shown.strip() == "USD", "the library places, verifies and prices a network")


def main(*, pages: bool) -> int:
    """Run everything, or the lines of all pages, in a temporary folder; return the exit code."""
    with tempfile.TemporaryDirectory(prefix="wheel-check-") as name:
        folder = Path(name)
        for part in ("wheel", "use", "library"):
            (folder / part).mkdir()
        try:
            wheel = build_wheel(folder / "wheel")
            files = check_content(wheel)
            # a page may draw and read DXF, which is an extra
            commands = install(wheel, folder / "environment", "[cad]" if pages else "")
            count = (check_pages if pages else check_use)(commands, folder / "use")
            check_library(commands, folder / "library")
        except WheelError as error:
            sys.stderr.write(f"wheel check: {error}\n")
            return 1
        sys.stdout.write(f"wheel check: {wheel.name}, {files} files, {count} commands: all in order\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(pages="--pages" in sys.argv[1:]))
