"""Training ends at once when it is interrupted, and keeps what is finished."""

import os
import signal
import subprocess
import sys
from threading import Event, Thread

import pytest

from llq.query.literature.policies.training import build_policies
from llq.store.checkpoints import partial_folder
from tests.query.literature.policies import fake_training

LONG = 60
"""Seconds after which a test gives up what should come at once."""


@pytest.fixture
def steps(monkeypatch):
    """Return two events: a second step of both trainings begins; that step may end."""
    fake_training.use(monkeypatch)
    begun, release, later = Event(), Event(), []
    run = fake_training.FakeTraining.run

    def held(self, games):
        if self.games:
            later.append(self)
            if len(later) == 2:
                begun.set()
            release.wait(LONG)
        run(self, games)

    monkeypatch.setattr(fake_training.FakeTraining, "run", held)
    yield begun, release
    release.set()


@pytest.mark.usefixtures("hears_interrupts")
def test_ctrl_c_does_not_wait_for_a_step_of_training(steps, tmp_path, monkeypatch):
    """Ctrl-C ends a build whose trainings are amid a step that nothing ends; the rest is kept."""
    begun, release = steps

    def interrupt():
        begun.wait(LONG)
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        build_policies(430, 260, 7, 2, tmp_path)
    assert not release.is_set()
    kept = list(partial_folder(tmp_path / "literature-policies.h5").glob("*/state.npy"))
    assert len(kept) == 3  # of three trainings, all after their first step
    release.set()


SCRIPT = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from threading import Event
import pytest
from tests.query.literature.policies import fake_training
from llq.cli.main import main

class Held(fake_training.FakeTraining):
    def run(self, games):
        if self.games:
            print("amid a step", flush=True)
            Event().wait()
        super().run(games)

fake_training.FakeTraining = Held
fake_training.use(pytest.MonkeyPatch())
sys.argv = ["llq", "build", "literature-policies", "--article-games", "430",
            "--strong-games", "0", "--folder", sys.argv[1]]
main()
"""


def test_the_command_stops_without_a_traceback(tmp_path):
    """Ctrl-C in ``llq build literature-policies`` ends it amid a step, with one message."""
    run = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout.readline() == "amid a step\n"
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=LONG)  # the step never ends
    assert run.returncode == 130
    assert "Stopped." in said
    assert "Traceback" not in said
    assert list(partial_folder(tmp_path / "literature-policies.h5").glob("*/state.npy"))
