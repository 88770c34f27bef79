"""Examples shipped with netfloor, with the relative paths by which they refer to each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Any

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import is_file, make_folder
from netfloor.foundation.output_files import check_free, foreign_files, write_file

_PARTS_200G = ("catalogue/parts_200g.toml", "catalogue/parts_200g_cables.csv")
#: Examples of ``netfloor init example``: description, and files and folders below ``examples``.
EXAMPLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "hall": ("a hall of 216 cabinets with trays, and a plan for SlimFly(13) in it", ("hall", *_PARTS_200G)),
    "grid": ("a simple grid of cabinets, and a plan in ten lines", ("grid", *_PARTS_200G)),
    "room": ("three racks, and lists of devices and cables, some devices free", ("room",)),
    "panels": (
        "two racks joined by fixed cables between patch panels, and links through them",
        ("panels", "catalogue/parts_panels.toml"),
    ),
    "gpu": (
        "1,024 GPUs in a liquid-cooled hall: rails, Dragonfly+ and HyperX; 16,384 GPUs on rails",
        ("gpu", "catalogue/parts_800g.toml"),
    ),
    "trunks": (
        "a leaf-spine network on fibre trunks with cassettes, in the hall of 216 cabinets",
        ("trunks", "catalogue/parts_trunks.toml", "hall/room.toml"),
    ),
    "catalogue": ("parts of 1, 25, 100, 200, 400 and 800 Gb/s at example prices", ("catalogue",)),
    "prices": ("a company's price list (made up), for netfloor catalogue import", ("prices",)),
    "fabric": ("an existing InfiniBand fabric (made up), and its cabinets", ("fabric",)),
    "machines": ("partitioned machines: Mira, JUQUEEN, Sequoia, Cray XC and others", ("machines",)),
    "table2": ("a study: eight networks of the SpectralFly paper", ("table2.toml",)),
    "tsubame2": ("a study: a fat tree rewired as a 12x8 HyperX, with reused parts", ("tsubame2",)),
    "growth": ("a study of growth: the dragonfly paper's Figure 19", ("growth",)),
    "traffic": (
        "studies of traffic: figures of the dragonfly and SpectralFly papers, a file each",
        ("traffic",),
    ),
    "mpi": ("MPI programs in C and studies of them on SimGrid: the optimal circulant paper's", ("mpi",)),
    "qap": ("a quadratic assignment problem of nine facilities", ("qap",)),
    "dxf": ("a drawing of a small hall", ("dxf",)),
}


@dataclass(frozen=True)
class Written:
    """The files of an example, and those newly written."""

    name: str
    files: tuple[Path, ...]
    new: tuple[Path, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``init example NAME --json``."""
        return {
            "schema": 1,
            "kind": "example",
            "name": self.name,
            "files": [path.as_posix() for path in self.files],
            "written": [path.as_posix() for path in self.new],
        }


def list_examples() -> dict[str, Any]:
    """Return the document of ``init example --json``: every example with description and files."""
    rows = [
        {"name": name, "what": what, "files": [path.as_posix() for path in _texts(name)]}
        for name, (what, _) in EXAMPLES.items()
    ]
    return {"schema": 1, "kind": "example", "examples": rows}


def write_example(name: str, out: Path, *, force: bool) -> Written:
    """Write an example's files into ``out/examples``, except identical existing files.

    Raise `InputError` for an unknown example, or an existing file with other content.
    """
    if name not in EXAMPLES:
        raise InputError("init example", f"unknown example {name!r}", f"known: {', '.join(EXAMPLES)}")
    wanted = {out / path: text for path, text in _texts(name).items()}
    for path in wanted:
        make_folder(path.parent)
    missing = {path: text for path, text in wanted.items() if not _holds(path, text)}
    for path in missing:
        check_free(path, foreign_files, force=force)
    for path, text in missing.items():
        write_file(path, text)
    return Written(name, tuple(wanted), tuple(missing))


def _texts(name: str) -> dict[PurePosixPath, str]:
    """Return the files of an example, ``examples/...``, with their text."""
    root = files("netfloor.examples")
    result = (file for part in EXAMPLES[name][1] for file in _files_below(root, PurePosixPath(part)))
    return {PurePosixPath("examples") / path: file.read_text(encoding="utf-8") for path, file in result}


def _files_below(root: Traversable, path: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    """Yield a file, or all files of a folder, in the order of their names."""
    here = root.joinpath(str(path))
    if here.is_file():
        yield path, here
        return
    for name in sorted(inner.name for inner in here.iterdir()):
        yield from _files_below(root, path / name)


def _holds(path: Path, text: str) -> bool:
    """Return True if the file exists with this text."""
    return is_file(path) and path.read_bytes() == text.encode()
