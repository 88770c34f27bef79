"""The disk, the rights or the reader give out: the documented code, one line, the old output as it was."""

import errno
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from good_files import GRAPHS, LISTS, TABLES

from tests.fixtures.subjects import is_here

#: Commands that write, each with its output; the files are those beside a reader's good file.
COMMANDS = {
    "layout": ("layout slimfly:3 --iterations 10 --quiet --out {out}", "made.json"),
    "compare": ("compare study.toml --workers 1 --quiet --out {out}", "out"),
    "plan": ("plan request.toml --workers 1 --quiet --out {out}", "out"),
    "export": ("export plan.json --to netbox --quiet --out {out}", "out"),
    "import": ("import x.net --from ibnetdiscover --locations places.csv -o {out}", "made.json"),
    "grow": ("grow plan.json slimfly:4 --room grid:4x6 --iterations 10 --quiet --out {out}", "made.json"),
    "bom": ("bom plan.json --catalogue catalogue.toml --quiet --xlsx {out}", "bom.xlsx"),
    "topology export": ("topology export slimfly:3 --out {out}", "made.edges"),
    "room show": ("room show grid:2x3 --svg {out}", "room.svg"),
    "diff": ("diff plan.json plan.json --csv {out}", "diff.csv"),
    "whatif": ("whatif plan.json --set inside=4 --quiet --csv {out}", "points.csv"),
    "report": ("report --from r.sqlite --out {out} --quiet", "out"),
    "partition place": ("partition place plan.json --size 6 --quiet --csv {out}", "place.csv"),
    "qap": ("qap x.dat --iterations 10 --quiet --out {out}", "x.sln"),
    "init": ("init grid --out {out}", "grid.toml"),
    "topology compare": ("topology compare complete:5 complete:6 --quiet --out {out}", "out"),
    "failures": (
        "topology failures complete:5 --proportions 0.2 --max-trials 10 --quiet --checkpoint {out}",
        "f.ckpt",
    ),
    "circulant": (
        "circulant search --routers 12 --radix 4 --no-bisection --quiet --checkpoint {out}",
        "c.ckpt",
    ),
}
COMMANDS = {name: line for name, line in COMMANDS.items() if is_here(line[0])}
#: A plan, a folder, a workbook, a text, a results file: all others write in one of these ways.
WRITING_IN_ITS_OWN_WAY = {"layout", "compare", "bom", "topology export", "report"}
#: A folder of ours is replaced as a whole without being told to.
FOLDERS = {"compare", "plan", "export", "report", "topology compare"}
#: Ended early it keeps the plan, without what would be made of it.
KEEPS_ITS_PLAN = {"plan": "out/plan.json"}
#: They go on from their checkpoint; a finished one leaves nothing to write.
GO_ON = {"circulant", "failures"}
GIVES_OUT = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE}
REFUSES = {errno.EACCES, errno.EROFS, errno.EPERM}
CALLS = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO), "fsync"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.EACCES, errno.EROFS, errno.EPERM), "mkstemp"),
}
#: Which error it is, is asked in one place for all: these commands are quick, and meet each.
EVERY_ERROR = {"topology export", "room show", "init", "diff", "bom"}
SOME_ERRORS = (errno.ENOSPC, errno.EMFILE, errno.EROFS)


def tree(path: Path) -> dict[str, bytes]:
    """Return what stands in a file or a folder."""
    files = [path] if path.is_file() else sorted(path.rglob("*"))
    return {str(one): one.read_bytes() for one in files if one.is_file()}


