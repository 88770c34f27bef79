"""How large a network may be asked for, in one place."""

from foundation.errors import InputError

#: Memory that building one network may take.
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
        With the estimate, if routers and links need more than `MAX_BYTES`.
    """
    needed = (routers + links) * bytes_each
    if needed > MAX_BYTES:
        raise InputError(
            spec,
            f"would have {_count(routers)} routers and {_count(links)} links"
            f" and need about {_count(-(-needed // (1 << 30)))} GiB to build",
            f"the limit is {MAX_BYTES >> 30} GiB",
        )


def _count(number: int) -> str:
    """Return a count that a person can read, however large."""
    digits = len(str(number))
    return f"{number:,}" if digits <= 15 else f"about 10^{digits - 1}"
