"""Reading of input files and atomic writing of output files and folders."""

import errno
import hashlib
import json
import math
import os
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, UnplannedStopError, setting
from netfloor.foundation.scratch import OLD, exchange, held, opened, scratch_file, scratch_folder, sweep
from netfloor.foundation.wording import first_twice

#: Marks an output folder as written by netfloor, so it may be replaced as a whole.
FOLDER_MARK = ".netfloor-output"
#: Setting that permits overwriting of foreign files.
FORCE = setting("force")
MAX_INPUT_BYTES = 1 << 30
#: Errors for exhausted system resources, which are not the user's input errors.
_GAVE_OUT = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM}


def read_bytes(path: Path, what: str = "file") -> bytes:
    """Read a file's bytes; `InputError` if it cannot be read."""
    try:
        with _reported(path, "cannot be read", f"cannot read this {what}"):
            if path.stat().st_size > MAX_INPUT_BYTES:
                raise InputError(str(path), f"{what} is larger than 1 GiB")
            if not path.is_file():
                raise InputError(str(path), f"{what} is not a regular file")
            data = path.read_bytes()
    except ValueError as error:  # a NUL byte in the name
        raise InputError(repr(str(path)), f"is not a file name ({error})") from error
    if not data.strip():
        raise InputError(str(path), f"{what} is empty")
    return data


def is_file(path: Path) -> bool:
    """Test for a regular file; invalid names give False."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_text(path: Path, what: str = "file") -> str:
    """Read a UTF-8 text file, without its byte order mark."""
    data = read_bytes(path, what)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}: line {line}", "is not UTF-8 text") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(f"{path}: line {line}", "has a NUL character")
    return text


def load_toml(path: Path, what: str = "file") -> dict[str, Any]:
    """Read a TOML file."""
    try:
        return tomllib.loads(read_text(path, what))
    except tomllib.TOMLDecodeError as error:
        raise InputError(str(path), f"is not valid TOML: {error}") from error
    except (RecursionError, ValueError) as error:
        raise InputError(str(path), f"cannot be read as TOML ({error})") from error


def load_json(path: Path, what: str = "file") -> Any:
    """Read a JSON file; duplicate keys, NaN and infinite numbers are rejected."""

    def refuse_constant(name: str) -> None:
        raise InputError(str(path), f"has {name}, which is not JSON")

    def finite(digits: str) -> float:
        if math.isinf(number := float(digits)):
            raise InputError(str(path), f"has {digits}, which is too large")
        return number

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if (twice := first_twice([key for key, _ in pairs])) is not None:
            raise InputError(str(path), f"key {twice!r} is given twice in one object")
        return dict(pairs)

    text = read_text(path, what)
    try:
        return json.loads(
            text, parse_float=finite, parse_constant=refuse_constant, object_pairs_hook=unique
        )
    except json.JSONDecodeError as error:
        raise InputError(f"{path}: line {error.lineno}", f"is not valid JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise InputError(str(path), f"cannot be read as JSON ({error})") from error


def to_json(value: Any) -> str:
    """Write strict, indented JSON in insertion order.

    Only bytes that are not valid Unicode, as in file names, are escaped.
    """
    text = json.dumps(value, indent=2, allow_nan=False, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace").decode()


def canonical_sha256(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()


def make_folder(path: Path) -> None:
    """Create a folder and its parents if missing."""
    with _reported(path):
        path.mkdir(parents=True, exist_ok=True)


def write_atomic(path: Path, data: str | bytes) -> None:
    """Write a file atomically: readers find the old or the new file, never a part.

    It writes a temporary file in the same folder, flushes it to disk, renames it and flushes the folder.
    """
    raw = data.encode() if isinstance(data, str) else data
    check_output_file(path)
    with _reported(path):
        with scratch_file(path) as (descriptor, name):
            with os.fdopen(descriptor, "wb", closefd=False) as stream:
                stream.write(raw)
                stream.flush()
                os.fsync(descriptor)
            name.chmod(0o666 & ~_umask())
            name.replace(path)
        with opened(path.parent.resolve()) as folder:
            os.fsync(folder)


@contextmanager
def output_folder(path: Path, *, force: bool) -> Iterator[Path]:
    """Yield a new folder that replaces ``path`` when the block succeeds.

    A folder written by netfloor is replaced as a whole; anything else needs ``force``. If the block fails,
    ``path`` is unchanged.
    """
    with _reported(path):
        sweep(path)
        sweep(path.resolve())
    check_output_folder(path, force=force)
    with ExitStack() as scratch:
        with _reported(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            work = scratch.enter_context(scratch_folder(path))
            work.chmod(0o777 & ~_umask())
        yield work
        with _reported(path):
            (work / FOLDER_MARK).write_text("written by netfloor\n", encoding="utf-8")
            _replace_folder(work, path)


def check_output_folder(path: Path, *, force: bool) -> None:
    """Reject a folder that cannot be written or was not written by netfloor, before the work starts."""
    with _reported(path):
        if path.is_symlink() and not force:
            raise InputError(str(path), "is a symbolic link", f"choose a folder, or add {FORCE}")
        if path.exists() and not path.is_dir():
            raise InputError(str(path), "exists and is not a folder", f"choose another {setting('out')}")
        ours = not path.exists() or (path / FOLDER_MARK).exists() or not any(path.iterdir())
        if not ours and not force:
            foreign = "has files that netfloor did not write"
            raise InputError(str(path), foreign, f"choose another {setting('out')} or add {FORCE}")
        above = next(p for p in (path.absolute(), *path.absolute().parents) if os.path.lexists(p))
        if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
            raise InputError(str(path), "cannot be written", f"{above} is not a writable folder")


def check_output_file(path: Path) -> None:
    """Reject a file that cannot be written, before the work starts; devices are never replaced."""
    folder = path.absolute().parent
    with _reported(path):
        if path.is_dir():
            raise InputError(str(path), "is a folder", "give a file name")
        if path.exists() and not path.is_file():
            raise InputError(str(path), "is not a regular file", "give another file name")
        if not folder.is_dir():
            raise InputError(str(path), f"the folder {path.parent} does not exist")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise InputError(str(path), f"the folder {path.parent} cannot be written")


def _replace_folder(work: Path, path: Path) -> None:
    """Replace a folder by the finished new folder; the old folder is deleted last.

    The swap is atomic if the system supports it. Otherwise a kill between its two steps leaves the old
    folder aside, and the next run restores it.
    """
    path = path.resolve()
    if not path.exists():
        work.replace(path)
        return
    if exchange(work, path):
        return
    old = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=OLD, dir=path.parent))
    with held(old):
        path.replace(old / "old")
        try:
            work.replace(path)
        except OSError:
            (old / "old").replace(path)
            raise
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _reported(path: Path, gave_out: str = "cannot be written", refused: str = "") -> Iterator[None]:
    """Convert operating-system errors to user errors."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        if error.errno in _GAVE_OUT:
            raise UnplannedStopError(f"{path}: {gave_out} ({reason})") from error
        raise InputError(str(path), f"{refused or gave_out} ({reason})") from error


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current


