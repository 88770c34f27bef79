import { drawAreas, drawBar, drawCables, drawCabinets, drawNames, drawTrays, drawVeil, markCabinet } from "./draw.js";
import { make } from "./dom.js";
import { segmentsOf } from "./geometry.js";
import { painted, trayColour, trayShare } from "./modes.js";

/**
 * The three layers of the picture: the floor, all cables that are shown, and what is selected.
 *
 * @typedef {object} Shown
 * @property {import("./model.js").Room} room
 * @property {import("./model.js").Network|null} network
 * @property {import("./view.js").View} view
 * @property {string} mode  what the colours of cabinets show
 * @property {{network: import("./model.js").Network, cables: number[]}[]} lines  drawn if nothing is selected
 * @property {{network: import("./model.js").Network, cables: number[]}[]} chosen  of what is selected or pointed at
 * @property {number} selected  cabinet, -1 for none
 * @property {number} hovered
 * @property {number} focused
 * @property {boolean} alone  whether something is selected, so that all other cables are hidden
 */

const NAMES = [
  "page", "text", "edge", "wall", "occupied", "cold", "hot", "barred", "cooling", "tray", "low", "middle",
  "high", "full", "copper", "optical", "unchosen", "added", "removed", "changed", "mark",
];

/** @param {HTMLElement} holder */
export function makeStage(holder) {
  const layers = ["floor", "lines", "over"].map((name) => make("canvas", { class: `floor-${name}`, "aria-hidden": "true" }));
  holder.append(...layers);
  const pens = layers.map((canvas) => canvas.getContext("2d"));
  const size = { width: 1, height: 1 };
  let theme = readTheme(holder);

  /** @returns {boolean} whether the size changed */
  function fit() {
    const [width, height] = [Math.max(holder.clientWidth, 1), Math.max(holder.clientHeight, 1)];
    const dots = Math.min(window.devicePixelRatio || 1, 2);
    const same = size.width === width && size.height === height && layers[0].width === Math.round(width * dots);
    if (same) return false;
    Object.assign(size, { width, height });
    layers.forEach((canvas, i) => {
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(height * dots);
      pens[i].setTransform(dots, 0, 0, dots, 0, 0);
    });
    return true;
  }

  /** @param {number} layer */
  function wiped(layer) {
    pens[layer].clearRect(0, 0, size.width, size.height);
    return pens[layer];
  }

  /** @param {Shown} shown */
  function drawFloor(shown) {
    const pen = wiped(0);
    const { room, network, view } = shown;
    drawAreas(pen, view, room, theme);
    const { colours } = painted(room, network, shown.mode, isDark());
    drawCabinets(pen, view, room, colours, theme, size);
    if (room.segments.length) {
      const cables = network ? inSegments(network, room.segments.length) : room.segments.map(() => 0);
      const colour = (/** @type {number} */ i) => trayColour(network ? trayShare(room, network, i) : null, theme);
      drawTrays(pen, view, room, cables, colour, 0.8);
    }
    drawNames(pen, view, room, colours, theme, size);
  }

  /** @param {Shown} shown */
  function drawLines(shown) {
    const pen = wiped(1);
    const total = shown.lines.reduce((sum, { cables }) => sum + cables.length, 0);
    if (total) drawVeil(pen, theme, size);
    const alpha = Math.min(0.9, Math.max(0.06, 500 / Math.max(total, 1)));
    for (const { network, cables } of shown.lines) {
      const style = { width: total > 2000 ? 0.7 : 1.2, alpha };
      drawCables(pen, shown.view, shown.room, network, cables, colourOf(network, theme), style);
    }
  }

  /** @param {Shown} shown */
  function drawOver(shown) {
    const pen = wiped(2);
    const { room, view } = shown;
    layers[1].style.visibility = shown.alone ? "hidden" : "visible";
    if (shown.alone) drawVeil(pen, theme, size);
    for (const { network, cables } of shown.chosen) {
      const style = { width: 1.8, alpha: cables.length > 200 ? 0.7 : 0.95 };
      drawCables(pen, view, room, network, cables, colourOf(network, theme), style);
      for (const at of farEnds(network, cables)) markCabinet(pen, view, room.cabinets, at, theme.mark, 1.5);
    }
    if (shown.hovered >= 0) markCabinet(pen, view, room.cabinets, shown.hovered, theme.text, 2);
    if (shown.focused >= 0) markCabinet(pen, view, room.cabinets, shown.focused, theme.text, 3);
    if (shown.selected >= 0) markCabinet(pen, view, room.cabinets, shown.selected, theme.mark, 4);
    drawBar(pen, view, theme, size);
  }

  return {
    size,
    fit,
    drawFloor,
    drawLines,
    drawOver,
    theme: () => theme,
    retheme: () => {
      theme = readTheme(holder);
    },
  };
}

export function isDark() {
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {HTMLElement} holder @returns {Record<string, string>} */
function readTheme(holder) {
  const style = getComputedStyle(holder);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--floor-${name}`).trim()]));
}

/** @param {import("./model.js").Network} network @param {Record<string, string>} theme */
function colourOf(network, theme) {
  const media = [theme.copper, theme.optical, theme.unchosen];
  const changes = ["", theme.added, theme.removed, theme.changed, theme.changed];
  return (/** @type {number} */ cable) =>
    (network.change && changes[network.change[cable]]) || media[network.medium[cable]];
}

/** How many cables lie in each segment. @param {import("./model.js").Network} network @param {number} count */
export function inSegments(network, count) {
  if (network.fill) return network.fill.cables;
  const ways = new Array(network.ways.length).fill(0);
  for (let i = 0; network.way && i < network.cableCount; i += 1) {
    if (network.way[i] >= 0) ways[network.way[i]] += 1;
  }
  const cables = new Array(count).fill(0);
  network.ways.forEach((runs, i) => {
    for (const segment of segmentsOf(runs)) cables[segment] += ways[i];
  });
  return cables;
}

/** @param {import("./model.js").Network} network @param {number[]} cables */
function farEnds(network, cables) {
  return new Set(cables.flatMap((cable) => [network.cabinetA[cable], network.cabinetB[cable]]));
}
