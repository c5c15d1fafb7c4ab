"""Blocks on any executor: what fails, what is lost, and what comes out in which order."""

import multiprocessing
import os
import random
import signal
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Event, Lock

import pytest

from llq.errors import BlockFailed, IllegalState, OtherCode, WorkersLost
from llq.query.jobs.executors import computing_at
from llq.solver.jobs import blocks
from llq.solver.jobs.blocks import computing_on, in_order, run_blocks

SQUARES = [number * number for number in range(12)]


class Gathering(Executor):
    """An executor that pickles, and makes its calls in a shuffled order when it has them all."""

    def __init__(self, calls: int, seed: int = 1) -> None:
        self.calls, self.random, self.waiting = calls, random.Random(seed), []

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == self.calls:
            self.random.shuffle(self.waiting)
            for ready, function, arguments in self.waiting:
                ready.set_result(function(*arguments))
            self.calls, self.waiting = 1, []  # those that are made again come one by one
        return future


class Failing:
    """Work that fails the first times it is asked for some blocks."""

    def __init__(self, times: dict[int, int]) -> None:
        self.times, self.lock = dict(times), Lock()

    def __call__(self, number: int) -> int:
        with self.lock:
            self.times[number] = self.times.get(number, 0) - 1
            if self.times[number] >= 0:
                raise ArithmeticError(f"no square of {number}")
        return number * number


def square(number):
    """Return a block."""
    return number * number


def die_once(mark, number):
    """Return a block; block 3 kills the first process that computes it."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def wait_for_nothing(mark, _):
    """Open a pipe to say that a block has begun, and never end it."""
    mark.open("w").close()
    Event().wait()


def test_blocks_that_end_in_any_order_come_out_in_that_of_the_tasks():
    """Shuffled completion changes neither which number a block has nor the order of the blocks."""
    with computing_on(Gathering(12)):
        assert dict(run_blocks(square, range(12))) == dict(enumerate(SQUARES))
    with computing_on(Gathering(12, seed=2)):
        assert list(in_order(run_blocks(square, range(12)))) == SQUARES


def test_a_block_that_fails_once_is_computed_again():
    """By an executor, one failure of a block leaves no trace in the results."""
    with ThreadPoolExecutor(2) as pool, computing_on(pool):
        assert list(in_order(run_blocks(Failing({2: 1, 5: 1}), range(12)))) == SQUARES


def test_a_block_that_fails_twice_is_named():
    """By an executor the second failure is the error: it names the block and its cause."""
    with (
        ThreadPoolExecutor(2) as pool,
        computing_on(pool),
        pytest.raises(BlockFailed, match=r"block 4 failed twice: .*no square of 4"),
    ):
        list(run_blocks(Failing({4: 2}), range(12)))


def test_on_threads_an_error_comes_out_as_it_is():
    """A block that fails on this process's threads is not computed again: it would fail again."""
    with pytest.raises(ArithmeticError, match="no square of 4"):
        list(run_blocks(Failing({4: 1}), range(12)))


def test_an_error_of_llq_is_no_failure_to_repeat():
    """An error that says what the user did wrong comes out at once, in its own words."""
    calls = []

    def refuse(number):
        calls.append(number)
        raise IllegalState("no such card")

    with (
        ThreadPoolExecutor(1) as pool,
        computing_on(pool),
        pytest.raises(IllegalState, match="no such card"),
    ):
        list(run_blocks(refuse, [1]))
    assert calls == [1]


def test_a_killed_process_is_told_and_the_next_run_ends(tmp_path):
    """A process that dies ends the job in one line; with new ones the same job comes to its end."""
    work = partial(die_once, tmp_path / "killed")
    with pytest.raises(WorkersLost, match="start the workers"), computing_at("processes", 2):
        list(run_blocks(work, range(12)))
    with computing_at("processes", 2):
        assert list(in_order(run_blocks(work, range(12)))) == SQUARES


def test_ctrl_c_waits_for_no_process(tmp_path):
    """Ctrl-C ends processes in the middle of a block that nothing else would end."""

    def tasks():
        yield 0
        fifo.read_bytes()
        raise KeyboardInterrupt

    fifo = tmp_path / "begun"
    os.mkfifo(fifo)
    others = {*multiprocessing.active_children()}  # of other tests in this process
    with pytest.raises(KeyboardInterrupt), computing_at("processes", 1):
        next(run_blocks(partial(wait_for_nothing, fifo), tasks()))
    for process in {*multiprocessing.active_children()} - others:
        process.join()  # or the test's time is up


def test_an_executor_that_is_shut_down_says_so():
    """Without anybody to compute, the error says what is kept and what to do."""
    with ThreadPoolExecutor(1) as pool:
        pass
    with computing_on(pool), pytest.raises(WorkersLost, match="start the workers"):
        list(run_blocks(square, range(3)))


def test_a_worker_with_other_code_refuses():
    """A block is refused where llq's code is not the sender's."""
    with pytest.raises(OtherCode, match="install the same"):
        blocks._compute("f" * 64, square, 3)
