"""Base class of stored tables: building, finding, opening, caching and closing files.

A kind of table is a subclass of `StoredTable`. It declares its columns, and the options of its
builder, once for the builder, the command line, the file's name and the file's parameters; it
computes them, and says what SQL has of them. From this follow what today's code expects of a file,
how it is read, the command that builds it and what to do about a file that is missing or refused.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, cast

import numpy as np
from numpy.typing import NDArray

from llq.errors import LlqError
from llq.solver.jobs.progress import Progress as Progress  # builders take it from here
from llq.store.locate import file_state, find_table, table_path, writable_folder
from llq.store.provenance import Stopwatch
from llq.store.schema import Column, Parameter, TableSpec, rules_name
from llq.store.tables import Closing, Expected, TableFile, TableInfo, open_table, verify_table

if TYPE_CHECKING:
    from llq.query.jobs.block_build import BlockJob
    from llq.store.database import Relation, View

Source = str | NDArray[Any] | np.generic
_ALWAYS = object()


class BuildOption(NamedTuple):
    """A builder's option, as a command-line option and table parameter."""

    name: str
    """The argument of the builder."""
    word: str = ""
    """On the command line; by default the name after two hyphens."""
    parameter: str = ""
    """Name of the table parameter, by default ``name``."""
    read: Callable[[Any], Any] = lambda value: value
    """Returns the value from the parameter."""
    text: Callable[[Any], str] = str
    """Returns the value on the command line. True stands for the word alone."""
    usual: Any = _ALWAYS
    """The value that a command leaves out."""

    def words(self, value: Any) -> list[str]:
        """Return the command-line words that set the option."""
        if value == self.usual:
            return []
        word = self.word or f"--{self.name.replace('_', '-')}"
        return [word] if value is True else [word, self.text(value)]


