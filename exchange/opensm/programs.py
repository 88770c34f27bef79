"""OpenSM over a simulated fabric: ibsim loads the netlist and opensm routes it."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from netfloor.foundation.errors import UnplannedStopError, setting

#: Engines that avoid deadlock or report that they cannot.
ENGINES = ("dfsssp", "lash", "updn", "ftree")
#: Folders of administrators' programs, which a user's PATH omits.
_ADMIN = ("/usr/sbin", "/usr/local/sbin", "/sbin")
_PACKAGES = {"ibsim": "ibsim-utils", "opensm": "opensm"}
_CLIENT = "umad2sim/libumad2sim.so"
#: Verbosity at which opensm logs its routing and dumps its tables.
_VERBOSITY = "0x43"
_POLL_S = 0.05
#: Engines that avoid deadlock by ordering switches and need no second virtual lane.
ONE_LANE = frozenset({"updn", "ftree"})
_NEEDED = (r"Virtual Lanes needed: (\d+)", r"Lanes needed: (\d+)", r"Lane requirements \((\d+)\)")
_PREFIX = re.compile(r"^.*?\] 0x[0-9a-f]+ -> ", re.IGNORECASE)
_REASONS = ("ERR", "disabling", "cannot build", "no root")


@dataclass(frozen=True)
class Programs:
    """Paths of the programs and of the library that connects opensm to the simulator."""

    ibsim: Path
    opensm: Path
    client: Path


@dataclass(frozen=True)
class Netlist:
    """A fabric for the simulator."""

    text: str  # the netlist from `exchange.writers.ibsim`
    sizes: tuple[int, int, int]  # capacity to reserve: nodes, switches and ports
    start: str  # the node that runs opensm, such as ``H-0200010000000000``
    root_guid: int | None = None  # root for up/down routing; None lets opensm search for roots


@dataclass(frozen=True)
class Routing:
    """The output of opensm: its log and its forwarding tables, empty if it failed."""

    log: str
    tables: str


def find_programs() -> Programs:
    """Find the installed programs.

    Raises `UnplannedStopError` if a program is missing; the message names it.
    """
    paths = {name: _find(name) for name in ("ibsim", "opensm")}
    above = paths["ibsim"].resolve().parent.parent
    roots = (above / "lib", above / "lib64", Path("/usr/lib"), Path("/usr/lib64"))
    clients = [path for root in roots for path in (root / _CLIENT, *sorted(root.glob(f"*/{_CLIENT}")))]
    client = next((path for path in clients if path.is_file()), None)
    if client is None:
        raise UnplannedStopError("libumad2sim.so, the client side of ibsim, is not installed")
    return Programs(paths["ibsim"], paths["opensm"], client)


def route(
    programs: Programs, netlist: Netlist, engine: str, seconds: float, stopped: Callable[[], bool]
) -> Routing:
    """Route a fabric with opensm; both programs have ended when this returns.

    ``seconds``: routing time limit; ``stopped``: polled frequently, True ends the run early with the log so
    far.

    Raises `UnplannedStopError` if the simulator rejects the netlist, opensm ends without a result, or the
    time limit expires.
    """
    with tempfile.TemporaryDirectory(prefix="netfloor-") as name:
        session = _Session(programs, netlist, Path(name), time.monotonic() + seconds, stopped)
        with _simulator(session):
            return _run_opensm(session, engine)


@dataclass(frozen=True)
class _Session:
    """Both programs running in one folder, until the deadline or until stopped."""

    programs: Programs
    netlist: Netlist
    folder: Path
    deadline: float
    stopped: Callable[[], bool]

    def text(self, name: str) -> str:
        """Return the current content of a file in the folder."""
        path = self.folder / name
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def last_line(self, name: str) -> str:
        """Return the end of a program's output, for a message."""
        lines = [re.sub(r"\s+", " ", line) for line in self.text(name).splitlines() if line.strip()]
        return lines[-1][:200] if lines else "it said nothing"

    def wait(self, program: str) -> None:
        """Sleep briefly; raise `UnplannedStopError` after the deadline."""
        if time.monotonic() > self.deadline:
            expected = f"give it more with {setting('seconds')}"
            raise UnplannedStopError(f"{program} did not end in time; {expected}")
        time.sleep(_POLL_S)

    @contextmanager
    def running(
        self, command: Sequence[object], output: str, settings: dict[str, str]
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Run a program in the folder until the block ends, with its output in a file there."""
        with (self.folder / output).open("wb") as stream:
            process = subprocess.Popen(  # noqa: S603 - a program found by name, arguments of our own
                [str(word) for word in command],
                cwd=self.folder,
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


def _find(name: str) -> Path:
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *_ADMIN))
    program = shutil.which(name, path=path)
    if program is None:
        raise UnplannedStopError(f"{name} is not installed (Debian package {_PACKAGES[name]})")
    return Path(program)


@contextmanager
def _simulator(session: _Session) -> Iterator[None]:
    """Run ibsim on its own socket until the block ends."""
    (session.folder / "fabric.net").write_text(session.netlist.text, encoding="ascii")
    sizes = zip(("-N", "-S", "-P"), session.netlist.sizes, strict=True)
    words = (word for pair in sizes for word in pair)
    command = [session.programs.ibsim, "-s", "-n", *words, "fabric.net"]
    with session.running(command, "ibsim.out", {"IBSIM_SOCKNAME": session.folder.name}) as process:
        while "simulator ready" not in session.text("ibsim.out") and not session.stopped():
            if process.poll() is not None:
                last = session.last_line("ibsim.out")
                raise UnplannedStopError(f"ibsim rejected the netlist: {last}")
            session.wait("ibsim")
        yield


def _run_opensm(session: _Session, engine: str) -> Routing:
    folder, netlist = session.folder, session.netlist
    (folder / "opensm.conf").write_text("", encoding="ascii")
    command = [session.programs.opensm, "-F", "opensm.conf", "-R", f"{engine},no_fallback", "-o"]
    command += ["-f", folder / "opensm.log", "-D", _VERBOSITY]
    if netlist.root_guid is not None:
        (folder / "roots").write_text(f"0x{netlist.root_guid:016x}\n", encoding="ascii")
        command += ["-a", folder / "roots"]
    settings = {
        "IBSIM_SOCKNAME": folder.name,
        "SIM_HOST": netlist.start,
        "LD_PRELOAD": str(session.programs.client),
        "OSM_TMP_DIR": str(folder),
        "OSM_CACHE_DIR": str(folder),
    }
    with session.running(command, "opensm.out", settings) as process:
        while process.poll() is None and not session.stopped() and not failed(session.text("opensm.log")):
            session.wait("opensm")
    log = session.text("opensm.log")
    if not (session.stopped() or failed(log) or "SUBNET UP" in log):
        raise UnplannedStopError(f"opensm ended without a result: {session.last_line('opensm.out')}")
    return Routing(log, session.text("opensm-lfts.dump"))


def failed(log: str) -> bool:
    """Return True if opensm gave up; it would otherwise retry forever."""
    return "No routing engine able to" in log


@dataclass(frozen=True)
class Verdict:
    """The outcome of an engine on a fabric."""

    routed: bool  # True if it configured every switch
    # virtual lanes required; a lower bound if it failed for lack of lanes; None if not reported
    lanes: int | None
    reason: str = ""  # reason for the failure, in opensm's words; empty on success


def read_log(log: str, engine: str) -> Verdict:
    """Parse the verdict from opensm's log."""
    routed = f"{engine} tables configured on all switches" in log and "SUBNET UP" in log
    lane_counts = next((m for pattern in _NEEDED if (m := re.findall(pattern, log))), None)
    lanes = max(map(int, lane_counts)) if lane_counts else None
    if routed:
        return Verdict(routed=True, lanes=1 if lanes is None and engine in ONE_LANE else lanes)
    lines = (_PREFIX.sub("", line) for line in log.splitlines())
    reasons = (line for line in lines if any(word in line for word in _REASONS))
    return Verdict(routed=False, lanes=lanes, reason=next(reasons, "opensm gives no reason"))
