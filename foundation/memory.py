"""How much memory this process can still have."""

import os
from pathlib import Path

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
