"""Types of parameters that questions of several games share."""

from typing import Annotated

from llq.query.questions import Input

Seed = Annotated[int, Input("Seed: the same seed gives the same result.", 1, low=0, high=2**63 - 1)]
Threads = Annotated[
    int, Input("Number of threads; results do not depend on it.", 2, low=1, only="command")
]
Games = Annotated[int, Input("Number of games.", 1000, low=2, flags="-n, --games")]
