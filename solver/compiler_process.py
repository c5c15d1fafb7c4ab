"""Kernels compiled in another process, whose memory goes with it.

What LLVM takes to compile a kernel it keeps: about 5 MB for each second, until the process ends.
A long-lived process, such as a server, can hand its compiling over to a child, which leaves the
machine code in the cache on disk and is ended when it has grown; the parent only loads the code.

The child reads pickled requests, each a module, a kernel's name and a signature, and answers each
by a sign and the bytes of memory that it has by then.
"""

import atexit
import gc
import os
import pickle
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from select import select
from tempfile import TemporaryFile
from threading import Lock
from time import monotonic
from typing import Any

from platformdirs import user_cache_path

from llq.errors import TableNotWritable

_MOST_BYTES, _IDLE_SECONDS = 600_000_000, 60
"""Limits of a child's memory and idle time, after which another serves the next kernel."""
_WASTE_BYTES = 200_000_000
"""Growth after which a child collects numba's cyclic garbage, a third of that growth."""

_lock = Lock()
_waited_seconds = 0.0
_wait_began: float | None = None
"""Seconds spent waiting for children's answers, and the start of any wait under way."""
_child: subprocess.Popen[bytes] | None = None
_is_used = False


def compile_elsewhere() -> None:
    """Hand compilation to a child process from this call on, for kernels cached on disk."""
    global _is_used
    _is_used = True
    atexit.register(_stop)


def compile_kernel(function: Any, signature: Any) -> bool:
    """Have the child compile a function for a signature; return whether the cache has it.

    Return False for a kernel that no module holds by name.
    """
    global _waited_seconds, _wait_began
    kernel_name = _find_kernel(function) if _is_used else None
    if kernel_name is None:
        return False
    with suppress(OSError, EOFError, pickle.PickleError, AttributeError, TypeError, ValueError):
        request = pickle.dumps((*kernel_name, signature))
        with _lock:
            begun = _wait_began = monotonic()
            try:
                child = _running_child()
                assert child.stdin is not None
                assert child.stdout is not None
                child.stdin.write(len(request).to_bytes(8, "big") + request)
                child.stdin.flush()
                answer = child.stdout.read(9)
                if int.from_bytes(answer[1:], "big") > _MOST_BYTES:
                    _stop()  # before the next kernel finds a child that is about to end
                return answer[:1] == b"+"
            finally:
                _waited_seconds, _wait_began = _waited_seconds + monotonic() - begun, None
    return False


def kernel_folder() -> Path:
    """Return the folder for compiled kernels, which `llq.solver.jit` divides by source state."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    folder = Path(chosen or user_cache_path("llq", appauthor=False) / "numba")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        raise TableNotWritable(
            f"{folder}: compiled kernels cannot be kept there ({error.strerror}); set "
            "NUMBA_CACHE_DIR to a folder that can be written"
        ) from None
    return folder


def seconds_compiling() -> float:
    """Return the seconds spent so far waiting for children to compile."""
    began = _wait_began  # another thread may end the wait meanwhile
    return _waited_seconds + (0.0 if began is None else monotonic() - began)


def _find_kernel(function: Any) -> tuple[str, str] | None:
    """Return the module and name of a function's kernel, which may differ from the function's own.

    Of several modules it is the one imported last, which needs the fewest others.
    """
    for module, contents in reversed([*sys.modules.items()]):
        if module.startswith("llq."):
            for name, value in [*vars(contents).items()]:
                if hasattr(type(value), "nopython_signatures") and value.py_func is function:
                    return module, name
    return None


def _running_child() -> subprocess.Popen[bytes]:
    """Return the running child, started when necessary."""
    global _child
    if _child is None or _child.poll() is not None:
        _stop()
        command = [sys.executable, "-c", "from llq.solver.compiler_process import _serve; _serve()"]
        _child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    return _child


def _stop() -> None:
    """End the child, if there is one."""
    global _child
    if _child is not None:
        _child.kill()
        _child.communicate()
        _child = None


def _serve() -> None:
    """Compile the parent's requests until it closes the input or falls idle."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a module prints is no answer
    collected_bytes = _memory_bytes()
    while (sys.platform == "win32" or select([sys.stdin], [], [], _IDLE_SECONDS)[0]) and (
        size := int.from_bytes(sys.stdin.buffer.read(8), "big")
    ):
        is_compiled = False
        with suppress(Exception):  # the parent compiles it, and says what is wrong
            module, name, signature = pickle.loads(sys.stdin.buffer.read(size))
            getattr(import_module(module), name).compile(signature)
            is_compiled = True
        if _memory_bytes() > collected_bytes + _WASTE_BYTES:
            gc.collect()
            collected_bytes = _memory_bytes()
        answers.write((b"+" if is_compiled else b"-") + _memory_bytes().to_bytes(8, "big"))
        answers.flush()


def _memory_bytes() -> int:
    """Return this process's bytes of memory, 0 where unknown."""
    with suppress(OSError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
