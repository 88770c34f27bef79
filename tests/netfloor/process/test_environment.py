"""The environment that a process computes in."""

import os
from pathlib import Path

import pytest

from netfloor.process import environment
from netfloor.process.environment import use_common_kernels


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
