"""The real OpenSM over a simulated fabric: ibsim holds our netlist, opensm routes it."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from foundation.errors import UnplannedStopError

#: Engines that avoid deadlock, or say that they cannot.
ENGINES = ("dfsssp", "lash", "updn", "ftree")
#: Where administrators' programs are, which a user's PATH leaves out.
_ADMIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")
_PACKAGES = {"ibsim": "ibsim-utils", "opensm": "opensm"}
_CLIENT = "umad2sim/libumad2sim.so"
#: Verbosity with which opensm logs its routing and dumps its tables.
_VERBOSITY = "0x43"
_POLL_S = 0.05


@dataclass(frozen=True)
class Programs:
    """Paths of the programs and of the library that leads opensm to the simulator."""

    ibsim: Path
    opensm: Path
    client: Path


@dataclass(frozen=True)
class Netlist:
    """A fabric for the simulator.

    Attributes
    ----------
    text
        As `exchange.writers.ibsim` writes it.
    sizes
        Nodes, switches and ports to have room for.
    start
        Node that opensm runs on, such as ``H-0200010000000000``.
    root_guid
        Root for up/down routing; None lets opensm look for roots.
    """

    text: str
    sizes: tuple[int, int, int]
    start: str
    root_guid: int | None = None


@dataclass(frozen=True)
class Routing:
    """What opensm left: its log, and its forwarding tables, empty where it failed."""

    log: str
    tables: str


def find_programs() -> Programs:
    """Return the programs.

    Raises
    ------
    UnplannedStopError
        Naming the one that is missing.
    """
    found = {name: _find(name) for name in ("ibsim", "opensm")}
    above = found["ibsim"].resolve().parent.parent
    roots = (above / "lib", above / "lib64", Path("/usr/lib"), Path("/usr/lib64"))
    clients = [path for root in roots for path in (root / _CLIENT, *sorted(root.glob(f"*/{_CLIENT}")))]
    client = next((path for path in clients if path.is_file()), None)
    if client is None:
        raise UnplannedStopError("libumad2sim.so, the client side of ibsim, is not installed")
    return Programs(found["ibsim"], found["opensm"], client)


def route(
    programs: Programs, netlist: Netlist, engine: str, seconds: float, stopped: Callable[[], bool]
) -> Routing:
    """Return what opensm makes of a fabric; both programs are gone afterwards.

    Parameters
    ----------
    seconds
        Longest time for the routing.
    stopped
        Asked often; True ends the work early, with the log so far.

    Raises
    ------
    UnplannedStopError
        If the simulator does not take the netlist, opensm ends without an answer, or the time
        is over.
    """
    with tempfile.TemporaryDirectory(prefix="netfloor-") as name:
        folder = Path(name)
        (folder / "fabric.net").write_text(netlist.text, encoding="ascii")
        (folder / "opensm.conf").write_text("", encoding="ascii")
        deadline = time.monotonic() + seconds
        with _simulator(programs, netlist, folder, deadline, stopped):
            return _run_opensm(programs, netlist, engine, folder, deadline, stopped)


def _find(name: str) -> Path:
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_ADMIN))
    found = shutil.which(name, path=path)
    if found is None:
        raise UnplannedStopError(f"{name} is not installed (Debian package {_PACKAGES[name]})")
    return Path(found)


@contextmanager
def _simulator(
    programs: Programs, netlist: Netlist, folder: Path, deadline: float, stopped: Callable[[], bool]
) -> Iterator[None]:
    """Run ibsim on a socket of its own until the block ends."""
    nodes, switches, ports = map(str, netlist.sizes)
    command: list[Path | str] = [
        programs.ibsim,
        "-s",
        "-n",
        "-N",
        nodes,
        "-S",
        switches,
        "-P",
        ports,
        "fabric.net",
    ]
    with _running(command, folder, "ibsim.out", {"IBSIM_SOCKNAME": folder.name}) as process:
        while "simulator ready" not in _text(folder / "ibsim.out") and not stopped():
            if process.poll() is not None:
                last = _last_line(folder / "ibsim.out")
                raise UnplannedStopError(f"ibsim did not take the netlist: {last}")
            _wait(deadline, "ibsim")
        yield


def _run_opensm(
    programs: Programs,
    netlist: Netlist,
    engine: str,
    folder: Path,
    deadline: float,
    stopped: Callable[[], bool],
) -> Routing:
    command: list[Path | str] = [programs.opensm, "-F", "opensm.conf", "-R", f"{engine},no_fallback", "-o"]
    command += ["-f", folder / "opensm.log", "-D", _VERBOSITY]
    if netlist.root_guid is not None:
        (folder / "roots").write_text(f"0x{netlist.root_guid:016x}\n", encoding="ascii")
        command += ["-a", folder / "roots"]
    settings = {
        "IBSIM_SOCKNAME": folder.name,
        "SIM_HOST": netlist.start,
        "LD_PRELOAD": str(programs.client),
        "OSM_TMP_DIR": str(folder),
        "OSM_CACHE_DIR": str(folder),
    }
    with _running(command, folder, "opensm.out", settings) as process:
        while process.poll() is None and not stopped() and not failed(_text(folder / "opensm.log")):
            _wait(deadline, "opensm")
    log = _text(folder / "opensm.log")
    if not (stopped() or failed(log) or "SUBNET UP" in log):
        raise UnplannedStopError(f"opensm ended without an answer: {_last_line(folder / 'opensm.out')}")
    return Routing(log, _text(folder / "opensm-lfts.dump"))


def failed(log: str) -> bool:
    """Return True if opensm gave up; it would try the same again for ever."""
    return "No routing engine able to" in log


@contextmanager
def _running(
    command: list[Path | str], folder: Path, output: str, settings: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in a folder until the block ends, its output in a file there."""
    with (folder / output).open("wb") as stream:
        process = subprocess.Popen(  # noqa: S603 - a program found by name, arguments of our own
            [str(word) for word in command],
            cwd=folder,
            env=os.environ | settings,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def _wait(deadline: float, program: str) -> None:
    if time.monotonic() > deadline:
        raise UnplannedStopError(f"{program} did not end in time; give it more with --seconds")
    time.sleep(_POLL_S)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _last_line(path: Path) -> str:
    lines = [re.sub(r"\s+", " ", line) for line in _text(path).splitlines() if line.strip()]
    return lines[-1][:200] if lines else "it said nothing"
