"""The policy's weights, in points, as ``llq build sueca-policy`` fits them by default.

Rows are `situations.FEATURES`, columns a card's points: 0, 2, 3, 4, 10 and 11.
"""

import numpy as np
from numpy.typing import NDArray

_FITTED = {
    "leads a plain master": (-0.32, -0.51, -0.10, 0.46, 2.51, 4.01),
    "leads a plain master that may be ruffed": (-0.06, 0.09, 0.45, 0.94, 2.85, 3.26),
    "leads a plain card": (-1.33, -1.39, -1.22, -0.74, 0.64, 0.00),
    "leads a plain card that may be ruffed": (-1.01, -0.94, -0.80, -0.45, -0.19, 0.00),
    "leads the top trump": (0.55, 0.23, 0.18, 0.24, -0.29, 0.42),
    "leads a lower trump": (-0.55, -1.26, -1.56, -1.60, -2.51, 0.00),
    "leads from one plain card": (0.13, 0.08, 0.01, -0.63, -2.04, -4.00),
    "leads from two plain cards": (0.15, 0.18, 0.14, -0.17, -0.84, -2.16),
    "leads from many plain cards": (-0.19, -0.05, 0.12, 0.08, 0.81, 2.01),
    "leads from few trumps": (-0.07, 0.23, 0.31, 0.17, 0.60, -0.43),
    "leads from many trumps": (0.08, -0.06, -0.13, -0.06, 0.10, 1.20),
    "leads a plain card late": (-0.23, -0.18, -0.18, -0.31, -0.09, 0.42),
    "leads a plain master late": (0.07, 0.02, -0.09, 0.19, 0.14, 0.42),
    "leads a plain card early": (0.16, 0.10, 0.05, 0.05, 0.00, -0.47),
    "leads a trump early": (0.10, 0.05, 0.08, 0.08, 0.22, -0.43),
    "leads a trump, none out": (-0.80, -0.57, -0.75, -0.49, -0.25, -0.30),
    "leads a trump, few out": (-0.46, -0.48, -0.31, -0.25, 0.16, 0.75),
    "leads a plain master, no trumps out": (1.41, 1.50, 1.34, 1.11, 0.17, -0.77),
    "leads a plain card, no trumps out": (0.00, 0.21, -0.34, -0.53, -0.95, 0.00),
    "second: takes it for sure": (1.13, 0.87, 1.35, 1.26, 2.92, 3.35),
    "second: takes it for now": (-0.61, -0.47, -0.29, -0.12, 1.40, 0.45),
    "second: leaves it": (-0.77, -1.35, -1.73, -2.10, -3.87, -1.41),
    "second to a master: takes it for sure": (2.70, 3.07, 3.08, 3.12, 4.70, 4.92),
    "second to a master: takes it for now": (0.36, 0.56, 0.55, 0.70, 2.03, 0.36),
    "second to a master: leaves it": (-1.79, -2.94, -3.57, -4.35, -8.19, -5.30),
    "third, partner safe: takes it for sure": (-2.26, -1.71, -1.55, -1.49, -0.24, -1.40),
    "third, partner safe: takes it for now": (-5.08, -4.79, -4.82, -3.89, -1.85, 0.00),
    "third, partner safe: leaves it": (3.25, 3.84, 4.07, 4.11, 5.61, 8.20),
    "third, partner ahead: takes it for sure": (1.07, 0.23, 0.50, 0.68, 3.08, 2.72),
    "third, partner ahead: takes it for now": (-2.69, -2.46, -2.09, -1.68, -0.61, -1.39),
    "third, partner ahead: leaves it": (0.24, 0.39, 0.38, 0.18, -0.60, 2.06),
    "third, partner behind: takes it for sure": (1.84, 1.98, 2.62, 2.32, 3.91, 4.52),
    "third, partner behind: takes it for now": (0.78, 0.62, 0.51, 1.06, 2.43, 2.53),
    "third, partner behind: leaves it": (-1.11, -2.31, -3.12, -3.97, -8.18, -6.40),
    "last, partner ahead: takes it for sure": (-4.33, -3.04, -2.40, -2.86, -0.77, -2.82),
    "last, partner ahead: leaves it": (0.71, 1.54, 1.88, 2.13, 3.70, 6.25),
    "last, partner behind: takes it for sure": (2.53, 2.99, 3.62, 3.19, 4.85, 4.38),
    "last, partner behind: leaves it": (-0.79, -1.87, -2.62, -3.38, -7.48, -5.42),
    "takes surely a table of few points": (1.95, 1.11, 1.15, 1.81, 2.13, 2.49),
    "takes perhaps a table of few points": (1.65, 1.58, 1.39, 1.52, 1.88, 1.63),
    "takes surely a table of points": (6.85, 5.60, 5.74, 6.02, 6.19, 7.65),
    "takes perhaps a table of points": (7.01, 7.04, 7.18, 6.81, 6.64, 5.68),
    "takes surely a table of many points": (12.05, 10.65, 10.00, 10.44, 11.07, 11.51),
    "takes perhaps a table of many points": (9.03, 8.74, 7.91, 8.98, 9.33, 7.35),
    "ruffs surely": (-0.11, 0.43, -0.10, -0.58, -3.11, -5.61),
    "ruffs perhaps": (1.96, 2.04, 2.04, 1.34, -0.36, -1.46),
    "ruffs from many trumps": (-0.60, -0.53, -0.50, -0.56, -0.29, -0.24),
    "underruffs": (-0.14, -1.14, -2.08, -1.88, -3.01, 0.00),
    "follows to trumps with a master": (-2.38, -3.03, -3.15, -3.02, -4.58, -4.68),
    "follows from two": (0.86, 0.79, 0.65, 0.18, -0.90, -1.57),
    "keeps a plain master back": (-1.09, -1.03, -0.96, -0.82, -0.54, -2.01),
    "follows in danger of a ruff": (-1.80, -1.14, -0.80, -0.25, 1.31, 2.69),
    "discards": (1.92, 2.25, 2.40, 2.52, 2.77, -0.11),
    "discards the last of a suit": (-0.04, -0.16, -0.33, -0.70, -2.56, -2.69),
    "discards one of two": (0.04, 0.05, 0.04, -0.17, -0.88, -1.82),
}

NAMES = tuple(_FITTED)
"""Of the features."""
WEIGHTS: NDArray[np.float64] = np.array(list(_FITTED.values()))
"""(features, 6), not to be changed."""
WEIGHTS.setflags(write=False)
