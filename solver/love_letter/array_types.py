"""Types of the arrays that rules, tables and kernels share."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Uints = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
Reals = NDArray[np.floating[Any]]
"""Single or double precision."""
