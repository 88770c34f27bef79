"""Independent jobs on several threads, with results in job order.

Threads suffice because the long kernels run without the interpreter lock.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Job = TypeVar("Job")
Answer = TypeVar("Answer")


def map_jobs(work: Callable[[Job], Answer], jobs: Iterable[Job], workers: int) -> list[Answer]:
    """Return ``[work(job) for job in jobs]``, run on at most ``workers`` threads.

    A job's exception is raised once running jobs end.
    """
    if workers <= 1:
        return [work(job) for job in jobs]
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(work, jobs))
