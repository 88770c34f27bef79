"""The requirements of every link: rate, cages at both ends, and route length."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.sets.offers import IntArray
from netfloor.fabric.media import is_covered

#: Marks a link without a route in a medium.
NO_WAY = -1
#: Form of a panel port: a cord ends there without a transceiver.
PANEL_PORT = "panel port"


@dataclass(frozen=True, order=True)
class Socket:
    """A form of cage and the number of links that a cage of it takes."""

    connector: str
    links: int


@dataclass(frozen=True, eq=False, repr=False)
class LinkNeeds:
    """Links to connect, m of them, between cages that they may share.

    Attributes
    ----------
    gbps
        Rate, (m,) float64.
    electrical_mm, optical_mm
        Routed length by medium, (m,) int64; `NO_WAY` if no tray carries that medium.
    cage
        Cage at both ends, (m, 2) int64, numbered from 0.
    cage_socket, cage_cabinet
        Form of each cage, an index into ``sockets``, and its cabinet, (cages,) int64.
    name
        Returns the display name of a link.
    listed, listed_of
        The media that a list asks for (see `fabric.media`), and that of each link, an index into these,
        (m,) int64; None if no list asks for any.
    """

    gbps: npt.NDArray[np.float64]
    electrical_mm: IntArray
    optical_mm: IntArray
    cage: IntArray
    cage_socket: IntArray
    sockets: tuple[Socket, ...]
    cage_cabinet: IntArray
    name: Callable[[int], str] = "link {}".format
    listed: tuple[str, ...] = ("",)
    listed_of: IntArray | None = None

    def __post_init__(self) -> None:
        links, cages = len(self.gbps), len(self.cage_socket)
        if self.cage.shape != (links, 2) or {len(self.electrical_mm), len(self.optical_mm)} - {links}:
            raise ValueError("every link has two cages and two lengths")
        if links and not (self.cage.min() >= 0 and self.cage.max() < cages):
            raise ValueError("a link ends in a cage that does not exist")
        if (self.cage[:, 0] == self.cage[:, 1]).any():
            raise ValueError("a link joins a cage to itself")
        if len(self.cage_cabinet) != cages or not all(
            0 <= s < len(self.sockets) for s in set(self.cage_socket.tolist())
        ):
            raise ValueError("every cage has a socket and a cabinet")
        if links and min(self.electrical_mm.min(), self.optical_mm.min()) < NO_WAY:
            raise ValueError(f"a length is not negative, or {NO_WAY} where there is no way")
        if (self.load > self.capacity).any():
            raise ValueError("a cage has more links than it takes")
        if self.listed_of is not None and (
            len(self.listed_of) != links or not set(self.listed_of.tolist()) <= set(range(len(self.listed)))
        ):
            raise ValueError("every link has one of the listed media")
        for array in (self.gbps, self.electrical_mm, self.optical_mm, self.cage, self.cage_socket):
            array.flags.writeable = False
        self.cage_cabinet.flags.writeable = False

    def __repr__(self) -> str:
        return f"LinkNeeds({len(self)} links, {self.cages} cages)"

    def __len__(self) -> int:
        return len(self.gbps)

    @property
    def cages(self) -> int:
        """Number of cages, including unused ones."""
        return len(self.cage_socket)

    @property
    def load(self) -> IntArray:
        """Links in each cage, (cages,) int64."""
        return np.bincount(self.cage.ravel(), minlength=self.cages).astype(np.int64)

    @property
    def capacity(self) -> IntArray:
        """Link capacity of each cage, (cages,) int64."""
        return np.array([socket.links for socket in self.sockets], dtype=np.int64)[self.cage_socket]

    @property
    def at_panel(self) -> npt.NDArray[np.bool_]:
        """True for each cage that is a panel port, (cages,)."""
        ports = np.array([socket.connector == PANEL_PORT for socket in self.sockets], dtype=np.bool_)
        ndarray: npt.NDArray[np.bool_] = ports[self.cage_socket]
        return ndarray

    @property
    def inside_cabinet(self) -> npt.NDArray[np.bool_]:
        """True for each link that stays inside one cabinet, (m,)."""
        ends = self.cage_cabinet[self.cage]
        inside: npt.NDArray[np.bool_] = ends[:, 0] == ends[:, 1]
        return inside

    def takes(self, kind: str) -> npt.NDArray[np.bool_]:
        """Return a mask of the links whose list allows a kind of cable or fibre type, (m,)."""
        if self.listed_of is None:
            return np.ones(len(self), dtype=np.bool_)
        covered = np.array([is_covered(kind, listed) for listed in self.listed], dtype=np.bool_)
        ndarray: npt.NDArray[np.bool_] = covered[self.listed_of]
        return ndarray

    def only(self, links: IntArray) -> "LinkNeeds":
        """Return some of the links, in the order given; cage numbers stay the same."""
        return LinkNeeds(
            gbps=self.gbps[links],
            electrical_mm=self.electrical_mm[links],
            optical_mm=self.optical_mm[links],
            cage=self.cage[links],
            cage_socket=self.cage_socket,
            sockets=self.sockets,
            cage_cabinet=self.cage_cabinet,
            name=lambda link: self.name(int(links[link])),
            listed=self.listed,
            listed_of=None if self.listed_of is None else self.listed_of[links],
        )
