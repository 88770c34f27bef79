"""How much memory there is, by whom it is told."""

import os
from pathlib import Path

import pytest

from netfloor.exchange.readers.input.text_input import checked_text
from netfloor.foundation import sizes as memory
from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build

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


HUGE = ("random:1000000,32", "hypercube:22", "skywalk:1000000,3", "xpander:5,1000000")


@pytest.mark.parametrize("spec", [*HUGE, "*".join(["complete:8"] * 12)])
def test_what_nobody_means_is_refused_before_it_is_built(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though memory would suffice; the estimate is in the message, and the way to go on."""
    monkeypatch.setattr(memory, "available_bytes", lambda: 1 << 60)
    with pytest.raises(InputError, match=r"switches and .* links and need about .* GiB") as refused:
        build(spec)
    assert "force-size" in str(refused.value)


def test_one_who_means_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to the memory that there is."""
    monkeypatch.setattr(memory, "MOST_BYTES", 1000)
    with pytest.raises(InputError, match="hours to analyse"):
        memory.refuse_if_too_large("x", 10, 10)
    monkeypatch.setattr(memory, "_any_size", True)
    memory.refuse_if_too_large("x", 10, 10)
    with pytest.raises(InputError, match="memory are available"):
        memory.refuse_if_too_large("x", 1 << 60, 0)


def test_a_text_of_too_many_lines_is_refused(tmp_path: Path) -> None:
    """Whatever it lists, with the time that it would take."""
    (tmp_path / "x.csv").write_text("a,1,b,1\n" * 400_001)
    with pytest.raises(InputError, match=r"x.csv: holds 400,001 lines, which would take about 10 s"):
        checked_text(tmp_path / "x.csv", "list")
