"""Blocks of games on threads: order, progress, and what ends them early."""

import os
import signal
from threading import Event, Lock, Thread, current_thread, main_thread

import pytest

from llq.solver.jobs.game_blocks import play_blocks

LONG = 60  # seconds that no test waits: an event ends it sooner


class Blocks:
    """Blocks that note what begins, and of which chosen ones last until they are released."""

    def __init__(self, held=()):
        self.held, self.begun, self.threads = held, [], set()
        self.release, self.holds, self._lock = Event(), Event(), Lock()

    def __call__(self, games):
        with self._lock:
            self.begun.append(games)
            self.threads.add(current_thread())
        if games.start in self.held:
            self.holds.set()
            self.release.wait(LONG)
        return list(games)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("block", [1, 3, 10, 99])
def test_blocks_are_every_game_once_and_in_order(threads, block):
    """Whatever the sizes and threads, results are those of the numbers in order, none twice."""
    blocks = list(play_blocks(list, range(7, 24), block, threads=threads))
    assert [game for games in blocks for game in games] == [*range(7, 24)]
    assert max(map(len, blocks)) == min(block, 17)


def test_results_are_in_order_though_the_first_block_ends_last():
    """A first block that ends after the others is still the first result."""
    blocks = Blocks(held={0})

    def play(games):
        result = blocks(games)
        if games.start == 4:
            blocks.release.set()
        return result

    assert list(play_blocks(play, range(5), 1, threads=2)) == [[0], [1], [2], [3], [4]]


def test_progress_counts_the_games_done():
    """Progress tells the games done of all, from the first number on, after every block."""
    log = []
    list(play_blocks(sum, range(100, 150), 32, threads=2, progress=lambda *step: log.append(step)))
    assert log == [(32, 50), (50, 50)]


def test_custom_players_are_called_in_the_calling_thread():
    """With a custom player every block is played here, and on threads without one."""
    caller, away = Blocks(), Blocks()
    list(play_blocks(caller, range(9), 2, threads=3, has_custom_players=True))
    list(play_blocks(away, range(9), 2, threads=3))
    assert caller.threads == {current_thread()}
    assert current_thread() not in away.threads


def test_an_error_begins_no_further_block_and_waits_for_none():
    """The error of a block comes out while another still runs, and no block begins after it."""
    blocks = Blocks(held=range(1, 100))

    def play(games):
        if games.start == 0:
            blocks.holds.wait(LONG)
            raise ValueError("block 0")
        return blocks(games)

    with pytest.raises(ValueError, match="block 0"):
        list(play_blocks(play, range(100), 1, threads=2))
    assert not blocks.release.is_set()
    blocks.release.set()
    assert len(blocks.begun) <= 2


@pytest.mark.skipif(current_thread() is not main_thread(), reason="signals are the main thread's")
@pytest.mark.usefixtures("hears_interrupts")
def test_ctrl_c_is_heard_while_blocks_run():
    """Ctrl-C comes out while every thread is in the middle of a block that nothing ends."""
    blocks = Blocks(held=range(100))

    def interrupt():
        blocks.holds.wait(LONG)
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        list(play_blocks(blocks, range(100), 1, threads=2))
    assert not blocks.release.is_set()
    assert len(blocks.begun) <= 2
    blocks.release.set()


def test_a_caller_who_stops_early_stops_the_blocks():
    """No block begins after the caller has closed the results."""
    blocks = Blocks(held=range(1, 1000))
    results = play_blocks(blocks, range(1000), 1, threads=2)
    assert next(results) == [0]
    results.close()
    blocks.release.set()
    assert len(blocks.begun) <= 3
