"""What the tests of readers share: files of each format, and dumps that look like real ones."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import xlsxwriter

from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import Fabric

sys.path.append(str(Path(__file__).parent))  # the module beside this one

#: (device, port) of both ends of a cable.
Link = tuple[tuple[str, int], tuple[str, int]]
Read = Callable[..., Fabric]


def workbook(sheets: Mapping[str, Sequence[Sequence[object]]]) -> bytes:
    """Return a workbook with these sheets."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    for name, rows in sheets.items():
        page = book.add_worksheet(name)
        for number, row in enumerate(rows):
            for column, value in enumerate(row):
                page.write(number, column, value)
    book.close()
    return buffer.getvalue()


@pytest.fixture(name="workbook", scope="session")
def workbook_fixture() -> Callable[..., bytes]:
    """Make a workbook."""
    return workbook


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Read a text, bytes, or a folder of texts in a format."""

    def call(
        form: str, content: object, name: str = "fabric.txt", names: Mapping[int, str] | None = None
    ) -> Fabric:
        path = tmp_path / name
        if isinstance(content, Mapping):
            path.mkdir(exist_ok=True)
            for file, text in content.items():
                (path / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        else:
            path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
        return READERS[form].read(path, names or {})

    return call


@pytest.fixture(scope="session")
def links() -> Callable[[Fabric], list[Link]]:
    """List the cables of a fabric by name and port."""

    def call(fabric: Fabric) -> list[Link]:
        pairs = []
        for cable in fabric.cables:
            one, other = sorted((fabric.devices[end.device].name, end.port) for end in cable.ends)
            pairs.append((one, other))
        return sorted(pairs)

    return call


@dataclass
class RealFabric:
    """A fat tree of leaves and spines with parallel cables: 1,024 cables, as text of ibnetdiscover.

    ``cables`` is the truth, kept apart from the text.
    """

    leaves: int = 16
    spines: int = 16
    parallel: int = 2
    hosts: int = 32
    cables: list[Link] = field(default_factory=list)
    kinds: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for i in range(self.leaves):
            for j in range(self.spines):
                for k in range(self.parallel):
                    a = (self.leaf(i), 1 + j * self.parallel + k)
                    b = (self.spine(j), 1 + i * self.parallel + k)
                    self.cables.append((min(a, b), max(a, b)))
            for h in range(self.hosts):
                a = (self.leaf(i), 1 + self.spines * self.parallel + h)
                self.cables.append(tuple(sorted((a, (self.host(i, h), 1)))))  # type: ignore[arg-type]
        self.kinds = {self.leaf(i): "S" for i in range(self.leaves)}
        self.kinds |= {self.spine(j): "S" for j in range(self.spines)}
        self.kinds |= {self.host(i, h): "H" for i in range(self.leaves) for h in range(self.hosts)}

    def leaf(self, i: int) -> str:
        """Return the name of a leaf."""
        return f"A{i + 1:02d}-P1-IBLEAF-{i + 1:02d}"

    def spine(self, j: int) -> str:
        """Return the name of a spine."""
        return f"A{j + 1:02d}-P1-IBSPINE-{j + 1:02d}"

    def host(self, i: int, h: int) -> str:
        """Return the description of a host's adapter."""
        return f"a{i + 1:02d}-p1-dgx-{h:02d} mlx5_{h % 8}"

    def guid(self, name: str) -> int:
        """Return a node's GUID."""
        return (0x2C5EAB03 << 32) + (list(self.kinds).index(name) + 1) * 0x40


@pytest.fixture
def fabric() -> RealFabric:
    """Return a fabric of 1,024 cables."""
    return RealFabric()
