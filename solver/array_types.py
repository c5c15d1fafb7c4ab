"""Types of the arrays that rules, tables and kernels share."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Ints = NDArray[np.int64]
Uints = NDArray[np.uint64]
Singles = NDArray[np.float32]
Floats = NDArray[np.float64]
Reals = NDArray[np.floating]
"""Single or double precision."""
