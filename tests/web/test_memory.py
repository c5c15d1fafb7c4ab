"""What jobs have freed is there for the next ones: a server's memory does not grow by threads."""

import sys

import pytest

from tests.processes import run_python

_JOBS, _MEGABYTES = 8, 48
_SCRIPT = f"""
import os
from threading import Barrier, Lock, Thread
import numpy as np
from llq.web.server import share_heap

def resident():
    with open("/proc/self/status") as status:
        return int(status.read().partition("VmRSS:")[2].split()[0]) / 1024

def job():
    with lock:  # one after the other, by threads that all live on
        arrays = [np.ones(8000) for _ in range({_MEGABYTES} * 16)]
        last.append(np.ones(1000))
        del arrays
    done.wait()

for how in ("shared", "apart"):
    if os.fork():
        os.wait()
        continue
    if how == "shared":
        share_heap()
    lock, done, last = Lock(), Barrier({_JOBS + 1}), []
    before = resident()
    for _ in range({_JOBS}):
        Thread(target=job, daemon=True).start()
    done.wait()
    print(resident() - before, flush=True)
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, and heaps are glibc's")
def test_threads_of_a_server_share_a_heap():
    """Eight jobs of 48 MB, one after the other, leave what one of them takes, not eight times."""
    shared, apart = map(float, run_python(_SCRIPT).stdout.split())
    assert shared < 2 * _MEGABYTES < _JOBS * _MEGABYTES / 2 < apart
