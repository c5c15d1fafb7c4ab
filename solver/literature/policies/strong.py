"""The strong player: asks by a learnt value of what an ask wins, reveals and risks.

**Chances** are the approximate ones of `marginals`, with the odds that `reading` finds in the moves
so far; what is proven stays proven.

**Threats.** What an opponent can take from the asker's team is what everyone can place there, times
the chance that the opponent holds a card of the half suit and may ask: a *sure* threat. A *guess*
is the best chance by public knowledge alone.

**The value** of an ask is a weighted sum of `Feature`. Those of a hit are multiplied by its
chance, those of a miss by the chance of a miss. The weights are learnt from paired play-outs on
common deals (`strong_training`). The ask worth most is made; of asks worth the same any.
"""

from llq.solver.array_types import Ints, Singles
from llq.solver.card_sets import count
from llq.solver.jit import njit
from llq.solver.literature import engine
from llq.solver.literature.engine import DECK, HANDS, LACKS, NEEDS, PLAYERS, SHOWN, SIZES, TURN
from llq.solver.literature.inference import knowledge, marginals, reading
from llq.solver.literature.inference.knowledge import View
from llq.solver.literature.inference.reading import SIGNS
from llq.solver.literature.policies.features import FEATURES, Feature
from llq.solver.literature.rules import HALF, HALF_SIZE, MOST_CARDS, MOST_HALF_SUITS
from llq.solver.literature.scratch import Scratch, Strength


@njit(_nrt=False)
def value_asks(row: Ints, weights: Singles, asks: int, scratch: Scratch) -> None:
    """Fill in the values of the first ``scratch.asks``, and infer the mover's view for them.

    They are the mover's; ``scratch`` is modified in place.
    """
    seat, own, out = row[TURN], scratch.inference.own, scratch.strength
    knowledge.infer(row, seat, own)
    knowledge.infer_common(row, out.common)
    reading.fill_odds(row, seat, own.may, weights, out.reading, out.marginals.prior)
    marginals.find_marginals(row, own, out.marginals)
    _weigh_half_suits(row, seat, own, out)
    for index in range(asks):
        target, card = scratch.asks[index] // MOST_CARDS, scratch.asks[index] % MOST_CARDS
        fill_features(row, target, card, own, out)
        total = 0.0
        for feature in range(FEATURES):
            total += weights[SIGNS + feature] * out.features[feature]
        scratch.values[index] = total


