"""Jobs on several threads."""

import threading

import pytest

from netfloor.foundation.parallel import map_jobs


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_answers_come_in_the_order_of_the_jobs(workers):
    """Whoever ends first, the order is that of the jobs."""
    second_ran = threading.Event()

    def work(job):
        if job == 0 and workers > 1:
            assert second_ran.wait(60)
        if job == 1:
            second_ran.set()
        return job * job

    assert map_jobs(work, range(20), workers) == [job * job for job in range(20)]


@pytest.mark.parametrize("workers", [1, 3])
def test_no_more_jobs_run_at_once_than_workers(workers):
    """The number of threads inside jobs never exceeds the workers."""
    inside, most, lock = 0, 0, threading.Lock()

    def work(_job):
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.002)
        with lock:
            inside -= 1

    map_jobs(work, range(30), workers)
    assert most <= workers


@pytest.mark.parametrize("workers", [1, 2])
def test_a_failing_job_fails_the_whole(workers):
    """An error inside a job reaches the caller."""
    with pytest.raises(ZeroDivisionError):
        map_jobs(lambda job: 1 // job, [1, 0, 2], workers)
