"""Types of the arrays that rules, tables and kernels share."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Uints = NDArray[np.uint64]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Shorts = NDArray[np.int16]
Reals = NDArray[np.floating]
"""Single or double precision."""
