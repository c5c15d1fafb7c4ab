// Love Letter's states and their ranks, as llq.solver.love_letter.table.states numbers them.

import { IllegalState } from "./errors.js";

/** The opponent's card where it is not known. */
export const UNKNOWN = -1;

/**
 * A state of the player to move; cards are indices into the rules' cards.
 * @typedef {object} State
 * @property {number} low the lower card of the hand
 * @property {number} high the higher one
 * @property {number[]} unseen copies of each card in the deck, the opponent's hand and aside
 * @property {number} opponent the opponent's card, or UNKNOWN
 * @property {boolean} maid whether the opponent's Handmaid is up
 * @property {boolean} known whether the player knows the opponent's card
 * @property {number} handKnown 0 none, 1 the lower, 2 the higher card of the hand is known to the
 *   opponent
 */

/** All states of a variant, numbered without holes: by unseen cards, hand and what is known. */
export class StateSpace {
  /** @param {object} rules as the manifest has them */
  constructor(rules) {
    this.rules = rules;
    const cards = rules.cards;
    const size = cards.length;
    this.hands = (size * (size + 1)) / 2;
    this.hand = cards.map(() => new Array(size));
    let number = 0;
    for (let low = 0; low < size; low++) {
      for (let high = low; high < size; high++) {
        this.hand[low][high] = this.hand[high][low] = number++;
      }
    }
    this.stride = new Array(size);
    let codes = 1;
    for (let card = size - 1; card >= 0; card--) {
      this.stride[card] = codes;
      codes *= cards[card].copies + 1;
    }
    this.offset = new Int32Array(codes * this.hands).fill(-1);
    this.maidStep = new Int32Array(codes * this.hands);
    this.width = new Int32Array(codes * this.hands);
    this.kinds = new Int32Array(codes);
    this.size = this.#number(codes);
  }

  /** Number the blocks of states by their unseen cards; return the number of states. */
  #number(codes) {
    const { cards } = this.rules;
    const size = cards.length;
    const byCount = [];
    for (let code = 0; code < codes; code++) {
      const unseen = this.unseenOf(code);
      (byCount[sum(unseen)] ??= []).push([code, unseen]);
    }
    let states = 0;
    for (const [code, unseen] of byCount.flat()) {
      this.kinds[code] = unseen.filter((left) => left > 0).length;
      for (let low = 0; low < size; low++) {
        for (let high = low; high < size; high++) {
          const cell = code * this.hands + this.hand[low][high];
          const gone = cards.map((card, i) => card.copies - unseen[i] - (low === i) - (high === i));
          const isRevealed = gone.some((copies, i) => copies > 0 && cards[i].reveals);
          const hasMaid = gone.some((copies, i) => copies > 0 && cards[i].protects);
          this.width[cell] = 1 + this.kinds[code] * (1 + isRevealed);
          if (sum(unseen) < 2 || gone.some((copies) => copies < 0)) continue;
          const step = this.width[cell] * (isRevealed ? (low === high ? 2 : 3) : 1);
          if (hasMaid) this.maidStep[cell] = step;
          this.offset[cell] = states;
          states += step * (1 + hasMaid);
        }
      }
    }
    return states;
  }

  /** Return the unseen counts of a code. */
  unseenOf(code) {
    return this.rules.cards.map(
      (card, i) => Math.floor(code / this.stride[i]) % (card.copies + 1),
    );
  }

  /** Return the code of some unseen cards. */
  code(unseen) {
    return unseen.reduce((code, left, card) => code + left * this.stride[card], 0);
  }

  /**
   * Return the rank of a state.
   * @param {State} state
   * @throws {IllegalState} the variant has no such state; the message says why
   */
  rank(state) {
    const reason = this.explain(state);
    if (reason) throw new IllegalState(reason);
    const { low, high, unseen, opponent, maid, known, handKnown } = state;
    const code = this.code(unseen);
    const cell = code * this.hands + this.hand[low][high];
    let slot = 0;
    if (opponent !== UNKNOWN) slot = 1 + position(unseen, opponent) + known * this.kinds[code];
    return this.offset[cell] + maid * this.maidStep[cell] + handKnown * this.width[cell] + slot;
  }

  /** Return why the variant has no such state, or an empty string. */
  explain({ low, high, unseen, opponent, maid, known, handKnown }) {
    const { cards } = this.rules;
    const held = cards.map((_, i) => (low === i) + (high === i));
    for (const [i, card] of cards.entries()) {
      if (unseen[i] < 0 || held[i] + unseen[i] > card.copies) {
        return (
          `the deck has ${card.copies} ${card.name}; the hand holds ${held[i]}, ` +
          `so ${unseen[i]} unseen is impossible`
        );
      }
    }
    const n = sum(unseen);
    if (n < 2) {
      return (
        `${n} cards unseen: a mover has at least two (the opponent's card and the aside card); ` +
        "with fewer the round was over before this turn"
      );
    }
    if (opponent !== UNKNOWN && !unseen[opponent]) {
      const name = cards[opponent].name;
      return `the opponent cannot hold a ${name}: every copy is in the hand or seen`;
    }
    const seen = cards.filter((card, i) => card.copies - held[i] - unseen[i]);
    if (maid && !seen.some((card) => card.protects)) {
      return "the opponent's Handmaid is said to be up, but no Handmaid was seen";
    }
    if ((known || handKnown) && !seen.some((card) => card.reveals)) {
      const names = cards.filter((card) => card.reveals).map((c) => c.name);
      return `nobody can know a card in hand before one of these was seen: ${names.join(", ")}`;
    }
    if (!(handKnown >= 0 && handKnown <= 2 - (low === high))) {
      return `hand_known is 0, 1 or 2 (0 or 1 for two equal cards); got ${handKnown}`;
    }
    return "";
  }
}

/** Return how many lower kinds than a card are among the unseen. */
export function position(unseen, card) {
  let kinds = 0;
  for (let lower = 0; lower < card; lower++) kinds += unseen[lower] > 0;
  return kinds;
}

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
