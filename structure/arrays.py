"""Types of arrays: 64-bit whole numbers, real numbers, and bits of routers or jumps by the word."""

import numpy as np
import numpy.typing as npt

LongArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint64]
