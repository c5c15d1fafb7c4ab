"""Blocks of a long job: kept, resumed, checked and removed."""

from concurrent.futures import ThreadPoolExecutor
from unittest.mock import Mock

import numpy as np
import pytest

from llq.errors import TableNotWritable
from llq.query.jobs.block_build import BlockJob, compute_blocks
from llq.solver.jobs.blocks import computing_on
from llq.store.checkpoints import Checkpoints, partial_folder
from tests.killing import kill_at

TASKS = {f"block-{n}": n for n in range(12)}
KILLED = """
import sys
from threading import Event
from llq.query.jobs.block_build import compute_blocks
from llq.store.checkpoints import Checkpoints
from tests.query.jobs.test_block_build import job, work

def stuck(task):
    if task >= 7:
        Event().wait()
    return work(task)

checkpoints = Checkpoints(sys.argv[1], "a job")
list(compute_blocks(checkpoints, job(stuck), progress=lambda done, _: print(done, flush=True)))
"""


def work(task):
    """Return a block that depends on its task alone."""
    return np.random.default_rng(task).integers(0, 120, (2, 3, 5), dtype=np.uint8)


def job(work, tasks=TASKS, cost=lambda _: 1):
    """Return the job of some blocks, without a table."""
    return BlockJob(spec=None, command="", tasks=tasks, work=work, join=dict, cost=cost)


def run(checkpoints, progress=None, **options):
    """Compute all blocks on two threads; return them and the tasks that were computed."""
    counting = Mock(side_effect=work)
    blocks = list(compute_blocks(checkpoints, job(counting, **options), progress=progress))
    return blocks, sorted(call.args[0] for call in counting.call_args_list)


def assert_whole(blocks):
    """Compare blocks with those of a run that nothing disturbed."""
    assert len(blocks) == len(TASKS)
    for block, task in zip(blocks, TASKS.values(), strict=True):
        assert block.dtype == np.uint8
        assert np.array_equal(block, work(task))


@pytest.fixture
def checkpoints(tmp_path):
    """Return the checkpoints of a job none of whose blocks are there."""
    return Checkpoints(tmp_path / "x.h5", "a job")


def test_killed_and_resumed(tmp_path, checkpoints):
    """Killed in the middle, a job goes on with its finished blocks and ends with the same ones."""
    kill_at("7", KILLED, tmp_path / "x.h5")
    blocks, computed = run(checkpoints)
    assert computed == list(range(7, 12))
    assert_whole(blocks)


def test_a_damaged_block_is_computed_again(checkpoints):
    """A block file that is not as it was written counts for nothing."""
    for damage in [
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: content[:0],
        lambda content: content[:-40] + bytes([content[-40] ^ 1]) + content[-39:],
        lambda content: content[:20] + bytes([content[20] ^ 1]) + content[21:],
        lambda content: b"\x00" * len(content),
        lambda content: content[:0] + b"no block, but long enough to hold a hash",
    ]:
        run(checkpoints)
        path = checkpoints.folder / "block-4.npy"
        path.write_bytes(damage(path.read_bytes()))
        assert checkpoints.load("block-4") is None
        blocks, computed = run(checkpoints)
        assert computed == [4]
        assert_whole(blocks)


def test_a_block_of_another_place_is_computed_again(tmp_path):
    """A sound file of another block, or of another job, is not taken for this one."""
    own, other = (Checkpoints(tmp_path / "x.h5", name) for name in ("a job", "another"))
    run(own)
    run(other)
    block = (own.folder / "block-1.npy").read_bytes()
    (own.folder / "block-2.npy").write_bytes(block)
    (other.folder / "block-1.npy").write_bytes(block)
    assert run(own)[1] == [2]
    assert run(other)[1] == [1]


def test_another_identity_starts_anew_and_spares_the_first(tmp_path):
    """A changed solver or parameter finds no blocks, and leaves those of the first job alone."""
    first, second = (Checkpoints(tmp_path / "x.h5", name) for name in ("seed 1", "seed 2"))
    run(first)
    assert run(second)[1] == list(TASKS.values())
    second.remove()
    assert not second.folder.exists()
    assert run(first)[1] == []
    first.remove()
    assert not partial_folder(tmp_path / "x.h5").exists()


def test_a_block_is_an_npy_file(checkpoints):
    """NumPy alone reads a block."""
    run(checkpoints)
    assert np.array_equal(np.load(checkpoints.folder / "block-3.npy"), work(3))


def test_blocks_deleted_in_the_end_are_computed_again(checkpoints):
    """Blocks that somebody deletes while they are added up are no loss."""
    run(checkpoints)
    blocks = compute_blocks(checkpoints, job(work))
    first = [next(blocks)]
    checkpoints.remove()
    assert_whole(first + list(blocks))


def test_an_error_leaves_what_was_finished(checkpoints):
    """An error in one block is the job's; the blocks before it are kept, the executor runs on."""

    def fails(task: int) -> np.ndarray:
        if task == 5:
            raise RuntimeError("no such luck")
        return work(task)

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(RuntimeError, match="no such luck"), computing_on(pool):
            list(compute_blocks(checkpoints, job(fails)))
        assert pool.submit(work, 1).result() is not None
    blocks, computed = run(checkpoints)
    assert computed[0] == 5
    assert_whole(blocks)


def test_progress_counts_what_is_kept(checkpoints):
    """Progress starts with the cost of the blocks kept already and ends with that of all."""
    for task in (2, 3):
        checkpoints.save(f"block-{task}", work(task))
    steps: list[tuple[int, int]] = []
    run(checkpoints, cost=lambda task: 10 + task, progress=lambda *step: steps.append(step))
    assert steps[0] == (25, 186)
    assert steps[-1] == (186, 186)
    assert len(steps) == 11
    assert steps == sorted(steps)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    """Where no block can be kept, the error says where and what to do."""
    (tmp_path / "x.partial").write_text("in the way")
    with pytest.raises(TableNotWritable, match=r"x\.partial.*choose a folder"):
        Checkpoints(tmp_path / "x.h5", "a job").save("block-1", work(1))
