"""A place for what is kept from one run to the next, where neither program nor home can be written."""

import os
import stat
from contextlib import suppress
from pathlib import Path

_notes: dict[str, None] = {}


def private_folder(name: str) -> Path | None:
    """Return a temporary folder that this user alone can read and write; None where there is none.

    It is the same one for all runs. One of another user's at its place, a link or one that others may write
    is not used: machine code is loaded from it.
    """
    if not hasattr(os, "geteuid"):
        return None
    import tempfile  # noqa: PLC0415 - keeps --help quick

    user = os.geteuid()
    try:
        folder = Path(tempfile.gettempdir()) / f"netfloor-{user}"
        for path in (folder, folder / name):
            with suppress(FileExistsError):
                path.mkdir(mode=0o700)
            found = path.lstat()
            if (
                not stat.S_ISDIR(found.st_mode)
                or found.st_uid != user
                or stat.S_IMODE(found.st_mode) & 0o077
            ):
                return None
    except OSError:
        return None
    return folder / name if os.access(folder / name, os.W_OK | os.X_OK) else None


def note_lost_cache(folder: Path | None) -> None:
    """Note once that compiled code finds no lasting place, and what it costs."""
    why = "compiled code is not kept beside the program nor in the home: neither can be written"
    cost = f"it is kept in {folder}, and once that is emptied the next command compiles again"
    if folder is None:
        cost = "every command compiles again"
    _notes[f"{why}; {cost}, up to a minute; NUMBA_CACHE_DIR names another folder"] = None


def notes() -> tuple[str, ...]:
    """Return what is to be known of the places of this process, each once."""
    return tuple(_notes)
