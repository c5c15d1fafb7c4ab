"""The fewest turns to a number of Provinces: what known rules take, and what to buy with a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from fastapi import Request, Response
from markupsafe import Markup

from llq.query.dominion.fewest.answers import MOST_PROVINCES
from llq.query.dominion.fewest.lookups import fewest_lookup
from llq.query.dominion.fewest.table import STRATEGIES, FewestResult
from llq.web.dominion.questions import asked, values_of, whole
from llq.web.http.jobs import Job, do_job
from llq.web.pages.cached_tables import kept_table
from llq.web.pages.charts import Series, line_chart
from llq.web.pages.rendering import render
from llq.web.players import player_title

_RULES = {"real": "a draw pile", "fresh": "fresh hands"}
_DEFAULTS = {"provinces": "4", "rule": "real", "hand": "", "draw": "", "discard": ""}
_EXAMPLE = {
    "hand": "3 copper, gold, province",
    "draw": "2 silver, copper, estate",
    "discard": "3 copper, 2 estate, 3 silver, gold",
}
_FIRST, _DONE = 0.002, 0.998
"""Shares of games with which a chart begins and ends."""


async def show_turns(request: Request) -> Response:
    """Show how soon strategies have their Provinces, and what a hand should buy."""
    return await do_job(request, lambda job: _page(request, job))


def _page(request: Request, job: Job) -> Response:
    values = values_of(request.query_params, _DEFAULTS, _EXAMPLE)
    compared, refusal = asked(lambda: _compared(values))
    answer, hand_refusal = asked(lambda: _bought(values, job)) if values["hand"] else (None, None)
    worst = refusal or hand_refusal
    return render(
        request,
        "dominion/turns.html",
        status=worst["status"] if worst else 200,
        problem=refusal,
        hand_problem=hand_refusal if not refusal else None,
        values=values,
        most=MOST_PROVINCES,
        rules=_RULES,
        compared=compared,
        answer=answer,
        command=_command(values),
    )


def _compared(values: Mapping[str, str]) -> dict[str, Any]:
    """Return the strategies' turns by both rules, and a chart of one."""
    table, provinces = kept_table("dominion-fewest"), whole("provinces", values["provinces"])
    results = {
        rule: [table.lookup(name, provinces, rule) for name in STRATEGIES]
        for rule in dict.fromkeys((*_RULES, values["rule"]))
    }
    shown = [result for result in results[values["rule"]] if result.turns is not None]
    turns = range(min(map(_begun, shown)), max(map(_over, shown)) + 1)
    best, *others = shown
    return {
        "rows": [
            (player_title(name), [results[rule][number].turns for rule in _RULES])
            for number, name in enumerate(STRATEGIES)
        ],
        "chart": _chart("Chance to have the Provinces, by turn", "% of games done", turns, best),
        "behind": _chart(
            "How far rules are behind the optimum, by turn",
            "% of games fewer done than by the optimum",
            turns,
            *others,
            than=best,
        ),
        "names": [player_title(result.strategy) for result in shown],
        "numbers": [(turn, [float(result.done[turn]) for result in shown]) for turn in turns],
        "source": f"{table.info.path.name} {table.info.content_hash[:12]}; exact, caps on bought "
        "treasures cost below 1e-5 turns",
    }


def _chart(
    title: str, unit: str, turns: range, *results: FewestResult, than: FewestResult | None = None
) -> Markup:
    """Return the shares of games done by turn or, of another result, how much greater they are."""
    series = []
    for result in results:
        done = result.done if than is None else than.done - result.done
        points = [(float(turn), 100 * float(done[turn])) for turn in turns]
        series.append(
            Series(player_title(result.strategy), points, STRATEGIES.index(result.strategy))
        )
    return line_chart(title, series, x_label="turns played", y_label=unit)


def _begun(result: FewestResult) -> int:
    """Return the last turn by which hardly any game is done."""
    return int(np.count_nonzero(result.done < _FIRST)) - 1


def _over(result: FewestResult) -> int:
    """Return the turn by which nearly all games are done, or the table's last."""
    return min(int(np.count_nonzero(result.done < _DONE)), len(result.done) - 1)


def _bought(values: Mapping[str, str], job: Job) -> Any:
    """Return what to buy by fresh hands: the real rule takes seconds to minutes."""
    piles = (values["hand"], values["draw"], values["discard"])
    provinces = whole("provinces", values["provinces"])
    return fewest_lookup(*piles, provinces, "fresh", progress=job.progress)


def _command(values: Mapping[str, str]) -> str:
    piles = " ".join(f'--{pile} "{values[pile]}"' for pile in ("hand", "draw", "discard"))
    return f"llq dominion fewest lookup --provinces {values['provinces']} {piles}"
