"""The public names of research."""

import subprocess
import sys

import pytest

import netfloor
from netfloor import research


@pytest.mark.parametrize("name", research.__all__)
def test_every_public_name_exists_and_is_documented(name: str) -> None:
    """A name of ``__all__`` can be fetched, says what it is, and is not in the core as well."""
    assert getattr(research, name).__doc__
    assert name not in netfloor.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The late imports swallow no typing error."""
    with pytest.raises(AttributeError, match="link_failure"):
        _ = research.link_failure  # type: ignore[attr-defined]


def test_importing_loads_nothing_heavy() -> None:
    """``import netfloor.research`` imports no subject."""
    code = (
        "import sys, netfloor.research; heavy = {'numpy', 'scipy', 'numba', 'typer'};"
        "print([one for one in sys.modules if one in heavy or one.startswith('netfloor.research.')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "[]"
