"""A client of a Dask scheduler, or a sentence why there is none."""

import re
import socket
from typing import Any

from foundation.errors import InputError

OPTION, EXAMPLE = "--scheduler", "such as tcp://host:8786"
_ADDRESS = re.compile(r"(?:\w+://)?(?P<host>[^\s/]+):(?P<port>\d{1,5})", re.ASCII)


def dask_client(address: str, seconds: float) -> Any:
    """Return a client of the scheduler at an address.

    The door is knocked at first: a client that Dask gave up half made may block the next
    one when it is collected.

    Raises
    ------
    InputError
        If Dask is not installed, the address is none, or nobody answers within ``seconds``.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError as failure:
        raise InputError(OPTION, "needs Dask", 'pip install "netfloor[cluster]"') from failure
    match = _ADDRESS.fullmatch(address)
    if match is None or not 0 < int(match["port"]) < 1 << 16:
        raise InputError(OPTION, f"{address!r} is no address", EXAMPLE)
    try:
        socket.create_connection((match["host"].strip("[]"), int(match["port"])), seconds).close()
        connect: Any = Client
        return connect(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError) as failure:
        raise InputError(OPTION, f"no scheduler answers at {address}", EXAMPLE) from failure
