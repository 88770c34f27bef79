"""What the tests of reliability share: a runner, and a place with good files."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # the modules beside this one

from good_files import Reader
from own_files import made_by_netfloor, needed_beside
from patience import PATIENCE_S, limited

from netfloor import cli as cli_module
from netfloor.command_line import run
from netfloor.foundation import sizes


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], commands: Any
) -> Callable[..., Ran]:
    """Run a command line in this process, as `tests/netfloor` does, in limited time and 1 GiB of memory."""
    monkeypatch.setattr(cli_module, "app", commands)
    monkeypatch.setattr(sizes, "available_bytes", lambda: 1 << 30)

    def call(*args: object, seconds: float = PATIENCE_S) -> Ran:
        monkeypatch.setattr(sys, "argv", ["netfloor", *map(str, args)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended, limited(seconds):
            run()
        return Ran(int(ended.value.code or 0), *capsys.readouterr())

    return call


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def ours(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the bytes of a good file of each kind that netfloor writes itself."""
    return made_by_netfloor(tmp_path_factory.mktemp("ours"))


@pytest.fixture
def good(here: Path, ours: dict[str, bytes]) -> Callable[[Reader], bytes]:
    """Put the good file of a reader and what it needs beside into this folder; return its bytes."""

    def put(reader: Reader) -> bytes:
        data = ours[reader.form] if reader.form in ours else reader.encoded(reader.text)
        for name, content in (needed_beside(reader, ours) | {reader.file: data}).items():
            (here / name).parent.mkdir(exist_ok=True)
            (here / name).write_bytes(content)
        return data

    return put
