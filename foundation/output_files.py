"""Output files and folders that never overwrite foreign files."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import FORCE, check_output_file, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts

#: Characters of a network's name to replace in its folder's name.
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


def check_free(path: Path, ours: Callable[[Path], bool], *, force: bool) -> None:
    """Reject a path that cannot be written, or a foreign file there.

    ``ours`` tests whether an existing file is from this command.
    """
    check_output_file(path)
    if path.is_symlink() and not force:
        raise InputError(str(path), "is a symbolic link", f"choose another file or add {FORCE}")
    if path.exists() and not force and not ours(path):
        raise InputError(str(path), "exists", f"choose another file or add {FORCE}")


def write_file(path: Path, data: str) -> None:
    """Write a file atomically; Ctrl-C waits for it."""
    with defer_interrupts():
        write_atomic(path, data)


def foreign_files(_path: Path) -> bool:
    """Treat every existing file as foreign."""
    return False


def write_folder(path: Path, files: Mapping[str, str | bytes], *, force: bool) -> None:
    """Write files, also in subfolders, into a folder that appears as a whole."""
    with defer_interrupts(), output_folder(path, force=force) as folder:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(folder / name, data)


def folders_of_networks(files: Mapping[str, Mapping[str, str | bytes]]) -> dict[str, str | bytes]:
    """Prefix the files of each network with a folder for it; files of a single network stay as they are."""
    if len(files) == 1:
        return dict(next(iter(files.values())))
    written: dict[str, str | bytes] = {}
    folders: dict[str, int] = {}
    for network, own in files.items():
        folder = _NOT_IN_NAMES.sub("_", network).strip(".") or "_"
        folders[folder.lower()] = folders.get(folder.lower(), 0) + 1
        again = folders[folder.lower()]
        folder += f"-{again}" if again > 1 else ""
        written |= {f"{folder}/{name}": data for name, data in own.items()}
    return written
