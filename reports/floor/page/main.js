import { startFloor } from "./floor.js";

document.querySelectorAll('figure[data-live="floor"]').forEach((figure, number) => {
  const data = figure.querySelector('script[type="application/json"]');
  if (data && data.textContent) startFloor(/** @type {HTMLElement} */ (figure), JSON.parse(data.textContent), number);
});
