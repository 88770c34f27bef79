"""Results in an SQLite file, extended by later runs and readable by any SQLite tool.

With rollback journal and full synchronisation, acknowledged rows survive a kill, and the file works without
shared memory, as on the network file systems of clusters.
"""

import datetime as dt
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pydantic import TypeAdapter

from netfloor.foundation.errors import InputError, UnplannedStopError, setting
from netfloor.foundation.files import check_output_file
from netfloor.foundation.tool import TOOL
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.figures.rows import FigureRow
from netfloor.reports.whatif.points import WhatIf
from netfloor.studies.results.schema import (
    APPLICATION_ID,
    VERSION,
    create_statements,
    table_statements,
)

#: Values of the column ``command`` in the table ``runs``.
WHATIF, STUDY, PLANS = "whatif", "compare study", "compare plans"
#: Seconds to wait for another writer.
PATIENCE_S = 30.0
#: Maximum steps of SQLite's virtual machine for a file, in thousands (ten times those for 10^5 runs), and
#: most characters of a text.
MAX_KILOSTEPS, MAX_CHARACTERS = 500_000, 1 << 28
_MAGIC = b"SQLite format 3\0"
_ID_AT = 68


@dataclass(frozen=True)
class RunWriter:
    """A run in a results file, open for writing."""

    connection: sqlite3.Connection
    path: Path
    run_id: int

    def add(self, number: int, row: FigureRow) -> None:
        """Write a row with its figures and its document; it is on disk on return."""
        with reported(self.path), _transaction(self.connection):
            self.insert(number, row, document_text(row))

    def insert(self, number: int, row: FigureRow, document: str) -> None:
        """Write a row inside a transaction; the document is empty if the run's document contains it."""
        insert(self.connection, "rows", [self.run_id, number, row.name, _sha256(document), document])
        for key, value in row.figures.items():
            if value is not None:
                insert(self.connection, "figures", [self.run_id, number, key, float(value)])


@dataclass(frozen=True)
class RunAbout:
    """The columns of ``runs`` that describe a run: command, input file, network, room."""

    command: str
    input: str
    input_sha256: str
    network: str
    room: str


@dataclass(frozen=True)
class ResultsFile:
    """A results file, open for writing."""

    connection: sqlite3.Connection
    path: Path

    def begin(self, about: RunAbout, run: WhatIf) -> RunWriter:
        """Begin a run whose rows are added one by one."""
        with reported(self.path), _transaction(self.connection):
            return self._insert_run(about, document_text(run))

    def add(self, about: RunAbout, record: Comparison | RankedPlans, rows: Sequence[FigureRow]) -> None:
        """Write a whole comparison; it is on disk on return."""
        with reported(self.path), _transaction(self.connection):
            writer = self._insert_run(about, document_text(record))
            for number, row in enumerate(rows):
                writer.insert(number, row, "")

    def _insert_run(self, about: RunAbout, document: str) -> RunWriter:
        now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        tool = f"{TOOL['name']} {TOOL['version']}"
        values = [None, now, tool, *vars(about).values(), _sha256(document), document]
        return RunWriter(self.connection, self.path, insert(self.connection, "runs", values))


def document_text(record: Any) -> str:
    """Return a record as JSON, which `read` turns into an equal record."""
    return TypeAdapter(type(record)).dump_json(record).decode()


