"""Questions of Love Letter whose parameters the library takes apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from llq.errors import BadQuestion, IllegalState
from llq.query.checks import Checks, Every, Only
from llq.query.inputs import Seed, Threads
from llq.query.league.questions import league_question
from llq.query.love_letter import inputs as of
from llq.query.love_letter.notation import chosen_rules, read_actions, read_cards
from llq.query.love_letter.observation import OFFICIAL_FACE_UP, Seen
from llq.query.questions import question
from llq.query.results import SIMULATED, Result, RowResult, Rows, Sourced
from llq.solver.arguments import read_digits
from llq.solver.jobs.progress import Progress
from llq.solver.love_letter.editions import EDITIONS, edition
from llq.solver.love_letter.rules import Action, Rules, Scoring
from llq.store.schema import rules_name

if TYPE_CHECKING:  # a lookup loads what it needs
    from llq.query.love_letter.answers import KeepAnswer, PlayAnswer
    from llq.query.love_letter.exact.matches import ExactMatch
    from llq.query.love_letter.multiplayer.matches import PartyMatch
    from llq.query.love_letter.responses.best_responses import BestResponse, ResponseBracket
    from llq.query.love_letter.rounds.opponent_beliefs import Beliefs
    from llq.query.love_letter.solution.mixed_answers import MixedAnswer
    from llq.query.love_letter.table.policy_lookups import PolicyAnswer
    from llq.solver.love_letter.views import View

_TABLE, _MIXED, _EXPLOITER = "table", "mixed", "exploiter"

league = league_question("love-letter", "table random -n 200", "variant=batman")


def _progress_label(first: str, second: str, **_: Any) -> str:
    note = ", the best response first, a minute a seat" if _EXPLOITER in (first, second) else ""
    return f"{first} v {second}{note}"


@question(
    command="lookup",
    arguments=("hand",),
    needed=("hand",),
    examples=(
        "1 8",
        "g princess",
        "3 6 --seen 1,2,5 --opponent-knows 6",
        '1 8 --face-up "1 1 5" --scoring discards',
        "2 4 --discarded 1,4 --opponent-discarded 1,5",
        "guard king --seen 2,4 --opponent baron --handmaid --format json",
        "guard chancellor --edition 2019",
        "spy guard princess --edition 2019 --seen chancellor",
        '1 5 --seen 7,1 --beliefs table --played "guard priest"',
        "1 8 --solution mixed",
        '1 8 --seen 4,1 --solution mixed --last "handmaid; guard priest missed"',
        "--game round.txt --solution mixed",
    ),
    busy=lambda beliefs, **_: f"Beliefs about {beliefs}" if beliefs else "",
)
def lookup(
    hand: of.Hand | None = None,
    *,
    variant: of.Variant = "classic",
    game: of.RoundFile | None = None,
    deck: of.Deck | None = None,
    scoring: of.ScoringName = Scoring.HALF,
    chancellor: of.Chancellor = False,
    beliefs: of.BeliefsOf | None = None,
    played: of.Played | None = None,
    solution: of.SolutionName = _TABLE,
    last: of.LastOfLookup = "",
    values: of.Values = False,
    players: of.TwoPlayers = 2,
    progress: Progress = None,
    **seen: Unpack[Seen],
) -> PlayAnswer | KeepAnswer | PolicyAnswer | MixedAnswer | _Believed:
    """Return the best play for a Love Letter hand, with every play's value.

    For 2019's later turns, and for cards to keep, only the best is known until the edition's table
    of values is built; its value is then null.
    """
    if players != 2:
        raise IllegalState(
            "a hand is looked up where two play; for more: llq love-letter advise --players "
            f'{players} --dealt king --turns "I draw guard"'
        )
    _check_together(beliefs, played, solution, last)
    view: View | None = None
    past: tuple[Action, ...] = ()
    if game is not None:
        from llq.query.love_letter.rounds.notation import seen_of

        repeated = {"HAND": hand, **seen, "played": played, "last": last}
        repeated_names = [name for name, value in repeated.items() if value]
        view = _read_round(game, variant, deck, repeated_names)
        rules, cards = view.rules, list(view.hand)
        facts = seen_of(view, by_discards=scoring == Scoring.DISCARDS)
        past = tuple(turn.action for turn in view.history.turns)
    else:
        rules = chosen_rules(variant, deck)
        cards, facts = read_cards(rules, ",".join(hand or ())), read_seen(rules, seen)
        if len(cards) not in (2, 3):
            raise BadQuestion(
                f"give the two cards of your hand, such as 1 8, or --game FILE; got {len(cards)}"
            )
    keeps = len(cards) > 2 or chancellor
    _check_offered(rules, beliefs, solution, keeps=keeps, values=values)
    parameters: Any = {"variant": rules.variant, "scoring": scoring, "values": values, **facts}
    if solution == _MIXED:
        from llq.query.love_letter.solution.lookup import lookup_solution

        return lookup_solution(*cards, last=past or last, **parameters)
    if beliefs is not None and rules.chooses_twice:
        raise IllegalState(
            f"beliefs in {rules.variant} Love Letter take the whole round: llq track --edition "
            "2019 --policy table"
        )
    from llq.query.love_letter.table.lookups import lookup as lookup_table

    answer: Any = lookup_table(*cards, chancellor=keeps, **parameters)
    if scoring == Scoring.HALF and not rules.chooses_twice:
        from llq.query.love_letter.solution.lookup import solution_remark

        pair = cards[0], cards[1]
        answer = replace(answer, remark=partial(solution_remark, rules, pair, facts, past))
    if beliefs is None:
        return answer  # type: ignore[no-any-return]
    if progress is not None:
        progress(0, 1)
    if view is not None:
        from llq.query.love_letter.rounds.opponent_beliefs import beliefs_after

        posterior = beliefs_after(view.history, beliefs, variant=rules.variant)
    else:
        facts["lead"] = None  # what the opponent holds does not depend on it
        posterior = _beliefs(rules, cards, beliefs, played or "", facts, 2, progress)
    return _Believed(answer=answer, beliefs=posterior)


@question(command="lookup --solution mixed", arguments=("hand",))
def solution(
    hand: of.TwoCards,
    *,
    variant: of.Variant = "classic",
    scoring: of.ScoringName = Scoring.HALF,
    last: of.Last = "",
    **seen: Unpack[Seen],
) -> Sourced:
    """Return the mixed solution's probability of each action, beside the table's value."""
    from llq.query.love_letter.solution.lookup import lookup_solution
    from llq.query.love_letter.solution.table import open_solution

    facts = read_seen(chosen_rules(variant), seen)
    answer = lookup_solution(*hand, last=last, variant=variant, scoring=scoring, **facts)
    face_up = OFFICIAL_FACE_UP if facts.get("face_up") else 0
    return Sourced(answer, open_solution(variant, face_up=face_up, scoring=scoring).info)


@question(command="lookup", arguments=("hand",), accuracy="exact, rounding below 1e-12")
def beliefs(
    hand: of.TwoCards,
    *,
    variant: of.Variant = "classic",
    policy: of.Policy = "table",
    last: of.LastPlay = "",
    threads: Threads = 2,
    progress: Progress = None,
    **seen: Unpack[Seen],
) -> Sourced:
    """Return the chance that the opponent holds each card, given what a policy plays."""
    rules = chosen_rules(variant)
    posterior = _beliefs(rules, hand, policy, last, read_seen(rules, seen), threads, progress)
    return Sourced(posterior, rules=rules_name(rules.rules_id, rules.version))


@question(command="", arguments=("hand",))
def outcomes(
    hand: of.TwoCards,
    play: of.Play,
    *,
    variant: of.Variant = "classic",
    scoring: of.ScoringName = Scoring.HALF,
    **seen: Unpack[Seen],
) -> Sourced:
    """Return a play's possible outcomes: cards shown, the table's replies, the next turns."""
    from llq.query.love_letter.table.outcomes import Outcomes, play_outcomes
    from llq.query.love_letter.table.table import open_table

    rules = chosen_rules(variant)
    plays = read_actions(rules, play)
    if len(plays) != 1:
        raise BadQuestion(f"play is one play, such as guard handmaid; got {len(plays)}")
    facts = read_seen(rules, seen)
    results = play_outcomes(hand[0], hand[1], plays[0], variant=variant, scoring=scoring, **facts)
    info = open_table(variant, scoring=scoring).info
    return Sourced(Outcomes(rules.describe(plays[0]), results), info)


@question(command="track")
def advise_round(
    round: of.Round,  # noqa: A002 - the API's
    policy: of.PolicyName = "table",
) -> Sourced:
    """Return the best play in a round, given beliefs about the opponent's hand."""
    from llq.query.love_letter.rounds.advice import advise
    from llq.query.love_letter.rounds.followed_rounds import FollowedRound
    from llq.query.love_letter.table.table import cached_table

    followed = FollowedRound.read(round)
    return Sourced(advise(followed, policy), cached_table(followed.rules).info)


