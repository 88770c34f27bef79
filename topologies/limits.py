"""How large a network may be asked for, in one place."""

import os
from pathlib import Path

from netfloor.foundation.errors import InputError

#: Peak memory of the array builders for each link and router: endpoint pairs, keys and their
#: sorted copies in 64 bits. Measured 88 to 150 (slimfly:127, slimfly:128, random:100000,30).
BYTES_EACH = 150
#: Longest graph file that is read: a link takes some 30 times the memory of its line.
MAX_CHARACTERS = 1 << 27


def refuse_if_too_large(spec: str, routers: int, links: int, bytes_each: int = BYTES_EACH) -> None:
    """Refuse a network before its memory is asked for.

    Raises
    ------
    InputError
        With the estimate, if routers and links need more memory than there is.
    """
    needed, available = (routers + links) * bytes_each, available_bytes()
    if needed > available:
        size = f"{_count(routers)} routers and {_count(links)} links"
        what = f"would have {size} and need about {_count(-(-needed // (1 << 30)))} GiB to build"
        raise InputError(spec, what, f"{available / (1 << 30):.1f} GiB of memory are available")


def _count(number: int) -> str:
    """Return a count that a person can read, however large."""
    digits = len(str(number))
    return f"{number:,}" if digits <= 15 else f"about 10^{digits - 1}"


#: Assumed where the system does not tell, and the least that is ever assumed.
FLOOR_BYTES = 1 << 30

MEMINFO = Path("/proc/meminfo")
CGROUP = Path("/sys/fs/cgroup")


def available_bytes() -> int:
    """Return the memory that is available: of the machine, and of the control group it runs in."""
    known = [amount for amount in (_of_machine(), _of_group()) if amount is not None]
    return max(min(known, default=FLOOR_BYTES), FLOOR_BYTES)


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
