// Love Letter's answers: every legal play of a state with its value, as llq.lookup gives them.

import { IllegalState } from "./errors.js";
import { StateSpace, UNKNOWN, sum } from "./love_letter_states.js";
import { Turns } from "./love_letter_turn.js";

/** A solved variant: its rules and the columns of its table. */
export class LoveLetter {
  /**
   * @param {object} rules as the manifest has them
   * @param {{value: Float64Array, action: Uint8Array, reachable: Uint8Array}} columns
   */
  constructor(rules, columns) {
    this.rules = rules;
    this.space = new StateSpace(rules);
    this.turns = new Turns(this.space);
    Object.assign(this, columns);
    for (const column of [this.value, this.action, this.reachable]) {
      if (column.length !== this.space.size) {
        throw new Error(`a column has ${column.length} rows for ${this.space.size} states`);
      }
    }
  }

  /**
   * Return the state of a player who is to play.
   * @param {object} question
   * @param {(string | number)[]} question.hand the two cards, by number or name
   * @param {(string | number)[]} [question.seen] the discards of both players
   * @param {(string | number)[]} [question.faceUp] the three cards turned up at the start, if any
   * @param {string | number | null} [question.opponent] the opponent's card, if known
   * @param {string | number | null} [question.opponentKnows] the card of the hand they know
   * @param {boolean} [question.handmaid] whether the opponent's Handmaid is up
   * @throws {IllegalState} no such situation can arise; the message says why
   */
  state({
    hand,
    seen = [],
    faceUp = [],
    opponent = null,
    opponentKnows = null,
    handmaid = false,
  }) {
    const { cards, face_up: shown } = this.rules;
    const held = hand.map((name) => this.card(name)).sort((a, b) => a - b);
    if (held.length !== 2) {
      throw new IllegalState(`a player to move holds two cards; got ${held.length}`);
    }
    if (![0, shown].includes(faceUp.length)) {
      throw new IllegalState(
        `no cards lie face up at the start, or ${shown}; got ${faceUp.length}`,
      );
    }
    const gone = cards.map(() => 0);
    for (const name of [...seen, ...faceUp]) gone[this.card(name)] += 1;
    const unseen = cards.map((card, i) => {
      const mine = (held[0] === i) + (held[1] === i);
      if (mine + gone[i] > card.copies) {
        throw new IllegalState(
          `the deck has ${card.copies} ${card.name}: ` +
            `${mine} in the hand and ${gone[i]} seen is ${mine + gone[i]}`,
        );
      }
      return card.copies - mine - gone[i];
    });
    const state = {
      low: held[0],
      high: held[1],
      unseen,
      opponent: opponent === null ? UNKNOWN : this.card(opponent),
      maid: handmaid,
      known: opponent !== null,
      handKnown: opponentKnows === null ? 0 : this.#knownCard(held, opponentKnows),
    };
    const reason = this.space.explain(state);
    if (reason) throw new IllegalState(reason);
    return state;
  }

  /** Return the index of a card by its number or name. */
  card(name) {
    const { cards, variant, elsewhere } = this.rules;
    const text = String(name).trim().toLowerCase();
    const found = cards.findIndex((c) => text === String(c.number) || text === c.name.toLowerCase());
    if (found < 0) {
      const known = cards.map((card) => `${card.number} ${card.name}`).join(", ");
      const editions = elsewhere[text]?.join(" or ");
      const hint = editions ? `; --edition ${editions} has such a card` : "";
      throw new IllegalState(
        `${variant} Love Letter has no card '${name}'; its cards: ${known}${hint}`,
      );
    }
    return found;
  }