@question(
    examples=(
        '--dealt priest --players 3 --seat 1 --edition 2019 --turns "0 Baron on 2: 2 out, Guard; '
        'I draw Spy"',
        '--dealt king --players 2 --seat 1 --edition 2019 --policy table --turns "0 Spy; I draw '
        'Guard"',
    ),
    busy="",
    accuracy=SIMULATED,
)
def advise(
    dealt: of.Dealt,
    turns: of.Turns = "",
    *,
    file: of.TurnsFile | None = None,
    players: of.Seats = 4,
    seat: of.Seat = 0,
    face_up: of.FaceUpText = "",
    variant: of.Variant = "classic",
    policy: of.PartyPolicy | None = None,
    tokens: of.Tokens = False,
    playouts: of.PartyPlayouts = 50_000,
    seed: Seed = 1,
) -> Sourced:
    """Return the best play for two to six players, by playouts over likely deals."""
    from llq.query.love_letter.rounds.party_advice import advise_party
    from llq.query.love_letter.rounds.seat_notation import read_lines
    from llq.query.love_letter.rounds.seated_rounds import FollowedParty, party_beliefs
    from llq.query.text.files import read_text

    if file is not None:
        if turns:
            raise IllegalState(f"give --turns or --file {file}, not both")
        turns = read_text(file, "round")
    followed = FollowedParty(players, str(dealt), read_lines(turns), seat, variant, face_up)
    round_ = party_beliefs(followed, policy).round
    rules = round_.rules
    advice = advise_party(round_, playouts=playouts, seed=seed, by_tokens=tokens)
    return Sourced(advice, rules=rules_name(rules.rules_id, rules.version))


