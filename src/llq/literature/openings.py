"""Opening asks of Literature, stored: what each kind of ask is worth.

`build` plays on from every kind of opening ask, and `open` returns the `OpeningTable`, whose
``lookup`` of an opening is an `OpeningValue`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq.query.literature.openings.build import build_openings
    from llq.query.literature.openings.table import OpeningTable as OpeningTable
    from llq.query.literature.openings.table import OpeningValue as OpeningValue
    from llq.query.literature.openings.table import open_openings

    build = build_openings
    open = open_openings
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
