"""Limits on requests: available memory, and the time a user is willing to wait.

Every reader or builder estimates its need from the sizes alone, before the work begins. Work that does not
fit in memory is refused; slow work needs the user's consent.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from netfloor.foundation.errors import InputError, setting

#: Peak memory of the array builders per link and switch, in bytes: endpoint pairs, keys and their sorted
#: 64-bit copies. Measured 88 to 150 (slimfly:127, slimfly:128, random:100000,30).
BYTES_EACH = 150
#: Maximum length of a graph file: a link takes about 30 times the memory of its line.
MAX_CHARACTERS = 1 << 27

_any_size = False


def allow_any_size() -> None:
    """Permit this process to read any file and start any study, regardless of time."""
    global _any_size  # noqa: PLW0603 - the user's word, for the whole process
    _any_size = True


def refuse_if_too_large(spec: str, routers: int, links: int, bytes_each: int = BYTES_EACH) -> None:
    """Refuse a network that needs more memory than available, before it is built.

    `InputError` with the estimate.

    ``bytes_each`` is the memory per link and switch.
    """
    size = f"{_count(routers)} switches and {_count(links)} links"
    _refuse(spec, size, (routers + links) * bytes_each)


#: Memory of a room's slot: its row, column and cabinet, plus the placer's data.
BYTES_A_SLOT = 100


#: Memory of a plan's cable during placement and writing; measured: 1.65 GB for 800,000.
BYTES_A_CABLE = 2000
#: Memory per byte of a drawing; measured with 40,000 circles.
BYTES_A_DRAWN_BYTE = 15
#: Memory of the distance between two rows or columns of a grid.
BYTES_A_DISTANCE = 8


def refuse_too_many_slots(where: str, slots: int) -> None:
    """Refuse a room with too many slots for memory; `InputError` with the estimate."""
    _refuse(where, f"{_count(slots)} slots", slots * BYTES_A_SLOT)


def refuse_too_many_cables(where: str, cables: int) -> None:
    """Refuse a plan with too many cables for memory; `InputError` with the estimate."""
    _refuse(where, f"a plan of {_count(cables)} cables", cables * BYTES_A_CABLE)


def refuse_too_large_a_drawing(where: str, size: int) -> None:
    """Refuse a drawing too large for memory; `InputError` with the estimate."""
    _refuse(where, f"a drawing of {_count(size)} bytes", size * BYTES_A_DRAWN_BYTE)


def refuse_too_long_rows(where: str, lines: int) -> None:
    """Refuse to place in a grid with too many rows and columns, because of its distance table."""
    _refuse(where, f"{_count(lines)} rows and columns", lines * lines * BYTES_A_DISTANCE)


#: Memory of a pair of switches in a routing table: hops and next channels, twice while it is assembled.
BYTES_A_PAIR = 40
#: Hours of a single core that a computation may take without the user's consent.
MAX_HOURS = 2
SMALLER = "use a smaller network"


@dataclass(frozen=True)
class WorkEstimate:
    """Estimated cost of a computation, known from its sizes before it begins.

    Constants of each kind were measured on a 2 GHz core.

    Attributes
    ----------
    what
        Computation and its size: ``the load of 800,000 channels``.
    seconds
        Seconds on a single core.
    memory
        Bytes.
    """

    what: str
    seconds: float = 0.0
    memory: int = 0


def require_within_budget(where: str, estimate: WorkEstimate, smaller: str = SMALLER) -> None:
    """Refuse a computation that takes too long or needs more memory than available.

    Parameters
    ----------
    smaller
        Suggestion for a smaller request.

    Raises
    ------
    InputError
        With the estimate, the limit, and how to raise it.
    """
    available = available_bytes()
    if estimate.memory > available:
        what = f"{estimate.what} would need about {_gib(estimate.memory)} GiB of memory"
        more = f"{smaller}, or free memory or raise its limit (ulimit, control group)"
        raise InputError(where, f"{what}, but {_gib(available)} GiB are available", more)
    hours = estimate.seconds / 3600
    if hours > MAX_HOURS and not _any_size:
        what = f"{estimate.what} would take about {_count(round(hours))} hours of one core"
        more = f"{smaller}, or continue with {setting('force-size')}"
        raise InputError(where, f"{what}, above the limit of {MAX_HOURS}", more)


def refuse_too_many_pairs(where: str, pairs: int) -> None:
    """Refuse a routing table too large for memory; `InputError` with the estimate."""
    table = f"a routing table of {_count(pairs)} pairs of switches"
    require_within_budget(where, WorkEstimate(table, memory=pairs * BYTES_A_PAIR))


#: Seconds that reading a file may take without the user's consent.
MAX_SECONDS = 10


@dataclass(frozen=True)
class Work:
    """Items of a file, each of which takes time to read.

    Attributes
    ----------
    name
        Plural noun for the items.
    micros_each
        Microseconds per item, measured on a 2 GHz core.
    way
        Suggestion for less work.
    """

    name: str
    micros_each: float
    way: str = ""

    @property
    def most(self) -> int:
        """Number of items that are read without the user's consent."""
        return int(MAX_SECONDS * 1e6 / self.micros_each)


