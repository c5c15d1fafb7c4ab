"""A precomputed strategy database and query library for card games.

Each game has a module with the same words in it: `love_letter`, `dominion`, `sueca` and
`literature`. What all games share is here: the database (`connect`, `export_database`,
`export_parquet`), its figures (`plot`), lists and answers as rows for notebooks and pandas
(`rows`), the table files (`tables`, `verify_files`, `build`), progress of long jobs
(`show_progress`), and the `errors`.
`lookup` is Love Letter's, for the shortest question.

>>> import llq
>>> llq.lookup(1, 8).text
'Guard, guessing Priest'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llq import dominion as dominion
    from llq import errors as errors
    from llq import literature as literature
    from llq import love_letter as love_letter
    from llq import sueca as sueca
    from llq.query.figures import plot as plot
    from llq.query.love_letter.table.lookups import lookup as lookup
    from llq.query.progress import show_progress as show_progress
    from llq.query.records import rows as rows
    from llq.query.sql.database import connect as connect
    from llq.query.sql.exports import export_database as export_database
    from llq.query.sql.exports import export_parquet as export_parquet
    from llq.query.tables.files import tables as tables
    from llq.query.tables.files import verify_files as verify_files
    from llq.query.tables.standard_set import build as build
    from llq.query.version import __version__ as __version__
else:
    from llq.query.front import lazy_exports

    __all__, __getattr__, __dir__ = lazy_exports(__name__)