class StoredTable(Closing):
    """A stored table, read immediately or on demand.

    Used in a ``with`` statement, it closes its file where that is still open.

    Attributes
    ----------
    info : TableInfo
        What the table file says of itself.
    """

    kind: ClassVar[str]
    """Name of the kind in ``llq build``."""
    version: ClassVar[int] = 1
    """Raised when the numbers of the kind change: tables of another version are refused."""
    build_options: ClassVar[tuple[BuildOption, ...]] = ()
    """Builder options stored as table parameters."""
    is_named_in_full: ClassVar[bool] = False
    """Whether the name alone determines what today's code would build."""
    method: ClassVar[str] = ""
    """Short description of the computation."""

    columns: Any
    """Column arrays by name, for tables read whole."""
    _file: TableFile | None = None
    """Open file from which rows are still read."""

    def __init__(self, info: TableInfo, columns: Mapping[str, NDArray[Any]]) -> None:
        self.info, self.columns = info, columns

    @staticmethod
    @abstractmethod
    def make_spec(*_: Any, **options: Any) -> TableSpec:
        """Return today's table specification for some builder options."""

    @classmethod
    def describe(
        cls,
        name: str,
        rules: tuple[str, int],
        parameters: Mapping[str, Parameter],
        columns: Iterable[Column] = (),
        **sizes: float,
    ) -> TableSpec:
        """Return the format of a table.

        ``rules`` are their name and version; the columns are by default those that the class
        declares, and ``sizes`` what these name as a length or as the maximum.
        """
        game, _, variant = name.partition("-")
        declared = tuple(columns) or vars(cls).values()
        sized = tuple(column.sized(sizes) for column in declared if isinstance(column, Column))
        return TableSpec(game, variant, *rules, parameters, cls.version, sized)

    @classmethod
    def from_file(cls, file: TableFile, *_: Any, **_options: Any) -> StoredTable:
        """Return the table of an open file; what reads rows later keeps the file.

        `CorruptTable` or ValueError is raised where the columns are not those of such a table.
        """
        names = (column.name for column in file.info.spec.columns)
        table = cls(file.info, {name: file.read(name) for name in names})
        table.check()
        return table

    def check(self) -> None:
        """Raise ValueError unless the columns fit each other."""

    @classmethod
    @abstractmethod
    def build(cls, *_: Any, **options: Any) -> Path:
        """Build a table and return its path.

        Besides options it takes ``folder``, ``threads`` and ``progress``.
        """

    @classmethod
    def write(
        cls,
        spec: TableSpec,
        compute: Callable[[], Mapping[str, NDArray[Any]]],
        folder: str | os.PathLike[str] | None,
    ) -> Path:
        """Compute a table's columns, write the file and return its path."""
        path, watch = table_path(spec.name, writable_folder(folder)), Stopwatch()
        columns = compute()

        from llq.store.writing import write_table

        write_table(path, spec, columns, watch.stop(cls.command_of(spec)))
        return path

    @classmethod
    def job(cls, *_: Any, **_options: Any) -> BlockJob[Any] | None:
        """Return a table's independent blocks for build options, or None."""
        return None

    @classmethod
    def replay(
        cls, _file: TableFile, _share: float, _progress: Progress = None
    ) -> tuple[list[str], list[str]] | None:
        """Recompute a share of the table, unless `job` divides it.

        Return the names of the steps computed, and of those that differ; None for a table that has
        to be built in full.
        """
        return None

    @classmethod
    def replay_seconds(cls, file: TableFile) -> float:
        """Return about how long the least share of `replay` takes."""
        return file.info.provenance.seconds

    def relation(
        self,
        name: str,
        columns: Mapping[str, Source | tuple[Source, str]],
        comment: str,
        *,
        paper: str = "",
    ) -> Relation:
        """Return a relation whose columns are sources, or pairs of a source and its comment.

        A source is an array, a scalar that holds in every row, or the name of a table column, whose
        own comment is the default.
        """
        from llq.store.database import Relation

        defaults = {column.name: column.comment for column in self.info.spec.columns}
        arrays: dict[str, Any] = {}
        comments: dict[str, str] = {}
        for column, declared in columns.items():
            source, text = declared if isinstance(declared, tuple) else (declared, "")
            arrays[column] = self.columns[source] if isinstance(source, str) else source
            comments[column] = text or defaults[str(source)]
        rows = next(len(array) for array in arrays.values() if array.ndim)
        for column, array in arrays.items():
            arrays[column] = array if array.ndim else np.full(rows, array)
        return Relation(name, arrays, comment, comments, paper)

    def sql(self) -> Iterable[Relation | View]:
        """Return the table's SQL relations and views."""
        return ()

    def apart(self) -> Iterable[Relation]:
        """Return slow relations, laid out separately once a query names one."""
        return ()

    @classmethod
    def options_of(cls, _name: str, spec: TableSpec | None = None) -> dict[str, Any]:
        """Return a table's builder options.

        ``spec`` is what the file says of itself, where it can be read. `UnknownGame` is raised
        where the name is not that of such a table, or the game has no such variant.
        """
        parameters = spec.parameters if spec else {}
        options: dict[str, Any] = {}
        for option in cls.build_options:
            parameter = option.parameter or option.name
            if parameter in parameters:
                options[option.name] = option.read(parameters[parameter])
        return options

    @classmethod
    def spec_like(cls, name: str, spec: TableSpec) -> TableSpec:
        """Return today's specification of a stored table.

        The name is that of the table expected; ``spec`` is what the file says of itself.
        """
        return cls.make_spec(**cls.options_of(name, spec))

    @classmethod
    def build_command(cls, **options: Any) -> str:
        """Return the build command with given options."""
        chosen = [option for option in cls.build_options if option.name in options]
        words = [word for option in chosen for word in option.words(options[option.name])]
        return " ".join(["llq build", cls.kind, *words])

    @classmethod
    def command_of(cls, spec: TableSpec) -> str:
        """Return the command that rebuilds a table's numbers."""
        return cls.build_command(**cls.options_of(spec.name, spec))

    @classmethod
    def cost(cls, **_options: Any) -> str | None:
        """Return the cost of building a missing table, empty for the kind's default.

        It is None where a table takes so long that commands build it on request alone.
        """
        return ""

    @classmethod
    def buildable(cls, name: str) -> str | None:
        """Return a buildable table's canonical name, otherwise None."""
        try:
            return cls.make_spec(**cls.options_of(name)).name
        except LlqError:
            return None

    @classmethod
    def remedy(cls, name: str = "", spec: TableSpec | None = None) -> str:
        """Return the remedy for a missing or refused table.

        The arguments are as in `options_of`; the name is by default that of the kind.
        """
        return f"build it with: {cls.build_command(**cls.options_of(name or cls.kind, spec))}"

    @classmethod
    def expected(cls, name: str) -> Expected:
        """Return today's specification under a name, as `open_table` takes it."""
        table: Any = cls  # hashable, as every class is
        if cls.is_named_in_full:
            return _expected(table, name, cls.version)
        return partial(cls.spec_like, name)

    @classmethod
    def open_file(cls, name: str, path: str | os.PathLike[str] | None = None) -> TableFile:
        """Open the file of a table.

        ``path`` is the file, or a folder with it; by default it is wherever tables are looked for.
        `TableMissing` has the command that builds it; the other errors say that the file is not
        today's table, whole and intact.
        """
        file = cls.find(name, path)
        return open_table(file, cls.expected(name), remedy=partial(cls.remedy, name))

    @classmethod
    def find(cls, name: str, path: str | os.PathLike[str] | None = None) -> Path:
        """Return a table file's path; parameters are those of `open_file`."""
        return find_table(name, path, expected=cls.expected(name), remedy=partial(cls.remedy, name))

    @classmethod
    def load(cls, name: str, path: str | os.PathLike[str] | None = None, **options: Any) -> Self:
        """Return a table, read and verified; errors and parameters follow `open_file`.

        ``options`` are as `from_file` takes them.
        """
        file = cls.open_file(name, path)
        try:
            with file.checking():
                table = cls.from_file(file, **options)
        except BaseException:
            file.close()
            raise
        if table._file is None:
            file.close()
        return cast("Self", table)

    @classmethod
    def cached(cls, name: str, path: str | os.PathLike[str] | None = None, **options: Any) -> Self:
        """Return a loaded table, cached until replaced or closed."""
        file = cls.find(name, path)
        key: tuple[Any, ...] = cls, name, file, file_state(file), tuple(options.items())
        table = _cached(*key)
        if table._file is not None and table._file.is_closed:
            _cached.cache_clear()
            table = _cached(*key)
        return cast("Self", table)

    @property
    def command(self) -> str:
        """The command that rebuilds the table's numbers."""
        return self.command_of(self.info.spec)

    @property
    def source(self) -> str:
        """Source of the numbers, on one line."""
        spec = self.info.spec
        return (
            f"{self.info.path.name} {self.info.content_hash[:12]}, "
            f"rules {rules_name(spec.rules_id, spec.rules_version)}; {self.method}"
        )

    def verify(self) -> None:
        """Read the whole file again and check every hash.

        Raises
        ------
        TableMissing, CorruptTable, StaleTable
            It is no longer there, not as it was written, or another table.
        """
        name = self.info.spec.name
        verify_table(self.info.path, self.expected(name), remedy=partial(self.remedy, name))

    def close(self) -> None:
        """Close the file, if still open."""
        if self._file is not None:
            self._file.close()

    def __repr__(self) -> str:
        name, content = self.info.spec.name, self.info.content_hash[:12]
        return f"<{type(self).__name__} {name}, content {content}>"


@lru_cache(maxsize=64)
def _expected(table: type[StoredTable], name: str, _version: int) -> TableSpec:
    return table.make_spec(**table.options_of(name))


@lru_cache(maxsize=8)
def _cached(
    table: type[StoredTable],
    name: str,
    file: Path,
    _state: tuple[int, ...],
    options: tuple[tuple[str, Any], ...],
) -> StoredTable:
    return table.load(name, file, **dict(options))
