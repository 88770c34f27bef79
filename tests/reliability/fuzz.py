"""A fuzzer that is guided by coverage, one format of files at a time: Atheris, which is libFuzzer's.

``python -m tests.reliability.fuzz dxf --runs 20000 --corpus out/fuzz/dxf --failures out/fuzz/failures``
"""

import argparse
import contextlib
import hashlib
import io
import os
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import atheris

sys.path.insert(0, str(Path(__file__).parent))  # the modules beside this one

ROOT = Path(__file__).parents[2]
#: Inputs that reached new code, by format; the first byte of each is the number of its reader in `FORMATS`.
KEPT = ROOT / "tests" / "data" / "fuzz"
#: Kernels are compiled to machine code, which Atheris cannot count in.
KERNELS = [
    ".".join(["netfloor", *path.relative_to(ROOT).with_suffix("").parts])
    for room in ("costmodels", "layout", "research", "structure", "topologies", "traffic")
    for path in (ROOT / room).rglob("*.py")
    if "foundation.accelerate import" in path.read_text(encoding="utf-8")
]
# for good: commands import what they need when they run
atheris.instrument_imports(["netfloor"], KERNELS).__enter__()

# ruff: noqa: E402 - imported so that they are counted in
from formats import FORMATS, TOKENS, WORKS, packed_again
from good_files import Reader
from own_files import made_by_netfloor, needed_beside
from patience import TooLongError, limited
from refusals import is_one_refusal
from typer.main import get_command

from netfloor import cli
from netfloor.command_line import run
from netfloor.foundation import sizes

sizes.available_bytes = lambda: 1 << 30  # sizes are refused here as on a small machine
#: Seconds of processor time that a file may take, and memory.
PATIENCE_S, MAX_MIB = 10, 2048
GOOD_ENDS = {0, 3, 4, 6}


class Fuzzing:
    """The readers of a format, each by the first byte of an input, in a folder of their own."""

    def __init__(self, form: str, folder: Path, failures: Path) -> None:
        self.readers = FORMATS[form]
        self.folder, self.failures = folder, failures
        self.ours = made_by_netfloor(folder)
        self.beside = {reader.form: needed_beside(reader, self.ours) for reader in self.readers}
        failures.mkdir(parents=True, exist_ok=True)

    def seeds(self) -> list[bytes]:
        """Return the good file of each reader, its number before it."""
        return [bytes([number]) + self._good(reader) for number, reader in enumerate(self.readers)]

    def _good(self, reader: Reader) -> bytes:
        return self.ours[reader.form] if reader.form in self.ours else reader.encoded(reader.text)

    def mutated(self, data: bytes, most: int, seed: int) -> bytes:
        """Return an input with one part of it changed by libFuzzer, then packed and sealed as it was."""
        if not data:
            return bytes([seed % len(self.readers)])
        first = bytes([data[0] % len(self.readers)])
        body = packed_again(data[1:], seed, lambda part: bytes(atheris.Mutate(part, len(part) + 64)))
        return (first + body)[:most]

    def try_one(self, data: bytes) -> None:
        """Run a reader over an input; what ends badly is kept."""
        if len(data) < 2:
            return
        reader = self.readers[data[0] % len(self.readers)]
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        for name, content in (self.beside[reader.form] | {reader.file: data[1:]}).items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_bytes(content)
        code, told = self._run(reader)
        if code not in GOOD_ENDS or (code in {3, 4} and not is_one_refusal(told)):
            self.keep(reader, data, f"code {code}: {told}")

    def _run(self, reader: Reader) -> tuple[int, str]:
        sys.argv = ["netfloor", *reader.command.split()]
        out, err = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), limited(PATIENCE_S):
                run()
        except SystemExit as ended:
            code = int(ended.code or 0)
        except TooLongError:
            return (0, "") if reader.form in WORKS else (-1, f"more than {PATIENCE_S} s")
        lines = err.getvalue().splitlines(keepends=True)
        return code, "".join(line for line in lines if not line.startswith("INFO: Instrumenting"))

    def keep(self, reader: Reader, data: bytes, told: str) -> None:
        """Keep an input that ended badly, one of each kind."""
        kind = re.sub(r"[^A-Za-z ]+", "", re.sub(r"'[^']*'|\"[^\"]*\"", "", told))[-200:]
        name = f"{reader.form.replace(' ', '-')}-{hashlib.sha256(kind.encode()).hexdigest()[:10]}"
        if not (self.failures / name).exists():
            (self.failures / name).write_bytes(data[1:])
            (self.failures / f"{name}.txt").write_text(f"{reader.form}: {reader.command}\n{told}\n")


def main() -> None:
    """Fuzz until so many inputs were tried; libFuzzer ends the process."""
    parser = argparse.ArgumentParser()
    parser.add_argument("form", choices=FORMATS)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--failures", type=Path, required=True)
    given = parser.parse_args()
    os.environ["NETFLOOR_TRACEBACK"] = "1"
    command: Any = get_command(cli.app)
    cli.app = command  # built once: building it takes longer than a refusal
    given.corpus.mkdir(parents=True, exist_ok=True)
    corpus, failures = given.corpus.resolve(), given.failures.resolve()
    with zipfile.ZipFile(KEPT / f"{given.form}.zip") as kept:
        kept.extractall(corpus)
    with tempfile.TemporaryDirectory() as folder:
        fuzzing = Fuzzing(given.form, Path(folder), failures)
        for seed in fuzzing.seeds():
            (corpus / hashlib.sha256(seed).hexdigest()[:20]).write_bytes(seed)
        words = corpus.parent / f"{given.form}.dict"
        tokens = ["".join(f"\\x{byte:02x}" for byte in token) for token in TOKENS]
        words.write_text("".join(f'"{token}"\n' for token in tokens))
        os.chdir(folder)
        settings = {
            "runs": given.runs,
            "seed": given.seed,
            "max_len": 1 << 16,
            "rss_limit_mb": MAX_MIB,
            "timeout": 20 * PATIENCE_S,
            "report_slow_units": 20 * PATIENCE_S,
            "dict": words,
            "artifact_prefix": f"{failures}/{given.form}-",
            "print_final_stats": 1,
        }
        line = [sys.argv[0], *(f"-{key}={value}" for key, value in settings.items()), str(corpus)]
        atheris.Setup(line, fuzzing.try_one, custom_mutator=fuzzing.mutated)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
