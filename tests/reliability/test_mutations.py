"""Files changed by chance, byte by byte and token by token: read or refused, never a traceback.

`NETFLOOR_MUTATIONS=200000` tries as many as a release does.
"""

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from formats import TOKENS, WORKS
from good_files import READERS, Reader
from patience import TooLongError

NIGHTLY = int(os.environ.get("NETFLOOR_MUTATIONS", "20000"))
ORDINARY = 300


def changed(data: bytes, dice: random.Random) -> bytes:
    """Return a file with one thing changed."""
    a, b = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    b = min(b, a + 40)
    lines = data.splitlines(keepends=True)
    byte, token = bytes([dice.randrange(256)]), dice.choice(TOKENS)
    shuffled, some = dice.sample(lines, len(lines)), [line for line in lines if dice.random() < 0.8]
    ways = (
        data[:a] + byte + data[a + 1 :],
        data[:a] + token + data[a:],
        data[:a] + token + data[b:],
        data[:a] + data[b:],
        data[:b] + data[a:b] + data[b:],
        data[:a],
        b"".join(shuffled),
        b"".join(some),
    )
    return dice.choice(ways)


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Return a file with one to three things changed."""
    for _ in range(dice.randint(1, 3)):
        data = changed(data, dice)
    return data


def others_than_problems(err: str) -> list[str]:
    """Return the lines of a refusal that are neither its first nor one of the problems set in below it.

    What was understood of a list may stand above it.
    """
    _, found, said = err.rpartition("netfloor: ")
    return [line for line in said.splitlines()[1:] if not line.startswith("  ")] + [""] * (not found)


def try_some(cli: Any, good: Callable[[Reader], bytes], here: Path, reader: Reader, seeds: range) -> None:
    """Run a reader over mutations of its good file."""
    for seed in seeds:
        data = mutated(good(reader), random.Random(f"{reader.form} {seed}"))  # noqa: S311 - no secret
        (here / reader.file).write_bytes(data)
        before = {str(path) for path in here.rglob("*")}
        try:
            ran = cli(*reader.command.split())
        except TooLongError:
            assert reader.form in WORKS, f"{reader.form}: seed {seed} takes too long"
            continue
        told = f"{reader.form}: seed {seed}: {ran.err[-2000:]}"
        assert ran.code in {0, 3, 4, 6}, told
        if ran.code in {3, 4}:
            assert (ran.out, others_than_problems(ran.err)) == ("", []), told
            assert {str(path) for path in here.rglob("*")} == before, told
        for made in ("out", "made.json"):
            shutil.rmtree(made, ignore_errors=True)
            Path(made).unlink(missing_ok=True)


def test_a_command_without_end_is_ended(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends it is what the runs here catch, and nothing in the command line does."""

    def endless() -> None:
        while True:
            pass

    monkeypatch.setattr("netfloor.command_line._run_application", endless)
    with pytest.raises(TooLongError):
        cli(seconds=0.05)


@pytest.mark.parametrize("reader", READERS, ids=str)
def test_a_few_mutations(cli: Any, good: Any, here: Path, reader: Reader) -> None:
    """Some of each reader, the same ones every time."""
    try_some(cli, good, here, reader, range(-(-ORDINARY // len(READERS))))


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("reader", READERS, ids=str)
def test_many_mutations(cli: Any, good: Any, here: Path, reader: Reader, part: int) -> None:
    """The nightly ones, in four parts."""
    each = -(-NIGHTLY // (4 * len(READERS)))
    try_some(cli, good, here, reader, range(1000 + part * each, 1000 + (part + 1) * each))
