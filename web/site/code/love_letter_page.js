// The page of Love Letter.

import { IllegalState } from "./errors.js";
import { LoveLetter } from "./love_letter.js";
import { DRAWN, GOES_ON, LOST, WON, endings, follow } from "./love_letter_outcomes.js";
import { Solution } from "./love_letter_solution.js";
import { UNKNOWN } from "./love_letter_states.js";
import { bar, element, heading, mix, often, openPage, percent, table } from "./page.js";

const FIRST_HAND = "1,8";
const HEATS = 20;
const OPEN_OUTCOMES = 2; // outcomes open at first: the likeliest
const ENDINGS = { [WON]: "You win", [LOST]: "You lose", [DRAWN]: "A draw" };
const AT_ONCE = { [WON]: "Wins", [LOST]: "Loses", [DRAWN]: "Draws" };

openPage((classic, mixed) => {
  const game = new LoveLetter(classic.rules, classic.columns);
  return new Page(game, new Solution(game, mixed.rules, mixed.columns), [classic, mixed]);
});

class Page {
  constructor(game, solution, tables) {
    this.game = game;
    this.solution = solution;
    this.tables = tables;
    this.cards = game.rules.cards;
  }

  read(parameters) {
    const list = (name) =>
      (parameters.get(name) ?? "").split(",").filter(Boolean).map((card) => this.#key(card));
    return {
      hand: parameters.has("hand") ? list("hand") : FIRST_HAND.split(","),
      seen: [...list("seen"), ...list("face_up")].sort(),
      opponent: list("opponent")[0] ?? null,
      opponentKnows: list("knows")[0] ?? null,
      handmaid: Boolean(parameters.get("handmaid")),
      play: parameters.get("play"),
      compare: Boolean(parameters.get("compare")),
    };
  }

  write({ hand, seen, opponent, opponentKnows, handmaid, play = null, compare = false }) {
    const parts = [`hand=${hand.join()}`];
    if (seen.length) parts.push(`seen=${seen.join()}`);
    if (opponent !== null) parts.push(`opponent=${opponent}`);
    if (opponentKnows !== null) parts.push(`knows=${opponentKnows}`);
    if (handmaid) parts.push("handmaid=yes");
    if (play) parts.push(`play=${play}`);
    if (compare) parts.push("compare=yes");
    return parts.join("&");
  }

  fill(question) {
    const { hand, seen, opponent, opponentKnows, handmaid } = question;
    const change = (changed) => `?${this.write({ ...question, play: null, ...changed })}`;
    const held = [];
    const played = this.cards.filter(({ number }) => seen.includes(String(number)));
    const [protects, reveals] = ["protects", "reveals"].map((may) => played.some((card) => card[may]));
    for (const { number, copies } of this.cards) {
      const key = String(number);
      const mine = hand.filter((other) => other === key).length;
      const gone = seen.filter((other) => other === key).length;
      const [take, more, theirs] = ["hand", "seen", "theirs"].map((name) =>
        document.querySelector(`[data-key="${name}-${key}"]`),
      );
      const next = [...hand.slice(-1), key];
      const knows = next.includes(opponentKnows) ? opponentKnows : null;
      setLink(take, change({ hand: next, opponentKnows: knows }), mine > 0);
      setLink(more, mine + gone < copies && change({ seen: [...seen, key].sort() }), gone > 0);
      const isTheirs = opponent === key;
      const canBe = isTheirs || (reveals && mine + gone < copies);
      setLink(theirs, canBe && change({ opponent: isTheirs ? null : key }), isTheirs);
      more.nextElementSibling.replaceChildren(
        `${gone}`,
        element("span", { class: "quiet" }, `/${copies}`),
      );
      const fewer = document.querySelector(`[data-key="fewer-${key}"]`);
      setLink(fewer, gone > 0 && change({ seen: seen.toSpliced(seen.indexOf(key), 1) }), false);
      for (let copy = 0; copy < mine; copy++) held.push(picture(key, "large"));
    }
    const up = { handmaid: !handmaid };
    const known = [toggle("handmaid", "Their Handmaid is up", handmaid, protects, up)];
    for (const key of new Set(hand)) {
      const isKnown = opponentKnows === key;
      const text = `They know your ${this.#find(key)?.name ?? key}`;
      const changed = { opponentKnows: isKnown ? null : key };
      known.push(toggle(`knows-${key}`, text, isKnown, reveals, changed));
    }
    return { held, known };

    function toggle(key, text, isOn, canBe, changed) {
      const button = element("a", { class: "button", "data-key": key }, text);
      setLink(button, (isOn || canBe) && change(changed), isOn);
      return button;
    }
  }

  parts(question) {
    const state = this.game.state(question);
    const hands = this.#hands(question, state);
    const answer = this.game.answer(state);
    return {
      answer: this.#answer(question, state, answer),
      next: this.#next(question, state, answer),
      against: this.#against(state, answer),
      hands,
      compare: this.#compare(question, state, answer),
    };
  }

  /** Return a card as addresses have it: its number, or as it was asked if there is no such. */
  #key(card) {
    return String(this.#find(card)?.number ?? card);
  }

  /** Return a card by its number or name, or nothing if there is no such card. */
  #find(card) {
    try {
      return this.cards[this.game.card(card)];
    } catch (error) {
      if (error instanceof IllegalState) return undefined;
      throw error;
    }
  }

