"""Host lists as Slurm folds them: ``nid[0000-0003],login1``."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})", re.DOTALL)
#: Slurm refuses longer ranges (MAX_RANGE of its hostlist is 65,536 in all).
LONGEST_RANGE = 10_000


def fold(names: Iterable[str]) -> str:
    """Return names as one hostlist, in their order, runs of numbers folded.

    A number with leading zeros keeps its width; ``n9`` and ``n10`` are one run, ``n09`` and
    ``n10`` as well, ``n9`` and ``n010`` are not.
    """
    parts: list[str] = []
    for (prefix, numbered), group in groupby(map(_split, names), key=lambda name: name[:2]):
        numbers = [number for _, _, number in group]
        parts += _folded(prefix, numbers) if numbered else [prefix] * len(numbers)
    return ",".join(parts)


def _split(name: str) -> tuple[str, bool, str]:
    """Return a name without its last number, whether it has one, and that number."""
    match = _NUMBERED.fullmatch(name)
    return (name, False, "") if match is None else (match[1], True, match[2])


def _folded(prefix: str, numbers: list[str]) -> list[str]:
    runs = [_run_text(run) for run in _runs(numbers)]
    plain = len(numbers) == 1
    return [prefix + runs[0]] if plain else [f"{prefix}[{','.join(runs)}]"]


def _runs(numbers: list[str]) -> Iterator[list[str]]:
    """Yield texts of numbers that follow each other, each run of one width or of none."""
    run = numbers[:1]
    for number in numbers[1:]:
        follows = number == str(int(run[-1]) + 1).zfill(len(run[0]))
        if follows and len(run) < LONGEST_RANGE:
            run.append(number)
        else:
            yield run
            run = [number]
    yield run


def _run_text(run: list[str]) -> str:
    return run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}"
