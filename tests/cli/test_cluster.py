"""``llq cluster`` and ``--on``: real processes, one of which is killed, and a clean stop."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from llq.cli.main import main
from llq.query.jobs.executors import open_workers
from llq.solver.jobs.blocks import computing_on, in_order, run_blocks
from tests.query.jobs.test_executors import in_process

ROOT = Path(__file__).parents[2]
RUN = "from llq.cli.entry import run; run()"


def die_once(mark: Path, number: int) -> tuple[int, int]:
    """Return a block and the thread count of numba there; block 2 kills its first worker."""
    if number == 2 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number, int(os.environ["NUMBA_NUM_THREADS"])


def test_a_cluster_loses_a_worker_and_no_block(tmp_path):
    """The command prints where its cluster is, SIGKILL of a worker costs no block, Ctrl-C ends it.

    Each worker is one thread, of numba too. Ctrl-C reaches the workers too, in silence.
    """
    words = ["cluster", "--workers", "2", "--port", "0", "--dashboard-port", "0"]
    with (tmp_path / "said").open("w") as messages, subprocess.Popen(
        [sys.executable, "-u", "-c", RUN, *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=messages, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            assert process.stdout is not None
            said = dict(process.stdout.readline().split(None, 1) for _ in range(3))
            where = process.stdout.readline().rpartition("--on ")[2].strip()
            assert where == f"dask:{said['scheduler:'].strip()}"
            assert said["workers:"].strip() == "2"
            assert said["dashboard:"].startswith("http://127.0.0.1:")
            with open_workers(where) as workers, computing_on(workers.executor):
                work = partial(die_once, tmp_path / "killed")
                assert list(in_order(run_blocks(work, range(8)))) == [(n * n, 1) for n in range(8)]
            assert (tmp_path / "killed").exists()
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait(60) == 0
            assert "KeyboardInterrupt" not in (tmp_path / "said").read_text("utf-8")
        finally:
            process.kill()


@pytest.fixture
def llq(capsys, monkeypatch):
    """Return a function that runs one command line and returns (exit code, stdout, stderr)."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["llq", *words])
        with pytest.raises(SystemExit) as leaving:
            main()
        out, err = capsys.readouterr()
        return leaving.value.code or 0, out, err

    return run


def test_a_command_on_a_cluster_prints_what_it_prints_here(llq):
    """With --on the answer is the same, and a line says who computes."""
    words = ["sueca", "match", "A,A", "R,R", "-n", "400", "--format", "json"]
    here = llq(*words)
    with in_process(2) as cluster:
        there = llq(*words, "--on", f"dask:{cluster.scheduler_address}")
    assert here[:2] == there[:2]
    assert "computed by 2 workers on dask:tcp://" in there[2]


def test_a_wrong_place_is_refused_before_anything_is_computed(llq):
    """--on with what is no place is one line and exit code 2, also where a match follows."""
    code, out, err = llq("sueca", "match", "A,A", "R,R", "--on", "cloud")
    assert (code, out) == (2, "")
    assert err.startswith("llq: jobs run on threads, processes or dask:tcp://HOST:PORT")
    assert err.count("\n") == 1


def test_an_address_that_is_taken_is_refused(llq):
    """A cluster at a port that another has is refused in one line that says what to give."""
    with in_process(1) as cluster:
        port = cluster.scheduler_address.rpartition(":")[2]
        code, out, err = llq("cluster", "--port", port, "--dashboard-port", "0")
    assert (code, out) == (1, "")
    assert f"no scheduler can listen on 127.0.0.1:{port}" in err
    assert err.count("\n") == 1