  /** Return the value of a state and the number of its best play. */
  lookup(state) {
    const rank = this.space.rank(state);
    if (!this.reachable[rank]) throw new IllegalState(this.#explainUnreachable(state));
    return { value: this.value[rank], action: this.action[rank] };
  }

  /**
   * Return the value of a state and every legal play with its value, best first; ties are all best.
   * `against` has a play's value against each card that the opponent may hold, else null.
   */
  answer(state) {
    const { value } = this.lookup(state);
    const { plays, tie } = this.rules;
    const found = [];
    for (const [played, kept] of this.#hands(state)) {
      for (const [number, against] of this.#values(state, played, kept)) {
        found.push({ number, against, value: this.#mean(state, against) });
      }
    }
    found.sort((a, b) => a.number - b.number);
    const best = Math.max(...found.map((play) => play.value));
    const actions = found.map((play) => {
      const isBest = play.value >= best - tie;
      const { action, text } = plays[play.number];
      return { ...play, action, text, isBest, cost: isBest ? 0 : best - play.value };
    });
    actions.sort((a, b) => b.isBest - a.isBest || (a.isBest ? 0 : b.value - a.value));
    return { value, actions };
  }

  /** Return the numbers of the legal plays, in ascending order. */
  legal(state) {
    return this.#hands(state)
      .flatMap(([played]) => this.#plays(played, state.maid).map(([number]) => number))
      .sort((a, b) => a - b);
  }

  /** Return the cards that the opponent may hold, with their chances. */
  theirCards({ known, opponent, unseen }) {
    if (known) return [[opponent, 1]];
    const total = sum(unseen);
    return [...unseen.entries()].filter(([, left]) => left).map(([card, n]) => [card, n / total]);
  }

  /** Whether the opponent knows the card kept beside one that is played. */
  isKeptKnown({ low, high, handKnown }, played) {
    return low !== high && handKnown === (played === high ? 1 : 2);
  }

  /** Return which card is played and which is kept, for each card of the hand that may be. */
  #hands({ low, high }) {
    const hands = [[low, high]];
    if (low !== high) hands.push([high, low]);
    return hands.filter(([played, kept]) => !this.turns.isForced(kept, played));
  }

  /** Return the ways to play a card, with their numbers. */
  #plays(played, maid) {
    return [...this.rules.plays.entries()].filter(
      ([, play]) => play.card === played && !this.turns.isBarred(play, maid),
    );
  }

  /** Return each legal play of a card and its value against each card of the opponent. */
  #values(state, played, kept) {
    const { cards } = this.rules;
    const { maid, known } = state;
    const keptKnown = this.isKeptKnown(state, played);
    const unseen = [...state.unseen];
    const legal = this.#plays(played, maid);
    const found = legal.map(([number]) => [number, cards.map(() => null)]);
    for (let theirs = 0; theirs < cards.length; theirs++) {
      if (unseen[theirs] === 0) continue;
      const worth = new Map(); // plays of a card that do the same lead to the same
      legal.forEach(([, play], i) => {
        const does = this.turns.does(play, kept, theirs, maid);
        if (!worth.has(does)) {
          const turn = { maid, known, keptKnown };
          const isHit = does & this.rules.consequences.HITS;
          worth.set(
            does,
            isHit
              ? cards[theirs].payoff_hit
              : this.#worth(this.turns.play(unseen, does, kept, theirs, turn)),
          );
        }
        found[i][1][theirs] = worth.get(does);
      });
    }
    return found;
  }

  /** Return the value of an outcome: that of the next states is the opponent's. */
  #worth({ win, loss, tie, ways, branches }) {
    const total = this.rules.payoff_sum;
    let value = win + loss * (total - 1) + tie * 0.5 * total;
    for (const branch of branches) value += branch.ways * (total - this.value[branch.rank]);
    return value / ways;
  }

  /** Return a play's value to the player, who may know the opponent's card or not. */
  #mean({ known, opponent, unseen }, against) {
    if (known) return against[opponent];
    return sum(unseen.map((left, card) => (left ? left * against[card] : 0))) / sum(unseen);
  }

  #knownCard(held, name) {
    const { cards } = this.rules;
    const exposed = this.card(name);
    if (!held.includes(exposed)) {
      const [low, high] = held.map((card) => cards[card].name);
      throw new IllegalState(
        `the opponent cannot know a ${cards[exposed].name} in a hand of ${low} and ${high}`,
      );
    }
    return 1 + held.indexOf(exposed);
  }

  /** Return why no game leads to a legal state, and what would have to be known for one to. */
  #explainUnreachable(state) {
    const { low, high, maid, known, handKnown } = state;
    const { cards } = this.rules;
    const gone = cards.flatMap((card, i) => {
      const copies = card.copies - state.unseen[i] - (low === i) - (high === i);
      return copies ? [`${copies} ${card.name}`] : [];
    });
    const words = [
      `a hand of ${cards[low].name} and ${cards[high].name}`,
      `with ${gone.join(", ") || "nothing"} seen`,
    ];
    if (known) words.push("the opponent's card known");
    if (handKnown) {
      words.push(`the ${cards[handKnown === 1 ? low : high].name} known to the opponent`);
    }
    if (maid) words.push("a Handmaid up");
    return (
      `no deal and no order of plays leads to ${words.join(", ")}, ` +
      `with no or with three cards face up at the start${this.#hint(state)}`
    );
  }

  #hint(state) {
    const exposed = state.low === state.high ? [0, 1] : [0, 1, 2];
    const cards = [...state.unseen.keys()].filter((card) => state.unseen[card]);
    const knowing = (card) => ({ ...state, opponent: card, known: true });
    const wanted = {
      "one more card has been discarded, by the opponent since you saw the card": state.known
        ? cards
            .filter((card) => state.unseen[card] > (card === state.opponent))
            .map((card) => ({ ...state, unseen: state.unseen.with(card, state.unseen[card] - 1) }))
        : [],
      "the opponent knows one of your cards": exposed.map((p) => ({ ...state, handKnown: p })),
      "the opponent's Handmaid is up": [{ ...state, maid: !state.maid }],
      "you know the opponent's card": cards.map(knowing),
      "both know a card": cards.flatMap((card) =>
        exposed.map((p) => ({ ...knowing(card), handKnown: p })),
      ),
    };
    const found = Object.keys(wanted).find((what) =>
      wanted[what].some((other) => this.#canComeUp(other) && !isSame(other, state)),
    );
    return found ? `; it can come up if ${found}` : "";
  }

  #canComeUp(state) {
    return !this.space.explain(state) && this.reachable[this.space.rank(state)] === 1;
  }
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