@question(
    arguments=("first", "second", "others"),
    examples=(
        "table strategic -n 1000000",
        "monte-carlo random -n 2000 --seed 7",
        "table table --hand 1,8",
        "mybot:MyPlayer table -n 1000",
        "table strategic --edition 2019 -n 100000",
        "exploiter table -n 1000 --deck 2,1,1,1,1,1,0,1",
        "reader thumb thumb thumb -n 20 --edition 2019",
        "reader certain -n 20 --edition 2019",
    ),
    busy=_progress_label,
    accuracy=SIMULATED,
    is_long=True,
)
def match(
    first: of.Player,
    second: of.Second,
    others: of.Others = (),
    games: of.Games | None = None,
    seed: Seed = 1,
    *,
    hand: of.Opening | None = None,
    playouts: of.MatchPlayouts | None = None,
    face_up: of.FaceUpNumber = 0,
    variant: of.Variant = "classic",
    deck: of.Deck | None = None,
    threads: Threads = 2,
    progress: Progress = None,
) -> Result:
    """Return each player's wins in games by the real rules, with standard errors."""
    from llq.query.love_letter import matches
    from llq.query.love_letter.multiplayer.matches import match_party
    from llq.query.love_letter.multiplayer.seats import PLAYOUTS, sits_at_tables
    from llq.query.love_letter.responses import exploiters

    if others or sits_at_tables(first) or sits_at_tables(second):
        for name, value in {"hand": hand, "face-up": face_up, "deck": deck}.items():
            if value:
                raise IllegalState(f"--{name} is for a match of two players")
        party = match_party(
            (first, second, *others), games or 1000, seed, variant=variant, threads=threads,
            playouts=playouts or PLAYOUTS, progress=progress,
        )  # fmt: skip
        return _Party(party)
    rules = chosen_rules(variant, deck)
    options: dict[str, Any] = {
        "hand": read_list(rules, hand), "variant": rules.variant, "face_up": face_up,
        "playouts": playouts or matches.PLAYOUTS, "threads": threads,
    }  # fmt: skip
    matches.check_match(first, second, games or matches.GAMES, seed, **options)
    if not face_up:  # with cards face up there are too many deals: each is solved in its game
        for seat, player in enumerate((first, second)):
            if player == _EXPLOITER:
                exploiters.find_exploiter(rules).prepare(is_first=not seat, progress=progress)
    return matches.match(first, second, games or matches.GAMES, seed, **options, progress=progress)


