"""Array types: 64-bit integers, floats, and bit sets of switches or jumps packed in words."""

import numpy as np
import numpy.typing as npt

LongArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
