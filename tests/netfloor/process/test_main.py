"""Every command line ends with one message and a documented code, never with a traceback."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes
from netfloor.foundation import sizes
from netfloor.foundation.errors import InputError

Child = Callable[..., subprocess.CompletedProcess[str]]
HEAVY = {
    "numpy",
    "scipy",
    "numba",
    "networkx",
    "pydantic",
    "rich.progress",
    "rich.table",
    "matplotlib",
    "galois",
}
FULL = Path("/dev/full")


def bug(**_: Any) -> None:
    """Fail as no command should."""
    raise RuntimeError("unthought of")


def memory(**_: Any) -> None:
    """Run out of memory."""
    raise MemoryError


def disk(**_: Any) -> None:
    """Run out of disk."""
    raise OSError(28, "No space left on device", "/data")


def input_error(**_: Any) -> None:
    """Refuse an input whose name commands the terminal."""
    raise InputError("a\x1b[31m\nb", "is not right")


@pytest.mark.parametrize(
    ("failure", "code", "message"),
    [
        (bug, exit_codes.BUG, "a bug in netfloor: RuntimeError: unthought of"),
        (memory, exit_codes.UNPLANNED_STOP, "out of memory"),
        (disk, exit_codes.UNPLANNED_STOP, "/data: No space left on device"),
        (input_error, exit_codes.INVALID_INPUT, "a\\x1b[31m\\nb: is not right"),
    ],
)
def test_a_failure_is_one_line_and_a_code(
    failure: Callable[..., None], code: int, message: str, cli: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised becomes one printable line on stderr."""
    monkeypatch.setattr("netfloor.cli.app", failure)
    ran = cli()
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(f"netfloor: {message}")
    assert ran.err.count("\n") == 1