def names_in(folder: Path) -> list[str]:
    """Return the names in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def ready(good: Any, cli: Any, ours: dict[str, bytes]) -> Callable[[str], tuple[list[str], str]]:
    """Put all good files here and run a command once; return its words and its output."""

    def prepare(name: str) -> tuple[list[str], str]:
        for reader in (*GRAPHS, *TABLES, *LISTS):
            if reader.form in {"study", "plan request", "locations", "qaplib"}:
                good(reader)
        Path("r.sqlite").write_bytes(ours["results"])
        line, out = COMMANDS[name]
        words = line.format(out=out).split()
        ran = cli(*words, seconds=60)
        assert ran.code == 0, ran.err
        return words, out

    return prepare


def failing(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the system refuse what writing needs, with this error."""

    def fail(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number), "x")

    if CALLS[number] == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(tempfile, "mkstemp", fail)
        monkeypatch.setattr(tempfile, "mkdtemp", fail)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_system_refuses_and_the_old_output_stays(
    cli: Any, ready: Any, here: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """5 where the system gave out, early or late, 3 where it may not be written; one line, no scrap."""
    words, out = ready(name)
    before, names = tree(Path(out)), names_in(here)
    more = [] if name in FOLDERS | GO_ON else ["--force"]
    for number in CALLS if name in EVERY_ERROR else SOME_ERRORS:
        if name in GO_ON:
            Path(out).unlink(missing_ok=True)  # a finished search has nothing to write
        with monkeypatch.context() as patch:
            failing(patch, number)
            ran = cli(*words, *more, seconds=60)
        assert ran.code == (5 if number in GIVES_OUT else 3), (os.strerror(number), ran.err)
        assert ran.err.count("\n") == 1
        assert os.strerror(number) in ran.err
        if name not in GO_ON:
            assert tree(Path(out)) == before
            assert names_in(here) == names


def child(here: Path, words: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process of its own, which leaves no module translated in part."""
    command = [sys.executable, "-m", "netfloor", *words]
    settings = {"capture_output": True, "text": True, "cwd": here, "timeout": 60}
    settings |= {"env": os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}} | options
    return subprocess.run(command, check=False, **settings)  # noqa: S603 - our own command


def test_a_file_size_limit_is_a_full_disk(ready: Any, here: Path) -> None:
    """What the system itself says of a write that has no room: code 5, one line, the old file whole."""
    words, out = ready("topology export")
    before = tree(Path(out))

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    ran = child(here, [*words, "--force"], preexec_fn=little)
    assert (ran.returncode, ran.stderr.count("\n")) == (5, 1), ran.stderr
    assert tree(Path(out)) == before
    assert not [name for name in names_in(here) if name.endswith(".tmp")]


@pytest.fixture
def disk(here: Path) -> Iterator[Path]:
    """Mount a real file system of 128 KiB, where the tests may."""
    place = here / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", str(place)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:  # noqa: S603 - a fixed command
        pytest.skip("this user may not mount a file system")
    yield place
    subprocess.run(["umount", str(place)], check=True)  # noqa: S603, S607 - a fixed command


ON_A_DISK = (
    "export plan.json --to netbox --out disk/out",
    "layout slimfly:5 --iterations 10 --out disk/p.json",
    "whatif plan.json --set inside=4 --results disk/r.sqlite",
)


@pytest.mark.parametrize(("size", "code"), [(125_000, 5), (0, 3)], ids=["full", "read-only"])
def test_a_disk_that_takes_nothing(cli: Any, good: Any, disk: Path, size: int, code: int) -> None:
    """A full one gave out, a read-only one refuses; either in one line, and nothing new lies there."""
    good(GRAPHS[0])
    (disk / "mine").write_bytes(b"x" * size)
    if not size:
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)  # noqa: S603, S607 - fixed
    for line in ON_A_DISK:
        ran = cli(*line.split(), "--quiet", seconds=60)
        assert (ran.code, ran.err.count("\n")) == (code, 1), ran.err
        assert set(names_in(disk)) - {"r.sqlite"} == {"mine"}
    if code == 5:  # a results file that was begun is one that is extended
        (disk / "mine").unlink()
        assert cli(*ON_A_DISK[-1].split(), "--quiet").code == 0


MORE_POINTS = "whatif plan.json --sweep row-pitch=1,2,3 --sweep overhead=0.1,0.2 --quiet --results"


def points(path: Path) -> list[tuple[Any, ...]]:
    """Return every point of a results file."""
    with closing(sqlite3.connect(path)) as file:
        return file.execute("select * from rows order by 1, 2").fetchall()


def test_results_keep_their_rows_when_the_disk_gives_out(ready: Any, here: Path, cli: Any) -> None:
    """SQLite's own refusal: code 5, one line; what stood there stands there, and is extended later."""
    ready("report")
    old = points(Path("r.sqlite"))

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    assert cli(*MORE_POINTS.split(), "other.sqlite", seconds=60).code == 0  # compiles what it needs
    ran = child(here, [*MORE_POINTS.split(), "r.sqlite"], preexec_fn=little)
    assert (ran.returncode, ran.stderr.count("\n")) == (5, 1), ran.stderr
    kept = points(Path("r.sqlite"))
    assert kept[: len(old)] == old
    assert child(here, [*MORE_POINTS.split(), "r.sqlite"]).returncode == 0
    assert points(Path("r.sqlite"))[: len(kept)] == kept
    assert len(points(Path("r.sqlite"))) > len(kept)


ENDED = """
import atexit, os, signal
from netfloor import __main__ as entry
from tests.fixtures.subjects import is_here
sync = os.fsync
def end(file):
    os.fsync = sync
    os.kill(os.getpid(), signal.SIGTERM)
    sync(file)
os.fsync = end
atexit.register(lambda: os.fsync is sync or os._exit(99))  # it has written nothing
entry.main()
"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.nightly] * (name not in WRITING_IN_ITS_OWN_WAY))
        for name in COMMANDS
        if name not in GO_ON
    ],
)
def test_sigterm_leaves_old_or_new(ready: Any, here: Path, name: str) -> None:
    """Told to end as it begins to write: 130 with one line, or done; whole either way, no scrap."""
    words, out = ready(name)
    names = names_in(here)
    old = tree(Path(out))
    more = [] if name in FOLDERS else ["--force"]
    ran = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", ENDED, *words, *more],
        check=False,
        capture_output=True,
        text=True,
        cwd=here,
        timeout=60,
    )
    assert ran.returncode in {0, 130}, ran.stderr
    if ran.returncode == 130:
        assert ran.stderr.count("interrupted") == 1
    assert "Traceback" not in ran.stderr
    if name in KEEPS_ITS_PLAN:
        assert {KEEPS_ITS_PLAN[name]} <= set(tree(Path(out))) <= set(old)
    else:
        assert set(tree(Path(out))) == set(old)
    assert names_in(here) == names
