import { make } from "./dom.js";
import { serverHeight, serverWithPlace, switchWithPlace } from "./model.js";

/**
 * A place in a cabinet, from the top down.
 *
 * @typedef {{unit: number, units: number, kind: "switch"|"server"|"free", text: string, index: number}} Place
 */

/** The places of a cabinet, the highest first; neighbouring free units are one place.
 * @param {import("./model.js").Room} room @param {import("./model.js").Network} network
 * @param {number} at @returns {Place[]} */
export function rackPlaces(room, network, at) {
  const heights = network.switches.units;
  /** @type {Place[]} */
  const held = [
    ...network.switchesOf[at].map((index) => ({
      unit: network.switches.unit[index],
      units: heights ? Math.max(heights[index], 1) : 1,
      kind: /** @type {const} */ ("switch"),
      text: switchWithPlace(network, index),
      index,
    })),
    ...network.serversOf[at].map((index) => ({
      unit: network.servers.unit[index],
      units: Math.max(serverHeight(network, index), 1),
      kind: /** @type {const} */ ("server"),
      text: serverWithPlace(network, index),
      index,
    })),
  ];
  const loose = held.filter((one) => one.unit < 1);
  const placed = held.filter((one) => one.unit >= 1).sort((a, b) => a.unit - b.unit);
  return [...loose, ...withGaps(placed, room.cabinets.units[at]).reverse()];
}

/** @param {Place[]} placed @param {number} units @returns {Place[]} */
function withGaps(placed, units) {
  const found = [];
  let next = 1;
  for (const one of placed) {
    if (one.unit > next) found.push(gap(next, one.unit - next));
    found.push(one);
    next = Math.max(next, one.unit + one.units);
  }
  if (next <= units) found.push(gap(next, units - next + 1));
  return found;
}

/** @param {number} unit @param {number} units @returns {Place} */
function gap(unit, units) {
  return { unit, units, kind: "free", text: "free", index: -1 };
}

/** The elevation as a table of units and devices.
 * @param {import("./model.js").Room} room @param {import("./model.js").Network} network @param {number} at
 * @param {(place: Place) => void} chosen */
export function rackTable(room, network, at, chosen) {
  const word = room.kind === "hall" ? "Unit" : "Place";
  const rows = rackPlaces(room, network, at).map((one) => {
    const last = one.unit + one.units - 1;
    const said = one.unit < 1 ? "" : one.units === 1 ? `${one.unit}` : `${last}–${one.unit}`;
    const what =
      one.kind === "free"
        ? make("span", {}, one.units > 1 ? `${one.units} free` : "free")
        : make("button", { type: "button", onclick: () => chosen(one) }, one.text);
    const high = 1.45 + 0.35 * Math.min(one.units - 1, 8);
    const row = make("tr", { class: `floor-${one.kind}` }, make("th", { scope: "row" }, said), make("td", {}, what));
    row.style.height = `${high}em`;
    return row;
  });
  const caption = make("caption", {}, `Rack elevation of ${room.cabinets.name[at]}, front, top first`);
  const head = make("tr", {}, make("th", { scope: "col" }, word), make("th", { scope: "col" }, "Device"));
  return make("table", { class: "floor-rack" }, caption, make("thead", {}, head), make("tbody", {}, ...rows));
}
