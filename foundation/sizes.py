"""What may be asked for, in one place: the memory that there is, and the time that a user waits for.

Whoever reads a file or makes a network says from numbers alone, before the work begins, what it needs.
What fits the memory is done; what takes long to read or to search waits for the user's word.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

from netfloor.foundation.errors import InputError, setting

#: Peak memory of the array builders for each link and router: endpoint pairs, keys and their
#: sorted copies in 64 bits. Measured 88 to 150 (slimfly:127, slimfly:128, random:100000,30).
BYTES_EACH = 150
#: Longest graph file that is read: a link takes some 30 times the memory of its line.
MAX_CHARACTERS = 1 << 27

_any_size = False


def allow_any_size() -> None:
    """Let this process read any file and begin any study, however long it takes."""
    global _any_size  # noqa: PLW0603 - the user's word, for the whole process
    _any_size = True


def refuse_if_too_large(spec: str, routers: int, links: int, bytes_each: int = BYTES_EACH) -> None:
    """Refuse a network that needs more memory than there is, before it is asked for.

    Parameters
    ----------
    bytes_each
        Memory for each router and link.

    Raises
    ------
    InputError
        With the estimate and what is available.
    """
    size = f"{_count(routers)} switches and {_count(links)} links"
    _refuse(spec, size, (routers + links) * bytes_each)


#: Memory of a slot of a room: its row, column and cabinet, and what a placer keeps of it.
BYTES_A_SLOT = 100


#: Memory of a cable of a plan while it is placed and its file is written; measured: 1.65 GB with 800,000.
BYTES_A_CABLE = 2000
#: Memory of each byte of a drawing that is read; measured with 40,000 circles.
BYTES_A_DRAWN_BYTE = 15
#: Memory of the distance between two rows or two columns of a grid.
BYTES_A_DISTANCE = 8


def refuse_too_many_slots(where: str, slots: int) -> None:
    """Refuse a room of more slots than memory holds; `InputError` with the estimate."""
    _refuse(where, f"{_count(slots)} slots", slots * BYTES_A_SLOT)


def refuse_too_many_cables(where: str, cables: int) -> None:
    """Refuse a plan of more cables than memory holds; `InputError` with the estimate."""
    _refuse(where, f"a plan of {_count(cables)} cables", cables * BYTES_A_CABLE)


def refuse_too_large_a_drawing(where: str, size: int) -> None:
    """Refuse a drawing that memory does not hold; `InputError` with the estimate."""
    _refuse(where, f"a drawing of {_count(size)} bytes", size * BYTES_A_DRAWN_BYTE)


def refuse_too_long_rows(where: str, lines: int) -> None:
    """Refuse to place in a grid of too many rows and columns: each keeps its distance from all others."""
    _refuse(where, f"{_count(lines)} rows and columns", lines * lines * BYTES_A_DISTANCE)


#: Memory of a pair of switches in a routing table: hops and next channels, twice while it is joined.
BYTES_A_PAIR = 40
#: Hours of one core that a computation takes without a word of the user's.
MOST_HOURS = 2
SMALLER = "take a smaller network"


@dataclass(frozen=True)
class WorkEstimate:
    """What a computation takes, known from numbers alone before it begins.

    Each kind has constants that were measured on one core of 2 GHz.

    Attributes
    ----------
    what
        The computation and its size: ``the load of 800,000 channels``.
    seconds
        Of one core.
    memory
        In bytes.
    """

    what: str
    seconds: float = 0.0
    memory: int = 0


def require_within_budget(where: str, estimate: WorkEstimate, smaller: str = SMALLER) -> None:
    """Refuse a computation that takes longer than one waits for, or more memory than there is.

    Parameters
    ----------
    smaller
        What takes less.

    Raises
    ------
    InputError
        With the estimate, the limit and what raises it: a word of the user's for time, none for memory.
    """
    available = available_bytes()
    if estimate.memory > available:
        what = f"{estimate.what} would need about {_gib(estimate.memory)} GiB of memory"
        more = f"{smaller}, or free memory or raise its limit (ulimit, control group)"
        raise InputError(where, f"{what}, {_gib(available)} GiB are available", more)
    hours = estimate.seconds / 3600
    if hours > MOST_HOURS and not _any_size:
        what = f"{estimate.what} would take about {_count(round(hours))} hours of one core"
        more = f"{smaller}, or continue with {setting('force-size')} if you mean it"
        raise InputError(where, f"{what}, {MOST_HOURS} are the limit", more)


def refuse_too_many_pairs(where: str, pairs: int) -> None:
    """Refuse a routing table that memory does not hold; `InputError` with the estimate."""
    table = f"a routing table of {_count(pairs)} pairs of switches"
    require_within_budget(where, WorkEstimate(table, memory=pairs * BYTES_A_PAIR))


#: Seconds that reading a file may take without a word of the user's.
MOST_SECONDS = 10


@dataclass(frozen=True)
class Work:
    """Things of a file, each of which takes time to read.

    Attributes
    ----------
    name
        What they are called.
    micros_each
        Microseconds of each; measured on one core of 2 GHz.
    way
        What takes less.
    """

    name: str
    micros_each: float
    way: str = ""

    @property
    def most(self) -> int:
        """How many are read without a word of the user's."""
        return int(MOST_SECONDS * 1e6 / self.micros_each)


