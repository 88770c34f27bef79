"""Where neither program nor home can be written: a private temporary folder, or nothing is kept."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from netfloor.foundation import accelerate
from netfloor.foundation import scratch as module
from netfloor.foundation.scratch import notes, private_folder

ROOT = Path(__file__).parents[2]
NOBODY = 65534
#: Runs a command line by an interpreter that may be another one than that of the tests.
COMMAND = """
import site, sys
site.addsitedir({packages!r})
sys.path.insert(0, {root!r})
sys.argv = ["netfloor", *{words!r}]
from netfloor.__main__ import main
main()
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


def notes_in(text: str) -> list[str]:
    """Return the remarks of a command, without its progress."""
    return [line for line in text.splitlines() if line.startswith("note: ")]


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let temporary files lie in a folder of the test's."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / f"netfloor-{os.geteuid()}"


def test_the_folder_is_the_users_alone(temporary: Path) -> None:
    """Made once, found again, read and written by nobody else."""
    folder = private_folder("kernels")
    assert folder == private_folder("kernels") == temporary / "kernels"
    assert stat.S_IMODE(folder.stat().st_mode) == stat.S_IMODE(temporary.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["", "kernels"])
def test_what_others_may_write_is_not_used(temporary: Path, name: str) -> None:
    """Code would be loaded from it."""
    private_folder("kernels")
    (temporary / name).chmod(0o777)
    assert private_folder("kernels") is None


def test_a_link_is_not_followed(temporary: Path, tmp_path: Path) -> None:
    """Whoever made it decides where it leads."""
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    temporary.symlink_to(tmp_path / "elsewhere")
    assert private_folder("kernels") is None


def test_no_temporary_folder_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that is read-only as a whole has none."""
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent")
    assert private_folder("kernels") is None


@pytest.fixture
def as_nobody() -> Run:
    """Run a command as a user who can write neither the program's folder nor a home."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can run a command as another user")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    pythons = [sys.executable, *filter(None, [shutil.which(version, path="/usr/local/bin:/usr/bin")])]
    work = Path(tempfile.mkdtemp())  # which others may enter
    work.chmod(0o777)

    def run(python: str, script: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603
            [python, "-c", script],
            check=False, capture_output=True, text=True, cwd=work, timeout=300, user=NOBODY, group=NOBODY,
            extra_groups=[], env={"HOME": "/nonexistent", **environ},
        )  # fmt: skip

    def may_run(python: str) -> bool:
        try:
            return run(python, f"open({str(ROOT / 'pyproject.toml')!r}).close()").returncode == 0
        except OSError:
            return False

    usable = next(filter(may_run, pythons), None)
    if usable is None:
        pytest.skip("no Python here that another user may run, or no way to the program for them")
    packages = str(Path(pytest.__file__).parents[1])

    def command(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return run(usable, COMMAND.format(packages=packages, root=str(ROOT), words=list(words)), **environ)

    return command


def test_a_service_account_can_run_everything(as_nobody: Run) -> None:
    """No home and a program of somebody else: the answer, and one remark that says what it costs."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    ran = as_nobody("topology", "show", "slimfly:3", "--json", TMPDIR=str(folder), NETFLOOR_TRACEBACK="1")
    kept = [*folder.rglob("*.nbc")]
    shutil.rmtree(folder)
    assert (ran.returncode, bool(kept)) == (0, True), ran.stderr
    assert '"diameter": 2' in ran.stdout
    (remark,) = notes_in(ran.stderr)
    assert f"the temporary cache is {folder}/netfloor-{NOBODY}/kernels" in remark
    assert "compiles again, for up to a minute" in remark


def test_a_folder_that_is_named_is_used_without_a_word(as_nobody: Run) -> None:
    """As the container of docs/install.md has it."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    ran = as_nobody("topology", "show", "slimfly:3", NUMBA_CACHE_DIR=str(folder), MPLCONFIGDIR=str(folder))
    kept = [*folder.rglob("*.nbc")]
    shutil.rmtree(folder)
    assert (ran.returncode, notes_in(ran.stderr), bool(kept)) == (0, [], True)


class NoPlace:
    """A kernel that finds no place to be kept in."""

    def enable_caching(self) -> None:
        """Refuse, as Numba does."""
        raise RuntimeError("cannot cache function: no locator available")


def test_without_any_place_kernels_are_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A container of files that are read-only as a whole: each command compiles, and says so once."""
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent")
    monkeypatch.setattr(module, "_notes", {})
    kernels = [NoPlace(), NoPlace()]
    assert [accelerate._kept(one) for one in kernels] == kernels
    (note,) = notes()
    assert "every command compiles again" in note
