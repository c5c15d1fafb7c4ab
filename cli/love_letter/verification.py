"""``llq love-letter verify``: the thesis's figures beside ours."""

from __future__ import annotations

from llq.cli.checks import OnlyOption, print_checks
from llq.cli.help_texts import with_texts
from llq.cli.love_letter.tables import table_or_build, with_study
from llq.cli.options import ThreadsOption
from llq.cli.output.printing import Format, FormatOption, progress_bar
from llq.query.tables.build_times import build_takes
from llq.solver.love_letter.variants import CLASSIC

__all__ = ["verify_command"]


@with_texts(takes=build_takes("love_letter-classic-study"))
def verify_command(
    only: OnlyOption = None,
    threads: ThreadsOption = 2,
    form: FormatOption = Format.table,
) -> None:
    """Check the thesis on Love Letter: each figure beside ours, with z and a verdict.

    Our figures are from the study, which is built first if missing: {takes}.

    For example:

      llq love-letter verify

      llq love-letter verify --only differs

      llq love-letter verify --format csv
    """
    from llq.query.love_letter.verification.run import verify

    table_or_build(CLASSIC, threads=threads)
    study = with_study(CLASSIC, threads=threads)
    with progress_bar("Comparing with the thesis", transient=True):
        checks = list(verify(study))
    print_checks(checks, form, "love-letter", only)