DOT_LINKS = Work("links", 25, "write it as an edge list")
#: Of drawings with ports and attributes; a node takes half of it.
DRAWN_CABLES = Work("cables", 110, "leave out parts of it")
#: Of text that lists cables, devices or prices; a CSV of links takes 35, a dump of InfiniBand 15.
TEXT_LINES = Work("lines", 25)
DRAWN_PARTS = Work("entities", 50, "leave out other layers")
DRAWN_POINTS = Work("points on its curves", 8, "draw straight lines")
#: Pairs of loose lines that may cross, each found, cut and joined.
DRAWN_CROSSINGS = Work("places where loose lines may cross", 10, "draw closed polylines")


#: Iterations of a search in a second of one core, of large networks; small ones take a fifth.
ITERATIONS_A_SECOND = 5_000_000


def refuse_too_long_a_search(where: str, networks: int, iterations: int) -> None:
    """Refuse to place more networks than one waits for; `InputError` with the estimate."""
    placing = f"placing {_count(networks)} networks with {_count(iterations)} iterations each"
    seconds = networks * iterations / ITERATIONS_A_SECOND
    require_within_budget(where, WorkEstimate(placing, seconds), "give fewer iterations")


@dataclass
class Allowance:
    """Work that is counted while it is done, as its amount is not known before."""

    where: str
    work: Work
    done: int = field(default=0)

    def spend(self, count: int) -> None:
        """Count some work; `InputError` once it is more than anybody means."""
        self.done += count
        if self.done > self.work.most:
            refuse_too_slow(self.where, self.done, self.work, ended=False)


def refuse_too_slow(where: str, count: int, work: Work, *, ended: bool = True) -> None:
    """Refuse a file that takes long to read; `InputError` with the estimate and the way around.

    Parameters
    ----------
    ended
        False where there are more than were counted.
    """
    if count <= work.most or _any_size:
        return
    seconds = max(int(count * work.micros_each / 1e6), 1)
    more, about = ("", "about") if ended else ("at least ", "at least")
    time = f"would take {about} {seconds:,} s to read"
    way = f"{work.way}, or continue" if work.way else "continue"
    what = f"holds {more}{_count(count)} {work.name}, which {time}"
    raise InputError(where, what, f"{way} with {setting('force-size')}")


def _refuse(where: str, size: str, needed: int) -> None:
    """Refuse what needs more memory than is available."""
    require_within_budget(where, WorkEstimate(size, memory=needed), "take a smaller one")


def _gib(amount: int) -> str:
    """Return bytes in GiB, with a digit behind the point where they are few."""
    return f"{amount / (1 << 30):.1f}" if amount < 100 << 30 else _count(amount >> 30)


def _count(number: int) -> str:
    """Return a count that a person can read, however large; a text around it says "about" itself."""
    digits = len(str(number))
    return f"{number:,}" if digits <= 15 else f"10^{digits - 1}"


#: Assumed where the system does not tell, and the least that is ever assumed.
FLOOR_BYTES = 1 << 30

MEMINFO = Path("/proc/meminfo")
STATM = Path("/proc/self/statm")
CGROUP = Path("/sys/fs/cgroup")


def available_bytes() -> int:
    """Return the memory that is available: of the machine, of its control group, of the process's limit."""
    known = [amount for amount in (_of_machine(), _of_group()) if amount is not None]
    available = max(min(known, default=FLOOR_BYTES), FLOOR_BYTES)
    limit = limit_bytes()
    return available if limit is None else min(available, max(limit - _in_use(), 0))


def limit_bytes() -> int | None:
    """Return what ``ulimit -v`` or ``ulimit -d`` leave to a process, None where there is no limit."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return None
    limits = [resource.getrlimit(one)[0] for one in (resource.RLIMIT_AS, resource.RLIMIT_DATA)]
    return min((one for one in limits if one != resource.RLIM_INFINITY), default=None)


def _in_use() -> int:
    """Return the addresses that this process has taken."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[0]) * int(os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError, IndexError):
        return 0


def _of_machine() -> int | None:
    """Return what Linux calls available, else all of the machine's memory."""
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
    """Return what a control group (version 2) has left, None without a limit."""
    try:
        limit = int((CGROUP / "memory.max").read_text(encoding="ascii"))
        return limit - int((CGROUP / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
