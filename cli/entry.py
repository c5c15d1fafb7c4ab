"""The ``llq`` script: Ctrl-C prints one line even during imports, and ends it at once."""

import _thread
import atexit
import gc
import os
import platform
import sys
from contextlib import suppress
from typing import NoReturn

from llq.cli.exit_codes import INTERRUPTED

_SILENT_SECONDS = 1.5  # before the loading message: slow imports must not look like a hang
_OBJECTS_BETWEEN_COLLECTIONS = 100_000  # Python's 700 cost a tenth of a lookup, mostly imports


def run() -> None:
    """Import the command line and run it."""
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
    atexit.register(_end_soon)
    vars(platform.uname()).setdefault("processor", "")  # else h5py starts uname to ask for it
    running = _thread.allocate_lock()  # threading takes a moment to load
    running.acquire()
    if "_LLQ_COMPLETE" not in os.environ:  # a shell's question is answered beside what is typed
        _thread.start_new_thread(_break_silence, (running,))
    if not sys.stdout.isatty():  # help and usage errors are plain then: Rich takes long to load
        os.environ.setdefault("TYPER_USE_RICH", "0")
    try:
        from llq.cli.main import main

        main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        _leave()
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:
            _leave()
        raise
    finally:
        running.release()


def _break_silence(running: _thread.LockType) -> None:
    """Print a loading message after a silent start, unless the command has ended."""
    if running.acquire(timeout=_SILENT_SECONDS):
        return
    console = sys.modules.get("llq.cli.output.console")
    streams = [getattr(console, name, None) for name in ("stdout", "messages")]
    if all(getattr(stream, "is_silent", True) for stream in streams):
        with suppress(OSError, ValueError):
            sys.stderr.write("Loading ...\n")  # encodings are not seen to yet
            sys.stderr.flush()


def _end_soon() -> None:
    """Skip the final garbage collection: a tenth of a lookup's time."""
    if "duckdb" not in sys.modules:  # it takes what is not collected for leaks, and lists them
        gc.freeze()


def _leave() -> NoReturn:
    """End the process at once: the interpreter's own exit takes seconds beside busy threads."""
    if programs := sys.modules.get("llq.query.bots.program"):
        programs.stop_programs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)
