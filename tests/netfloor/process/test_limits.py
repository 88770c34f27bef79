"""A process that may have little memory says so at once, and never hangs."""

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from netfloor import exit_codes
from netfloor.foundation import sizes


@pytest.mark.parametrize("mib", [200, 700])
def test_too_little_memory_is_told_before_any_library_is_loaded(mib: int, here: Path) -> None:
    """Exit code 5 and one sentence with the limit; below it the linear algebra waits for ever."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (mib << 20, mib << 20))

    words = ["-m", "netfloor", "layout", "slimfly:3", "--iterations", "10", "--out", "plan.json"]
    ran = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *words],
        check=False,
        preexec_fn=limited,
        capture_output=True,
        text=True,
        timeout=50,
    )
    assert (ran.returncode, ran.stdout) == (exit_codes.UNPLANNED_STOP, "")
    assert ran.stderr.startswith(f"netfloor: not enough memory: the limit is {mib} MiB")
    assert ran.stderr.count("\n") == 1
    assert not any(here.iterdir())


def test_a_limit_of_the_process_counts_as_available_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less what it holds already, however much the machine has."""
    had = resource.getrlimit
    monkeypatch.setattr(sizes, "_in_use", lambda: 1 << 30)
    monkeypatch.setattr(resource, "getrlimit", lambda one: (3 << 29, had(one)[1]))
    assert sizes.available_bytes() == 1 << 29
