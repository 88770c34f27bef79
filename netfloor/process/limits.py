"""What the system allows this process, looked at before any library is loaded."""

import os

from netfloor.foundation.errors import UnplannedStopError
from netfloor.foundation.sizes import limit_bytes

#: Addresses that the libraries take before any work begins; measured with the charts of a small layout.
LEAST_BYTES = 768 << 20


def require_memory() -> None:
    """Refuse to work below a limit that the libraries themselves do not fit in.

    They would wait for memory for ever, or end the process without a word. Under any limit, linear algebra
    uses one thread: each takes addresses of its own, on a large machine more than there are.

    Raises
    ------
    UnplannedStopError
        With the limit, and what is needed.
    """
    limit = limit_bytes()
    if limit is None:
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if limit < LEAST_BYTES:
        raise UnplannedStopError(
            f"not enough memory: this process may have {limit >> 20:,} MiB (ulimit -v, ulimit -d), "
            f"and netfloor needs {LEAST_BYTES >> 20:,} MiB for the smallest work"
        )
