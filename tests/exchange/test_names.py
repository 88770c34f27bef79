"""Names that files for machines refuse."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.job import Job
from netfloor.exchange.names import Alphabet, check_devices
from netfloor.exchange.writers import booksim, cvt, ibsim, simgrid, slurm, sst
from netfloor.exchange.writers.netbox import checks as netbox_checks
from netfloor.foundation.errors import InputError

ALPHABETS = {
    "netbox": netbox_checks.DEVICES,
    "cvt": cvt.ALPHABET,
    "slurm": slurm.ALPHABET,
    "ibsim": ibsim.ALPHABET,
    "simgrid": simgrid.ALPHABET,
    "booksim": booksim.ALPHABET,
    "sst": sst.ALPHABET,
}
UNSAFE = (
    "a b",
    "=1+1",
    "-a",
    "a\u00e9",
    "a;b",
    "a[1]",
    'a"b',
    "a,b",
    "<b>",
    "a&b",
    "\uff1da",
    "a=b",
    "a#b",
    "..",
    "/a",
)


@pytest.mark.parametrize("form", ALPHABETS)
@pytest.mark.parametrize("name", UNSAFE)
def test_an_unsafe_name_is_refused_with_one_that_would_do(
    make_job: Any, write_files: Any, form: str, name: str
) -> None:
    """The message names the device and a name that the format takes."""
    labels = (name, *(f"s{i}" for i in range(1, 12)))
    job = make_job("circulant:12:1,5", 1, endpoints=1, labels=labels)
    with pytest.raises(InputError) as refused:
        write_files(job, form)
    suggestion = str(refused.value).rsplit("'", 2)[1]
    assert ALPHABETS[form].holds(suggestion)


@pytest.mark.parametrize("form", ALPHABETS)
def test_a_name_is_refused_from_the_first_character_too_many(
    make_job: Any, write_files: Any, form: str
) -> None:
    """The limit stands in the message; a name that just fits is taken."""
    longest = ALPHABETS[form].longest
    fits = ("x" * (longest - 3), *(f"s{i}" for i in range(1, 12)))  # its host is h...-1
    write_files(make_job("circulant:12:1,5", 1, endpoints=1, labels=fits), form)
    long = ("x" * (longest + 1), *fits[1:])
    with pytest.raises(InputError, match=str(longest)):
        write_files(make_job("circulant:12:1,5", 1, endpoints=1, labels=long), form)


def test_a_router_called_like_a_host_is_refused(make_job: Any, write_files: Any) -> None:
    """Two devices of one name cannot be told apart."""
    labels = ("x", "hx-1", *(f"s{i}" for i in range(2, 12)))
    with pytest.raises(InputError, match="one name"):
        write_files(make_job("circulant:12:1,5", 1, endpoints=1, labels=labels), "sst")


def test_names_that_differ_in_case_are_one_to_netbox_alone(make_job: Any, write_files: Any) -> None:
    """NetBox's constraint ignores case; Slurm's does not."""
    job = make_job(
        "circulant:12:1,5", 1, endpoints=1, labels=("Ab", "aB", *(f"s{i}" for i in range(2, 12)))
    )
    with pytest.raises(InputError, match="'Ab' and 'aB'"):
        write_files(job, "netbox")
    assert write_files(job, "slurm")


def test_words_of_slurm_are_no_names(make_job: Any, write_files: Any) -> None:
    """A switch called DEFAULT would change the lines after it."""
    job = make_job("circulant:12:1,5", 1, endpoints=1, labels=("DEFAULT", *(f"s{i}" for i in range(1, 12))))
    with pytest.raises(InputError, match="another meaning"):
        write_files(job, "slurm")


@given(name=st.text(min_size=1, max_size=80), form=st.sampled_from(sorted(ALPHABETS)))
def test_a_suggestion_can_always_be_taken(name: str, form: str) -> None:
    """Whatever a name was."""
    alphabet = ALPHABETS[form]
    suggestion = alphabet.suggestion(name)
    assert alphabet.holds(suggestion)
    assert len(suggestion) <= alphabet.longest


@given(st.text(max_size=10))
def test_a_name_that_is_held_is_plain(name: str) -> None:
    """No line break hides at the end of a name, no sign outside the alphabet in it."""
    if Alphabet("any", 64).holds(name):
        assert name.isascii()
        assert all(c.isalnum() or c in "._:/-" for c in name)
        assert name[0].isalnum()


def test_every_name_of_a_generated_network_is_safe(job: Job) -> None:
    """Networks without labels can be written in every format."""
    for alphabet in ALPHABETS.values():
        check_devices(job.fabric, alphabet)
