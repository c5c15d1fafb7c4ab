"""Long checks of a paper are kept, and are shown only while a new run would find the same."""

import sys

import pytest

from llq.cli.main import main
from llq.query import check_cache
from llq.query.check_cache import find_checks, keep_checks
from llq.query.checks import Check, Verdict

ROOT = "llq.query.sueca.verification.run"
CHECKS = (
    Check(place="5.1", figure="mean", published=60.0, ours=59.9, z=0.4, verdict=Verdict.AGREES),
    Check(place="claim", figure="x", verdict="holds", note="[b]"),
)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Return an empty cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_found_for_the_same_settings_and_code(monkeypatch):
    """Another seed, other code or other published figures make the checks anew."""
    assert find_checks(ROOT, {"seed": 1}) is None
    keep_checks(ROOT, {"seed": 1}, CHECKS)
    assert find_checks(ROOT, {"seed": 1}).checks == CHECKS
    assert find_checks(ROOT, {"seed": 2}) is None
    for name in ("code_hash", "published_hash"):
        with monkeypatch.context() as patch:
            patch.setattr(check_cache, name, lambda *_: "another")
            assert find_checks(ROOT, {"seed": 1}) is None


@pytest.mark.parametrize("damage", [lambda t: t[:-5], lambda t: t.replace("59.9", "58.9")])
def test_a_damaged_file_is_not_shown(folder, damage):
    """A file that is cut short or was changed counts as missing."""
    keep_checks(ROOT, {}, CHECKS)
    (file,) = folder.rglob("sueca-*.json")
    file.write_text(damage(file.read_text()))
    assert find_checks(ROOT, {}) is None


def test_without_a_cache_folder_nothing_is_kept(folder, monkeypatch):
    """A cache folder that is a file is no reason to lose the results."""
    (folder / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "file"))
    keep_checks(ROOT, {}, CHECKS)
    assert find_checks(ROOT, {}) is None


def test_verify_shows_what_it_kept(capsys, monkeypatch):
    """The second run prints the same rows at once, with a word of it; --again plays again."""

    def verify(*options):
        words = ["sueca", "verify", "-n", "200", "--table", "5.1", "--format", "csv", *options]
        monkeypatch.setattr(sys, "argv", ["llq", *words])
        main_code = 0
        try:
            main()
        except SystemExit as leaving:
            main_code = leaving.code or 0
        assert main_code == 0
        return capsys.readouterr()

    first, second, third = verify(), verify(), verify("--again")
    assert first.out == second.out == third.out
    assert ["--again plays again" in run.err for run in (first, second, third)] == [0, 1, 0]
