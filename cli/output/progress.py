"""Progress of long work: a terminal bar, or occasional lines elsewhere."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, Timer
from time import monotonic

from llq.cli.output.console import messages
from llq.cli.output.terminal_text import message_text

_BAR_AFTER_SECONDS = 0.3
_LINE_AFTER_SECONDS = 2.0
_LINE_EVERY_SECONDS = 30.0
_CACHED_SECONDS = 1.5  # longer than opening a cached table takes
_QUICK_SECONDS = 0.3  # shorter work leaves no line, however long modules took to import
_TELLING_SHARE = 0.01  # of the work; less says nothing of the rest


def announce(work: str, takes: str = "") -> None:
    """Announce work on stderr, with its expected duration, such as "about 3 minutes, 2.6 GB"."""
    messages.print(f"{work} ({takes})." if takes else f"{work}.")


@contextmanager
def progress_bar(
    label: str,
    *,
    remaining: bool = False,
    transient: bool = False,
    after: float = _BAR_AFTER_SECONDS,
) -> Iterator[Callable[[int, int], None]]:
    """Show progress on stderr if the work takes a moment; yield the function that reports it.

    A terminal shows a bar ``after`` some seconds, with the time ``remaining`` if the work has an
    even pace; a ``transient`` one disappears at the end. Elsewhere a line follows two seconds of
    silence, and another every half minute.
    """
    bar = _bar(label, remaining=remaining, transient=transient, after=after)
    with bar if messages.is_terminal else _lines(label) as progress:
        yield progress


@contextmanager
def working(label: str) -> Iterator[None]:
    """Show progress of work with the database that takes long enough."""
    with progress_bar(message_text(label), transient=True, after=_CACHED_SECONDS):
        yield


@contextmanager
def _bar(
    label: str, *, remaining: bool, transient: bool, after: float
) -> Iterator[Callable[[int, int], None]]:
    from rich import progress as rich_progress

    description = rich_progress.TextColumn("{task.description}", markup=False)
    parts = [description, rich_progress.BarColumn(), rich_progress.TimeElapsedColumn()]
    if remaining:
        parts += [rich_progress.TextColumn("remaining:"), rich_progress.TimeRemainingColumn()]
    bar = rich_progress.Progress(
        *parts, console=messages.console, speed_estimate_period=600, transient=transient
    )
    task = bar.add_task(label, total=None)

    def start() -> None:
        messages.is_silent = False  # a bar is output too
        bar.start()

    patience = Timer(after, start)
    patience.daemon = True
    patience.start()
    try:
        yield lambda done, total: bar.update(task, completed=done, total=total)
    except BaseException:
        bar.live.transient = True  # an error needs no bar above it
        bar.live.stop()
        raise
    finally:
        patience.cancel()
        if bar.live.is_started:
            bar.stop()


@contextmanager
def _lines(label: str) -> Iterator[Callable[[int, int], None]]:
    """Print occasional progress lines to a pipe or log."""
    start = monotonic()
    steps = 0, 0
    finished = Event()
    has_printed = False

    def update(done: int, total: int) -> None:
        nonlocal steps
        steps = done, total

    def report() -> None:
        nonlocal has_printed
        silent = start - messages.last_sign
        pause = max(_LINE_AFTER_SECONDS - silent, _QUICK_SECONDS)
        while not finished.wait(pause):
            pause = _LINE_EVERY_SECONDS
            messages.print(_line(label, monotonic() - start, *steps, is_first=not has_printed))
            has_printed = True

    reporter = Thread(target=report, daemon=True)
    reporter.start()
    try:
        yield update
    finally:
        finished.set()
        reporter.join()
    if has_printed:
        messages.print(f"{label}: done in {_duration(monotonic() - start)}")


def _line(label: str, seconds: float, done: int, total: int, *, is_first: bool) -> str:
    """Return a progress line, with share done and time left if known."""
    if done < _TELLING_SHARE * total or not total:
        return f"{label} …" if is_first else f"{label}: {_duration(seconds)} so far …"
    remaining = seconds * (total - done) / done
    return f"{label}: {done / total:.0%} done, about {_duration(remaining)} left"


def _duration(seconds: float) -> str:
    """Return a time in words.

    >>> _duration(4.4), _duration(95), _duration(7500)
    ('4 s', '1 min 35 s', '2 h 5 min')
    """
    minutes, whole_seconds = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min {whole_seconds} s" if minutes else f"{whole_seconds} s"
