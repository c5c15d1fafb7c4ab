// Dominion's answers: every affordable purchase with its expected final score.

import { IllegalState } from "./errors.js";

/** Decks by their rank, and decks with turns to go by their number, as llq.solver.dominion.solitaire.states. */
export class DeckSpace {
  /**
   * @param {number} dims coordinates of a reduced deck
   * @param {number} turns of the longest game
   */
  constructor(dims, turns) {
    this.dims = dims;
    this.turns = turns;
    this.states = this.#stateStart(turns);
  }

  /** Return the number of the state of a reduced deck with turns to go. */
  state(bought, turnsToGo) {
    let rest = 0;
    let row = 0;
    for (let k = this.dims - 1; k >= 0; k--) {
      rest += bought[k];
      if (k > 0) row += choose(rest + this.dims - 1 - k, this.dims - k);
    }
    return this.#stateStart(rest) + row * (this.turns - rest) + turnsToGo - 1;
  }

  /** Return the number of the first state of the decks of ``size`` bought cards. */
  #stateStart(size) {
    const decks = choose(size + this.dims - 1, this.dims);
    return choose(size + this.dims, this.dims + 1) + (this.turns - size) * decks;
  }
}

/** The solved game: its rules and the columns of its table. */
export class Dominion {
  /**
   * @param {object} rules as the manifest has them
   * @param {{score: Float64Array, payout: Float64Array}} columns
   */
  constructor(rules, columns) {
    this.rules = rules;
    this.turns = columns.score.length - 1;
    this.score = columns.score;
    this.payout = columns.payout;
    this.space = new DeckSpace(rules.dims, this.turns);
    if (this.payout.length !== this.space.states) {
      throw new Error(`a column has ${this.payout.length} rows for ${this.space.states} states`);
    }
  }

  /**
   * Return what a player sees: the deck as copies of each card, the coins and the turn.
   * @param {object} question
   * @param {Object<string, number>} question.deck copies by name, the hand included
   * @param {number} question.coins in hand
   * @param {number} question.turn the turn being played; the first is 1
   * @param {number} [question.turns] length of the game
   * @throws {IllegalState} no game reaches such a situation; the message says why
   */
  state({ deck, coins, turn, turns = this.turns }) {
    const { cards, hand_size: handSize, name } = this.rules;
    for (const [what, number] of Object.entries({ ...deck, coins, turn, turns })) {
      if (!Number.isInteger(number)) {
        throw new IllegalState(`${what} must be an integer; got ${number}`);
      }
    }
    for (const [card, copies] of Object.entries(deck)) {
      if (!cards.some((known) => known.name === card)) {
        const names = cards.map((known) => known.name).join(", ");
        throw new IllegalState(`${name} has no card '${card}'; it has ${names}`);
      }
      if (copies < 0) {
        throw new IllegalState(`${copies} copies of ${card}: a count cannot be negative`);
      }
    }
    const owned = cards.map((card) => deck[card.name] ?? 0);
    if (sum(owned) < handSize) {
      throw new IllegalState(
        `Definition 2.2: a deck has at least ${handSize} cards, not ${sum(owned)}`,
      );
    }
    if (turn < 1 || turn > turns) {
      throw new IllegalState(`a game of ${turns} turns has no turn ${turn}`);
    }
    const bought = sum(owned) - sum(cards.map((card) => card.start));
    if (bought >= turn) {
      throw new IllegalState(
        `a deck with ${bought} bought cards takes ${bought} turns; ` +
          `before turn ${turn} there were ${turn - 1}`,
      );
    }
    if (turns > this.turns) {
      throw new IllegalState(
        `the table of this site is for games of up to ${this.turns} turns; got ${turns}`,
      );
    }
    return { deck: owned, coins, turn, turns };
  }

  /**
   * Return every affordable purchase with its expected final score, best first; equals go victory
   * cards, treasures, passing.
   */
  answer({ deck, coins, turn, turns }) {
    const { cards, tie } = this.rules;
    this.#reduced(deck);
    this.#checkCoins(deck, coins);
    const turnsToGo = turns - turn;
    const options = [null, ...cards.keys()].filter(
      (card) => card === null || (cards[card].is_buyable && cards[card].cost <= coins),
    );
    const found = options.map((card) => {
      const after = deck.map((copies, i) => copies + (i === card));
      const points = sum(after.map((copies, i) => copies * cards[i].points));
      return { card, value: points + this.#toCome(after, turnsToGo) };
    });
    const best = Math.max(...found.map((purchase) => purchase.value));
    const actions = found.map(({ card, value }) => ({
      card: card === null ? null : cards[card].name,
      text: card === null ? "pass" : `buy ${cards[card].name}`,
      value,
      cost: best - value,
      isBest: best - value < tie,
      order: [-round(value), card === null, card !== null && cards[card].is_treasure],
    }));
    actions.sort((a, b) => compare(a.order, b.order));
    return { value: actions[0].value, actions };
  }

  /** Return the coins that hands of a deck are worth, each with its chance. */
  coinChances(deck) {
    const { hand_size: handSize, cards } = this.rules;
    let ways = [[1]]; // by cards taken, then by coins
    for (const [value, copies] of deck.map((n, i) => [cards[i].value, n])) {
      const next = [];
      ways.forEach((byCoins, taken) => {
        for (let k = 0; k <= Math.min(copies, handSize - taken); k++) {
          byCoins.forEach((count, coins) => {
            const row = (next[taken + k] ??= []);
            row[coins + k * value] = (row[coins + k * value] ?? 0) + count * choose(copies, k);
          });
        }
      });
      ways = next;
    }
    const hands = ways[handSize];
    const total = hands.reduce((all, count) => all + count, 0);
    return hands.flatMap((count, coins) => [{ coins, chance: count / total }]);
  }

  /** Return the points still to come of a deck, before its hand is drawn. */
  #toCome(deck, turnsToGo) {
    if (turnsToGo === 0) return 0;
    return this.payout[this.space.state(this.#reduced(deck), turnsToGo)];
  }

  /** Return the bought cards of a deck by coordinate. */
  #reduced(deck) {
    const { cards, dims } = this.rules;
    const bought = new Array(dims).fill(0);
    cards.forEach((card, i) => {
      const extra = deck[i] - card.start;
      if (extra < 0 || (extra > 0 && !card.is_buyable)) {
        throw new IllegalState(
          "a deck is not the starting deck plus cards that can be bought; " +
            "solve the game that starts with it instead",
        );
      }
      bought[card.coordinate] += extra;
    });
    return bought;
  }

  #checkCoins(deck, coins) {
    const possible = this.coinChances(deck).map((hand) => hand.coins);
    if (!possible.includes(coins)) {
      throw new IllegalState(
        `no hand of this deck is worth ${coins} coins; possible: ${possible.join(", ")}`,
      );
    }
  }
}

/** Return C(n, k). */
function choose(n, k) {
  let found = 1;
  for (let i = 1; i <= k; i++) found = (found * (n - k + i)) / i;
  return n < k ? 0 : found;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Return a score rounded so that equals are equal. */
function round(score) {
  return Math.round(score * 1e9) / 1e9;
}

function compare(one, other) {
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i]) return one[i] < other[i] ? -1 : 1;
  }
  return 0;
}
