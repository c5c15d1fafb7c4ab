// The page of Love Letter.

import { IllegalState } from "./errors.js";
import { LoveLetter } from "./love_letter.js";
import { bar, element, heading, openPage, percent, table } from "./page.js";

const FIRST_HAND = "1,8";
const HEATS = 10;

openPage((rules, columns) => new Page(new LoveLetter(rules, columns)));

class Page {
  constructor(game) {
    this.game = game;
    this.cards = game.rules.cards;
    this.inputs = document.getElementById("question").elements;
  }

  read(parameters) {
    const list = (name) => (parameters.get(name) ?? "").split(",").filter(Boolean);
    return {
      hand: parameters.size ? list("hand") : FIRST_HAND.split(","),
      seen: [...list("seen"), ...list("face_up")],
      opponent: parameters.get("opponent"),
      opponentKnows: parameters.get("opponent_knows"),
      handmaid: parameters.has("handmaid"),
    };
  }

  asked(form) {
    return {
      hand: [form.get("first"), form.get("second")].filter(Boolean),
      seen: form.getAll("seen"),
      opponent: form.get("opponent") || null,
      opponentKnows: form.get("opponent_knows") || null,
      handmaid: form.has("handmaid"),
    };
  }

  write({ hand, seen, opponent, opponentKnows, handmaid }) {
    const parts = [`hand=${hand.join()}`];
    if (seen.length) parts.push(`seen=${seen.join()}`);
    if (opponent !== null) parts.push(`opponent=${opponent}`);
    if (opponentKnows !== null) parts.push(`opponent_knows=${opponentKnows}`);
    if (handmaid) parts.push("handmaid=1");
    return parts.join("&");
  }

  fill({ hand, seen, opponent, opponentKnows, handmaid }) {
    const numbers = hand.map((name) => this.#number(name)).sort((a, b) => a - b);
    [this.inputs.first.value, this.inputs.second.value] = numbers;
    const gone = seen.map((name) => this.#number(name));
    for (const { number, copies } of this.cards) {
      const held = numbers.filter((other) => other === number).length;
      const left = gone.filter((other) => other === number).length;
      const boxes = [...this.inputs.seen].filter((box) => box.value === String(number));
      boxes.forEach((box, i) => {
        box.checked = i < left;
        box.disabled = i >= Math.max(left, copies - held); // it is in the hand
      });
    }
    this.inputs.opponent.value = opponent === null ? "" : this.#number(opponent);
    this.inputs.opponent_knows.value = opponentKnows === null ? "" : this.#number(opponentKnows);
    this.inputs.handmaid.checked = handmaid;
  }

  parts(question) {
    const state = this.game.state(question);
    const hands = this.#hands(question);
    const answer = this.game.answer(state);
    return {
      answer: this.#answer(answer),
      against: this.#against(state, answer),
      hands,
    };
  }

  /** Return the number of a card by its number or name, or nothing if there is no such card. */
  #number(name) {
    try {
      return this.cards[this.game.card(name)].number;
    } catch (error) {
      if (error instanceof IllegalState) return "";
      throw error;
    }
  }

  #answer({ value, actions }) {
    const rows = actions.map((play) =>
      element(
        "tr",
        { class: play.isBest ? "best" : "" },
        element("th", { scope: "row" }, play.text),
        element("td", { class: "wide" }, bar(play.value)),
        element("td", { class: "number" }, percent(play.value)),
        element("td", { class: "number" }, play.isBest ? "best" : `−${percent(play.cost)}`),
      ),
    );
    return [
      element("h2", {}, `Play ${actions[0].text}`),
      element("p", { class: "lead" }, `Chance to win the round: ${percent(value)}`),
      table(
        "Every legal play, best first",
        [heading("Play"), heading("", "wide"), heading("Wins", "number"), heading("Cost", "number")],
        rows,
      ),
    ];
  }

  /** Return what each play is worth against each card that the opponent may hold. */
  #against(state, { actions }) {
    if (state.known) return [];
    const possible = [...this.cards.keys()].filter((card) => state.unseen[card]);
    const rows = actions.map((play) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, play.text),
        ...possible.map((card) => {
          const worth = play.against[card];
          return element("td", { class: heat(worth) }, hundredths(worth));
        }),
      ),
    );
    return [
      element("h2", {}, "Against each card"),
      table(
        "Chance to win in per cent if the opponent holds this card; × is how many are unseen",
        [
          heading("Play"),
          ...possible.map((card) =>
            heading([...this.#name(card), ` ×${state.unseen[card]}`]),
          ),
        ],
        rows,
        "heats",
      ),
    ];
  }

  /** Return every hand in the same situation, with its chance to win. */
  #hands(question) {
    const { low, high } = this.game.state(question);
    const rows = this.cards.map((_, i) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...this.#name(i)),
        ...this.cards.map((_, k) => this.#hand(question, i, k, [low, high])),
      ),
    );
    return [
      element("h2", {}, "Every hand in this situation"),
      table(
        "Chance to win in per cent, the same cards seen; choose a hand to ask about it",
        [heading(""), ...this.cards.map((_, card) => heading(this.#name(card)))],
        rows,
        "heats",
      ),
    ];
  }

  /** Return the cell of a hand of two cards. */
  #hand(question, one, other, [low, high]) {
    const [first, second] = [this.cards[Math.min(one, other)], this.cards[Math.max(one, other)]];
    const hand = [first.number, second.number];
    const knows = question.opponentKnows;
    const isHeld = knows !== null && hand.includes(this.#number(knows));
    const asked = { ...question, hand, opponentKnows: isHeld ? knows : null };
    let found;
    try {
      found = this.game.lookup(this.game.state(asked));
    } catch (error) {
      if (!(error instanceof IllegalState)) throw error;
      return element("td", { class: "quiet" }, "–");
    }
    const isCurrent = Math.min(one, other) === low && Math.max(one, other) === high;
    const play = this.game.rules.plays[found.action].text;
    const name = `${first.name} and ${second.name}: ${percent(found.value)}, ${play}`;
    const link = element(
      "a",
      { href: `?${this.write(asked)}`, title: name, "aria-label": name },
      hundredths(found.value),
    );
    return element("td", { class: `${heat(found.value)} ${isCurrent ? "current" : ""}` }, link);
  }

  /** Return a card's number and name; narrow screens show the number. */
  #name(card) {
    const { number, name } = this.cards[card];
    return [`${number} `, element("span", { class: "name" }, name)];
  }
}

/** Return a share of one in per cent, for narrow cells. */
function hundredths(share) {
  return (100 * share).toFixed(1);
}

/** Return the class of a share of one, from 0 to HEATS. */
function heat(share) {
  return `heat heat-${Math.round(HEATS * Math.min(1, Math.max(0, share)))}`;
}
