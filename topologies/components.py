"""Connected components of a network."""

import numpy as np
import numpy.typing as npt


def components(pairs: npt.NDArray[np.integer], routers: int) -> npt.NDArray[np.int32]:
    """Return the component number of each switch, from 0, (routers,).

    ``pairs`` are the joined pairs, (any number, 2).
    """
    from scipy.sparse import coo_array  # noqa: PLC0415 - a heavy import
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - a heavy import

    ones = np.ones(len(pairs), dtype=bool)
    matrix = coo_array((ones, (pairs[:, 0], pairs[:, 1])), shape=(routers, routers))
    return np.asarray(connected_components(matrix, directed=False)[1])
