"""Trained players of Literature, stored.

`build` trains the learners, and `open` returns the `PolicyTable`, whose ``lookup`` is a policy by
name.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.policies.table import PolicyTable as PolicyTable
    from llq.query.literature.policies.table import open_policies
    from llq.query.literature.policies.training import build_policies

    build = build_policies
    open = open_policies
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
