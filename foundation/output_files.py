"""Output files, single or in a folder: never over something that netfloor did not write."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import FORCE, check_output_file, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed

#: Characters of a network's name that its folder does not have.
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")


def check_free(path: Path, ours: Callable[[Path], bool], *, force: bool) -> None:
    """Refuse a path that cannot be written, or that holds what is not ours to replace.

    Parameters
    ----------
    ours
        Says whether an existing file is one that this command wrote.
    """
    check_output_file(path)
    if path.is_symlink() and not force:
        raise InputError(str(path), "is a symbolic link", f"choose another file or add {FORCE}")
    if path.exists() and not force and not ours(path):
        raise InputError(str(path), "exists", f"choose another file or add {FORCE}")


def write_file(path: Path, data: str) -> None:
    """Write a file whole or not at all; Ctrl-C waits for it."""
    with undisturbed():
        write_atomic(path, data)


def never(_path: Path) -> bool:
    """Say that no existing file is ours."""
    return False


def write_folder(path: Path, files: Mapping[str, str | bytes], *, force: bool) -> None:
    """Write files, some below folders of their own, into a folder that appears as a whole."""
    with undisturbed(), output_folder(path, force=force) as folder:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomic(folder / name, data)


def folders_of_networks(files: Mapping[str, Mapping[str, str | bytes]]) -> dict[str, str | bytes]:
    """Return the files of each network by the name of a folder for it; those of one alone as they are."""
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
