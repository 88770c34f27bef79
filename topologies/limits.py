"""How large a network may be asked for, in one place."""

from foundation.errors import InputError
from foundation.memory import available_bytes

#: Memory that a graph file's bits may stand for.
MAX_BYTES = 4 << 30
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
    size = f"would have {_count(routers)} routers and {_count(links)} links and need"
    refuse_beyond_memory(spec, size, (routers + links) * bytes_each, "to build")


def refuse_beyond_memory(where: str, what: str, needed_bytes: int, purpose: str) -> None:
    """Refuse a piece of work that needs more memory than the machine has left.

    Raises
    ------
    InputError
        With the estimate.
    """
    available = available_bytes()
    if needed_bytes > available:
        raise InputError(
            where,
            f"{what} about {_count(-(-needed_bytes // (1 << 30)))} GiB {purpose}",
            f"{available / (1 << 30):.1f} GiB of memory are available",
        )


def _count(number: int) -> str:
    """Return a count that a person can read, however large."""
    digits = len(str(number))
    return f"{number:,}" if digits <= 15 else f"about 10^{digits - 1}"
