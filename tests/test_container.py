"""The container and the service: built and run where a builder is found, read everywhere."""

import configparser
import json
import re
import shlex
import shutil
import subprocess

import pytest
from typer.testing import CliRunner

from llq.cli.main import app
from tools.examples import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PAGE = (ROOT / "docs" / "serve.md").read_text("utf-8")
PATIENCE = 300  # tries, one a second


def builder():
    """Return a program that builds images here, None where none works."""
    for name in ("docker", "podman"):
        info = [name, "info"]
        if shutil.which(name) and not subprocess.run(info, capture_output=True).returncode:
            return name
    return None


def output_of(*words):
    """Return what a program prints."""
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def steps(word):
    """Return what follows a word of the Dockerfile, a step each."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return re.findall(rf"^{word} +(.*)$", joined, re.MULTILINE)


def test_the_container_runs_as_nobody_in_particular():
    """The last user is not root, what llq writes lies in the volume, and health is a lookup."""
    assert steps("USER")[-1] == "10001"  # a number, which a cluster can tell from root
    assert "--uid 10001" in DOCKERFILE
    (volume,) = steps("VOLUME")
    written = dict(item.split("=", 1) for item in shlex.split(steps("ENV")[0]))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        assert written[name].startswith(volume)
    assert "/api/v1/love-letter/lookup?hand=1,8" in steps("HEALTHCHECK")[0]


def test_what_the_container_runs_is_a_command():
    """The command of the image, and that of the unit on the page, are taken by the command line."""
    unit = configparser.ConfigParser(strict=False)
    unit.read_string(re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)[0])
    service = shlex.split(unit["Service"]["ExecStart"])
    assert service[0].endswith("/llq")
    assert json.loads(steps("ENTRYPOINT")[0]) == ["llq"]
    for words in (json.loads(steps("CMD")[0]), service[1:]):
        assert CliRunner().invoke(app, [*words, "--help"]).exit_code == 0
        help_text = CliRunner().invoke(app, [words[0], "--help"]).output
        assert all(word in help_text for word in words if word.startswith("--"))


@pytest.mark.skipif(builder() is None, reason="no docker or podman that answers")
def test_a_container_answers_on_a_read_only_file_system():
    """An image is built, and its container, which can write nowhere else, answers a lookup."""
    program = builder()
    assert program is not None
    subprocess.run([program, "build", "-q", "-t", "llq-test", str(ROOT)], check=True)
    limits = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "-p", "127.0.0.1::8000"]
    container = output_of(program, "run", "-d", "--rm", *limits, "llq-test")
    try:
        port = output_of(program, "port", container, "8000")
        link = f"http://{port.splitlines()[0]}/api/v1/love-letter/lookup?hand=1,8"
        tries = ["--retry", str(PATIENCE), "--retry-delay", "1", "--retry-all-errors"]
        answer = json.loads(output_of("curl", "-sf", *tries, link))
        assert answer["text"] == "Guard, guessing Priest"
        assert output_of(program, "exec", container, "id", "-u") == "10001"
    finally:
        subprocess.run([program, "stop", container], check=True, capture_output=True)
