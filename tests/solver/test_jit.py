"""Where kernels are compiled and kept, and random streams."""

import errno
import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from numba.extending import overload

from llq.errors import LlqError
from llq.solver import jit
from llq.solver.jit import njit
from llq.solver.rng import streams
from llq.solver.sources import kernel_hash
from tests.marks import long
from tests.processes import run_python

CODE = """
import numba
from llq.solver.jit import njit
before = numba.config.CACHE_DIR
@njit
def one():
    return 1
one()
print(one.stats.cache_path)
assert numba.config.CACHE_DIR == before
"""

RECURSIVE = """
from llq.solver.jit import njit
@njit
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)
@njit
def twice(n):
    return 2 * fibonacci(n)
print(fibonacci(10), twice(10), *(sum(k.stats.cache_hits.values()) for k in (fibonacci, twice)))
"""


KERNELS = """
import hashlib
import numpy as np
from llq.solver import jit
from llq import sueca
from llq.solver.dominion.race.rules import capped_race
from llq.solver.dominion.race.solver import solve
from llq.solver.literature.policies.article_network import draw_network
arrays = [*solve(capped_race(1, 1), keep_values=True).values, draw_network(9, 1).weights]
batch = sueca.batch(300, 1)
for _ in range(9):
    batch.step(batch.random_actions())
    arrays += [batch.observations.copy(), batch.rows.copy(), batch.rewards.copy()]
digests = [hashlib.sha256(np.ascontiguousarray(one).tobytes()).hexdigest() for one in arrays]
print(jit.COMPILER, *digests)
"""

ENTRY = "from llq.cli.entry import run"

quick_only = pytest.mark.skipif(jit.COMPILER == "plain", reason="the quick compiler is not in use")


def run_kernels(compiler, folder, level):
    """Return the digests of arrays that a process computes by kernels of one compiler."""
    chosen = {"LLQ_COMPILER": compiler, "NUMBA_CACHE_DIR": str(folder), "NUMBA_OPT": level}
    return run_python(KERNELS, **chosen).stdout.split()


def run_file(folder, code, environment):
    """Return what a fresh process prints that runs a file of this code."""
    script = folder / "script.py"
    script.write_text(code)
    words = [sys.executable, str(script)]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def cache_path(tmp_path, folder):
    """Return where a fresh process keeps a kernel when told to use a folder."""
    environment = {"PATH": "", "HOME": str(tmp_path), "NUMBA_CACHE_DIR": str(folder)}
    return run_file(tmp_path, CODE, environment).strip()


def test_kernels_are_kept_by_the_hash_of_the_sources(tmp_path):
    """The folder of the compiled kernels is named after the sources, so none outlives an edit."""
    folder = tmp_path / "numba"
    assert f"{folder / kernel_hash('__main__')[:16]}" in cache_path(tmp_path, folder)


@pytest.mark.long
def test_without_a_folder_nothing_is_kept(tmp_path):
    """Where the folder cannot be made, kernels are not kept beside the sources instead."""
    (tmp_path / "file").write_text("")
    assert cache_path(tmp_path, tmp_path / "file" / "numba") == "None"


@quick_only
def test_a_part_is_compiled_once_for_constants_and_variables():
    """Constants and variables of one type make one part, and each its own result."""

    @njit
    def next_after(number):
        return number + 1

    @njit
    def calls(number):
        count = 0
        for _ in range(2):  # by the first time round, a variable has a constant's type
            count = next_after(count)
        return next_after(1) + next_after(number) + count

    assert calls(5) == 10
    assert len(next_after.part.signatures) == 1


@quick_only
def test_a_kernel_that_a_kernel_calls_has_no_machine_code():
    """What only kernels call is neither optimised, nor kept, nor callable; its caller is whole."""

    @njit
    def square(number):
        if number < 0:
            raise ValueError("negative")
        return number * number

    @njit
    def hypotenuse(a, b):
        return (square(a) + square(b)) ** 0.5

    assert hypotenuse(3, 4) == 5.0
    with pytest.raises(ValueError, match="negative"):
        hypotenuse(3, -4)
    assert not square.signatures
    assert len(square.part.signatures) == 1
    assert square(5) == 25
    assert len(square.signatures) == 1


@pytest.mark.long
def test_recursion_across_processes(tmp_path):
    """A recursive kernel, and a kernel that calls it, answer when compiled and when kept."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    for hits in ("0 0", "1 1"):
        assert run_file(tmp_path, RECURSIVE, environment).split() == ["55", "110", *hits.split()]


def test_streams_of_neighbouring_games_do_not_overlap():
    """No two of a thousand games' streams share a number in their first hundred draws."""
    from llq.solver.rng import next_bits

    sources = streams(1, 0, 1000)
    drawn = [next_bits(sources[i : i + 1]) for i in range(1000) for _ in range(100)]
    assert len(set(drawn)) == len(drawn)
    assert len(np.unique(streams(2, 0, 1000))) == 1000


