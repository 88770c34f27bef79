"""The largest cluster of the examples, planned as shipped."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[3] / "examples/gpu/cluster_16384.toml"
GIB_IN_KIB = 1 << 20


def _most_kib(*words: str) -> int:
    """Return the memory that a command needed at most, in KiB; it must end well."""
    child = subprocess.Popen(  # noqa: S603 - this program
        [sys.executable, "-m", "netfloor", *words, "--quiet"], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return used.ru_maxrss


@pytest.mark.nightly
def test_a_cluster_of_16384_gpus_is_planned_and_verified_within_six_gib(tmp_path: Path) -> None:
    """49,152 cables to the bill and the report, and every figure of the plan derived again."""
    assert _most_kib("plan", str(EXAMPLE), "--out", str(tmp_path / "out")) < 6 * GIB_IN_KIB
    assert _most_kib("verify", str(tmp_path / "out/plan.json")) < 6 * GIB_IN_KIB
