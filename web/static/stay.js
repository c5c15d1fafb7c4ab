// A click inside an element marked data-stay reloads the page where it was scrolled to.
"use strict";
const key = "stay";
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-stay] a")) sessionStorage.setItem(key, String(scrollY));
});
const place = sessionStorage.getItem(key);
sessionStorage.removeItem(key);
if (place !== null) scrollTo(0, Number(place));
