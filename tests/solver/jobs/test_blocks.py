"""Blocks on any executor: what fails, what is lost, and what comes out in which order."""

import os
import random
import signal
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock

import pytest

from llq.errors import BlockFailed, IllegalState, LlqError, OtherCode, WorkersLost
from llq.query.jobs.executors import Processes
from llq.solver.jobs import remote_calls
from llq.solver.jobs.blocks import computing_on, in_order, run_blocks
from llq.solver.jobs.remote_calls import answer_job, send

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
            for ready, function, given in self.waiting:
                ready.set_result(function(*given))
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


def square(number: int) -> int:
    """Return a block."""
    return number * number


def die(folder: Path, times: int, number: int) -> int:
    """Return a block; block 3 kills its process a few times before."""
    if number == 3:
        killed = len(list(folder.iterdir()))
        if killed < times:
            (folder / str(killed)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def collect(found: dict[int, int], results) -> None:
    """Put results into a dictionary, as far as they come."""
    for number, result in results:
        found.setdefault(number, result)


def test_blocks_that_end_in_any_order_come_out_in_that_of_the_tasks():
    """Shuffled completion changes when a block comes out, and not which number it has."""
    with computing_on(Gathering(12)):
        found = list(run_blocks(square, range(12)))
    assert [number for number, _ in found] != [*range(12)]
    assert dict(found) == dict(enumerate(SQUARES))
    with computing_on(Gathering(12, seed=2)):
        assert list(in_order(run_blocks(square, range(12)))) == SQUARES


def test_a_block_that_fails_once_is_computed_again():
    """By an executor, one failure of a block leaves no trace in the results."""
    with ThreadPoolExecutor(2) as pool, computing_on(pool):
        assert list(in_order(run_blocks(Failing({2: 1, 5: 1}), range(12)))) == SQUARES


def test_a_block_that_fails_twice_is_reported_after_all_others():
    """The error names the block, its arguments and its cause; every other block came out."""
    found = {}
    with (
        ThreadPoolExecutor(2) as pool,
        computing_on(pool),
        pytest.raises(BlockFailed) as failed,
    ):
        collect(found, run_blocks(Failing({4: 2}), range(12), names="abcdefghijkl"))
    assert found == {n: n * n for n in range(12) if n != 4}
    words = "block e failed twice: ArithmeticError: no square of 4; its arguments are 4; the "
    assert words + "other 11 are finished" in str(failed.value)


def test_on_threads_an_error_comes_out_as_it_is():
    """A block that fails on this process's threads is not computed again: it would fail again."""
    with pytest.raises(ArithmeticError, match="no square of 4"):
        list(run_blocks(Failing({4: 1}), range(12)))


def test_an_error_of_llq_is_no_failure_to_repeat():
    """An error that says what the user did wrong comes out at once, in its own words."""
    asked = []

    def refuse(number):
        asked.append(number)
        raise IllegalState("no such card")

    with (
        ThreadPoolExecutor(1) as pool,
        computing_on(pool),
        pytest.raises(IllegalState, match="no such card"),
    ):
        list(run_blocks(refuse, [1]))
    assert asked == [1]


def test_a_chain_goes_on_where_its_last_block_ended():
    """A block's result can be the next task: chains of their own lengths, each in order."""
    ends = [3, 30, 12]
    seen = [[], [], []]

    def then(chain, result):
        seen[chain].append(result)
        return result if result < ends[chain] else None

    for _ in run_blocks(lambda number: number + 3, [0, 0, 0], then=then):
        pass
    assert seen == [[3], [*range(3, 31, 3)], [3, 6, 9, 12]]


def test_killed_processes_lose_nothing(tmp_path):
    """SIGKILL costs the blocks under way, and one that kills whoever computes it is named."""
    (once := tmp_path / "once").mkdir()
    (always := tmp_path / "always").mkdir()
    with Processes(2) as pool, computing_on(pool):
        assert list(in_order(run_blocks(partial(die, once, 1), range(12)))) == SQUARES
        found = {}
        with pytest.raises(BlockFailed, match=r"block 3 failed twice.* its arguments are 3;"):
            collect(found, run_blocks(partial(die, always, 99), range(12)))
    assert found == {n: n * n for n in range(12) if n != 3}


def test_an_executor_that_is_shut_down_says_so():
    """Without anybody to compute, the error says what is kept and what to do."""
    with Processes(1) as pool:
        pass
    with computing_on(pool), pytest.raises(WorkersLost, match="start the workers again"):
        list(run_blocks(square, range(3)))


def test_what_cannot_be_sent_is_refused():
    """A job that holds what cannot be pickled is refused in one line that says what to do."""
    with computing_on(Gathering(1)), pytest.raises(LlqError, match="compute it on threads"):
        list(run_blocks(lambda number: number, range(3)))


def test_a_worker_with_other_code_refuses(monkeypatch):
    """A job is refused where the code of its function, or the job itself, is not what was sent."""
    from llq.query.sueca.matches.build import play_block

    job = send(play_block)
    assert len(job.code) == 64
    with pytest.raises(OtherCode, match="damaged"):
        answer_job(job._replace(digest="0" * 64), b"")
    monkeypatch.setattr(remote_calls, "code_hash", lambda: "f" * 64)
    with pytest.raises(OtherCode, match="install the same version"):
        answer_job(job, b"")
