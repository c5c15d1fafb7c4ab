"""Long jobs on threads, processes and a Dask cluster: the same bytes, and nothing finished lost."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event

import numpy as np
import pytest
from distributed import Client, LocalCluster
from typer.testing import CliRunner

from llq import literature, love_letter, sueca
from llq.cli.main import app
from llq.errors import LlqError, WorkersLost
from llq.query.jobs.block_build import compute_blocks
from llq.query.jobs.executors import computing_at
from llq.query.sueca.matches.table import build_matches
from llq.solver.jobs.blocks import in_order, run_blocks
from llq.store.checkpoints import Checkpoints
from llq.store.tables import open_table
from tests.query.jobs.test_block_build import TASKS, job
from tests.query.sueca.advice.test_advice import endings

LONG = 60  # seconds that no test waits: an event ends it sooner
MATCHES = (1100, 3, ("R", "A"))  # 16 combinations in 4 blocks


def in_process(workers, port=0):
    """Return a cluster whose scheduler and workers are threads of this process, over TCP.

    No limit of memory: workers pause for good in a process that earlier tests made large.
    """
    return LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp",
        host="127.0.0.1", scheduler_port=port, dashboard_address=":0", memory_limit=None,
    )  # fmt: skip


@pytest.fixture(scope="module")
def address():
    """Return where a cluster of four workers is, as ``--on`` takes it."""
    with in_process(4) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def by_one_thread(tmp_path_factory):
    """Return the table that one thread builds."""
    return build_matches(*MATCHES, tmp_path_factory.mktemp("one"), threads=1)


def content(path):
    """Return the hash of a table's content and those of its blocks."""
    with open_table(path) as table:
        return table.info.content_hash, table.block_hashes().tolist()


@pytest.mark.parametrize(
    "where", ["threads", "a cluster", pytest.param("processes", marks=pytest.mark.long)]
)
def test_who_computes_does_not_matter(by_one_thread, address, tmp_path, where):
    """Threads, processes and Dask's workers build the same bytes as one thread does."""
    with computing_at(address if where == "a cluster" else where, 2) as workers:
        built = build_matches(*MATCHES, tmp_path, threads=2)
        assert workers == (4 if where == "a cluster" else 2)
    assert content(built) == content(by_one_thread)


def test_matches_are_the_same_on_a_cluster(address, classic_file):
    """Games between players with and without tables, and advice, are the same on a cluster."""
    ending = next(position for position in endings(12, 5) if position.deals > 200)
    calls = [
        partial(sueca.match, "R,A", "T,T", 20),
        partial(love_letter.match, "table", "strategic", 20),
        partial(literature.match, "possible", "random", 10),
        partial(sueca.advise, ending, "pimc:10/6"),
    ]
    local = [call() for call in calls]
    with computing_at(address):
        assert [call() for call in calls] == local


STARTED, OTHERS = Event(), Event()


def wait_for_the_late(number):
    """Return a number; block 0 ends only when a worker has computed another."""
    if number == 0:
        STARTED.set()
        assert OTHERS.wait(LONG)
    else:
        OTHERS.set()
    return number


def test_a_worker_that_joins_late_computes_too():
    """While the only worker is in the middle of a block, one that joins computes the others."""
    with in_process(1) as cluster, ThreadPoolExecutor(1) as helper:
        helper.submit(lambda: STARTED.wait(LONG) and cluster.scale(2))
        with computing_at(cluster.scheduler_address) as workers:
            assert workers == 1
            assert list(in_order(run_blocks(wait_for_the_late, range(5)))) == [*range(5)]


HALF = Event()
COMPUTED: list[int] = []


def stop_at_half(number):
    """Return a block; those from 6 on end only after the first half is over."""
    if number >= 6:
        HALF.wait(LONG)
    COMPUTED.append(number)
    return np.full(3, number)


def test_a_scheduler_restarted_between_two_halves(tmp_path):
    """When the scheduler goes, the error says what to do; on another one the job resumes."""
    blocks_job = job(stop_at_half)
    checkpoints = Checkpoints(tmp_path / "x.h5", "a job")
    first = in_process(2)
    counts = []

    def progress(done: int, _: int) -> None:
        counts.append(done)
        if done == 6:
            HALF.set()
            first.close()

    with (
        computing_at(first.scheduler_address),
        pytest.raises(WorkersLost, match=r"gone.*the same command"),
    ):
        list(compute_blocks(checkpoints, blocks_job, progress=progress))
    finished = {path.stem for path in checkpoints.folder.glob("*.npy")}
    assert len(finished) >= 6
    COMPUTED.clear()
    with in_process(2) as second, computing_at(second.scheduler_address):
        blocks = list(compute_blocks(checkpoints, blocks_job))
    assert {f"block-{n}" for n in COMPUTED} == TASKS.keys() - finished
    assert np.array_equal(blocks, np.repeat(np.arange(12), 3).reshape(12, 3))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("clouds", "threads, processes or tcp://HOST:PORT.*got 'clouds'"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1: start one"),
        ("nonsense://x", "no Dask scheduler answers at nonsense://x"),
    ],
)
def test_a_place_that_is_none_is_refused(where, words, monkeypatch):
    """What is no place to compute, or a scheduler that is not there, is refused in one line."""
    monkeypatch.setattr("llq.query.jobs.executors._WAIT_SECONDS", 0.2)
    with pytest.raises(LlqError, match=words) as refused, computing_at(where):
        pass
    assert "\n" not in str(refused.value)


def test_a_cluster_without_workers_is_refused(monkeypatch):
    """A scheduler with nobody to compute is refused in one line that says how to start workers."""
    monkeypatch.setattr("llq.query.jobs.executors._WAIT_SECONDS", 0.2)
    with in_process(0) as cluster:
        scheduler = cluster.scheduler_address
        with pytest.raises(WorkersLost, match="no workers: start some"), computing_at(scheduler):
            pass


def test_an_executor_of_ones_own_computes_too(address, by_one_thread, tmp_path):
    """Dask's own ``Client.get_executor()``, given to a build, makes the same bytes."""
    with Client(address) as client:
        built = build_matches(*MATCHES, tmp_path, executor=client.get_executor(pure=False))
    assert content(built) == content(by_one_thread)


def test_a_command_on_a_cluster_prints_what_it_prints_here(address):
    """With --on the answer is the same, and a line says who computes."""
    words = ["sueca", "match", "A,A", "R,R", "-n", "400", "--format", "json"]
    local, remote = (CliRunner().invoke(app, [*words, *on]) for on in ([], ["--on", address]))
    assert local.exit_code == remote.exit_code == 0
    assert local.stdout == remote.stdout
    assert f"computed by 4 workers on {address}" in remote.stderr
