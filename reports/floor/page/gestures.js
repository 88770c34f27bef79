import { moved, zoomed } from "./view.js";

/** A press that moves less than this, in pixels, is a click. */
const STILL = 5;

/**
 * Pointers, wheel and keys of the picture.
 *
 * @typedef {object} Hands
 * @property {() => import("./view.js").View} view
 * @property {() => number} least  the smallest scale
 * @property {(view: import("./view.js").View) => void} look
 * @property {(x: number, y: number, touch: boolean) => void} point
 * @property {() => void} leave
 * @property {(x: number, y: number, touch: boolean) => void} press
 * @property {(key: string, shift: boolean) => boolean} key  true if it was used
 */

/** @param {HTMLElement} element @param {Hands} hands */
export function listen(element, hands) {
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let still = true;
  let start = { x: 0, y: 0 };

  const at = (/** @type {MouseEvent} */ event) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left - element.clientLeft, y: event.clientY - box.top - element.clientTop };
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    down.set(event.pointerId, at(event));
    still = down.size === 1;
    start = at(event);
  });

  element.addEventListener("pointermove", (event) => {
    const here = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hands.point(here.x, here.y, false);
      return;
    }
    if (still && Math.hypot(here.x - start.x, here.y - start.y) < STILL) return;
    still = false;
    if (down.size === 2) hands.look(pinched(hands, down, event.pointerId, here));
    else hands.look(moved(hands.view(), here.x - before.x, here.y - before.y));
    down.set(event.pointerId, here);
  });

  const up = (/** @type {PointerEvent} */ event) => {
    const known = down.delete(event.pointerId);
    if (known && still && event.type === "pointerup") {
      const here = at(event);
      hands.press(here.x, here.y, event.pointerType !== "mouse");
    }
  };
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", () => hands.leave());

  // The wheel zooms where the floor has the focus, or with Ctrl; else it scrolls the page.
  element.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== element) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      const here = at(event);
      const factor = Math.exp(-Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.003);
      hands.look(zoomed(hands.view(), factor, here.x, here.y, hands.least()));
    },
    { passive: false },
  );

  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== element) return;
    if (hands.key(event.key, event.shiftKey)) event.preventDefault();
  });
}

/** The view after one of two fingers moved. @param {Hands} hands @param {Map<number, {x: number, y: number}>} down
 * @param {number} id @param {{x: number, y: number}} here */
function pinched(hands, down, id, here) {
  const [other] = [...down].filter(([one]) => one !== id).map(([, point]) => point);
  const before = /** @type {{x: number, y: number}} */ (down.get(id));
  const wide = (/** @type {{x: number, y: number}} */ p) => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 1);
  const middle = { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 };
  const view = zoomed(hands.view(), wide(here) / wide(before), middle.x, middle.y, hands.least());
  return moved(view, (here.x - before.x) / 2, (here.y - before.y) / 2);
}
