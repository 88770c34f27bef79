"""Lengths of a study of growth that are finished, in a results file: a killed study goes on from there."""

import json
import threading
from hashlib import sha256
from pathlib import Path

from netfloor.costmodels.packaging.length_table import LengthTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import undisturbed
from netfloor.studies.results.store import open_results


class GrowthLengths:
    """Finished lengths by their key; nothing is kept without a file.

    Lengths of other inputs in the same file are left alone.
    """

    def __init__(self, path: Path | None, inputs_sha256: str) -> None:
        self._path, self._inputs, self._lock = path, inputs_sha256, threading.Lock()
        self._done: dict[str, LengthTable] = {}
        if path is None:
            return
        with open_results(path) as store:
            for key, checksum, text in store.growth_lengths(inputs_sha256):
                self._done[key] = _table(text, checksum, f"{path}: growth_lengths, {key}")

    def get(self, key: str) -> LengthTable | None:
        """Return the lengths of a finished point, None where it is not."""
        return self._done.get(key)

    def put(self, key: str, table: LengthTable) -> None:
        """Write the lengths of a point down; they are on the disk when this returns."""
        if self._path is None:
            return
        text = json.dumps(table.to_dict(), separators=(",", ":"))
        checksum = sha256(text.encode()).hexdigest()
        with self._lock, undisturbed(), open_results(self._path) as store:
            store.add_growth_lengths(self._inputs, key, checksum, text)


def _table(text: str, checksum: str, where: str) -> LengthTable:
    if sha256(text.encode("utf-8", "replace")).hexdigest() != checksum:
        raise InputError(where, "is not what was written", "the file was changed")
    return LengthTable.from_dict(json.loads(text))
