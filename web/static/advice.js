// Advice on a card that sharpens while it is read: each event holds all of it, on more hands.

const panel = document.querySelector("[data-stream]");
const table = panel.querySelector("table.advice");
const find = (root, name) => root.querySelector(`[data-${name}]`);
const ERRORS = 2; // standard errors that a whisker reaches, as on the server
const STEP = 5;

function axisOf(actions) {
  const ends = (sign) => actions.map((card) => card.value + sign * ERRORS * (card.standard_error ?? 0));
  const low = Math.floor(Math.min(...ends(-1)) / STEP) * STEP;
  const high = Math.ceil(Math.max(...ends(1)) / STEP) * STEP;
  return [Math.max(low, 0), Math.max(high, low + STEP)];
}

function show(advice) {
  const [low, high] = axisOf(advice.actions);
  const at = (points) => `${Math.max((100 * (points - low)) / (high - low), 0).toFixed(2)}%`;
  find(table, "low").textContent = low;
  find(table, "high").textContent = high;
  for (const card of advice.actions) {
    const row = table.querySelector(`[data-card="${card.action}"]`);
    const error = card.standard_error;
    const [left, right] = [at(card.value - ERRORS * (error ?? 0)), at(card.value + ERRORS * (error ?? 0))];
    row.className = card.is_best ? "best" : "";
    find(row, "value").textContent = card.value.toFixed(2);
    find(row, "error").textContent = error === null ? "" : `± ${error.toFixed(2)}`;
    find(row, "wins").textContent = card.win_prob === null ? "–" : `${(100 * card.win_prob).toFixed(1)}%`;
    find(row, "games").textContent = card.game_points === null ? "–" : signed(card.game_points);
    find(row, "cost").textContent = card.is_best ? "best" : card.cost.toFixed(2);
    find(row, "cost-error").textContent =
      card.is_best || card.cost_error === null ? "" : `± ${card.cost_error.toFixed(2)}`;
    row.querySelector(".dot").setAttribute("cx", at(card.value));
    const [whisker, ...caps] = row.querySelectorAll(".whisker, .cap");
    whisker.setAttribute("x1", left);
    whisker.setAttribute("x2", right);
    caps.forEach((cap, end) => ["x1", "x2"].forEach((x) => cap.setAttribute(x, end ? right : left)));
    row.parentNode.append(row); // best first
  }
  showBest(advice);
  showHidden(advice.hidden);
  find(panel, "source").textContent = advice.source;
}

function showHidden(hidden) {
  const facts = find(document, "notable");
  if (!facts) return;
  facts.hidden = !hidden.notable.length;
  facts.replaceChildren(
    ...hidden.notable.map((fact) => Object.assign(document.createElement("li"), { innerHTML: withSigns(fact) })),
  );
  for (const name of ["drawn", "effective"]) {
    const count = find(document, name);
    if (count) count.textContent = Math.round(hidden[name]).toLocaleString("en");
  }
  for (const cell of document.querySelectorAll("[data-holds]")) {
    const [seat, name] = cell.dataset.holds.split(" ");
    const { cards, suits } = hidden.hands[seat];
    const chance = name.length > 1 ? cards[name] : Math.max(1 - suits[name], 0);
    cell.textContent = (100 * chance).toFixed(0);
    cell.className = `heat-${chance > 1 - 1e-9 ? 10 : Math.min(9, Math.ceil(chance * 10 - 1e-9))}`;
  }
}

const signed = (games) => `${games < 0 ? "−" : "+"}${Math.abs(games).toFixed(2)}`;
const RED = { H: "♥", D: "♦" };
const withSign = ([rank, suit]) => (RED[suit] ? `<span class="red">${rank}${RED[suit]}</span>` : rank + { S: "♠", C: "♣" }[suit]);
const withSigns = (text) => text.replace(/\b[AKJQ2-7][SHDC]\b/g, withSign);

function showBest(advice) {
  const picture = table.querySelector(`[data-card="${advice.best}"] .playing-card`);
  find(panel, "best").replaceChildren(picture.cloneNode(true));
  find(panel, "best-name").innerHTML = withSign(advice.best);
  if (find(document, "now-best")) find(document, "now-best").innerHTML = withSign(advice.best);
  if (find(document, "now-total")) find(document, "now-total").textContent = advice.actions[0].total.toFixed(1);
  const close = advice.actions.filter((card) => card.is_close && !card.is_best).map((card) => withSign(card.text));
  find(panel, "verdict").innerHTML = close.length
    ? `${close.join(" and ")} within two standard errors`
    : advice.actions.length > 1 ? "clearly the best card" : "the only legal card";
  const notice = find(panel, "trade-offs");
  notice.hidden = !advice.trade_offs.length;
  notice.innerHTML = withSigns(advice.trade_offs.join("; "));
}

const events = new EventSource(panel.dataset.stream);
events.addEventListener("advice", (event) => show(JSON.parse(event.data)));
events.addEventListener("done", () => events.close());
events.onerror = () => events.close(); // the last answer stays
