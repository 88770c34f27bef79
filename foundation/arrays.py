"""NumPy arrays as fields of records: lists in JSON, arrays of one type in memory."""

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import PlainSerializer, PlainValidator


def _reader(kind: Any) -> Callable[[Any], npt.NDArray[Any]]:
    """Return what reads a list, or keeps an array, of one type; ValueError for anything else."""

    def read(value: Any) -> npt.NDArray[Any]:
        if not isinstance(value, list | np.ndarray):
            raise ValueError("no list of numbers")  # noqa: TRY004 - pydantic reports ValueErrors
        try:
            return np.array(value, dtype=kind)
        except (TypeError, OverflowError) as error:
            raise ValueError("no list of numbers") from error

    return read


def _listed(array: npt.NDArray[Any]) -> list[Any]:
    listed: list[Any] = array.tolist()
    return listed


FloatArray = Annotated[
    npt.NDArray[np.float64], PlainValidator(_reader(np.float64)), PlainSerializer(_listed)
]
Int32Array = Annotated[npt.NDArray[np.int32], PlainValidator(_reader(np.int32)), PlainSerializer(_listed)]
Int64Array = Annotated[npt.NDArray[np.int64], PlainValidator(_reader(np.int64)), PlainSerializer(_listed)]
