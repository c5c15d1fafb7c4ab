"""Stored Sueca policies: weights of `rules` and `strong`, network of `trained`.

`build` fits them, and `open` returns the `PolicyTable`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.sueca.policy.table import PolicyTable as PolicyTable
    from llq.query.sueca.policy.table import build_policy, open_policy

    build = build_policy
    open = open_policy
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
