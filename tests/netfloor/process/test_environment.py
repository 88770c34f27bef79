"""The environment that a process computes in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from netfloor.process import environment
from netfloor.process.environment import make_environment_safe, use_common_kernels


@pytest.mark.parametrize(
    ("machine", "flags", "own", "kernels"),
    [
        ("x86_64", "fpu avx avx2 avx512f", None, "Haswell"),
        ("x86_64", "fpu avx avx2 avx512f", "Zen", "Zen"),
        ("x86_64", "fpu avx", None, None),
        ("aarch64", "fpu avx2", None, None),
    ],
)
def test_linear_algebra_uses_kernels_that_all_processors_have(
    machine: str,
    flags: str,
    own: str | None,
    kernels: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a processor with AVX2, newer ones included; a user's own choice stays, others are left alone."""
    (tmp_path / "cpuinfo").write_text(f"model name : any\nflags\t\t: {flags}\n")
    monkeypatch.setattr(environment, "_CPUINFO", tmp_path / "cpuinfo")
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.delenv("OPENBLAS_CORETYPE", raising=False)
    if own is not None:
        monkeypatch.setenv("OPENBLAS_CORETYPE", own)
    use_common_kernels()
    assert os.environ.get("OPENBLAS_CORETYPE") == kernels


#: Does some linear algebra in an environment that names no threads; prints how many a library started.
THREADS = """
from netfloor.process.environment import make_environment_safe
make_environment_safe()
import numpy, scipy.linalg
from threadpoolctl import threadpool_info
scipy.linalg.eigh(numpy.eye(300))
print(*(pool["num_threads"] for pool in threadpool_info()))
"""


def test_linear_algebra_starts_no_threads_beside_the_workers() -> None:
    """One thread of each library on any number of cores, so that --workers is the number of threads."""
    environ = {name: value for name, value in os.environ.items() if "THREADS" not in name}
    command = [sys.executable, "-c", THREADS]
    ran = subprocess.run(command, check=True, capture_output=True, text=True, env=environ)  # noqa: S603
    assert {*ran.stdout.split()} == {"1"}


def test_a_users_own_number_of_threads_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sets a variable of linear algebra means it."""
    monkeypatch.setattr("os.environ", {"OPENBLAS_NUM_THREADS": "3"})
    make_environment_safe()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
