// What every page does beside its links and forms, which work without it.

// A click inside an element marked data-stay reloads the page where it was scrolled to.
let isStaying = false;
document.addEventListener("click", ({ target }) => { isStaying = Boolean(target.closest("[data-stay] a[href]")); });
addEventListener("pagehide", () => isStaying && sessionStorage.setItem("stay", String(scrollY)));
const place = sessionStorage.getItem("stay");
sessionStorage.removeItem("stay");
if (place !== null) scrollTo(0, Number(place));

// Where several people sit at one screen, an address says that one of them is there. It is shown
// without, so that going back, or loading the page again, asks them first.
const here = new URL(location);
if (here.searchParams.has("viewer")) {
  here.searchParams.delete("viewer");
  history.replaceState(history.state, "", here);
}

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
