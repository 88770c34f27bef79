"""The one-thread factorisation, against NumPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.structure.spectrum.cholesky_kernels import factorise


@given(n=st.integers(1, 40), seed=st.integers(0, 999))
def test_the_factor_is_lapacks(n, seed):
    """The upper triangle becomes the transpose of NumPy's lower factor, for any order."""
    square = np.random.default_rng(seed).standard_normal((n, n))
    matrix = square @ square.T + np.eye(n)
    work = matrix.copy()
    assert factorise(work)
    assert np.allclose(np.triu(work), np.linalg.cholesky(matrix).T, atol=1e-10)


@given(n=st.integers(1, 40), place=st.integers(0, 39), seed=st.integers(0, 999))
def test_an_indefinite_matrix_is_refused(n, place, seed):
    """A matrix with one negative eigenvalue has no factor, wherever it shows."""
    basis, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((n, n)))
    values = np.ones(n)
    values[place % n] = -0.5
    assert not factorise((basis * values) @ basis.T)


@pytest.mark.parametrize("pivot", [0.0, np.nan])
def test_no_pivot_is_no_factor(pivot):
    """A zero or undefined pivot ends the factorisation."""
    matrix = np.eye(10)
    matrix[9, 9] = pivot
    assert not factorise(matrix)
