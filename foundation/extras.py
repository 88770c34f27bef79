"""Optional dependencies: a Dask client with work on its cluster, and ezdxf for CAD drawings."""

import logging
import re
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from netfloor.foundation.errors import InputError, UnplannedStopError, setting

OPTION, EXAMPLE = setting("scheduler"), "such as tcp://host:8786"
#: Seconds between polls of a cluster; sends of a job before giving up on a cluster that loses it.
POLL_S, MAX_SENDS = 0.2, 5
_ADDRESS = re.compile(r"(?:\w+://)?(?P<host>[^\s/]+):(?P<port>\d{1,5})", re.ASCII)


def dask_client(address: str, seconds: float) -> Any:
    """Connect to the scheduler at an address.

    The port is probed first, because a client that Dask leaves half made may block the next client.
    `InputError` if Dask is not installed, the address is invalid, or nothing answers within ``seconds``.
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


def cluster_results(
    client: Any,
    run: Callable[..., Any],
    shared: Any,
    jobs: Iterable[tuple[Any, ...]],
    asked: Callable[[], bool],
    most: int | None = None,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each job with the result of ``run(shared, *job)`` on a cluster, in order of completion.

    A job lost with its worker is sent again, so no result is missing or duplicated.

    Parameters
    ----------
    shared
        Data for all jobs, sent to one worker; the others fetch them with their first job.
    asked
        Polled function; True stops the work and drops unfinished jobs.
    most
        Maximum number of jobs in progress; None for all.

    Raises
    ------
    UnplannedStopError
        If a job is lost with its data `MAX_SENDS` times, or its workers die as often as Dask allows.
    """
    from distributed import KilledWorker  # noqa: PLC0415 - an extra

    waiting = deque((job, 1) for job in jobs)
    running: dict[Any, tuple[tuple[Any, ...], int]] = {}
    sent = None
    while (waiting or running) and not asked():
        if sent is None:
            sent = _shared(client, shared)
        while waiting and (most is None or len(running) < most):
            job, sends = waiting.popleft()
            running[client.submit(run, sent, *job, pure=False)] = job, sends
        ended = [future for future in running if future.done()]
        for future in ended:
            job, sends = running.pop(future)
            try:
                result = future.result()
            except (KilledWorker, CancelledError, OSError) as failure:
                if sends == MAX_SENDS or isinstance(failure, KilledWorker):
                    what = f"the cluster lost a worker with its task ({failure})"
                    raise UnplannedStopError(what) from failure
                waiting.append((job, sends + 1))
                sent = None  # the shared data may be lost with the worker
                continue
            yield job, result
        if not ended:
            time.sleep(POLL_S)
    client.cancel(list(running))


def _shared(client: Any, shared: Any) -> Any:
    """Send the shared data to a worker, repeating if it dies meanwhile.

    Dask's ``broadcast=True`` never returns if a worker dies while it receives the data (dask/distributed
    issue 5704).
    """
    for sends in range(1, MAX_SENDS + 1):
        try:
            return client.scatter(shared, hash=False)
        except (KeyError, OSError, TimeoutError) as failure:
            if sends == MAX_SENDS:
                raise UnplannedStopError(f"the cluster accepts no data ({failure})") from failure
            time.sleep(POLL_S)
    raise AssertionError


def ezdxf_module() -> Any:
    """Import ezdxf; `InputError` with the install command if it is missing."""
    # Suppress ezdxf's warnings about drawings.
    logging.getLogger("ezdxf").addHandler(logging.NullHandler())
    try:
        return import_module("ezdxf")
    except ImportError as missing:
        raise InputError("DXF", "needs ezdxf", 'pip install "netfloor[cad]"') from missing


def has_ezdxf() -> bool:
    """Test whether CAD drawings can be written."""
    return find_spec("ezdxf") is not None