  #answer(question, state, { value, actions }) {
    const rows = actions.map((play) => {
      const key = playKey(play.action);
      const isShown = key === question.play;
      const link = element("a", { class: "ll-move", "data-key": key }, ...this.#move(play.number));
      setLink(link, `?${this.write({ ...question, play: key })}#next`, isShown);
      return element(
        "tr",
        { class: `${play.isBest ? "best" : ""} ${isShown ? "ll-shown" : ""}` },
        element("th", { scope: "row" }, link, " ", this.#note(state, play.number)),
        element("td", { class: "ll-wide" }, bar(play.value)),
        element("td", { class: "number" }, percent(play.value)),
        element("td", { class: "number" }, play.isBest ? "best" : percent(play.cost)),
      );
    });
    const n = state.unseen.reduce((all, left) => all + left, 0);
    return [
      element("h2", {}, `Play ${actions[0].text}: ${percent(value)} to win`),
      table(
        `${n} cards unseen; every play, best first. Click one to follow it.`,
        [
          heading("Play"),
          heading("Chance to win", "ll-wide"),
          heading("Wins", "number"),
          heading("Costs", "number"),
        ],
        rows,
        "ll-plays",
      ),
    ];
  }

  /** Return how a play may end the round at once, and what else it does. */
  #note(state, number) {
    const ends = endings(this.game, state, number);
    const words = [WON, LOST, DRAWN].filter((result) => ends.has(result)).map((result) => {
      const { chance, cards, possible } = ends.get(result);
      const names = cards.map((card) => this.cards[card].name).join(", ");
      const against = cards.length === possible && possible > 1 ? "any card" : names;
      return `${AT_ONCE[result]} at once ${percent(chance, 1)} (${against}). `;
    });
    const note = this.game.rules.plays[number].note[Number(state.maid)][Number(ends.size > 0)];
    return element("span", { class: "ll-note" }, ...words, note);
  }

  /** Return what may come of the play that was chosen, until the player's next turn. */
  #next(question, state, { actions }) {
    if (!question.play) return [];
    const play = actions.find(({ action }) => playKey(action) === question.play);
    if (!play) {
      const legal = actions.map(({ action }) => playKey(action)).join(", ");
      throw new IllegalState(`no legal play '${question.play}'; legal are ${legal}`);
    }
    const outcomes = follow(this.game, state, play.number);
    return [
      element("h2", {}, `After ${play.text}`),
      element(
        "p",
        { class: "quiet" },
        "Each outcome with its chance, and your chance to win after it. The opponent replies as " +
          "Table does. Click a hand to go on from your next turn.",
      ),
      ...outcomes.map((outcome, i) => this.#outcome(play.action, outcome, i < OPEN_OUTCOMES)),
      element(
        "p",
        { class: "ll-hint" },
        "The value of a reply takes into account what it tells you about the card they kept; the " +
          "page of your next turn treats all unseen cards as equally likely.",
      ),
    ];
  }

