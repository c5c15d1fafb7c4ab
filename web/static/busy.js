// Work under way. A link or form that leads to a page that takes long says so until that page comes,
// and can be stopped: then the server ends the work too. One marked
// data-busy="Solving 10 games, about 15 s …" says it at once, others when they turn out slow.
const SLOW = 700; // milliseconds
const busy = document.getElementById("busy");
const main = document.getElementById("main");
let timers = [];
let end = () => {};

/** Say no more that work is under way. */
export function finish() {
  timers.forEach(clearTimeout); // intervals as well
  timers = [];
  main.removeAttribute("aria-busy");
  busy.replaceChildren();
}

function stop() {
  finish();
  end();
}

/** Say that work is under way, at once where there is a text, with a button that ends it. */
export function begin(text, ending = () => window.stop()) {
  finish();
  end = ending;
  const begun = Date.now();
  main.setAttribute("aria-busy", "true");
  const show = () => {
    const [words, time, button] = ["span", "time", "button"].map((tag) => document.createElement(tag));
    words.textContent = text ?? "Working …";
    time.ariaHidden = "true"; // or every second is read aloud
    button.textContent = "Stop";
    button.type = "button";
    button.addEventListener("click", stop);
    busy.replaceChildren(words, time, button);
    const tick = () => { time.textContent = `${Math.round((Date.now() - begun) / 1000)} s`; };
    tick();
    timers.push(setInterval(tick, 1000));
  };
  if (text) show();
  else timers.push(setTimeout(show, SLOW));
}

document.addEventListener("submit", ({ defaultPrevented, submitter, target }) => {
  if (!defaultPrevented) begin(submitter?.dataset.busy ?? target.dataset.busy);
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = link && !event.defaultPrevented && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!isPlain || link.origin !== location.origin || link.hasAttribute("download")) return;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  if (isHere ? link.hash : link.pathname.startsWith("/api/")) return; // a place here; a file
  begin(link.dataset.busy);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && main.ariaBusy) stop();
});
addEventListener("pagehide", finish);
