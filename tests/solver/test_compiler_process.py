"""Kernels compiled by a child process, whose memory goes with it."""

import subprocess
import sys

import pytest

from tests.marks import long

_PROGRAM = """
import gc
from llq.solver import compiler_process
from llq.solver.quick_compiler import Kernel
from llq.solver.rng import next_bits, streams

compiler_process.compile_elsewhere()
if {child!r} == "grown":
    compiler_process._MOST_BYTES = 0
if {child!r} == "dead":
    compiler_process._started().kill()
    compiler_process._started = lambda: compiler_process._child
print(next_bits(streams(1, 0, 1)))
kernels = [kernel for kernel in gc.get_objects() if type(kernel) is Kernel]
named = [kernel.stats for kernel in kernels if "<locals>" not in kernel.__qualname__]
for counts in ("cache_hits", "cache_misses"):
    print(sum(sum(getattr(stats, counts).values()) for stats in named))
"""


@pytest.mark.parametrize("child", ["alive", long("grown"), long("dead")])
def test_a_process_loads_what_its_child_compiled(child, tmp_path, monkeypatch):
    """Every kernel is compiled by a child, another one where it has grown; with none, here."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    words = [sys.executable, "-c", _PROGRAM.format(child=child)]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    _, hits, misses = printed.splitlines()
    assert (hits != "0", misses != "0") == (child != "dead", child == "dead")


def test_a_child_that_nobody_asks_ends():
    """A child ends by itself, with its input still open, when no request has come for long."""
    serve = "from llq.solver import compiler_process as c; c._IDLE_SECONDS = 0; c._serve()"
    with subprocess.Popen([sys.executable, "-c", serve], stdin=subprocess.PIPE) as child:
        assert child.wait() == 0
