"""``netfloor topology failures``: what it prints, refuses and leaves behind."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.research.failures.study.random_links import FailureRequest, read_proportions, run_failures

COMMAND = [sys.executable, "-m", "netfloor", "topology", "failures"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])}


def netfloor(*arguments):
    """Run the command; return exit code, stdout, stderr."""
    run = subprocess.run(  # noqa: S603 - our own interpreter
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, env=ENVIRONMENT, check=False
    )
    return run.returncode, run.stdout, run.stderr


def request_of(spec="random:20,4", proportions="0,0.5", max_trials=100, workers=1, checkpoint=None):
    """Return a small request."""
    return FailureRequest((spec,), proportions, max_trials, workers=workers, checkpoint=checkpoint)


def test_json_is_one_document_for_any_number_of_workers(tmp_path):
    """Also from a checkpoint; without it, and with one or three workers, to the same byte."""
    arguments = ("random:20,4", "--proportions", "0.5,0", "--max-trials", 100, "--seed", 3, "--json", "-q")
    code, out, err = netfloor(*arguments, "--workers", 1)
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["schema"] == 2
    (network,) = document["networks"]
    assert network["network"] == "random:20,4"
    assert [point["proportion"] for point in network["points"]] == [0, 0.5]
    kept = (*arguments, "--workers", 3, "--checkpoint", tmp_path / "run.json")
    assert netfloor(*kept) == (0, out, "")
    assert netfloor(*kept) == (0, out, "")


def test_the_table_has_a_line_a_proportion():
    """Numbers for people: counts of disconnected trials, a dash where nothing was connected."""
    report = run_failures(request_of(proportions="1,0"), SILENT, Interrupt())
    _, (first, last) = report.table.texts()
    assert first[:3] == ("0", "0", "0 of 10 [0.0 %, 0.0 %]")
    assert last[:3] == ("1", "40", "10 of 10 [100.0 %, 100.0 %]")
    assert last[3:] == ("-", "-", "-")


def test_notes_say_what_the_rule_did_not_reach():
    """A capped run and a certain disconnection are said in words."""
    notes = run_failures(request_of(proportions="0,0.5,0.9", max_trials=10), SILENT, Interrupt()).notes
    assert any("0.5 failed" in note and "--max-trials" in note for note in notes)
    assert any("0.9 failed: too few links" in note for note in notes)
    assert not any(note.startswith("0 failed") for note in notes)


def test_proportions_are_sorted_and_taken_once():
    """In any order, with blanks, written in any way."""
    assert read_proportions("0.5, .1,1e-1,-0") == (0.0, 0.1, 0.5)


@pytest.mark.parametrize("text", ["", "0.1,", "x", "nan", "inf", "-0.1", "1.01", "10%", "0;1"])
def test_what_is_no_proportion_is_refused(text):
    """The message names the setting and shows what would be right."""
    with pytest.raises(InputError, match=r"^proportions.*for example"):
        read_proportions(text)


def test_another_runs_checkpoint_is_refused(tmp_path):
    """Exit code 3, one message, and the file stays as it is."""
    path = tmp_path / "run.json"
    run_failures(request_of(checkpoint=path), SILENT, Interrupt())
    before = path.read_bytes()
    code, out, err = netfloor("random:20,4", "--proportions", "0,0.25", "--checkpoint", path)
    assert (code, out) == (3, "")
    assert "another value of proportions" in err
    assert path.read_bytes() == before


def test_ctrl_c_leaves_the_checkpoint(tmp_path):
    """Exit code 130; the same command with a lower cap goes on to what it would have said alone."""
    path = tmp_path / "run.json"
    arguments = ["lps:3,5", "--proportions", "0,0.45", "--json"]
    endless = [*COMMAND, *arguments, "--max-trials", "100000000", "--checkpoint", str(path)]
    with subprocess.Popen(  # noqa: S603 - our own interpreter
        endless, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
    ) as run:
        while len(trials_of(path)) < 2 or len(trials_of(path)[1]) < 12:
            assert run.poll() is None
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate()
    assert run.returncode == 130
    assert f"continues from {path}" in err
    (network,) = json.loads(out)["networks"]
    assert (network["interrupted"], len(network["points"])) == (True, 1)
    capped = (*arguments, "--max-trials", 10)
    assert netfloor(*capped, "--checkpoint", path) == netfloor(*capped)


def trials_of(path):
    """Return the diameters in a checkpoint, a list a proportion; nothing where there is none yet."""
    return [point["diameter"] for point in json.loads(path.read_text())["points"]] if path.exists() else []