def test_a_bug_shows_its_traceback_on_request(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """NETFLOOR_TRACEBACK is for those who report a bug."""
    monkeypatch.setattr("netfloor.cli.app", bug)
    monkeypatch.setenv("NETFLOOR_TRACEBACK", "1")
    assert "Traceback" in cli().err


def test_help_imports_nothing_heavy() -> None:
    """Help, in a fresh process, answers without the libraries that work needs."""
    script = (
        "import sys; sys.argv = ['netfloor', '--help']\n"
        "from netfloor.__main__ import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)  # noqa: S603
    assert ran.stdout.startswith("Usage: netfloor")
    loaded = set(ran.stderr.split())
    assert "netfloor.cli" in loaded
    assert not loaded & HEAVY


def test_version(cli: Any) -> None:
    """The version is that of the package."""
    from netfloor import __version__  # noqa: PLC0415

    assert cli("--version").out == f"netfloor {__version__}\n"


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "layout",
        "layout lps:11,7 --nonsense",
        "layout lps:11,7 --iterations 0",
        "layout lps:11,7 --iterations many",
        "layout lps:11,7 --seconds nan",
        "layout lps:11,7 --seconds inf",
        "layout lps:11,7 --seconds -1",
        "layout lps:11,7 --iterations 5 --seconds 5",
        "layout lps:11,7 --chains 0",
        "layout lps:11,7 --workers 0",
        "layout lps:11,7 --seed -1",
        "layout lps:11,7 slimfly:9",
        "topology show",
        "room",
        "verify",
        "cost plan.json --reach far",
        "latency plan.json --switch-ns -1",
        "compare",
        "compare plan.json",
        "init",
    ],
)
def test_wrong_usage_is_code_2(line: str, cli: Any, here: Path) -> None:
    """A command line that cannot be understood does nothing and says where help is."""
    ran = cli(*line.split())
    assert ran.code == exit_codes.WRONG_USAGE
    assert "Usage: netfloor" in ran.err + ran.out
    assert not any(here.iterdir())


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "line", ["--help", "topology list", "topology export slimfly:3", "init study --json"]
)
def test_a_full_disk_behind_stdout_is_code_5(line: str, child: Child) -> None:
    """Output that could not be written is one line on stderr."""
    with FULL.open("w") as full:
        ran = child(*line.split(), capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert ran.returncode == exit_codes.UNPLANNED_STOP
    assert ran.stderr == "netfloor: the output: No space left on device\n"


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="no SIGPIPE here")
@pytest.mark.parametrize("line", ["topology list", "init study --json"])
def test_a_reader_who_left_is_no_error(line: str, child: Child) -> None:
    """``netfloor topology list | head -1`` ends without a word."""
    reading, writing = os.pipe()
    os.close(reading)
    ran = child(*line.split(), capture_output=False, stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (-signal.SIGPIPE, "")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_error(closed: str) -> None:
    """A command whose output nobody wants still does its work."""
    command = f"exec {sys.executable} -m netfloor room show paper:20 {closed}"
    ran = subprocess.run(["/bin/sh", "-c", command], check=False, capture_output=True, text=True)  # noqa: S603
    assert ran.returncode == 0
    assert ran.stderr == ""


def test_a_stderr_that_is_full_is_no_error(child: Child) -> None:
    """The code still says what was wrong."""
    with FULL.open("w") as full:
        ran = child(
            "topology", "show", "nothing:1", capture_output=False, stdout=subprocess.PIPE, stderr=full
        )
    assert (ran.returncode, ran.stdout) == (exit_codes.INVALID_INPUT, "")


def test_variables_for_other_programs_change_nothing(child: Child, tmp_path: Path) -> None:
    """What Numba and Matplotlib would stumble over is left out: same plan, chart drawn."""
    line = ("layout", "circulant:8:1", "--room", "grid:2x4", "--iterations", "50", "--json")
    odd = {"NUMBA_NUM_THREADS": "0", "NUMBA_DISABLE_JIT": "1", "MPLBACKEND": "no such thing"}
    plain, strange = (
        child(*line, "--out", tmp_path / name, env={**os.environ, **more})
        for name, more in (("a.json", {}), ("b.json", odd))
    )
    assert (plain.returncode, strange.returncode) == (0, 0), strange.stderr
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()
    drawn = child("room", "show", "grid:2x2", "--svg", tmp_path / "room.svg", env={**os.environ, **odd})
    assert drawn.returncode == 0, drawn.stderr


@pytest.mark.parametrize("locale", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_output_is_the_same_in_every_locale(locale: dict[str, str], child: Child) -> None:
    """Data in a pipe is UTF-8, also where the locale has no such characters."""
    ran = child("room", "show", "paper:20", env={**os.environ, **locale}, encoding="utf-8")
    assert ran.returncode == 0
    assert ran.stdout.startswith("R01 ······\n")


def test_json_is_ascii(child: Child, tmp_path: Path) -> None:
    """JSON can be read whatever the locale, names outside ASCII included."""
    room = tmp_path / "hall.toml"
    room.write_text('name = "Maschinenhalle \u00dc"\n[grid]\nrows = 1\ncolumns = 2\n', encoding="utf-8")
    ran = child("room", "show", room, "--json")
    assert ran.stdout.isascii()
    assert json.loads(ran.stdout)["name"] == "Maschinenhalle \u00dc"


def test_a_file_name_that_is_no_text_is_refused_readably(child: Child) -> None:
    """A name that is not UTF-8 is shown escaped."""
    ran = child("topology", "show", b"file:\xff.edges".decode("utf-8", "surrogateescape"))
    assert ran.returncode == exit_codes.INVALID_INPUT
    assert "\\udcff.edges" in ran.stderr


def test_an_early_ctrl_c_ends_at_once_with_a_word() -> None:
    """Before there is anything to keep, one signal ends the command."""
    script = (
        "import os, signal, sys; sys.argv = ['netfloor', 'topology', 'list']\n"
        "import netfloor.topologies.spec\n"
        "from netfloor import __main__\n"
        "import netfloor.cli\n"
        "netfloor.cli.app = lambda **_: os.kill(os.getpid(), signal.SIGTERM)\n"
        "__main__.main()\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)  # noqa: S603
    assert (ran.returncode, ran.stderr) == (exit_codes.INTERRUPTED, "netfloor: interrupted\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("module", ["netfloor.command_line", "netfloor.terminal.streams", "netfloor.cli"])
def test_a_signal_while_modules_are_imported_ends_with_a_word(
    number: signal.Signals, module: str, tmp_path: Path
) -> None:
    """From the first import of the program on, a signal is an end with 130, no traceback and no -15."""
    script = (
        "import os, sys; sys.argv = ['netfloor', 'topology', 'list']\n"
        "class Kill:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), {int(number)})\n"
        "sys.meta_path.insert(0, Kill())\n"
        "from netfloor.__main__ import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path)  # noqa: S603
    assert (ran.returncode, ran.stdout, ran.stderr) == (
        exit_codes.INTERRUPTED,
        "",
        "netfloor: interrupted\n",
    )


@pytest.mark.parametrize("at", [0, 2, 4])
def test_the_word_to_read_any_file_is_heard_wherever_it_stands(
    at: int, cli: Any, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A DOT file that takes too long is refused, and read with --force-size before or after the command."""
    (here / "x.dot").write_text("graph { a -- b -- c }")
    monkeypatch.setattr(sizes, "MAX_SECONDS", 1e-5)
    monkeypatch.setattr(sizes, "_any_size", False)
    line = ["topology", "show", "file:x.dot", "--json"]
    refused = cli(*line)
    assert (refused.code, "with --force-size" in refused.err) == (3, True)
    assert cli(*line[:at], "--force-size", *line[at:]).code == 0
