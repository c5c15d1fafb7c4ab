"""Daemon threads as an executor."""

from concurrent.futures import CancelledError
from threading import Event

import pytest

from llq.errors import IllegalState
from llq.solver.jobs.threads import DaemonThreads


def test_every_call_is_made_before_the_with_ends():
    """A body that ends well waits for all calls, begun or not."""
    done = []
    with DaemonThreads(2) as pool:
        futures = [pool.submit(done.append, number) for number in range(20)]
    assert sorted(done) == [*range(20)]
    assert all(future.done() for future in futures)


def test_a_calls_error_is_its_future_s():
    """An error of a call comes out of its result, and the thread lives on."""
    with DaemonThreads(1) as pool:
        failed, fine = pool.submit(int, "x"), pool.submit(int, "12", base=8)
        assert isinstance(failed.exception(), ValueError)
        assert fine.result() == 10


def test_a_body_that_fails_waits_for_no_call():
    """Calls not begun are cancelled, the one under way is left alone, and the error comes out."""
    started, release = Event(), Event()

    def hold():
        started.set()
        return release.wait(60)

    futures = []

    def fail():
        with DaemonThreads(1) as pool:
            futures.extend([pool.submit(hold), pool.submit(hold)])
            started.wait(60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    running, waiting = futures
    assert not running.done()
    with pytest.raises(CancelledError):
        waiting.result()
    release.set()
    assert running.result(60)


def test_a_number_of_threads_that_is_none_is_refused():
    """No executor is made without threads, or with very many."""
    for threads in (0, -1, 2.5, float("nan"), "2", None):
        with pytest.raises(IllegalState, match=f"positive integer; got {threads!r}"):
            DaemonThreads(threads)
    with pytest.raises(IllegalState, match="threads must be at most 1,024; got 100000"):
        DaemonThreads(10**5)