@question(
    arguments=("first", "second"),
    examples=(
        "table strategic",
        "table table --hand 1,8",
        "monte-carlo random --face-up 1,1,5",
        "mybot:MyPlayer table",
        "solution table",
        "table random --edition 2019",
    ),
    busy="{first} v {second}",
)
def exact(
    first: of.Player,
    second: of.Second,
    *,
    hand: of.Opening | None = None,
    face_up: of.FaceUp = "0",
    playouts: of.Playouts = 1000,
    variant: of.Variant = "classic",
    deck: of.Deck | None = None,
    threads: Threads = 2,
) -> ExactMatch:
    """Return the exact chances of two players by the real rules.

    Where ``solution`` plays, they take up to a minute and 3 GB.
    """
    from llq.query.love_letter.exact.matches import exact_match

    rules = chosen_rules(variant, deck)
    return exact_match(
        first, second, hand=read_list(rules, hand), face_up=_read_face_up(rules, face_up),
        variant=rules.variant, playouts=playouts, threads=threads,
    )  # fmt: skip


@question(
    arguments=("player",),
    examples=(
        "table --face-up 1,3,5",
        "table --face-up 1,3,5 --hand 1,8",
        "random --deck 3,1,1,1,1,1,1,1 --scoring discards",
        "random --within 0.01 --deck 3,1,1,1,1,1,1,1",
        "solution",
    ),
    busy="Best response to {player}",
    is_long=True,
)
def exploit(
    player: of.Responder = "table",
    *,
    hand: of.Responding | None = None,
    face_up: of.FaceUp = "0",
    within: of.Within | None = None,
    seconds: of.SearchSeconds | None = None,
    scoring: of.ScoringName = Scoring.HALF,
    playouts: of.Playouts = 1000,
    variant: of.Variant = "classic",
    deck: of.Deck | None = None,
    threads: Threads = 2,
    progress: Progress = None,
) -> BestResponse | ResponseBracket:
    """Return the best response to a Love Letter player, and exactly what it wins.

    The responder knows the player's policy and remembers everything. A draw is half a win;
    exploitability is the mean of both seats minus one half. Of solution and random, who mix, the
    bounds that come with llq are shown; --within computes others.
    """
    from llq.query.love_letter.responses import best_responses as responses
    from llq.query.love_letter.responses.exploitability_table import stored_bracket

    rules = chosen_rules(variant, deck)
    if within is None and seconds is not None:
        raise IllegalState("--seconds limits a bracket's search: give --within too, such as 0.01")
    options: dict[str, Any] = {
        "hand": read_list(rules, hand), "face_up": _read_face_up(rules, face_up),
        "variant": rules.variant, "scoring": scoring, "playouts": playouts, "threads": threads,
        "progress": progress,
    }  # fmt: skip
    if within is not None:
        return responses.best_response_bracket(player, within, seconds=seconds, **options)
    is_usual = hand is None and deck is None and not options["face_up"]
    if is_usual and scoring == Scoring.HALF and (stored := stored_bracket(player, rules.variant)):
        return stored
    return responses.best_response(player, **options)


