"""How much memory there is, by whom it is told."""

import os
from pathlib import Path

import pytest

from netfloor.topologies import limits as memory

GIB = 1 << 30


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend a machine of 8 GiB, 6 of them available, in no control group."""
    (tmp_path / "meminfo").write_text(f"MemTotal: {8 << 20} kB\nMemAvailable: {6 << 20} kB\n")
    monkeypatch.setattr(memory, "MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(memory, "CGROUP", tmp_path)
    return tmp_path


def test_what_linux_calls_available_counts(machine: Path) -> None:
    """Not all that the machine has."""
    assert memory.available_bytes() == 6 * GIB
    (machine / "memory.max").write_text("max\n")
    assert memory.available_bytes() == 6 * GIB


def test_a_control_group_may_leave_less(machine: Path) -> None:
    """Its limit less what it uses; never below the floor."""
    (machine / "memory.max").write_text(f"{4 * GIB}\n")
    (machine / "memory.current").write_text(f"{GIB}\n")
    assert memory.available_bytes() == 3 * GIB
    (machine / "memory.current").write_text(f"{4 * GIB - 5}\n")
    assert memory.available_bytes() == memory.FLOOR_BYTES


def test_other_systems_tell_their_size(machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages times page size; the floor where nobody tells."""
    (machine / "meminfo").unlink()
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 2 << 20, "SC_PAGE_SIZE": 4096}.__getitem__)
    assert memory.available_bytes() == 8 * GIB

    def unknown(_name: str) -> int:
        raise ValueError

    monkeypatch.setattr(os, "sysconf", unknown)
    assert memory.available_bytes() == memory.FLOOR_BYTES
