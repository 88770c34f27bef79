"""Command ``netfloor rack``: order the devices of a rack."""

from pathlib import Path
from typing import Annotated

import typer

from netfloor.options import Json, Quiet, Seed, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, write, write_table
from netfloor.terminal.progress import loading


def rack(
    files: Annotated[
        list[Path], typer.Argument(metavar="CABLES...", help="Cable lists, CSV or workbooks.")
    ],
    *,
    units: Annotated[int, option("--units", "Units of the rack.", min=1, max=1000)] = 42,
    fixed: Annotated[
        list[str] | None,
        option("--fixed", "A fixed device and its lowest unit; repeatable.", metavar="NAME=UNIT"),
    ] = None,
    height: Annotated[
        list[str] | None,
        option("--height", "Height of a device taller than 1 U; repeatable.", metavar="NAME=UNITS"),
    ] = None,
    seed: Seed = 0,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Arrange the devices of one rack to minimise cable length.

    The length of a cable is the number of units between its ends, each at the lowest unit of its device.
    """
    with loading(quiet=quiet):
        from netfloor.studies.rack_order import RackRequest, order_rack

    places = _numbers(fixed, "--fixed", units), _numbers(height, "--height", 100)
    with working(quiet=quiet) as (_, interrupt):
        result = order_rack(RackRequest(tuple(files), units, *places, seed), interrupt)

    def readable() -> None:
        write(result.answer)
        write("")
        write_table(result.table)

    answer(result.to_dict, readable, json=json)


def _numbers(given: list[str] | None, option_name: str, most: int) -> dict[str, int]:
    """Parse NAME=NUMBER options; names may contain equals signs."""
    result: dict[str, int] = {}
    for text in given or ():
        name, equals, number = text.rpartition("=")
        if not equals or not name or not number.isdecimal() or not 1 <= int(number[:9]) <= most:
            what = f"{text!r} is not a name and a number from 1 to {most}"
            raise typer.BadParameter(what, param_hint=option_name)
        if name in result:
            raise typer.BadParameter(f"{name!r} is given twice", param_hint=option_name)
        result[name] = int(number)
    return result