@question(
    arguments=("players",),
    examples=(
        "--exact",
        "-n 100000 --sampling-games 0 --format csv",
        "solution table strategic -n 10000 --exact",
    ),
    busy="Comparing players",
    is_long=True,
)
def compare(
    players: of.Compared | None = None,
    *,
    exact: of.Exactly = False,
    games: of.PairGames = 1_000_000,
    sampling_games: of.SamplingGames = 2000,
    seed: Seed = 1,
    variant: of.Variant = "classic",
    deck: of.Deck | None = None,
    threads: Threads = 2,
    progress: Progress = None,
) -> _Comparison:
    """Return matches of Love Letter players against each other, in both seats.

    With --exact, each pair's chances are computed too, and the thesis's Table 11 and the games
    played are shown beside them, each with its deviation in standard errors.
    """
    from llq.query.love_letter import built_in_players as roster
    from llq.query.love_letter import matches
    from llq.query.love_letter.exact.matches import check_exact_match, exact_match
    from llq.query.love_letter.exact.study_table import open_study
    from llq.query.love_letter.verification.run import compare_matches

    rules = chosen_rules(variant, deck)
    if players and len(players) < 2:
        raise BadQuestion(
            f"give two or more players, or none for the thesis's four; got {players[0]!r} alone"
        )
    playing = [
        player
        for player in players or roster.THESIS_PLAYERS
        if sampling_games or not roster.is_sampling([roster.find_player(player)])
    ]
    options: dict[str, Any] = {"variant": rules.variant, "threads": threads}
    for player in playing:  # each is refused before any is computed or played
        matches.check_match(player, player, games, seed, **options)
        if exact and players:
            check_exact_match(player, player, **options)
    study = open_study(rules.variant) if exact and not players else None
    played = list(
        matches.compare(
            playing, games, seed, sampling_games=sampling_games, progress=progress, **options
        )
    )
    if not exact:
        cells = {
            (match.first, match.second): f"{match.win_prob:.4f} ± {match.standard_error:.4f}"
            for match in played
        }
        return _Comparison(cells, played)
    if study:
        computed = list(study.matches())
    else:
        computed = [exact_match(*pair, **options) for pair in product(playing, repeat=2)]
    chances = {(match.first, match.second): match for match in computed}
    cells = {pair: f"{match.win_prob:.6f}" for pair, match in chances.items()}
    rows = compare_matches(chances.values(), played)
    return _Comparison(cells, [*map(RowResult, rows)])


@question(examples=("--only differs", "--format csv"), busy="Comparing with the thesis")
def verify(only: Only | None = None, *, every: Every = False, threads: Threads = 2) -> Checks:
    """Compare the thesis's Love Letter figures with ours, giving z and a verdict.

    Our figures are from the study, which is built first if missing.
    """
    del threads  # of the build
    from llq.query.love_letter.verification import run

    return Checks(checks=[*run.verify()], page="measured/love-letter", only=only, every=every)


@question(arguments=("name",), examples=("2019",), busy="")
def editions(name: of.EditionName | None = None) -> tuple[RowResult, ...]:
    """List the editions of Love Letter: cards, players, and what --edition calls them.

    With a name, list how its rules are read, by which source, and who reads them otherwise.
    """
    if name is not None:
        return tuple(RowResult(ruling._asdict()) for ruling in edition(name).rulings)
    return tuple(
        RowResult(
            {
                "edition": ", ".join(box.variants),
                "box": box.title,
                "year": box.year,
                "cards": box.rules.deck_size,
                "players": "{} to {}".format(*box.players),
                "tokens to win": ", ".join(f"{n}: {won}" for n, won in box.tokens_to_win.items()),
                "source": box.rules.source,
            }
        )
        for box in EDITIONS.values()
    )


@dataclass(frozen=True)
class _Matrix(Result):
    """Matrix of pairs, with first players as rows, like the thesis's Table 11."""

    cells: Mapping[tuple[str, str], str]
    title = "First player's wins, by second player"

    def shown(self) -> Rows:
        rows: dict[str, dict[str, str]] = {}
        for (first, second), cell in self.cells.items():
            rows.setdefault(first, {"first player": first})[second] = cell
        return [*rows.values()]


@dataclass(frozen=True)
class _Comparison(Result):
    """Rows of player pairs, below a matrix."""

    cells: Mapping[tuple[str, str], str]
    rows: Sequence[Result]

    @property
    def before(self) -> _Matrix:
        return _Matrix(self.cells)

    @property
    def derived(self) -> tuple[str, ...]:  # type: ignore[override]  # of its rows
        return self.rows[0].derived if self.rows else ()

    def records(self) -> Rows:
        return [record for row in self.rows for record in row.records()]

    def plain_rows(self) -> Rows:
        return [plain for row in self.rows for plain in row.plain_rows()]


