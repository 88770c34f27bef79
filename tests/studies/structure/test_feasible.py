"""``netfloor topology feasible``: every member of some families, printed and drawn."""

from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from netfloor.foundation.errors import InputError
from netfloor.studies.structure.feasible import feasible
from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES


def test_every_member_is_listed(cli: Any) -> None:
    """The document and the table hold the members of each family in turn, smallest first."""
    line = ("topology", "feasible", "--family", "slimfly", "--family", "lps", "--max-routers", 400)
    document = cli(*line, "--json").json()
    expected = [one.spec for name in ("slimfly", "lps") for one in instances(FAMILIES[name], 400)]
    assert [one["network"] for one in document["instances"]] == expected
    assert document["families"] == ["slimfly", "lps"]
    assert [row.split()[0] for row in cli(*line).out.splitlines()[3:]] == expected


def test_endpoints_and_ports_in_all(cli: Any) -> None:
    """A balanced dragonfly of a = 8 holds 1,056 endpoints on routers of 15 ports; LPS recommends none."""
    found = cli("topology", "feasible", "--family", "dragonfly", "--family", "lps", "--json").json()
    by_spec = {one["network"]: one for one in found["instances"]}
    balanced = by_spec["dragonfly:a=8,p=4,h=4"]
    assert (balanced["endpoints"], balanced["ports"], balanced["endpoints_per_router"]) == (1056, 15, 4)
    assert by_spec["lps:3,5"]["endpoints"] is by_spec["lps:3,5"]["ports"] is None


def test_the_radix_is_a_limit(cli: Any) -> None:
    """No member above it, every member up to it."""
    line = ("topology", "feasible", "--family", "hyperx", "--max-routers", 200, "--json")
    every, few = (cli(*line, *more).json()["instances"] for more in ((), ("--max-radix", 9)))
    assert few == [one for one in every if one["radix"] <= 9]
    assert 0 < len(few) < len(every)


def test_sizes_are_drawn(cli: Any, here: Path) -> None:
    """The chart names every family; it is said to be written, and not written over without force."""
    line = ("topology", "feasible", "--family", "lps", "--family", "complete", "--svg", "sizes.svg")
    assert cli(*line).err.endswith("written: sizes.svg\n")
    text = " ".join("".join(fromstring((here / "sizes.svg").read_text()).itertext()).split())
    assert all(word in text for word in ("lps", "complete", "network radix", "ports of a switch"))
    refused = cli(*line)
    assert (refused.code, refused.out) == (3, "")
    assert cli(*line, "--force", "--quiet").err == ""


@pytest.mark.parametrize("family", ["random", "nothing", "<b>", ""])
def test_families_without_members_are_refused(family: str, cli: Any) -> None:
    """Exit code 3 and the families that have some, before anything is written."""
    ran = cli("topology", "feasible", "--family", "lps", "--family", family, "--svg", "no/such/file.svg")
    assert (ran.code, ran.out) == (3, "")
    ran = cli("topology", "feasible", "--family", "lps", "--family", family)
    assert "known: lps, slimfly" in ran.err


def test_endless_lists_are_refused_with_what_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """More members than anybody reads are refused; the size that the message names is served."""
    monkeypatch.setattr("netfloor.studies.structure.feasible.MAX_MEMBERS", 50)
    with pytest.raises(InputError, match="more than 50 members of torus") as refusal:
        feasible(["torus"], 1000, None)
    served = int(str(refusal.value).rsplit("give ", 1)[1].split()[0])
    assert 0 < len(feasible(["torus"], served, None).members["torus"]) <= 50


def test_partial_lists_say_which_members_they_hold() -> None:
    """LPS graphs without the proof can be built but are not listed, and the list says so."""
    notes = feasible(["lps", "slimfly"], 700, None).notes
    assert len(notes) == 1
    assert "q > 2 sqrt(p)" in notes[0]
