"""Inputs that a coverage-guided fuzzer found: each read or refused, and the nightly search for more.

`NETFLOOR_FUZZ=1000` tries fewer of each format than the nightly run does. Files that reached new code are
kept in ``out/fuzz``, beside those of ``tests/data/fuzz``, and begin the next search; what once ended badly
is in ``found`` here, for ever.
"""

import os
from pathlib import Path
from typing import Any

import pytest
from formats import FORMATS
from good_files import ROOT
from refusals import is_one_refusal

from tests.fixtures.own_memory import run_apart

RUNS = int(os.environ.get("NETFLOOR_FUZZ", "20000"))
FOUND = Path(__file__).parent / "found"
READERS = {reader.form.replace(" ", "-"): reader for some in FORMATS.values() for reader in some}


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_once_ended_badly_does_not(cli: Any, good: Any, here: Path, path: Path) -> None:
    """Read, or refused by a single message."""
    reader = READERS[path.name.rpartition("-")[0]]
    good(reader)
    (here / reader.file).write_bytes(path.read_bytes())
    ran = cli(*reader.command.split(), seconds=10)
    assert ran.code in {0, 3, 4, 6}, ran.err
    assert ran.code not in {3, 4} or is_one_refusal(ran.err)


@pytest.mark.nightly
@pytest.mark.parametrize("form", FORMATS)
def test_a_search_finds_nothing_that_ends_badly(tmp_path: Path, form: str) -> None:
    """Guided by coverage: never a bug, 10 s of work or 2 GiB of memory."""
    pytest.importorskip("atheris")
    corpus = ROOT / "out" / "fuzz" / form
    corpus.mkdir(parents=True, exist_ok=True)
    line = [
        "-m",
        "tests.reliability.fuzz",
        form,
        "--runs",
        RUNS,
        "--corpus",
        corpus,
        "--failures",
        tmp_path,
    ]
    ran, _ = run_apart(line, ROOT)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert not [path.read_text() for path in sorted(tmp_path.glob("*.txt"))]
    assert f"Done {RUNS} runs" in ran.stderr