class _Party(RowResult):
    """Multiplayer match, with one row per player."""

    def __init__(self, match: PartyMatch) -> None:
        super().__init__(match.to_dict())
        self._players = match.rows

    def records(self) -> Rows:
        return self._players


@dataclass(frozen=True, kw_only=True)
class _Believed(Result):
    """Lookup answer and the opponent's possible cards, one row per card."""

    answer: PlayAnswer
    beliefs: Beliefs

    @property
    def before(self) -> PlayAnswer:
        return self.answer

    @property
    def remarks(self) -> tuple[str, ...]:
        reached = self.beliefs.reached
        frequency = "" if reached is None else f"; {reached:.3g} turns a round"
        return (self.beliefs.condition + frequency,)

    def shown(self) -> Rows:
        return [
            {"opponent": card.card, "chance": card.chance, "uniform": card.uniform}
            for card in self.beliefs.cards
        ]

    def records(self) -> Rows:
        common = {"policy": self.beliefs.policy, "reached": self.beliefs.reached}
        return [{**row, **common} for row in self.shown()]

    plain_rows = records


def read_list(rules: Rules, cards: Any) -> list[str] | None:
    """Parse card names from text or a list, keeping None."""
    if cards is None:
        return None
    return read_cards(rules, cards if isinstance(cards, str) else ",".join(map(str, cards)))


def read_seen(rules: Rules, seen: Seen) -> Seen:
    """Return the given facts, with their card lists parsed."""
    facts: Any = {name: value for name, value in seen.items() if value or value == 0}
    for name in {"seen", "face_up", "discarded", "opponent_discarded"} & facts.keys():
        facts[name] = read_list(rules, facts[name])
    return facts  # type: ignore[no-any-return]


def _read_face_up(rules: Rules, text: Any) -> int | list[str]:
    number = read_digits(str(text).strip())
    return read_cards(rules, text) if number is None else number


def _check_together(beliefs: str | None, played: str | None, solution: str, last: str) -> None:
    if last and solution == _TABLE:
        raise BadQuestion("the table forgets what was played; --last goes with --solution mixed")
    if played is not None and beliefs is None:
        raise BadQuestion("--played goes with --beliefs")
    if beliefs is not None and solution == _MIXED:
        raise BadQuestion(
            f"beliefs are about players that go by the state alone; leave out --solution {_MIXED}"
        )


def _check_offered(
    rules: Rules, beliefs: str | None, solution: str, *, keeps: bool, values: bool
) -> None:
    """Raise BadQuestion for lookup options that the hand or the variant does not have."""
    if values and solution == _TABLE and not rules.chooses_twice:
        raise BadQuestion(
            "the table's values are shown anyway; --values goes with --solution mixed, or with "
            "--edition 2019"
        )
    if keeps and (solution == _MIXED or beliefs is not None):
        raise BadQuestion(
            "which card to keep is a question of the table alone: leave out --solution and "
            "--beliefs"
        )


def _read_round(game: Path, variant: str, deck: str | None, repeated: Sequence[str]) -> View:
    """Return the mover's view in a round file; raise BadQuestion for arguments that repeat it."""
    from llq.query.love_letter.rounds.notation import read_game

    if repeated:
        names = (name if name.isupper() else f"--{name.replace('_', '-')}" for name in repeated)
        raise BadQuestion(f"the file has all that was seen: leave out {', '.join(names)}")
    is_chosen = variant != "classic" or deck is not None
    return read_game(game, variant=chosen_rules(variant, deck).variant if is_chosen else None)


def _beliefs(
    rules: Rules,
    hand: Sequence[str],
    policy: str,
    last: str,
    facts: Seen,
    threads: int,
    progress: Progress,
) -> Beliefs:
    from llq.query.love_letter.rounds.opponent_beliefs import beliefs

    plays = read_actions(rules, last)
    return beliefs(
        hand[0], hand[1], policy, last=plays[-1] if plays else None, variant=rules.variant,
        threads=threads, progress=progress, **facts,
    )  # fmt: skip
