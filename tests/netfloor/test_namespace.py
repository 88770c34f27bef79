"""One name: whatever lies in the user's folder, netfloor finds its own packages and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = (
    *("costmodels", "exchange", "foundation", "layout", "reports", "rooms", "structure", "topologies"),
    *("traffic", "research"),
)
MODULES = (*FOLDERS, "numpy", "pathlib", "typer", "typing")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder whose modules have names that we import; each ends the process."""
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(f"raise SystemExit('ran {name}.py')\n")
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what Python did in a folder."""
    root = str(Path(__file__).resolve().parents[2])
    environment = os.environ | {"PYTHONPATH": root}
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [("-m", "netfloor"), ("-Bmnetfloor",)])
def test_running_the_module_ignores_the_working_folder(words: tuple[str, ...], hostile: Path) -> None:
    """``python -m netfloor`` runs nothing that lies in the working folder, however it is written."""
    done = run(hostile, *words, "topology", "show", "slimfly:5", "--json", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_users_own_folders_do_not_break_the_library(tmp_path: Path) -> None:
    """A script beside folders of our packages' names imports those for itself and ours through netfloor."""
    for name in FOLDERS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("mine = True\n")
    code = "import layout, netfloor.layout.solve, netfloor.reports.formats.html; print(layout.mine)"
    done = run(tmp_path, "-c", code)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_the_working_folder_stays_where_another_module_runs(tmp_path: Path) -> None:
    """A module of the user's own, run by ``python -m``, still imports its neighbours."""
    (tmp_path / "mine.py").write_text("import netfloor, neighbour; print(neighbour.NAME)\n")
    (tmp_path / "neighbour.py").write_text("NAME = 'found'\n")
    assert run(tmp_path, "-m", "mine").stdout == "found\n"