@njit(_nrt=False)
def fill_features(row: Ints, target: int, card: int, own: View, out: Strength) -> None:
    """Compute the features of the mover's ask, from what `value_asks` has inferred."""
    seat, players, half, features = row[TURN], row[PLAYERS], card // HALF_SIZE, out.features
    team, cards, chances = seat & 1, HALF << HALF_SIZE * half, out.marginals.held
    chance = chances[target, card]
    own_share = count(row[HANDS + seat] & cards) / HALF_SIZE
    mates_share = out.expected[team, half] / HALF_SIZE - own_share
    opponents_share = out.expected[1 - team, half] / HALF_SIZE
    # the team's cards there that the asker can place, and that everyone can
    asker_places = public_places = 0
    last_holder = other_holders = placed = 0
    ask_back = 0.0
    for player in range(players):
        certain = count(own.held[player] & cards)
        placed += certain
        if player & 1 == team:
            asker_places += certain
            public_places += count(out.common.held[player] & cards & ~(1 << card))
        elif player != target:
            ask_back = max(ask_back, out.has[player, half])
        if player != target and own.may[player] >> card & 1:
            other_holders += 1
            last_holder = player
    absence = 1.0  # the chance that the target would have no other card there
    for rest_card in range(HALF_SIZE * half, HALF_SIZE * half + HALF_SIZE):
        if rest_card != card:
            absence *= 1 - chances[target, rest_card]
    ask_back = max(ask_back, 1 - absence)
    is_new = not (row[SHOWN + seat] & cards or row[NEEDS + seat] >> half & 1)
    miss = 1 - chance

    features[Feature.HIT] = chance
    features[Feature.HIT_MINE] = chance * own_share
    features[Feature.HIT_MATES] = chance * mates_share
    features[Feature.HIT_THEIRS] = chance * (opponents_share - 1 / HALF_SIZE)
    features[Feature.HIT_CLAIMS] = chance * (asker_places + 1 == HALF_SIZE)
    features[Feature.HIT_PLACED] = chance * ((asker_places + 1) / HALF_SIZE) ** 2
    features[Feature.HIT_PUBLIC] = chance * ((public_places + 1) / HALF_SIZE) ** 2
    features[Feature.HIT_KNOWN] = chance * (out.common.held[target] >> card & 1)
    features[Feature.HIT_BACK] = chance * ask_back
    features[Feature.HIT_WHOLE] = chance * (own_share + mates_share + 1 / HALF_SIZE) ** 2
    features[Feature.MISS_SURE] = miss * out.threat[target]
    features[Feature.MISS_GUESS] = miss * out.guess[target]
    features[Feature.MISS_BACK] = miss * out.has[target, half]
    hidden = count(row[HANDS + seat] & cards & ~row[SHOWN + seat]) / HALF_SIZE
    features[Feature.MISS_BACK_MINE] = miss * out.has[target, half] * hidden
    features[Feature.MISS_SIZE] = miss * row[SIZES + target] * players / count(row[DECK])
    features[Feature.MISS_FINDS] = miss * (other_holders == 1 and (last_holder & 1) != team)
    features[Feature.MISS_OURS] = miss * (other_holders == 1 and (last_holder & 1) == team)
    features[Feature.MISS_NARROWS] = miss / max(other_holders, 1)
    features[Feature.MISS_THERE] = miss * out.sure[target, half]
    features[Feature.NEW] = is_new
    features[Feature.NEW_MINE] = is_new * own_share
    features[Feature.NEW_MATES] = is_new * mates_share
    features[Feature.NEW_THEIRS] = is_new * opponents_share
    is_told = row[LACKS + seat] >> card & 1 or out.common.held[target] >> card & 1
    features[Feature.TELLS] = not is_told
    features[Feature.SURE] = own.held[target] >> card & 1
    features[Feature.SQUARE] = chance * chance
    features[Feature.MINE] = own_share
    features[Feature.TEAM] = (own_share + mates_share) ** 2
    features[Feature.LATEST] = out.reading.latest[seat] == half
    features[Feature.PLACED] = placed / HALF_SIZE


@njit(_nrt=False)
def _weigh_half_suits(row: Ints, seat: int, own: View, out: Strength) -> None:
    """Compute players' presence in half suits, and opponents' threats there."""
    chances, players, team = out.marginals.held, row[PLAYERS], seat & 1
    for player in range(players):
        out.threat[player] = out.guess[player] = 0.0
    for half in range(MOST_HALF_SUITS):
        out.expected[0, half] = out.expected[1, half] = 0.0
        if not engine.is_live(row, half):
            continue
        placed = 0  # of the team's cards there, how many everyone can place
        best = 0.0  # of all, the best chance of one by public knowledge
        for card in range(HALF_SIZE * half, HALF_SIZE * half + HALF_SIZE):
            team_share, holders, known = 0.0, 0, False
            for player in range(players):
                out.expected[player & 1, half] += chances[player, card]
                if player & 1 == team:
                    team_share += chances[player, card]
                    known = known or bool(out.common.held[player] >> card & 1)
                holders += out.common.may[player] >> card & 1
            placed += known
            if not known:
                best = max(best, team_share / max(holders - 1, 1))
        for player in range(players):
            absence = 1.0
            for card in range(HALF_SIZE * half, HALF_SIZE * half + HALF_SIZE):
                absence *= 1 - chances[player, card]
            if knowledge.count_of(own.low[player], half):
                absence = 0.0
            presence = 1 - absence
            out.has[player, half] = presence
            if player & 1 != team:
                out.sure[player, half] = presence * placed / HALF_SIZE
                out.threat[player] += out.sure[player, half]
                out.guess[player] = max(out.guess[player], presence * best)
