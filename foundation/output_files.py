"""Single output files: never over something that netfloor did not write."""

from collections.abc import Callable
from pathlib import Path

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import FORCE, check_output_file, write_atomic
from netfloor.foundation.interrupt import undisturbed


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
