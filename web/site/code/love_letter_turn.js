// The outcomes of one play of Love Letter: the rules of a turn, as llq.solver.love_letter.turn.

import { position } from "./love_letter_states.js";

/** The argument of a guess that misses: all such guesses have the same outcome. */
export const MISS = -1;

const EFFECTS = ["GUESS", "LOOK", "COMPARE", "PROTECT", "REDRAW", "SWAP", "YIELD", "LOSE"];

/** The rules of a turn over a state space. */
export class Turns {
  /** @param {import("./love_letter_states.js").StateSpace} space */
  constructor(space) {
    this.space = space;
    this.cards = space.rules.cards;
    this.targets = space.rules.targets;
    const other = this.cards.find((card) => !EFFECTS.includes(card.effect));
    if (other) throw new Error(`${other.name}: this code does not know ${other.effect}`);
  }

  /** Whether a card must be played when held with another. */
  isForced(card, other) {
    return (
      this.cards[card].effect === "YIELD" && ["REDRAW", "SWAP"].includes(this.cards[other].effect)
    );
  }

  /** Whether a Handmaid rules out a play. */
  isBarred(play, maid) {
    return (
      maid &&
      this.cards[play.card].effect === "REDRAW" &&
      play.argument === this.targets.OPPONENT
    );
  }

  /** Whether a play is a guess that finds the opponent's card. */
  isHit(play, theirs, maid) {
    return this.cards[play.card].effect === "GUESS" && !maid && play.argument === theirs;
  }

  /**
   * Return the outcome of a play against one card of the opponent, a right guess excepted.
   *
   * `ways` are equally likely; in `win`, `loss` and `tie` of them the round ends, in those of each
   * branch the opponent is next, in the state of that rank with the mover's card fixed.
   * @param {number[]} unseen all unseen cards; changed and restored
   * @param {{card: number, argument: number, kept: number}} play
   * @param {number} theirs the opponent's card
   * @param {{maid: boolean, known: boolean, keptKnown: boolean}} turn
   */
  play(unseen, play, theirs, turn) {
    const pool = { cards: unseen, size: 0, code: 0 };
    unseen.forEach((left, card) => {
      pool.size += left;
      pool.code += left * this.space.stride[card];
    });
    this.#take(pool, theirs);
    const outcome = { win: 0, loss: 0, tie: 0, ways: 1, branches: [] };
    this.#resolve(pool, play, theirs, turn, outcome);
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

  #resolve(pool, play, theirs, turn, outcome) {
    const effect = this.cards[play.card].effect;
    let { kept } = play;
    let { known, keptKnown } = turn;
    if (effect === "LOSE") {
      outcome.loss = 1;
      return;
    }
    if (effect === "REDRAW") {
      this.#redraw(pool, play, theirs, turn, outcome);
      return;
    }
    if (!turn.maid) {
      if (effect === "SWAP") {
        [kept, theirs] = [theirs, kept];
        known = keptKnown = true;
      } else if (effect === "LOOK") {
        known = true;
      } else if (effect === "COMPARE") {
        const difference = this.cards[kept].number - this.cards[theirs].number;
        if (difference !== 0) {
          outcome[difference > 0 ? "win" : "loss"] = 1;
          return;
        }
        known = keptKnown = true;
      }
    }
    outcome.ways = Math.max(pool.size, 1);
    const maid = effect === "PROTECT";
    this.#handOver(pool, { theirs, mine: kept, maid, mineKnown: keptKnown, known }, outcome, 1);
  }

  #redraw(pool, play, theirs, turn, outcome) {
    const onSelf = turn.maid || play.argument === this.targets.SELF;
    const discarded = onSelf ? play.kept : theirs;
    if (this.cards[discarded].effect === "LOSE") {
      outcome[onSelf ? "loss" : "win"] = 1;
      return;
    }
    const { cards, size, code } = pool;
    outcome.ways = size > 2 ? size * (size - 1) : size;
    for (let drawn = 0; drawn < cards.length; drawn++) {
      const copies = cards[drawn];
      if (copies === 0) continue;
      const next = onSelf
        ? { theirs, mine: drawn, maid: false, mineKnown: false, known: turn.known }
        : { theirs: drawn, mine: play.kept, maid: false, mineKnown: turn.keptKnown, known: false };
      const rest = { cards, size, code };
      this.#take(rest, drawn);
      this.#handOver(rest, next, outcome, copies);
      cards[drawn] += 1;
    }
  }

  /** Add what follows once a play is done; `copies` is in how many ways it comes to this. */
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
