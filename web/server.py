"""The server: the application on uvicorn."""

import ctypes
import socket
import sys
from collections.abc import Callable, Collection

import uvicorn

from llq.errors import CannotListen
from llq.web.app import create_app
from llq.web.compile_ahead import warm_up
from llq.web.http.connections import Connection
from llq.web.http.limits import LIMITS, Limits

_MOST_CONNECTIONS = 1000
_ARENA_MAX = -8  # of glibc's mallopt(3)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    seconds: float = LIMITS.seconds,
    allow_hosts: Collection[str] = (),
    mcp: bool = False,
    started: Callable[[str], None] = lambda _: None,
    report: Callable[[str], None] = lambda _: None,
) -> None:
    """Serve until Ctrl-C or SIGTERM; raise `CannotListen` where no port can be had.

    Port 0 is any free one, and ``seconds`` limits a simulation or query. Browsers may use the names
    of ``allow_hosts`` besides ``host``, ``localhost`` and IP addresses, as behind a proxy. ``mcp``
    serves assistants too. ``started`` gets the address, ``report`` sentences on the preparation.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = error.strerror if isinstance(error, OSError) else error
        raise CannotListen(
            f"cannot listen on {host} port {port}: {reason}; choose another with --port or --host"
        ) from None
    name = f"[{host}]" if ":" in host else host
    started(f"http://{name}:{listener.getsockname()[1]}")
    share_heap()
    app = create_app(Limits(seconds=seconds), {host, *allow_hosts}, mcp=mcp)
    warm_up(report)
    config = uvicorn.Config(
        app,
        http=Connection,
        ws="none",
        log_level="warning",
        access_log=False,
        limit_concurrency=_MOST_CONNECTIONS,
    )
    uvicorn.Server(config).run(sockets=[listener])


def share_heap() -> None:
    """Make all threads share one memory heap, so that jobs reuse freed memory.

    glibc gives each thread a heap of its own otherwise, up to eight a core, and keeps them all.
    Nothing is done where the C library has no such setting.
    """
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option is not None:
            set_option(_ARENA_MAX, 1)