DOT_LINKS = Work("links", 25, "write it as an edge list")
#: In drawings with ports and attributes; a node takes half as long.
DRAWN_CABLES = Work("cables", 110, "omit parts of it")
#: In texts that list cables, devices or prices; a CSV of links takes 35, a dump of InfiniBand 15.
TEXT_LINES = Work("lines", 25)
DRAWN_PARTS = Work("entities", 50, "omit other layers")
DRAWN_POINTS = Work("points on its curves", 8, "draw straight lines")
#: Pairs of loose lines that may cross, each to be found, cut and joined.
DRAWN_CROSSINGS = Work("places where loose lines may cross", 10, "draw closed polylines")


#: Iterations per second of a search on a single core, for large networks; small ones take a fifth of the
#: time.
ITERATIONS_A_SECOND = 5_000_000


def refuse_too_long_a_search(where: str, networks: int, iterations: int) -> None:
    """Refuse to place more networks than a user would wait for; `InputError` with the estimate."""
    placing = f"placing {_count(networks)} networks with {_count(iterations)} iterations each"
    seconds = networks * iterations / ITERATIONS_A_SECOND
    require_within_budget(where, WorkEstimate(placing, seconds), "give fewer iterations")


@dataclass
class Allowance:
    """Work counted as it proceeds, because its amount is unknown before."""

    where: str
    work: Work
    done: int = field(default=0)

    def spend(self, count: int) -> None:
        """Count some work; `InputError` once it exceeds the limit."""
        self.done += count
        if self.done > self.work.most:
            refuse_too_slow(self.where, self.done, self.work, ended=False)


def refuse_too_slow(where: str, count: int, work: Work, *, ended: bool = True) -> None:
    """Refuse a file that takes too long to read; `InputError` with the estimate and remedy.

    ``ended``: False if the count is still incomplete.
    """
    if count <= work.most or _any_size:
        return
    seconds = max(int(count * work.micros_each / 1e6), 1)
    more, about = ("", "about") if ended else ("at least ", "at least")
    time = f"would take {about} {seconds:,} s to read"
    way = f"{work.way}, or continue" if work.way else "continue"
    what = f"has {more}{_count(count)} {work.name}, which {time}"
    raise InputError(where, what, f"{way} with {setting('force-size')}")


def _refuse(where: str, size: str, needed: int) -> None:
    """Refuse work that needs more memory than available."""
    require_within_budget(where, WorkEstimate(size, memory=needed), "use a smaller one")


def _gib(amount: int) -> str:
    """Format bytes in GiB, with a decimal below 100 GiB."""
    return f"{amount / (1 << 30):.1f}" if amount < 100 << 30 else _count(amount >> 30)


def _count(number: int) -> str:
    """Format a count readably at any size; the surrounding text adds "about"."""
    digits = len(str(number))
    return f"{number:,}" if digits <= 15 else f"10^{digits - 1}"


#: Assumed available memory if the system does not report it, and the lower limit of any estimate.
FLOOR_BYTES = 1 << 30

MEMINFO = Path("/proc/meminfo")
STATM = Path("/proc/self/statm")
CGROUP = Path("/sys/fs/cgroup")


def available_bytes() -> int:
    """Return the available memory within the limits of machine, control group and process."""
    known = [amount for amount in (_of_machine(), _of_group()) if amount is not None]
    available = max(min(known, default=FLOOR_BYTES), FLOOR_BYTES)
    limit = limit_bytes()
    return available if limit is None else min(available, max(limit - _in_use(), 0))


def limit_bytes() -> int | None:
    """Return the lowest of ``ulimit -v`` and ``ulimit -d``, None without limits."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    limits = [resource.getrlimit(item)[0] for item in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return min((limit for limit in limits if limit != resource.RLIM_INFINITY), default=None)


def _in_use() -> int:
    """Return the address space in use by this process."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[0]) * int(os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError, IndexError):
        return 0


def _of_machine() -> int | None:
    """Return the available memory reported by Linux, else the machine's total memory."""
    try:
        for line in MEMINFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return int(os.sysconf("SC_PHYS_PAGES")) * int(os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return None


def _of_group() -> int | None:
    """Return the remaining memory of a control group (version 2), None without a limit."""
    try:
        limit = int((CGROUP / "memory.max").read_text(encoding="ascii"))
        return limit - int((CGROUP / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
