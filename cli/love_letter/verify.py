"""``llq love-letter verify``: the thesis's figures beside ours."""

from __future__ import annotations

from llq.cli.checks import print_checks
from llq.cli.love_letter.build import open_or_build_study
from llq.cli.love_letter.matches import build_tables_for
from llq.cli.options import ThreadsOption
from llq.cli.output import Format, FormatOption

__all__ = ["verify_command"]


def verify_command(
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Love Letter: each figure beside ours, with z and a verdict.

    For example:

      llq love-letter verify

      llq love-letter verify --format csv
    """
    from llq.query.love_letter.verification.run import verify_love_letter

    build_tables_for(["table"], "classic")
    checks = list(verify_love_letter(open_or_build_study("classic", threads)))
    print_checks(checks, form, "love-letter")
