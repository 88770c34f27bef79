import { letterColour } from "./colours.js";
import { corners, wayPoints } from "./geometry.js";
import { barLength, toScreen } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {Record<string, string>} Theme  colours of the page by their names in floor.css */

const FONT = 'system-ui, "Helvetica Neue", Arial, sans-serif';
/** Letters smaller than this, in pixels, are left out. */
const LEAST_LETTERS = 9;
const AREA_COLOURS = { cold: "cold", hot: "hot", "keep-out": "barred", cooling: "cooling", pillar: "wall" };

/** The floor below everything: aisles, walls, obstructions.
 * @param {CanvasRenderingContext2D} pen @param {View} view
 * @param {import("./model.js").Room} room @param {Theme} theme */
export function drawAreas(pen, view, room, theme) {
  for (const area of room.areas) {
    pen.beginPath();
    for (const ring of area.rings) trace(pen, view, ring, area.kind !== "door");
    if (area.kind === "wall" || area.kind === "door") {
      pen.strokeStyle = area.kind === "wall" ? theme.wall : theme.page;
      pen.lineWidth = area.kind === "wall" ? 2 : 4;
      pen.stroke();
    } else {
      pen.fillStyle = theme[/** @type {any} */ (AREA_COLOURS)[area.kind]];
      pen.fill("evenodd");
      label(pen, view, area, theme);
    }
  }
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {number[][]} ring @param {boolean} closed */
function trace(pen, view, ring, closed) {
  ring.forEach(([x, y], i) => {
    const at = toScreen(view, x, y);
    if (i) pen.lineTo(...at);
    else pen.moveTo(...at);
  });
  if (closed) pen.closePath();
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {any} area @param {Theme} theme */
function label(pen, view, area, theme) {
  if (!area.name || area.kind === "pillar") return;
  const points = area.rings[0].map(([/** @type {number} */ x, /** @type {number} */ y]) => toScreen(view, x, y));
  const xs = points.map((/** @type {number[]} */ p) => p[0]);
  const ys = points.map((/** @type {number[]} */ p) => p[1]);
  const [wide, deep] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  pen.font = `12px ${FONT}`;
  const long = pen.measureText(area.name).width;
  if (Math.max(wide, deep) < long + 6 || Math.min(wide, deep) < 13) return;
  pen.save();
  pen.translate((Math.max(...xs) + Math.min(...xs)) / 2, (Math.max(...ys) + Math.min(...ys)) / 2);
  if (deep > wide) pen.rotate(-Math.PI / 2);
  pen.fillStyle = theme.text;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(area.name, 0, 0);
  pen.restore();
}

/** Cabinets in their colours.
 * @param {CanvasRenderingContext2D} pen @param {View} view @param {import("./model.js").Room} room
 * @param {string[]} colours of each cabinet, empty for an empty one @param {Theme} theme
 * @param {{width: number, height: number}} size */
export function drawCabinets(pen, view, room, colours, theme, size) {
  const { cabinets } = room;
  const inSight = sight(cabinets, view, size);
  pen.lineWidth = Math.min(1, Math.max(0.3, view.scale * 30));
  for (const i of inSight) {
    outline(pen, view, cabinets, i);
    pen.fillStyle = cabinets.occupied[i] ? theme.occupied : colours[i] || theme.page;
    pen.fill();
    pen.strokeStyle = theme.edge;
    pen.stroke();
    if (cabinets.occupied[i]) cross(pen, view, cabinets, i, theme);
  }
}

/** @param {Record<string, any[]>} cabinets @param {View} view @param {{width: number, height: number}} size */
function sight(cabinets, view, size) {
  const found = [];
  for (let i = 0; i < cabinets.x.length; i += 1) {
    const [x, y] = toScreen(view, cabinets.x[i], cabinets.y[i]);
    const reach = view.scale * (cabinets.width[i] + cabinets.depth[i]);
    if (x > -reach && y > -reach && x < size.width + reach && y < size.height + reach) found.push(i);
  }
  return found;
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {Record<string, any[]>} cabinets @param {number} i */
function outline(pen, view, cabinets, i) {
  pen.beginPath();
  trace(pen, view, corners(cabinets, i), true);
}

/** @param {CanvasRenderingContext2D} pen @param {View} view @param {any} cabinets @param {number} i @param {Theme} theme */
function cross(pen, view, cabinets, i, theme) {
  const [a, b, c, d] = corners(cabinets, i);
  pen.beginPath();
  trace(pen, view, [a, c], false);
  trace(pen, view, [b, d], false);
  pen.strokeStyle = theme.edge;
  pen.stroke();
}

/** Names of cabinets where these are large enough to read; parameters as for `drawCabinets`.
 * @param {CanvasRenderingContext2D} pen @param {View} view @param {import("./model.js").Room} room
 * @param {string[]} colours @param {Theme} theme @param {{width: number, height: number}} size */
export function drawNames(pen, view, { cabinets }, colours, theme, size) {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const i of sight(cabinets, view, size)) {
    const turned = Math.abs(Math.round(cabinets.front[i] / 90)) % 2 === 0;
    const [wide, deep] = [cabinets.width[i], cabinets.depth[i]].map((mm) => 0.9 * mm * view.scale);
    const [across, up] = turned ? [deep, wide] : [wide, deep];
    const letters = 0.62 * cabinets.name[i].length;
    const flat = Math.min(across / letters, up, 13);
    const upright = Math.min(up / letters, across, 13);
    const size = Math.max(flat, upright);
    if (size < LEAST_LETTERS) continue;
    pen.save();
    pen.translate(...toScreen(view, cabinets.x[i], cabinets.y[i]));
    if (upright > flat * 1.2) pen.rotate(-Math.PI / 2);
    pen.font = `${size.toFixed(1)}px ${FONT}`;
    pen.fillStyle = letterColour(cabinets.occupied[i] ? theme.occupied : colours[i] || theme.page);
    pen.fillText(cabinets.name[i], 0, 0);
    pen.restore();
  }
}

/** Tray segments, wide by the cables in them. @param {CanvasRenderingContext2D} pen @param {View} view
 * @param {import("./model.js").Room} room @param {number[]} cables in each segment
 * @param {(segment: number) => string} colour @param {number} alpha */
export function drawTrays(pen, view, room, cables, colour, alpha) {
  const most = Math.max(1, ...cables);
  pen.globalAlpha = alpha;
  pen.lineCap = "butt";
  room.segments.forEach(([, x0, y0, x1, y1], i) => {
    pen.beginPath();
    pen.lineWidth = cables[i] ? 1.5 + Math.min(9, 260 * view.scale) * (cables[i] / most) : 1;
    pen.strokeStyle = colour(i);
    pen.moveTo(...toScreen(view, x0, y0));
    pen.lineTo(...toScreen(view, x1, y1));
    pen.stroke();
  });
  pen.globalAlpha = 1;
}

/** Cables as lines, all of one colour in one stroke.
 * @param {CanvasRenderingContext2D} pen @param {View} view @param {import("./model.js").Room} room
 * @param {import("./model.js").Network} network @param {number[]} cables
 * @param {(cable: number) => string} colour @param {{width: number, alpha: number}} style */
export function drawCables(pen, view, room, network, cables, colour, style) {
  /** @type {Map<string, number[]>} */
  const byColour = new Map();
  for (const cable of cables) {
    if (network.cabinetA[cable] === network.cabinetB[cable]) continue;
    const own = colour(cable);
    const group = byColour.get(own);
    if (group) group.push(cable);
    else byColour.set(own, [cable]);
  }
  pen.globalAlpha = style.alpha;
  pen.lineWidth = style.width;
  pen.lineJoin = "round";
  for (const [own, group] of byColour) {
    pen.strokeStyle = own;
    pen.beginPath();
    group.forEach((cable, i) => {
      if (i % 500 === 499) {
        pen.stroke();
        pen.beginPath();
      }
      trace(pen, view, wayPoints(room, network, cable), false);
    });
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** A veil over the drawing, so that later lines stand out.
 * @param {CanvasRenderingContext2D} pen @param {Theme} theme @param {{width: number, height: number}} size */
export function drawVeil(pen, theme, size) {
  pen.globalAlpha = 0.5;
  pen.fillStyle = theme.page;
  pen.fillRect(0, 0, size.width, size.height);
  pen.globalAlpha = 1;
}

/** A cabinet's outline in a colour. @param {CanvasRenderingContext2D} pen @param {View} view
 * @param {any} cabinets @param {number} i @param {string} colour @param {number} width */
export function markCabinet(pen, view, cabinets, i, colour, width) {
  outline(pen, view, cabinets, i);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

/** The scale bar. @param {CanvasRenderingContext2D} pen @param {View} view
 * @param {Theme} theme @param {{width: number, height: number}} size */
export function drawBar(pen, view, theme, size) {
  const mm = barLength(view.scale, Math.min(160, size.width / 3));
  const [left, low] = [10, size.height - 10];
  const text = mm >= 1000 ? `${mm / 1000} m` : `${mm} mm`;
  pen.font = `12px ${FONT}`;
  const wide = Math.max(mm * view.scale, pen.measureText(text).width);
  pen.fillStyle = theme.page;
  pen.globalAlpha = 0.85;
  pen.fillRect(left - 6, low - 26, wide + 12, 32);
  pen.globalAlpha = 1;
  pen.strokeStyle = theme.text;
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, low - 5);
  pen.lineTo(left, low);
  pen.lineTo(left + mm * view.scale, low);
  pen.lineTo(left + mm * view.scale, low - 5);
  pen.stroke();
  pen.fillStyle = theme.text;
  pen.textAlign = "left";
  pen.textBaseline = "alphabetic";
  pen.fillText(text, left, low - 9);
}
