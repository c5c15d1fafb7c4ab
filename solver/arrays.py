"""Copies between arrays within kernels."""

from typing import Any

from numpy.typing import NDArray

from llq.solver.jit import njit


@njit
def copy_into(target: NDArray[Any], source: NDArray[Any]) -> None:
    """Copy a one-dimensional array into the first entries of another.

    Where a kernel assigns an array to a slice, numba compiles two seconds' worth of text functions
    for the message that shapes differ.
    """
    for i in range(len(source)):
        target[i] = source[i]
