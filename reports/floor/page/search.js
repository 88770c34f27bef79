import { cableId, serverWithPlace, sharedCable, switchWithPlace } from "./model.js";

/**
 * A search result.
 *
 * @typedef {{kind: "cabinet"|"switch"|"server"|"cable", index: number, text: string}} Hit
 */

const MOST = 12;

/** All matches of a text, exact names first. A number alone is a switch, then a cable; A04-42 is the
 * device in that unit, as on labels, also with its port behind it: A04-42:07.
 * @param {import("./model.js").Room} room @param {import("./model.js").Network|null} network null of an
 * empty room @param {string} text @returns {Hit[]} */
export function search(room, network, text) {
  const wanted = text.trim().toLowerCase().replace(/(-\d+):\d*$/, "$1");
  if (!wanted) return [];
  /** @type {Hit[]} */
  const exact = [];
  /** @type {Hit[]} */
  const near = [];
  /** @param {Hit["kind"]} kind @param {number} index @param {string} name @param {string} said */
  const look = (kind, index, name, said) => {
    const plain = name.toLowerCase();
    if (plain === wanted) exact.push({ kind, index, text: said });
    else if (near.length < MOST && plain.startsWith(wanted)) near.push({ kind, index, text: said });
  };
  room.cabinets.name.forEach((name, i) => look("cabinet", i, name, `cabinet ${name}`));
  if (!network) return [...exact, ...near];
  for (const hit of switchHits(network, wanted)) exact.push(hit);
  if (network.switches.name) {
    network.switches.name.forEach((/** @type {string} */ name, /** @type {number} */ i) =>
      look("switch", i, name, switchWithPlace(network, i)),
    );
  }
  network.serverNames.forEach((name, i) => look("server", i, name, serverWithPlace(network, i)));
  network.switchPlaces.forEach((name, i) => look("switch", i, name, switchWithPlace(network, i)));
  network.serverPlaces.forEach((name, i) => look("server", i, name, serverWithPlace(network, i)));
  const cable = cableHit(network, wanted);
  return [...exact, ...(cable ? [cable] : []), ...near].slice(0, MOST);
}

/** A switch without a name of its own: by its number, also as r17 or switch 17.
 * @param {import("./model.js").Network} network @param {string} wanted @returns {Hit[]} */
function switchHits(network, wanted) {
  const found = /^(?:r|switch\s*)?0*(\d{1,9})$/.exec(wanted);
  if (!found || network.switches.name || network.switches.nameless || Number(found[1]) >= network.switches.count) return [];
  const index = Number(found[1]);
  return [{ kind: "switch", index, text: switchWithPlace(network, index) }];
}

/** A cable by its id, C000017 or H000002, or by a number alone.
 * @param {import("./model.js").Network} network @param {string} wanted @returns {Hit|null} */
function cableHit(network, wanted) {
  if (network.ids) {
    const index = network.ids.findIndex((id) => id.toLowerCase() === wanted);
    return index < 0 ? null : { kind: "cable", index, text: `cable ${network.ids[index]}` };
  }
  const found = /^([ch]?)0*(\d{1,9})$/.exec(wanted);
  if (!found) return null;
  const index = Number(found[2]) - 1 + (found[1] === "h" ? network.networkCables : 0);
  const last = found[1] === "h" ? network.cableCount : network.networkCables;
  if (Number(found[2]) < 1 || index >= last) return null;
  return { kind: "cable", index, text: `${sharedCable(network, index) ? "link" : "cable"} ${cableId(network, index)}` };
}
