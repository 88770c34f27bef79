"""Numbers of options that nobody means are refused in a sentence, before any work, by one table."""

import pytest

from netfloor.options import RANGES
from tests.fixtures.commands import Cli, every_command

#: Options that take a number with a fraction, and what else keeps it in range.
LIMITED_BY_OPTION = {"electricity", "keep-bisection", "seconds", "weight-touched"}


def test_every_number_with_a_fraction_has_a_range():
    """A new option of metres, money or rates is in the table, or has both ends where it is made."""
    found = {}
    for _, command in every_command():
        for param in command.params:
            kind = str(getattr(param, "type_descriptor", ""))
            if "float" in kind:
                found.setdefault(param.opts[0].removeprefix("--"), []).append((param.min, param.max))
    assert {"gbps", "reach"} <= found.keys()
    open_ended = {name for name, ends in found.items() if any(None in pair for pair in ends)}
    assert open_ended <= RANGES.keys()
    assert found.keys() - RANGES.keys() <= LIMITED_BY_OPTION


@pytest.mark.parametrize("value", ["1e300", "-1", "nan", "inf"])
@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("layout slimfly:3", "gbps"),
        ("layout slimfly:3 --objective max-latency", "switch-ns"),
        ("layout slimfly:3 --objective money", "reach"),
        ("cost missing.json", "reach"),
        ("bom missing.json --kwh-price 1", "years"),
        ("design --endpoints 100 --ports 16", "min-bisection"),
        ("topology show slimfly:3", "gbps"),
        ("room check missing.toml", "aisle"),
    ],
)
def test_a_number_out_of_range_is_told_by_its_option(line: str, name: str, value: str, cli: Cli) -> None:
    """Invalid input, or wrong usage where the option itself has an end; never taken, never a bug."""
    done = cli(*line.split(), f"--{name}={value}")
    assert done.code in (2, 3), done.err
    assert f"--{name}" in done.err
    assert "bug" not in done.err