@quick_only
def test_a_full_disk_under_the_kernels_is_a_warning(monkeypatch):
    """Where a kernel cannot be kept it answers all the same, and one line says why it is slow."""

    def refuse(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("llq.solver.quick_compiler.FunctionCache.save_overload", refuse)

    @njit
    def successor(number):
        return number + 1

    with pytest.warns(RuntimeWarning, match=r"No space left.*NUMBA_CACHE_DIR"):
        assert successor(4) == 5


@quick_only
@pytest.mark.parametrize("option", ["nrt", "no_cpython_wrapper", "error_model"])
def test_flags_that_differ_for_numba_differ(option):
    """Flags that compare quickly are equal, and unequal, where numba's own are."""
    from llq.solver.quick_compiler import Flags, _Flags

    value = "numpy" if option == "error_model" else True
    flags = [Flags(), Flags()]
    setattr(flags[1], option, value)
    quick = [_Flags(flag) for flag in flags]
    assert (quick[0] == quick[1]) is (flags[0] == flags[1]) is False
    copied = quick[1].copy()
    assert isinstance(copied, _Flags)
    assert copied == quick[1]
    assert hash(copied) == hash(quick[1])


@quick_only
def test_what_an_inlined_kernel_calls_is_not_inlined_for_that():
    """Of two kernels in a row only the one that says so is inlined, wherever LLVM sees no gain."""

    @njit
    def successor(number):
        return number + 1

    @njit(forceinline=True)
    def second(number):
        return successor(successor(number))

    @njit
    def fourth(number):
        return second(second(number))

    assert fourth(1) == 5
    (inlined,) = second.part.overloads.values()
    (called,) = successor.part.overloads.values()
    assert "alwaysinline" in inlined.library.get_llvm_str()
    assert "alwaysinline" not in called.library.get_llvm_str()


def test_a_slice_of_another_shape_is_refused():
    """A kernel that assigns one raises, as numba's own compiler has it."""

    @jit.njit
    def assign(target, source):
        target[1:] = source

    assign(np.zeros(3), np.zeros(2))
    with pytest.raises(ValueError, match="slice"):
        assign(np.zeros(3), np.zeros(4))


def test_what_is_registered_after_a_kernel_is_compiled_is_found():
    """A function that numba learns of between two kernels is known to the second."""

    @njit
    def length(numbers):
        return len(numbers)

    def halved(number):
        """Stand for what is registered below."""

    assert length(np.zeros(3)) == 3

    @overload(halved)
    def _halved(number):
        return lambda number: number // 2

    @njit
    def half_length(numbers):
        return halved(len(numbers))

    assert half_length(np.zeros(7)) == 3


@pytest.mark.long
def test_both_compilers_make_the_same_bits(tmp_path):
    """Kernels that users run give the same as numba's own that optimises less, to the bit."""
    name, *answers = run_kernels("plain", tmp_path / "plain", "1")
    other, *others = run_kernels("quick", tmp_path / "quick", "3")
    assert (name, other) == ("plain", "quick")
    assert answers == others
    assert len(answers) > 1


def test_an_unknown_version_of_numba_compiles_plainly(monkeypatch):
    """A version that was not tested is not trusted with the quick compiler, unless it is asked."""
    monkeypatch.delenv("LLQ_COMPILER", raising=False)
    monkeypatch.setattr(numba, "__version__", "0.999.0")
    assert jit._choose_compiler() == "plain"
    monkeypatch.setattr(numba, "__version__", "1.0rc1")
    assert jit._choose_compiler() == "plain"
    monkeypatch.setenv("LLQ_COMPILER", "quick")
    assert jit._choose_compiler() == "quick"


def test_a_private_name_that_is_gone_compiles_plainly(monkeypatch, tmp_path):
    """Where numba's inside has changed nothing fails; only who asks for *quick* is told."""
    monkeypatch.delenv("LLQ_COMPILER", raising=False)
    monkeypatch.setattr(jit, "_STAMP_FOLDER", tmp_path)
    monkeypatch.delitem(sys.modules, "llq.solver.quick_compiler", raising=False)
    monkeypatch.delattr("numba.core.codegen.JITCodeLibrary")
    assert jit._choose_compiler() == "plain"
    monkeypatch.setenv("LLQ_COMPILER", "quick")
    with pytest.raises(LlqError, match=r"AttributeError: .*JITCodeLibrary.*unset it"):
        jit._choose_compiler()


@quick_only
def test_a_quick_compiler_that_answers_otherwise_is_not_used(monkeypatch, tmp_path):
    """A kernel that is compiled wrongly is seen by the check, once for a folder of kernels."""
    from llq.solver import quick_compiler

    class Wrong:
        """A kernel that is off by one."""

        def __init__(self, function, options):
            self.py_func = function

        def __call__(self, *arguments):
            return self.py_func(*arguments) + 1.0

    monkeypatch.delenv("LLQ_COMPILER", raising=False)
    monkeypatch.setattr(jit, "_STAMP_FOLDER", tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(quick_compiler, "Kernel", Wrong)
        assert jit._choose_compiler() == "plain"
    assert list(tmp_path.iterdir()) == []
    assert jit._choose_compiler() == "quick"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_compiler_that_there_is_not_is_one_line():
    """A wrong LLQ_COMPILER ends a command with one line that names the right ones."""
    words = ("sueca", "match", "R,R", "R,R")
    done = run_python(f"{ENTRY}; run()", *words, check=False, LLQ_COMPILER="fast")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = (line for line in done.stderr.splitlines() if line != "Loading ...")
    assert line == "llq: LLQ_COMPILER must be 'quick' or 'plain'; got 'fast'"


_PROGRAM = """
import gc
from llq.solver import compiler_process
from llq.solver.quick_compiler import Kernel
from llq.solver.rng import next_bits, streams

compiler_process.compile_elsewhere()
if {child!r} == "grown":
    compiler_process._MOST_BYTES = 0
if {child!r} == "dead":
    compiler_process._running_child().kill()
    compiler_process._running_child = lambda: compiler_process._child
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
    _, hits, misses = run_python(_PROGRAM.format(child=child)).stdout.splitlines()
    assert (hits != "0", misses != "0") == (child != "dead", child == "dead")


def test_a_child_that_nobody_asks_ends():
    """A child ends by itself, with its input still open, when no request has come for long."""
    serve = "from llq.solver import compiler_process as c; c._IDLE_SECONDS = 0; c._serve()"
    with subprocess.Popen([sys.executable, "-c", serve], stdin=subprocess.PIPE) as child:
        assert child.wait() == 0
