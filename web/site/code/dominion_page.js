// The page of Dominion.

import { Dominion } from "./dominion.js";
import { bar, element, heading, loss, openPage, percent, table } from "./page.js";

const FIRST_COINS = 4;

openPage(({ rules, columns }) => new Page(new Dominion(rules, columns)));

class Page {
  constructor(game) {
    this.game = game;
    this.cards = game.rules.cards;
    this.inputs = document.querySelector("form").elements;
  }

  read(parameters) {
    const number = (name, otherwise) => {
      const text = (parameters.get(name) ?? "").trim();
      return text === "" ? otherwise : Number(text);
    };
    const isBare = !this.cards.some((card) => parameters.has(card.name));
    const copies = (card) => number(card.name, isBare ? card.start : 0);
    return {
      deck: Object.fromEntries(this.cards.map((card) => [card.name, copies(card)])),
      coins: number("coins", FIRST_COINS),
      turn: number("turn", 1),
      turns: number("turns", this.game.turns),
    };
  }

  write({ deck, coins, turn, turns }) {
    return new URLSearchParams({ ...deck, coins, turn, turns }).toString();
  }

  fill({ deck, coins, turn, turns }) {
    for (const { name, start } of this.cards) {
      const input = this.inputs[name];
      input.value = deck[name];
      const [fewer, more] = input.parentElement.querySelectorAll("a");
      const after = (copies) => ({ deck: { ...deck, [name]: copies }, coins, turn, turns });
      more.href = `?${this.write(after(deck[name] + 1))}`;
      fewer.href = `?${this.write(after(deck[name] - 1))}`;
      if (deck[name] <= start) fewer.removeAttribute("href"); // starting cards stay
      fewer.classList.toggle("off", deck[name] <= start);
    }
    this.inputs.turn.value = turn;
    this.inputs.turns.value = turns;
    this.#offer([{ coins, text: `${coins}` }], coins);
    return {};
  }

  parts(question) {
    const state = this.game.state(question);
    const hands = this.game.coinChances(state.deck);
    const offered = hands.map(({ coins, chance }) => ({
      coins,
      text: `${coins} (${percent(chance, 1)} of hands)`,
    }));
    if (!hands.some(({ coins }) => coins === question.coins)) {
      offered.unshift({ coins: question.coins, text: `${question.coins} (no hand)` });
    }
    this.#offer(offered, question.coins);
    return {
      answer: this.#answer(question, this.game.answer(state)),
      hands: this.#hands(question, state, hands),
    };
  }

  /** Offer some coins to choose from. */
  #offer(options, chosen) {
    this.inputs.coins.replaceChildren(
      ...options.map(({ coins, text }) => element("option", { value: coins }, text)),
    );
    this.inputs.coins.value = chosen;
  }

  #answer(question, { value, actions }) {
    const dearest = Math.max(...actions.map((purchase) => purchase.cost));
    const rows = actions.map((purchase) =>
      element(
        "tr",
        { class: purchase.isBest ? "best" : "" },
        element("th", { scope: "row" }, this.#next(question, purchase)),
        element("td", { class: "number" }, purchase.value.toFixed(3)),
        element("td", { class: "number" }, purchase.isBest ? "best" : purchase.cost.toFixed(3)),
        element(
          "td",
          { class: "wide" },
          ...(purchase.isBest ? [] : [loss(purchase.cost / dearest)]),
        ),
      ),
    );
    const [best] = actions;
    const { coins, turn, turns } = question;
    return [
      element("h2", {}, `Turn ${turn} of ${turns} with ${coins} coins: ${best.text}`),
      element(
        "p",
        { class: "headline" },
        element("strong", {}, value.toFixed(3)),
        " points expected at the end",
      ),
      table(
        `Every buy, best first${turn < turns ? `; choose one to go on to turn ${turn + 1}` : ""}`,
        [
          heading("Buy"),
          heading("Score", "number"),
          heading("Costs", "number"),
          heading(element("span", { class: "hidden-text" }, "Cost as a bar"), "wide"),
        ],
        rows,
      ),
    ];
  }

  /** Return the name of a purchase, with a link to the turn after it if there is one. */
  #next({ deck, turn, turns }, { card, text }) {
    if (turn === turns) return text;
    const after = card === null ? deck : { ...deck, [card]: deck[card] + 1 };
    const hands = this.game.coinChances(this.cards.map(({ name }) => after[name]));
    const { coins } = hands.reduce((a, b) => (b.chance > a.chance ? b : a));
    const asked = { deck: after, coins, turn: turn + 1, turns };
    return element("a", { href: `?${this.write(asked)}` }, text);
  }

  /** Return what every hand of the deck buys this turn. */
  #hands(question, { deck, turn, turns }, hands) {
    const rows = hands.map(({ coins, chance }) => {
      const { value, actions } = this.game.answer({ deck, coins, turn, turns });
      const bought = actions.filter((purchase) => purchase.isBest).map((purchase) => purchase.text);
      const href = `?${this.write({ ...question, coins })}`;
      const isCurrent = coins === question.coins;
      return element(
        "tr",
        { class: isCurrent ? "current" : "" },
        element(
          "th",
          { scope: "row" },
          element("a", { href }, coins === 1 ? "1 coin" : `${coins} coins`),
        ),
        element("td", {}, bought.join(" or ")),
        element("td", { class: "number" }, value.toFixed(3)),
        element("td", { class: "number" }, percent(chance)),
        element("td", { class: "wide" }, bar(chance)),
      );
    });
    return [
      element("h2", {}, "With another hand"),
      table(
        `Turn ${turn} of ${turns}`,
        [
          heading("Hand"),
          heading("Best buy"),
          heading("Score", "number"),
          heading("Chance", "number"),
          heading(element("span", { class: "hidden-text" }, "Chance as a bar"), "wide"),
        ],
        rows,
      ),
    ];
  }
}
