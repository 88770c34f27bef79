"""The normal form of a file: what is compared of it, as one or several files of bytes."""

import io
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

#: How an SQLite file begins.
_SQLITE = b"SQLite format 3\0"


def normal_form(path: Path) -> dict[str, bytes]:
    """Return what is compared of a file that a command wrote.

    Returns
    -------
    dict
        By a path below that of the file, or ``""`` for the file itself: a workbook is its members, a
        results file its SQL text, everything else its own bytes.
    """
    data = path.read_bytes()
    if path.suffix == ".xlsx" and zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {member: archive.read(member) for member in archive.namelist()}
    if data.startswith(_SQLITE):
        return {"": _sql(path).encode()}
    return {"": data}


def _sql(path: Path) -> str:
    """Return the whole of an SQLite file as SQL text, its identity and schema version included."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        marks = [
            f"PRAGMA {name}={database.execute(f'PRAGMA {name}').fetchone()[0]};"
            for name in ("application_id", "user_version")
        ]
        return "\n".join([*marks, *database.iterdump(), ""])