  #outcome(action, { shown, result, chance, value, replies }, isOpen) {
    const name = this.cards[shown]?.name;
    if (result !== GOES_ON) {
      const title = name ? `${ENDINGS[result]}: they hold ${name}` : ENDINGS[result];
      return element("p", { class: "ll-outcome ll-over" }, ...odds(title, `ll-ending ll-${result}`));
    }
    let title = action.guess ? "It misses" : "The round goes on";
    if (name) title = action.target === "self" ? `You draw ${name}` : `They hold ${name}`;
    const found = element(
      "details",
      { class: "ll-outcome" },
      element("summary", {}, ...odds(title), worth(percent(value))),
      element(
        "table",
        { class: "ll-replies" },
        element("caption", { class: "hidden-text" }, `${title}: their replies`),
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            heading("They play"),
            heading("Chance", "number"),
            heading("Worth", "number"),
            heading("Your next hand"),
          ),
        ),
        element("tbody", {}, ...replies.map((reply) => this.#reply(reply))),
      ),
    );
    found.open = isOpen;
    return found;

    function odds(text, kind = "") {
      const odd = element("span", { class: "ll-odds" }, percent(chance, 1));
      return [element("span", { class: `ll-what ${kind}` }, text), " ", odd];
    }

    function worth(text) {
      return element("span", { class: "ll-odds quiet" }, `worth ${text}`);
    }
  }

  #reply({ number, shown, result, chance, value, turns }) {
    const move = this.#move(number, (text) =>
      text.replace("yourself", "themselves").replace("the opponent", "you"),
    );
    if (shown !== UNKNOWN) {
      const note = element("span", { class: "ll-note" }, `shows ${this.cards[shown].name}`);
      move.at(-1).append(element("br"), note);
    }
    const ending = element("span", { class: `ll-ending ll-${result}` }, ENDINGS[result] ?? "");
    const hands = element("ul", { class: "ll-hands" }, ...turns.map((turn) => this.#turn(turn, chance)));
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, element("span", { class: "ll-move" }, ...move)),
      element("td", { class: "number" }, percent(chance, 1)),
      element("td", { class: "number" }, percent(value)),
      element("td", {}, turns.length ? hands : ending),
    );
  }

  /** Return one of the player's next hands, which leads to its situation. */
  #turn({ state, chance, value }, total) {
    const held = [state.low, state.high].map((card) => this.cards[card]);
    const names = held.map(({ name }) => name).join(" and ");
    const said = `${names}: ${percent(chance / total, 1)}, worth ${percent(value)}`;
    const link = element(
      "a",
      { href: `?${this.write(this.#question(state))}#explorer`, "aria-label": said, title: said },
      held.map(({ number }) => number).join("·"),
    );
    return element("li", {}, link);
  }

  /** Return a state as it is asked about. */
  #question({ low, high, unseen, opponent, maid, known, handKnown }) {
    const held = [low, high];
    const number = (card) => String(this.cards[card].number);
    const seen = this.cards.flatMap(({ copies }, card) =>
      Array(copies - unseen[card] - held.filter((mine) => mine === card).length).fill(number(card)),
    );
    return {
      hand: held.map(number),
      seen,
      opponent: known ? number(opponent) : null,
      opponentKnows: handKnown ? number(held[handKnown - 1]) : null,
      handmaid: maid,
    };
  }

  /** Return a play's picture and its words. */
  #move(number, say = (text) => text) {
    const { card, text } = this.game.rules.plays[number];
    return [picture(this.cards[card].number, "tiny"), element("span", {}, say(text))];
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
          return element("td", { class: heat(worth) }, element("span", {}, hundredths(worth)));
        }),
      ),
    );
    return [
      element("h2", {}, "Against each card"),
      table(
        "Chance to win in percent if this is what they hold; × is how many are unseen.",
        [
          heading("Play"),
          ...possible.map((card) => heading([...this.#names(card), ` ×${state.unseen[card]}`])),
        ],
        rows,
        "ll-matrix against",
      ),
    ];
  }

  /** Return every hand in the same situation, with its chance to win. */
  #hands(question, state) {
    const rows = this.cards.map((_, i) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...this.#names(i)),
        ...this.cards.map((_, k) => this.#hand(question, state, Math.min(i, k), Math.max(i, k))),
      ),
    );
    const steps = Array.from({ length: 11 }, (_, i) => element("span", { class: heat(i / 10) }));
    return [
      element("h2", {}, "Every hand in this situation"),
      table(
        "Chance to win in percent of each hand, the same cards seen. A cell leads to its hand.",
        [element("td", {}), ...this.cards.map((_, card) => heading(this.#names(card)))],
        rows,
        "ll-matrix",
      ),
      element("p", { class: "ll-legend", "aria-hidden": "true" }, "0 ", ...steps, " 100"),
    ];
  }

  /** Return what the solutions say of every play here, and the mixed one of every hand. */
  #compare(question, state, { actions }) {
    const title = element("h2", {}, "Solutions side by side");
    const [one, mixed] = this.tables.map(({ rules }) => rules);
    if (!question.compare) {
      const query = `?${this.write({ ...question, compare: true })}#compare`;
      const ask = element("a", { class: "button", href: query }, "Compare what they play here");
      const said =
        "Table is best against itself, and can be read by an opponent who knows it. The mixed " +
        "solution is hard to exploit. ";
      return [title, element("p", {}, said, ask)];
    }
    const hide = `?${this.write({ ...question, compare: false })}`;
    const link = element("p", {}, element("a", { href: hide }, "Hide the comparison"));
    const chances = this.solution.chances(state);
    const columns = chances ? [one, mixed] : [one];
    const most = chances ? Math.max(...chances.values()) : 0;
    const rows = actions.map((play) => {
      const cells = [compared(play.value, bar, play.isBest)];
      const chance = chances?.get(play.number);
      if (chances) cells.push(compared(chance, often, chance === most));
      return element("tr", {}, element("th", { scope: "row" }, play.text), ...cells);
    });
    const lost = columns.map(({ exploited }) => element("td", {}, exploited));
    const head = element("th", { scope: "row" }, "Lost to an opponent who knows it");
    const headings = columns.map((rules) => {
      const unit = element("span", { class: "quiet" }, rules === mixed ? "played" : "wins");
      return heading([rules.title, element("br"), unit]);
    });
    const terms = columns.flatMap((rules) => [
      element("dt", {}, rules.title),
      element("dd", {}, rules.summary),
    ]);
    const found = [
      title,
      table(
        "What each solution says of every play",
        [heading("Play"), ...headings],
        [...rows, element("tr", {}, head, ...lost)],
        "ll-compare",
      ),
      element("p", { class: "quiet" }, "Bars are chances to win; a bead is one play in ten."),
      element("dl", { class: "players" }, ...terms),
    ];
    if (!chances) {
      const reason = "no round with no card face up leads here.";
      found.push(element("p", { class: "notice" }, `${mixed.title}: ${reason}`));
    }
    const source = element("p", { class: "source" }, this.tables[1].source);
    return [...found, source, ...this.#mixes(question), link];

    function compared(share, mark, isLiked) {
      const figure = element("span", { class: "ll-figure" }, percent(share, 1));
      return element("td", { class: isLiked ? "ll-liked" : "" }, figure, mark(share));
    }
  }

  /** Return what the mixed solution plays with every hand in the same situation. */
  #mixes(question) {
    const rows = this.cards.map((_, i) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...this.#names(i)),
        ...this.cards.map((_, k) => this.#mix(question, i, k)),
      ),
    );
    const legend = this.cards.map(({ name }, i) =>
      element("span", { class: `swatch c${i % 8}` }, name),
    );
    return [
      element("h3", {}, "What the mixed solution plays with every hand"),
      table(
        "One bar per hand: how often each card is played, on average over what was played " +
          "before; gaps divide the guesses of a Guard.",
        [element("td", {}), ...this.cards.map((_, card) => heading(this.#names(card)))],
        rows,
        "ll-matrix",
      ),
      element("p", { class: "row small" }, ...legend),
    ];
  }

  #mix(question, first, second) {
    const { plays } = this.game.rules;
    const hand = [first, second].map((card) => String(this.cards[card].number));
    const opponentKnows = question.opponentKnows === null ? null : hand[0];
    let chances = null;
    try {
      chances = this.solution.chances(this.game.state({ ...question, hand, opponentKnows }));
    } catch (error) {
      if (!(error instanceof IllegalState)) throw error;
    }
    if (!chances) return noHand();
    const made = [...chances].filter(([, share]) => share > 0);
    const words = made
      .map(([number, share]) => `${plays[number].text} ${percent(share, 0)}`)
      .join("; ");
    const parts = made.map(([number, share]) => ({ share, colour: plays[number].card }));
    return element(
      "td",
      {},
      element("span", { title: words }, mix(parts)),
      element("span", { class: "hidden-text" }, words),
    );
  }

  /** Return the cell of a hand of two cards, the lower first. */
  #hand(question, state, low, high) {
    const [first, second] = [this.cards[low], this.cards[high]];
    const hand = [first, second].map((card) => String(card.number));
    const knows = hand.includes(question.opponentKnows) ? question.opponentKnows : null;
    const asked = { ...question, hand, opponentKnows: knows };
    let found;
    try {
      found = this.game.lookup(this.game.state(asked));
    } catch (error) {
      if (!(error instanceof IllegalState)) throw error;
      return noHand();
    }
    const play = this.game.rules.plays[found.action].text;
    const title = `${first.name} and ${second.name}: ${percent(found.value)}, ${play}`;
    const link = element("a", { title }, hundredths(found.value));
    setLink(link, `?${this.write(asked)}`, low === state.low && high === state.high);
    return element("td", { class: heat(found.value) }, link);
  }

  /** Return a card's number, for narrow screens, and name. */
  #names(card) {
    const { number, name } = this.cards[card];
    return [
      element("span", { class: "ll-short" }, `${number}`),
      " ",
      element("span", { class: "ll-full" }, name),
    ];
  }
}

/** Return a play as addresses have it, such as "guard-priest". */
function playKey(action) {
  return Object.values(action).filter(Boolean).join("-").toLowerCase().replaceAll(" ", "-");
}

/** Return the cell of a hand that there cannot be. */
function noHand() {
  return element(
    "td",
    { class: "ll-no-hand" },
    element("span", { class: "hidden-text" }, "no such hand"),
    element("span", { "aria-hidden": "true" }, "·"),
  );
}

/** Return the picture of a card by its number, as the page has it. */
function picture(number, size) {
  const found = document.querySelector(`[data-key="hand-${number}"] svg`).cloneNode(true);
  found.classList.add(size);
  return found;
}

/** Let a link lead to an address, if there is one, and say whether what it says is so now. */
function setLink(link, address, isCurrent) {
  const attributes = address
    ? { href: address }
    : { role: "link", "aria-disabled": "true" };
  for (const name of ["href", "role", "aria-disabled"]) {
    if (name in attributes) link.setAttribute(name, attributes[name]);
    else link.removeAttribute(name);
  }
  if (isCurrent) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** Return a share of one in percent, for narrow cells. */
function hundredths(share) {
  const text = (100 * share).toFixed(1);
  return text === "100.0" ? "100" : text;
}

/** Return the class of a share of one, from 0 to HEATS. */
function heat(share) {
  return `ll-heat-${Math.round(HEATS * Math.min(1, Math.max(0, share)))}`;
}
