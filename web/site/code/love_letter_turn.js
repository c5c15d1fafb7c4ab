// Where one play of Love Letter leads: states and chances, as llq.solver.love_letter.turn has them.

import { position } from "./love_letter_states.js";

/** The plays of a variant over its state space; what they do is data of the rules. */
export class Turns {
  /** @param {import("./love_letter_states.js").StateSpace} space */
  constructor(space) {
    this.space = space;
    this.cards = space.rules.cards;
    this.bits = space.rules.consequences;
  }

  /** Whether a card must be played when held with another. */
  isForced(card, other) {
    return this.space.rules.is_forced[card][other];
  }

  /** Whether a Handmaid rules out a play. */
  isBarred(play, maid) {
    return play.is_barred[Number(maid)];
  }

  /** Return what a play does, as bits of `consequences`. */
  does(play, kept, theirs, maid) {
    return play.does[Number(maid)][kept][theirs];
  }

  /** Whether a play may do one of some consequences, whatever the cards. */
  may(number, maid, ...names) {
    const may = this.space.rules.plays[number].may[Number(maid)];
    return names.some((name) => may & this.bits[name]);
  }

  /**
   * Return the outcome of a play against one card of the opponent, a right guess excepted.
   *
   * `ways` are equally likely; in `win`, `loss` and `tie` of them the round ends, in those of each
   * branch the opponent is next, in the state of that rank with the mover's card fixed.
   * @param {number[]} unseen all unseen cards; changed and restored
   * @param {number} does what the play does
   * @param {number} kept the card kept
   * @param {number} theirs the opponent's card
   * @param {{maid: boolean, known: boolean, keptKnown: boolean}} turn
   */
  play(unseen, does, kept, theirs, turn) {
    const pool = { cards: unseen, size: 0, code: 0 };
    unseen.forEach((left, card) => {
      pool.size += left;
      pool.code += left * this.space.stride[card];
    });
    this.#take(pool, theirs);
    const outcome = { win: 0, loss: 0, tie: 0, ways: 1, branches: [] };
    this.#resolve(pool, does, kept, theirs, turn, outcome);
    unseen[theirs] += 1;
    return outcome;
  }

  /** Return the opponent's state that a branch leads to, with the mover's card fixed. */
  next({ code, held, drawn, mine, maid, mineKnown, known }) {
    return {
      low: Math.min(held, drawn),
      high: Math.max(held, drawn),
      unseen: this.space.unseenOf(code),
      opponent: mine,
      maid,
      known: mineKnown,
      handKnown: known ? (held <= drawn ? 1 : 2) : 0,
    };
  }

  #take(pool, card) {
    pool.cards[card] -= 1;
    pool.size -= 1;
    pool.code -= this.space.stride[card];
  }

  #resolve(pool, does, kept, theirs, turn, outcome) {
    const { bits } = this;
    if (does & bits.ENDS) {
      outcome[does & bits.WINS ? "win" : "loss"] = 1;
      return;
    }
    if (does & bits.DISCARDS) {
      this.#redraw(pool, does & bits.DISCARDS_OWN, kept, theirs, turn, outcome);
      return;
    }
    const [mine, other] = does & bits.SWAPS ? [theirs, kept] : [kept, theirs];
    const next = {
      theirs: other,
      mine,
      maid: Boolean(does & bits.PROTECTS),
      mineKnown: turn.keptKnown || Boolean(does & bits.SHOWS_OWN),
      known: turn.known || Boolean(does & bits.SEES_THEIRS),
    };
    outcome.ways = Math.max(pool.size, 1);
    this.#handOver(pool, next, outcome, 1);
  }

  #redraw(pool, onSelf, kept, theirs, turn, outcome) {
    const { cards, size, code } = pool;
    outcome.ways = size > 2 ? size * (size - 1) : size;
    for (let drawn = 0; drawn < cards.length; drawn++) {
      const copies = cards[drawn];
      if (copies === 0) continue;
      const next = onSelf
        ? { theirs, mine: drawn, maid: false, mineKnown: false, known: turn.known }
        : { theirs: drawn, mine: kept, maid: false, mineKnown: turn.keptKnown, known: false };
      const rest = { cards, size, code };
      this.#take(rest, drawn);
      this.#handOver(rest, next, outcome, copies);
      cards[drawn] += 1;
    }
  }

  /** Add what follows once a play is done; `copies` is the number of ways in which this happens. */
  #handOver(pool, { theirs, mine, maid, mineKnown, known }, outcome, copies) {
    const { cards, space } = this;
    if (pool.size <= 1) {
      // only the aside card is left: the round ends
      const difference = cards[mine].value - cards[theirs].value;
      outcome[difference > 0 ? "win" : difference < 0 ? "loss" : "tie"] += copies;
      return;
    }
    pool.cards[mine] += 1;
    for (let drawn = 0; drawn < cards.length; drawn++) {
      const left = pool.cards[drawn] - (drawn === mine);
      if (left === 0) continue;
      const code = pool.code + space.stride[mine] - space.stride[drawn];
      const cell = code * space.hands + space.hand[theirs][drawn];
      pool.cards[drawn] -= 1;
      let rank = space.offset[cell] + 1 + position(pool.cards, mine);
      pool.cards[drawn] += 1;
      if (maid) rank += space.maidStep[cell];
      if (mineKnown) rank += space.kinds[code];
      if (known) rank += space.width[cell] * (theirs <= drawn ? 1 : 2);
      outcome.branches.push({
        rank,
        ways: copies * left,
        code,
        held: theirs,
        drawn,
        mine,
        maid,
        mineKnown,
        known,
      });
    }
    pool.cards[mine] -= 1;
  }
}
