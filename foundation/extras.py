"""A client of a Dask scheduler, or a sentence why there is none."""

import logging
import re
import socket
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from netfloor.foundation.errors import InputError, setting

OPTION, EXAMPLE = setting("scheduler"), "such as tcp://host:8786"
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
        raise InputError(OPTION, f"{address!r} is not an address", EXAMPLE)
    try:
        socket.create_connection((match["host"].strip("[]"), int(match["port"])), seconds).close()
        connect: Any = Client
        return connect(address, timeout=seconds, set_as_default=False)
    except (OSError, ValueError) as failure:
        raise InputError(OPTION, f"no scheduler answers at {address}", EXAMPLE) from failure


def ezdxf_module() -> Any:
    """Return ezdxf, imported; `InputError` saying how to get it where it is not installed."""
    # What ezdxf finds odd in a drawing is no message of ours.
    logging.getLogger("ezdxf").addHandler(logging.NullHandler())
    try:
        return import_module("ezdxf")
    except ImportError as missing:
        raise InputError("DXF", "needs ezdxf", 'pip install "netfloor[cad]"') from missing


def has_ezdxf() -> bool:
    """Return True if drawings for CAD can be made."""
    return find_spec("ezdxf") is not None
