"""The policy's weights, in points; rows as `situations.FEATURES`, columns by a card's points.

Fitted by `fitting.fit_policy` with its defaults, as ``llq build sueca-policy`` does again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FITTED = {  # a card of 0, 2, 3, 4, 10 and 11 points
    "leads a plain master": (0.30, 0.14, -0.06, 0.10, 1.24, 1.47),
    "leads a plain master that may be ruffed": (0.90, 0.87, 0.82, 0.65, 0.14, 0.66),
    "leads a plain card": (-0.06, -0.16, -0.43, -0.63, -2.37, 0.00),
    "leads a plain card that may be ruffed": (0.26, 0.02, -0.17, 0.06, -0.77, 0.00),
    "leads the top trump": (0.40, 0.95, 1.07, 0.48, -0.15, -0.50),
    "leads a lower trump": (0.69, 0.09, -0.74, -1.13, -4.14, 0.00),
    "leads from one plain card": (0.58, 0.52, 0.50, 0.40, -0.19, -1.58),
    "leads from two plain cards": (0.24, 0.26, 0.20, 0.26, -0.34, -1.02),
    "leads from many plain cards": (-0.83, -0.90, -0.78, -0.52, 0.25, 0.95),
    "leads from few trumps": (-0.37, -0.32, 0.12, 0.11, 0.21, -0.34),
    "leads from many trumps": (-0.02, -0.30, -0.26, -0.20, 0.11, 0.72),
    "leads a plain card late": (-0.68, -0.73, -0.41, -0.39, 0.73, 0.50),
    "leads a plain master late": (0.39, 0.44, 0.04, 0.29, -0.63, 0.50),
    "leads a plain card early": (0.14, 0.03, 0.04, -0.02, -0.22, -0.55),
    "leads a trump early": (0.13, 0.13, 0.36, 0.23, 0.18, -0.46),
    "leads a trump, none out": (-0.82, -1.28, -1.97, -0.87, -1.11, 0.06),
    "leads a trump, few out": (-0.56, -0.75, -0.65, -0.18, 0.13, 1.10),
    "leads a plain master, no trumps out": (0.30, 0.19, 1.10, -0.02, 0.27, -0.50),
    "leads a plain card, no trumps out": (0.76, 1.33, 1.03, 0.92, 0.62, 0.00),
    "second: takes it for sure": (1.44, 0.72, 1.50, 0.44, 2.33, 1.66),
    "second: takes it for now": (-0.64, -0.56, -0.76, -0.74, -1.48, -0.80),
    "second: leaves it": (-0.36, -0.24, -0.47, -0.63, -1.77, 0.36),
    "second to a master: takes it for sure": (1.71, 2.40, 2.46, 2.62, 5.13, 3.78),
    "second to a master: takes it for now": (0.37, -0.44, -0.05, -0.43, -1.44, -0.40),
    "second to a master: leaves it": (-1.01, -1.85, -2.45, -2.63, -5.35, -2.40),
    "third, partner safe: takes it for sure": (-2.60, -2.02, -1.73, -0.93, -0.12, -1.22),
    "third, partner safe: takes it for now": (-3.36, -3.37, -2.67, -3.20, -2.31, 0.00),
    "third, partner safe: leaves it": (2.62, 3.31, 3.43, 3.45, 4.69, 6.03),
    "third, partner ahead: takes it for sure": (-0.88, -1.44, 0.21, 1.41, 3.14, 3.21),
    "third, partner ahead: takes it for now": (-0.57, -0.79, -1.03, -0.69, -0.86, -0.01),
    "third, partner ahead: leaves it": (0.83, 0.68, 0.17, -0.21, -2.45, -0.71),
    "third, partner behind: takes it for sure": (0.68, 1.57, 1.82, 1.92, 3.64, 3.43),
    "third, partner behind: takes it for now": (1.34, 0.90, 0.35, 0.90, 0.99, 1.93),
    "third, partner behind: leaves it": (-0.23, -1.37, -2.25, -2.81, -6.83, -5.99),
    "last, partner ahead: takes it for sure": (-4.95, -2.96, -1.97, -1.90, -0.16, -2.15),
    "last, partner ahead: leaves it": (0.08, 1.24, 1.49, 1.94, 3.55, 5.79),
    "last, partner behind: takes it for sure": (1.74, 2.34, 2.54, 2.76, 4.21, 2.65),
    "last, partner behind: leaves it": (-0.06, -1.06, -1.77, -2.53, -6.08, -4.75),
    "takes surely a table of few points": (0.95, 0.82, 0.85, 1.21, 1.75, 1.83),
    "takes perhaps a table of few points": (0.90, 0.93, 0.63, 0.42, 0.67, 0.30),
    "takes surely a table of points": (5.76, 4.43, 4.87, 5.08, 5.89, 7.00),
    "takes perhaps a table of points": (4.56, 5.21, 4.38, 4.17, 5.25, 5.01),
    "takes surely a table of many points": (9.98, 9.16, 9.03, 8.97, 10.08, 10.79),
    "takes perhaps a table of many points": (5.19, 4.13, 4.10, 4.83, 4.63, 6.63),
    "ruffs surely": (0.26, 0.07, -0.52, -1.08, -2.97, -4.60),
    "ruffs perhaps": (1.34, 1.71, 2.23, 1.45, 1.79, -1.05),
    "ruffs from many trumps": (0.14, 0.13, 0.13, 0.59, 0.02, 0.14),
    "underruffs": (-0.50, -1.12, -1.42, -2.06, -3.24, 0.00),
    "follows to trumps with a master": (-1.89, -1.92, -2.42, -2.81, -4.55, -3.74),
    "follows from two": (0.46, 0.37, 0.43, 0.33, -0.06, -1.54),
    "keeps a plain master back": (-1.45, -1.40, -1.35, -1.12, -1.53, -1.67),
    "follows in danger of a ruff": (-1.87, -1.31, -0.74, -0.40, 1.66, 2.66),
    "discards": (1.87, 2.12, 2.36, 2.42, 2.77, -1.83),
    "discards the last of a suit": (0.66, 0.54, 0.17, 0.51, 0.60, 0.25),
    "discards one of two": (0.12, 0.14, 0.09, 0.27, 0.24, -0.05),
}

WEIGHTS: NDArray[np.float64] = np.array(list(_FITTED.values()))
"""(features, `situations.WORTHS`)."""
NAMES = tuple(_FITTED)
