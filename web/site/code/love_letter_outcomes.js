// What comes of a play until the player's next turn, as llq.love_letter.play_outcomes has it.

import { UNKNOWN } from "./love_letter_states.js";

export const [WON, LOST, DRAWN, GOES_ON] = ["won", "lost", "drawn", "goes on"];

const TURNED = { [WON]: LOST, [LOST]: WON, [DRAWN]: DRAWN };

/**
 * Return what may come of a play, the likeliest first: `shown` is the card that it shows, or
 * UNKNOWN; the opponent's `replies` are the table's, with the player's next `turns`.
 * @param {import("./love_letter.js").LoveLetter} game
 * @param {import("./love_letter_states.js").State} state
 * @param {number} number of the play in the rules
 */
export function follow(game, state, number) {
  const { space } = game;
  const total = game.rules.payoff_sum;
  const outcomes = new Sums();
  const handed = new Sums();
  const shows = game.turns.may(number, state.maid, "SEES_THEIRS", "DISCARDS_THEIRS");
  for (const [theirs, likely] of game.theirCards(state)) {
    const shown = shows ? theirs : UNKNOWN;
    const step = play(game, state, number, theirs);
    for (const { result, share, payoff } of step.ends) {
      outcomes.at({ shown, result }).add(likely * share, payoff);
    }
    for (const { rank, share, branch } of step.branches) {
      handed.at({ shown, rank }, { branch }).add(likely * share, 0);
    }
  }
  const turns = new Sums();
  for (const { shown, rank, branch, chance } of handed.all()) {
    const at = game.turns.next(branch);
    const isDealt = game.turns.may(number, state.maid, "DISCARDS_OWN");
    const seen = isDealt ? at.opponent : shown;
    const outcome = outcomes.at({ shown: seen, result: GOES_ON });
    outcome.add(chance, total - game.value[rank]);
    outcome.replies ??= new Sums();
    const reply = game.action[space.rank(at.known ? at : { ...at, opponent: UNKNOWN })];
    const showsOwn = game.turns.may(reply, at.maid, "SHOWS_OWN", "DISCARDS_OWN");
    const told = showsOwn ? keptOf(game, at, reply) : UNKNOWN;
    const step = play(game, at, reply, at.opponent);
    for (const { result, share, payoff } of step.ends) {
      outcome.replies.at({ number: reply, shown: told, result: TURNED[result] }).add(
        chance * share,
        total - payoff,
      );
    }
    for (const { rank: then, share, branch: next } of step.branches) {
      const key = { seen, reply, told, then };
      turns.at(key, { outcome, branch: next }).add(chance * share, 0);
    }
  }
  for (const { reply, told, then, outcome, branch, chance } of turns.all()) {
    const at = game.turns.next(branch);
    const answer = outcome.replies.at({ number: reply, shown: told, result: GOES_ON });
    answer.add(chance, game.value[then]);
    answer.turns ??= new Sums();
    const known = at.known ? at : { ...at, opponent: UNKNOWN };
    answer.turns.at({ rank: space.rank(known) }, { state: known }).add(chance, game.value[then]);
  }
  return outcomes.all().map(({ replies, ...outcome }) => ({
    ...outcome,
    replies: (replies?.all() ?? []).map((reply) => ({ ...reply, turns: reply.turns?.all() ?? [] })),
  }));
}

/**
 * Return how a play may end the round at once, as llq.love_letter.find_hits has it: of each result
 * its chance, and the `cards` of the opponent against which it may come about, of `possible` ones.
 */
export function endings(game, state, number) {
  const found = new Map();
  const theirCards = game.theirCards(state);
  for (const [theirs, likely] of theirCards) {
    for (const { result, share } of play(game, state, number, theirs).ends) {
      const { chance = 0, cards = [] } = found.get(result) ?? {};
      const sum = chance + likely * share;
      found.set(result, { chance: sum, cards: [...cards, theirs], possible: theirCards.length });
    }
  }
  return found;
}

/** Chances and values added up by keys, with whatever else is known of each. */
class Sums {
  #found = new Map();

  at(key, more = {}) {
    const name = Object.values(key).join();
    if (!this.#found.has(name)) this.#found.set(name, new Sum({ ...key, ...more }));
    return this.#found.get(name);
  }

  /** Return all, with their chances and mean values, the likeliest first. */
  all() {
    const found = [...this.#found.values()].map(({ sum, ...known }) => {
      return { ...known, value: sum / known.chance };
    });
    return found.sort((one, other) => other.chance - one.chance);
  }
}

class Sum {
  chance = 0;
  sum = 0;

  constructor(known) {
    Object.assign(this, known);
  }

  add(chance, value) {
    this.chance += chance;
    this.sum += chance * value;
  }
}

/** Return what comes of a play against one card: how it may end the round, and the turns after. */
function play(game, state, number, theirs) {
  const { plays, cards, payoff_sum: total } = game.rules;
  const kept = keptOf(game, state, number);
  const does = game.turns.does(plays[number], kept, theirs, state.maid);
  if (does & game.rules.consequences.HITS) {
    return { ends: [{ result: WON, share: 1, payoff: cards[theirs].payoff_hit }], branches: [] };
  }
  const keptKnown = game.isKeptKnown(state, plays[number].card);
  const { ways, branches, ...ends } = game.turns.play([...state.unseen], does, kept, theirs, {
    maid: state.maid,
    known: state.known,
    keptKnown,
  });
  const payoffs = [
    [WON, ends.win, 1],
    [LOST, ends.loss, total - 1],
    [DRAWN, ends.tie, total / 2],
  ];
  return {
    ends: payoffs
      .filter(([, some]) => some)
      .map(([result, some, payoff]) => ({ result, share: some / ways, payoff })),
    branches: branches.map((branch) => ({ rank: branch.rank, share: branch.ways / ways, branch })),
  };
}

function keptOf(game, { low, high }, number) {
  return low + high - game.rules.plays[number].card;
}
