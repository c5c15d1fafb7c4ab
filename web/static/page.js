// What every page does beside its links and forms, which work without it.

// Work under way. A link or form that leads to a page that takes long says so until that page
// comes, and can be stopped: then the server ends the work too. One marked
// data-busy="Solving 10 games, about 15 s …" says it at once, others when they turn out to be slow.
const SLOW = 700; // milliseconds
const busy = document.getElementById("busy");
const main = document.getElementById("main");
let timers = [];

function finish() {
  timers.forEach(clearTimeout); // intervals as well
  timers = [];
  main.removeAttribute("aria-busy");
  busy.replaceChildren();
}

function stop() {
  window.stop();
  finish();
}

function begin(text) {
  finish();
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
  if (link.closest("[data-stay]")) sessionStorage.setItem("stay", String(scrollY));
  begin(link.dataset.busy);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && main.ariaBusy) stop();
});
addEventListener("pagehide", finish);

// A click inside an element marked data-stay reloads the page where it was scrolled to.
const place = sessionStorage.getItem("stay");
sessionStorage.removeItem("stay");
if (place !== null) scrollTo(0, Number(place));

// Charts: the numbers at the pointer, or at the finger.
document.querySelectorAll(".chart").forEach((chart) => {
  const tip = document.createElement("div");
  tip.className = "tip";
  chart.addEventListener("pointerover", ({ target }) => {
    if (!target.classList.contains("hit")) return tip.remove();
    const [hit, all] = [target.getBoundingClientRect(), chart.getBoundingClientRect()];
    tip.textContent = target.dataset.tip ??= target.textContent;
    target.replaceChildren(); // or the browser shows the same after a while
    chart.append(tip);
    const left = (hit.left + hit.right) / 2 - all.left + 12;
    const over = left + tip.offsetWidth > all.width;
    tip.style.left = `${Math.max(over ? left - 24 - tip.offsetWidth : left, 0)}px`;
    tip.style.top = `${hit.top - all.top + 6}px`;
  });
  chart.addEventListener("pointerleave", () => tip.remove());
});
