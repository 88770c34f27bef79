"""Small catalogues and needs, random ones too, that the tests of this folder share."""

import datetime as dt
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from netfloor.costmodels.catalogue.link_needs import LinkNeeds, Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue

Table = dict[str, Any]
#: Media that a list may ask for.
LISTED = ("", "DAC", "AOC", "OM4", "OS2", "copper", "fibre", "multimode", "single-mode")
SOCKETS = (Socket("OSFP", 2), Socket("OSFP", 1), Socket("OSFP-RHS", 1), Socket("QSFP112", 2))
HEAD: Table = {"schema": 1, "title": "test", "currency": "USD", "price_date": dt.date(2024, 5, 1)}


def catalogue_of(**tables: Any) -> Catalogue:
    """Return a catalogue of the given tables."""
    return Catalogue.model_validate(HEAD | tables)


def lengths_of(prefix: str, metres: Sequence[float], prices: Sequence[float]) -> list[Table]:
    """Return stock lengths with part numbers of their own."""
    pairs = zip(metres, prices, strict=True)
    return [{"length_m": m, "part": f"{prefix}-{m:g}", "price": price} for m, price in pairs]


def needs_of(
    links: Sequence[tuple[int, int]],
    sockets: Sequence[int],
    lengths_mm: Sequence[tuple[int, int]],
    gbps: Sequence[float] | None = None,
) -> LinkNeeds:
    """Return links between cages of given kinds, lengths as (electrical, optical), a cabinet a cage."""
    mm = np.array(lengths_mm, dtype=np.int64).reshape(-1, 2)
    return LinkNeeds(
        np.array([400.0] * len(links) if gbps is None else gbps, dtype=np.float64),
        mm[:, 0].copy(),
        mm[:, 1].copy(),
        np.array(links, dtype=np.int64).reshape(-1, 2),
        np.array(sockets, dtype=np.int64),
        SOCKETS,
        np.arange(len(sockets), dtype=np.int64),
    )


def random_needs(draw: random.Random) -> LinkNeeds:
    """Return up to five links over a few cages, some of which they share."""
    kinds = draw.choice([(0,), (0, 2), (1, 2), (0, 1, 2, 3)])
    sockets = [draw.choice(kinds) for _ in range(draw.randint(2, 6))]
    room = [SOCKETS[s].links for s in sockets]
    links: list[tuple[int, int]] = []
    for _ in range(draw.randint(1, 5)):
        free = [cage for cage, left in enumerate(room) if left]
        if len(free) < 2:
            break
        a, b = draw.choice(links) if links and draw.random() < 0.3 else draw.sample(free, 2)
        if room[a] and room[b]:
            links.append((a, b))
            room[a] -= 1
            room[b] -= 1
    lengths = [(_length(draw), _length(draw)) for _ in links]
    needs = needs_of(links, sockets, lengths, [draw.choice([400.0] * 30 + [200.0]) for _ in links])
    if draw.random() < 0.6:
        return needs
    asked = np.array([draw.choice([0, 0, draw.randrange(len(LISTED))]) for _ in links], dtype=np.int64)
    return replace(needs, listed=LISTED, listed_of=asked)


def _length(draw: random.Random) -> int:
    return -1 if draw.random() < 0.05 else draw.randrange(0, 7_000)


def random_catalogue(draw: random.Random) -> Catalogue:
    """Return a few products with prices that need not rise with length."""
    cables = [_cable(draw, number) for number in range(draw.randint(0, 5))]
    wanted = [socket for socket in SOCKETS for _ in range(draw.choice([0, 1, 2, 2]))]
    fibres = draw.choice([("OM4",), ("OM4", "OS2")])
    modules = [_module(draw, number, socket, fibres) for number, socket in enumerate(wanted)]
    cords = [_cord(draw, number, fibres) for number in range(draw.randint(0, 3))]
    return catalogue_of(cables=cables, transceivers=modules, cords=cords)


def _lengths(draw: random.Random, prefix: str) -> list[Table]:
    metres = sorted(draw.sample(range(1, 11), draw.randint(1, 4)))
    return lengths_of(prefix, metres, [draw.randint(1, 60) for _ in metres])


def _cable(draw: random.Random, number: int) -> Table:
    links = draw.choice([1, 2])
    ends = [draw.choice(["OSFP", "OSFP", "OSFP-RHS", "QSFP112"]) for _ in range(2)]
    return {
        "name": f"cable {number}",
        "kind": draw.choice(["DAC", "AOC"]),
        "gbps": 400,
        "links": links,
        "tails": draw.choice([1, links]),
        "connector_a": ends[0],
        "connector_b": ends[1],
        "reach_m": 10,
        "power_a_w": 1,
        "power_b_w": draw.randint(0, 3),
        "lengths": _lengths(draw, f"C{number}"),
    }


def _module(draw: random.Random, number: int, socket: Socket, fibres: Sequence[str]) -> Table:
    fibre = draw.choice(fibres)
    return {
        "part": f"T{number}",
        "name": f"module {number}",
        "connector": socket.connector,
        "gbps": draw.choice([400] * 9 + [200]),
        "links": socket.links,
        "fibre_connector": "MPO-12/APC",
        "fibre": fibre,
        "fibres": 8,
        "optics": "SR4" if fibre == "OM4" else "DR4",
        "reach_m": draw.choice([4, 7, 10]),
        "power_w": draw.randint(1, 9),
        "price": draw.randint(1, 60),
    }


def _cord(draw: random.Random, number: int, fibres: Sequence[str]) -> Table:
    return {
        "name": f"cord {number}",
        "connector": "MPO-12/APC",
        "fibre": draw.choice(fibres),
        "fibres": draw.choice([4, 8, 12, 12]),
        "lengths": _lengths(draw, f"F{number}"),
    }


@pytest.fixture(scope="session")
def make_catalogue() -> Callable[..., Catalogue]:
    """Make a catalogue of given tables."""
    return catalogue_of


@pytest.fixture(scope="session")
def stock() -> Callable[..., list[Table]]:
    """Make stock lengths."""
    return lengths_of


@pytest.fixture(scope="session")
def make_needs() -> Callable[..., LinkNeeds]:
    """Make links between cages of kinds 0: OSFP of 2, 1: OSFP of 1, 2: OSFP-RHS of 1, 3: QSFP112 of 2."""
    return needs_of


@pytest.fixture(scope="session")
def draw_needs() -> Callable[[random.Random], LinkNeeds]:
    """Draw links over a few cages."""
    return random_needs


@pytest.fixture(scope="session")
def draw_catalogue() -> Callable[[random.Random], Catalogue]:
    """Draw a small catalogue."""
    return random_catalogue
