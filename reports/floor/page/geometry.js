/** Points on the floor, in mm: corners of cabinets, hit tests, routes of cables. */

/** Corners of a cabinet: front left, front right, back right, back left.
 * @param {Record<string, any[]>} cabinets @param {number} i @returns {number[][]} */
export function corners(cabinets, i) {
  const turn = (cabinets.front[i] * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [right, out] = [cabinets.width[i] / 2, cabinets.depth[i] / 2];
  return [[-right, out], [right, out], [right, -out], [-right, -out]].map(([r, o]) => [
    cabinets.x[i] + r * sin + o * cos,
    cabinets.y[i] - r * cos + o * sin,
  ]);
}

/** The cabinet at a point, -1 for none; with `reach` also the nearest one that far away.
 * @param {Record<string, any[]>} cabinets @param {number} x @param {number} y @param {number} reach */
export function cabinetAt(cabinets, x, y, reach) {
  let best = -1;
  let least = reach;
  for (let i = 0; i < cabinets.x.length; i += 1) {
    const [dx, dy] = [x - cabinets.x[i], y - cabinets.y[i]];
    const turn = (cabinets.front[i] * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const beside = Math.abs(dx * sin - dy * cos) - cabinets.width[i] / 2;
    const before = Math.abs(dx * cos + dy * sin) - cabinets.depth[i] / 2;
    const away = Math.hypot(Math.max(beside, 0), Math.max(before, 0));
    if (away === 0) return i;
    if (away < least) [best, least] = [i, away];
  }
  return best;
}

/** The next cabinet in a direction, the same one where there is none.
 * @param {Record<string, any[]>} cabinets @param {number} from @param {number} dx @param {number} dy */
export function neighbour(cabinets, from, dx, dy) {
  let best = from;
  let least = Infinity;
  for (let i = 0; i < cabinets.x.length; i += 1) {
    const [x, y] = [cabinets.x[i] - cabinets.x[from], cabinets.y[i] - cabinets.y[from]];
    const along = x * dx + y * dy;
    const beside = Math.abs(x * dy - y * dx);
    const cost = along + 3 * beside;
    if (along > 1 && beside <= 2 * along && cost < least) [best, least] = [i, cost];
  }
  return best;
}

/** The points of a cable's route: over the middle of both cabinets and the trays between them.
 * @param {import("./model.js").Room} room @param {import("./model.js").Network} network
 * @param {number} cable @returns {number[][]} */
export function wayPoints(room, network, cable) {
  const [one, other] = [network.cabinetA[cable], network.cabinetB[cable]];
  const start = [room.cabinets.x[one], room.cabinets.y[one]];
  const end = [room.cabinets.x[other], room.cabinets.y[other]];
  const number = network.way ? network.way[cable] : -1;
  if (number < 0) return [start, end];
  return [start, ...chained(segmentsOf(network.ways[number]).map((s) => room.segments[s]), start), end];
}

/** Segments one by one, of runs given by a first and a last one. @param {number[]} runs @returns {number[]} */
export function segmentsOf(runs) {
  const found = [];
  for (let i = 0; i < runs.length; i += 2) {
    const step = runs[i] <= runs[i + 1] ? 1 : -1;
    for (let s = runs[i]; s !== runs[i + 1] + step; s += step) found.push(s);
  }
  return found;
}

/** The points along segments that follow each other, turned so that they join.
 * @param {number[][]} segments tray, x, y, x, y @param {number[]} start @returns {number[][]} */
function chained(segments, start) {
  const points = [];
  let at = start;
  for (let i = 0; i < segments.length; i += 1) {
    const [, x0, y0, x1, y1] = segments[i];
    const next = segments[i + 1];
    const touches = (/** @type {number} */ x, /** @type {number} */ y) =>
      next && ((next[1] === x && next[2] === y) || (next[3] === x && next[4] === y));
    const near = Math.hypot(x0 - at[0], y0 - at[1]) <= Math.hypot(x1 - at[0], y1 - at[1]);
    const forward = i > 0 || !next ? near : touches(x1, y1) || (!touches(x0, y0) && near);
    points.push(...(forward ? [[x0, y0], [x1, y1]] : [[x1, y1], [x0, y0]]));
    at = points[points.length - 1];
  }
  return points;
}