#: Separator between several file names, such as the price lists of a catalogue.
SEPARATOR = " + "


def files_of(name: str | Path) -> tuple[Path, ...]:
    """Split a name into its files.

    A single file unless several names are joined and no file has the whole name.
    """
    text = str(name)
    if SEPARATOR not in text or is_file(Path(text)):
        return (Path(text),)
    return tuple(Path(item) for item in text.split(SEPARATOR))


def one_name(files: Iterable[str | Path] | None) -> Path | None:
    """Join several file names into a single name, None if there are none.

    `InputError` if a file is repeated.
    """
    given = [Path(file) for file in files or ()]
    if not given:
        return None
    if twice := next((str(item) for item in given if given.count(item) > 1), None):
        raise InputError(twice, "is given twice", "give each file once")
    return Path(SEPARATOR.join(map(str, given)))


def each_file(name: str, change: Callable[[Path], str]) -> str:
    """Apply a change to each file in a joined name."""
    return SEPARATOR.join(change(file) for file in files_of(name))


def portable_path(spec: str) -> str:
    """Return a spec of one or several files without absolute folders; relative paths stay."""
    return each_file(spec, lambda item: item.name if item.is_absolute() else str(item)) if spec else spec


def are_files(name: str | Path) -> bool:
    """Test whether all files of a joined name exist."""
    return all(is_file(file) for file in files_of(name))
