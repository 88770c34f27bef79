"""Temporary files and folders: next to an output, or private to the user across runs.

Those next to an output are locked by their writer. The system releases the lock when the process ends for
any reason, so an unlocked temporary file is abandoned and is swept.
"""

import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # without such locks, nothing is swept
    fcntl = None  # type: ignore[assignment]

#: The random part of names by `tempfile`.
_RANDOM = "[a-z0-9_]{8}"
NEW, OLD = ".tmp", ".old"
_AT_CWD, _EXCHANGE = -100, 2
_notes: dict[str, None] = {}


@contextmanager
def scratch_file(path: Path) -> Iterator[tuple[int, Path]]:
    """Yield a new locked file next to ``path``, as a descriptor and its name; the caller renames it."""
    import tempfile  # noqa: PLC0415 - keeps --help quick

    sweep(path)
    while True:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=NEW, dir=path.parent)
        try:
            if _locked(descriptor):
                yield descriptor, Path(name)
                return
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        finally:
            os.close(descriptor)


@contextmanager
def scratch_folder(path: Path) -> Iterator[Path]:
    """Yield a new locked folder next to ``path``; anything left at its name is deleted at the end."""
    import tempfile  # noqa: PLC0415 - keeps --help quick

    while True:
        work = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=NEW, dir=path.parent))
        try:
            descriptor = _open(work)
        except FileNotFoundError:  # a sweep was faster
            continue
        try:
            if _locked(descriptor):
                yield work
                return
        finally:
            os.close(descriptor)
            shutil.rmtree(work, ignore_errors=True)


@contextmanager
def opened(path: Path) -> Iterator[int]:
    """Open a file or folder for locking or flushing; yield the descriptor."""
    descriptor = _open(path)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Protect a file or folder from being swept."""
    with opened(path) as descriptor:
        _locked(descriptor)
        yield


def sweep(path: Path) -> None:
    """Remove leftovers of killed writers of ``path``; restore a folder they had moved aside."""
    ours = re.compile(rf"\.{re.escape(path.name)}\.{_RANDOM}(?:{re.escape(NEW)}|{re.escape(OLD)})")
    if fcntl is None:
        return
    with suppress(OSError):
        for entry in [entry for entry in os.scandir(path.parent) if ours.fullmatch(entry.name)]:
            if not entry.is_symlink():
                with suppress(OSError):
                    _remove(Path(entry.path), path)


def exchange(first: Path, second: Path) -> bool:
    """Swap two names atomically; False, with nothing changed, if the system cannot."""
    import ctypes  # noqa: PLC0415 - keeps --help quick

    try:
        swap = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):  # a different C library
        return False
    if swap(_AT_CWD, os.fsencode(first), _AT_CWD, os.fsencode(second), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP}:  # not supported by this file system
        return False
    raise OSError(number, os.strerror(number), str(second))


def _remove(leftover: Path, path: Path) -> None:
    """Remove a leftover unless it is locked."""
    with opened(leftover) as descriptor:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:  # its writer is still running
            return
        if not leftover.is_dir():
            leftover.unlink()
            return
        if leftover.suffix == OLD and not os.path.lexists(path) and (leftover / "old").is_dir():
            (leftover / "old").replace(path)
        shutil.rmtree(leftover)


def _locked(descriptor: int) -> bool:
    """Lock a new file or folder; False if a sweep removed it first."""
    if fcntl is None:
        return True
    with suppress(OSError):  # on a file system without locks, sweeps cannot lock either
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    return os.fstat(descriptor).st_nlink > 0


def _open(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0))


def private_folder(name: str) -> Path | None:
    """Return a temporary folder that only this user can read and write, the same for all runs.

    None if there is none.

    A link, another user's folder or a folder writable by others is not used, because machine code is loaded
    from it.
    """
    if not hasattr(os, "geteuid"):
        return None
    import tempfile  # noqa: PLC0415 - as above

    user = os.geteuid()
    try:
        folder = Path(tempfile.gettempdir()) / f"netfloor-{user}"
        for path in (folder, folder / name):
            with suppress(FileExistsError):
                path.mkdir(mode=0o700)
            result = path.lstat()
            if (
                not stat.S_ISDIR(result.st_mode)
                or result.st_uid != user
                or stat.S_IMODE(result.st_mode) & 0o077
            ):
                return None
    except OSError:
        return None
    return folder / name if os.access(folder / name, os.W_OK | os.X_OK) else None


def note_lost_cache(folder: Path | None) -> None:
    """Record once that compiled code has no permanent cache, and its cost."""
    why = "compiled code has no permanent cache: neither the program's folder nor the home is writable"
    cost = f"the temporary cache is {folder}; once it is emptied, the next command compiles again"
    if folder is None:
        cost = "every command compiles again"
    _notes[f"{why}; {cost}, for up to a minute; NUMBA_CACHE_DIR sets another folder"] = None


def notes() -> tuple[str, ...]:
    """Return this process's notes on its folders, each once."""
    return tuple(_notes)
