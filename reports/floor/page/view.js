/**
 * The position of the floor on the screen: pixels of a point are scale * mm + offset, y turned in halls.
 *
 * @typedef {{scale: number, x: number, y: number, turned: boolean}} View
 */

/** Largest zoom, in pixels per metre. */
const MOST_SCALE = 0.6;

/** Height of the space for the scale bar below the floor, in pixels. */
const BAR = 36;

/** The view that shows everything with a margin.
 * @param {number[]} bounds in mm @param {number} width in pixels @param {number} height
 * @param {boolean} turned @returns {View} */
export function fitted(bounds, width, height, turned) {
  const [left, low, right, high] = bounds;
  const margin = 0.02 * Math.max(right - left, high - low, 1000);
  const scale = Math.min(width / (right - left + 2 * margin), Math.max(height - BAR, 1) / (high - low + 2 * margin));
  const view = { scale, x: 0, y: 0, turned };
  const [x, y] = toScreen(view, (left + right) / 2, (low + high) / 2);
  return { ...view, x: width / 2 - x, y: (height - BAR) / 2 - y };
}

/** @param {View} view @param {number} x in mm @param {number} y @returns {[number, number]} */
export function toScreen(view, x, y) {
  return [view.scale * x + view.x, view.scale * (view.turned ? -y : y) + view.y];
}

/** @param {View} view @param {number} px @param {number} py @returns {[number, number]} in mm */
export function toFloor(view, px, py) {
  const y = (py - view.y) / view.scale;
  return [(px - view.x) / view.scale, view.turned ? -y : y];
}

/** Zoom about a point of the screen, which stays where it is.
 * @param {View} view @param {number} factor @param {number} px @param {number} py
 * @param {number} least the smallest scale @returns {View} */
export function zoomed(view, factor, px, py, least) {
  const scale = Math.min(Math.max(view.scale * factor, least), MOST_SCALE);
  const by = scale / view.scale;
  return { ...view, scale, x: px - by * (px - view.x), y: py - by * (py - view.y) };
}

/** @param {View} view @param {number} dx @param {number} dy @returns {View} */
export function moved(view, dx, dy) {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** A length of 1, 2 or 5 times a power of ten metres that is at most so many pixels long.
 * @param {number} scale @param {number} pixels @returns {number} in mm */
export function barLength(scale, pixels) {
  const mm = pixels / scale;
  const power = 10 ** Math.floor(Math.log10(mm));
  return power * ([5, 2, 1].find((one) => one * power <= mm) || 1);
}
