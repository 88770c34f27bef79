"""Compile an MPI program with SimGrid's smpicc and run it with smpirun on a platform file."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from netfloor.foundation.errors import InputError, UnplannedStopError

PACKAGES = "apt-get install simgrid libsimgrid-dev"
#: SimGrid's names of the rules by which MPI libraries choose algorithms of collective operations.
COLLECTIVES = ("default", "mpich", "mvapich2", "ompi", "impi")
_POLL_S = 0.02
#: Settings of smpirun that override those of the platform; code between MPI calls takes no time, programs
#: state their computation by ``smpi_execute_flops``: the same on every machine.
_SETTINGS = (
    "--log=root.thres:error",
    "--cfg=network/model:CM02",
    "--cfg=surf/precision:1e-9",
    "--cfg=smpi/simulate-computation:no",
)
_SECONDS = re.compile(r"^seconds (\S+)$", re.MULTILINE)


#: The model behind simulated times.
MODEL = (
    "Messages share links by SimGrid's fluid model (CM02: max-min fairness of flows, no correction "
    "factors); there are no packets, buffers or switch delays."
)
_VERSION = re.compile(r"[Ss]im[Gg]rid version (\S+)")


@dataclass(frozen=True)
class SmpiPrograms:
    """Paths of the programs."""

    smpicc: Path
    smpirun: Path

    @cached_property
    def version(self) -> str:
        """SimGrid's version as reported by smpirun; empty if unknown."""
        printed = subprocess.run(  # noqa: S603 - a program found by name
            [str(self.smpirun), "--version"], capture_output=True, text=True, check=False, timeout=60
        )
        match = _VERSION.search(printed.stdout + printed.stderr)
        return match[1] if match else ""


def find_smpi() -> SmpiPrograms:
    """Return the programs.

    Raises
    ------
    UnplannedStopError
        If one is missing; the message names it and its packages.
    """
    return SmpiPrograms(_find("smpicc"), _find("smpirun"))


def _find(name: str) -> Path:
    program = shutil.which(name)
    if program is None:
        raise UnplannedStopError(f"{name} of SimGrid is not installed: {PACKAGES} (Debian)")
    return Path(program)


def compile_program(
    programs: SmpiPrograms, source: Path, folder: Path, stopped: Callable[[], bool]
) -> Path:
    """Compile a C file into a folder and return the program.

    Raises
    ------
    InputError
        If the compiler rejects it, with the compiler's first error.
    """
    program = folder / source.stem
    command = [str(programs.smpicc), "-O2", "-o", str(program), str(source.resolve()), "-lm"]
    ended = _run(command, folder, stopped)
    if ended is not None and (ended.code or not program.is_file()):
        errors = [line for line in ended.text.splitlines() if "error" in line] or ended.text.splitlines()
        raise InputError(str(source), f"smpicc refuses it: {_short(errors)}")
    return program


def run_program(
    programs: SmpiPrograms,
    program: Path,
    words: Sequence[str],
    files: tuple[Path, Path],
    ranks: int,
    collectives: str,
    stopped: Callable[[], bool],
) -> float | None:
    """Return the simulated seconds that a program prints, None if it was stopped.

    Parameters
    ----------
    files
        The platform, and the hosts of the ranks, one per line.

    Raises
    ------
    InputError
        If the program rejects its size or the number of ranks.
    UnplannedStopError
        If its result is wrong, it ends without one, or SimGrid rejects the platform.
    """
    platform, hosts = map(str, files)
    command = [str(programs.smpirun), "-np", str(ranks), "-platform", platform, "-hostfile", hosts]
    command += [*_SETTINGS, f"--cfg=smpi/coll-selector:{collectives}", str(program), *words]
    ended = _run(command, program.parent, stopped)
    if ended is None:
        return None
    printed = _SECONDS.search(ended.text)
    if printed is not None and ended.code == 0:
        return float(printed[1])
    lines = ended.text.splitlines()
    refused = next((line for line in lines if line.startswith("refused: ")), None)
    if refused is not None:
        raise InputError(program.name, f"on {ranks} ranks: {refused.removeprefix('refused: ')}")
    if "wrong" in lines:
        raise UnplannedStopError(
            f"{program.name} on {ranks} ranks: its answer is wrong, so no time is kept"
        )
    raise UnplannedStopError(
        f"{program.name} on {ranks} ranks: smpirun ended without a time: {_short(lines)}"
    )


@dataclass(frozen=True)
class _Ended:
    """Exit code, and output of a program."""

    code: int
    text: str


def _run(command: list[str], folder: Path, stopped: Callable[[], bool]) -> _Ended | None:
    """Run a program to its end; None if it was stopped, with all its child processes."""
    output = folder / "output.txt"
    with output.open("wb") as stream:
        process = subprocess.Popen(  # noqa: S603 - a program found by name, arguments of our own
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            while process.poll() is None and not stopped():
                time.sleep(_POLL_S)
        finally:
            running = process.poll() is None
            if running:
                os.killpg(process.pid, 9)
                process.wait()
    if running:
        return None
    return _Ended(process.returncode, output.read_text(encoding="utf-8", errors="replace"))


def _short(lines: Sequence[str]) -> str:
    """Return the last non-empty line, for a message."""
    printed_lines = [re.sub(r"\s+", " ", line) for line in lines if line.strip()]
    return printed_lines[-1][:200] if printed_lines else "no output"