def _sha256(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def insert(connection: sqlite3.Connection, table: str, values: Sequence[Any]) -> int:
    """Write a row with a value for each column of the table, and return its number."""
    marks = ", ".join("?" * len(values))
    return int(connection.execute(f"INSERT INTO {table} VALUES ({marks})", values).lastrowid or 0)  # noqa: S608 - our names


@contextmanager
def open_results(path: Path) -> Iterator[ResultsFile]:
    """Yield a results file to extend, created if it does not exist.

    `InputError` if the file is a symbolic link, not a results file, of another schema, or damaged;
    `UnplannedStopError` if the disk is full or another process keeps the file locked.
    """
    if path.is_symlink():
        raise InputError(str(path), "is a symbolic link", "give the file itself")
    check_output_file(path)
    with connected(path, mode="rwc", fresh=True) as connection:
        with reported(path):
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("PRAGMA synchronous = FULL")
            with _transaction(connection):
                empty = not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                if empty:
                    for statement in create_statements():
                        connection.execute(statement)
                else:
                    check_ours(connection, path)
        yield ResultsFile(connection, path)


@contextmanager
def connected(path: Path, *, mode: str, fresh: bool = False) -> Iterator[sqlite3.Connection]:
    """Yield a connection to a results file; with ``fresh`` it may be new or empty.

    An empty file is left by a first run that was killed early.
    """
    _check_header(path, fresh=fresh)
    address = f"file:{quote(str(path.absolute()))}?mode={mode}"
    with reported(path):
        connection = sqlite3.connect(address, PATIENCE_S, isolation_level=None, uri=True)
    try:
        _bound(connection)
        yield connection
    finally:
        connection.close()


def _bound(connection: sqlite3.Connection) -> None:
    """Limit the effort of queries, and disable functions in the schema of untrusted files."""
    steps = iter(range(MAX_KILOSTEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_CHARACTERS)
    connection.execute("PRAGMA trusted_schema = OFF")


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse a database that is damaged, foreign or of another schema version."""
    with reported(path):
        ours = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if not ours:
            raise _foreign(path)
        if version != VERSION:
            what = f"is a results file of schema {version}; this netfloor writes {VERSION}"
            raise InputError(str(path), what, "run the study again into a new file")
        _check_schema(connection, path)
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise InputError(str(path), f"is damaged ({fault.splitlines()[-1]})", "restore it from a copy")


def _check_schema(connection: sqlite3.Connection, path: Path) -> None:
    """Refuse tables that netfloor did not create, such as views in their place, before they are read."""
    there = {name: (kind, sql) for kind, name, sql in connection.execute(_SCHEMA)}
    for table, made in table_statements().items():
        if table not in there:
            raise InputError(str(path), f"table {table} is missing", "use another file")
        kind, sql = there[table]
        if kind != "table" or _bare(sql) != _bare(made):
            raise InputError(str(path), f"{kind} {table} is not as netfloor writes it", "use another file")
    for name, (kind, _) in there.items():
        if kind == "trigger":
            raise InputError(str(path), f"has a trigger, {name!r}", "use another file, or drop the trigger")


_SCHEMA = "SELECT type, name, sql FROM sqlite_master"


def _bare(sql: str | None) -> str:
    """Return a statement without blanks and quotes, which renaming a column may change."""
    return re.sub(r'[\s"]', "", sql or "")


def _check_header(path: Path, *, fresh: bool) -> None:
    """Refuse foreign files before SQLite opens them."""
    with reported(path):
        if not path.exists() or path.stat().st_size == 0:
            if fresh:
                return
            raise InputError(
                str(path), "does not exist or is empty", f"give a file written with {setting('results')}"
            )
        if has_journal(path):
            return  # of a killed writer: SQLite must roll back first
        with path.open("rb") as stream:
            head = stream.read(100)
    if head[:16] != _MAGIC or int.from_bytes(head[_ID_AT : _ID_AT + 4], "big") != APPLICATION_ID:
        raise _foreign(path)


def has_journal(path: Path) -> bool:
    """Return whether a journal is next to the file: a writer was killed, or is at work."""
    return path.with_name(path.name + "-journal").exists()


def _foreign(path: Path) -> InputError:
    return InputError(
        str(path), "is not a results file of netfloor", f"choose another {setting('results')}"
    )


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def reported(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into errors for users."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise UnplannedStopError(f"{path}: another process keeps writing to it") from error
        if code in {sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL}:
            raise UnplannedStopError(f"{path}: cannot be written ({error})") from error
        if code == sqlite3.SQLITE_INTERRUPT:
            raise InputError(
                str(path), "takes too long to read", "use a file that netfloor wrote"
            ) from error
        if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
            raise InputError(str(path), f"cannot be opened ({error})") from error
        raise InputError(str(path), f"is damaged or not a results file ({error})") from error
    except UnicodeDecodeError as error:
        raise InputError(str(path), "is damaged (a text in it is not UTF-8)", "use another file") from error
    except OSError as error:
        raise InputError(str(path), f"cannot be read ({error.strerror or error})") from error
