import { passes } from "./filters.js";
import { CHANGES, MEDIA, cableId, endWord, farName, nearName, serverHeight, sharedCable } from "./model.js";

/** Upper ends of the length classes, in metres. */
export const LENGTH_ENDS_M = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100];

/** @param {number} number @param {number} [digits] */
export function figure(number, digits = 0) {
  return number.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${figure(count)} ${count === 1 ? one : many}`;
}

/** @param {number} mm */
export function metres(mm) {
  return `${figure(mm / 1000, mm < 1e6 ? 2 : 0)} m`;
}

/**
 * The contents of a cabinet.
 *
 * @typedef {object} Facts
 * @property {string} name
 * @property {string} row
 * @property {string} state  empty, or why the cabinet cannot be used
 * @property {number[]} switches
 * @property {number[]} servers
 * @property {string} endWord  the heading of these
 * @property {number|null} slots  null if unknown
 * @property {number|null} unitsUsed  null if the plan has no heights
 * @property {number} units
 * @property {number|null} watts
 * @property {number|null} limitW
 * @property {number|null} kilograms
 * @property {number|null} limitKg
 * @property {number[]} cables  that pass the filter
 * @property {number} allCables
 * @property {number} totalMm  of those that pass
 */

/** @param {import("./model.js").Room} room @param {import("./model.js").Network|null} network
 * @param {number} at @param {import("./filters.js").Filter} filter @returns {Facts} */
export function cabinetFacts(room, network, at, filter) {
  const { cabinets } = room;
  const all = network ? network.cablesOf[at] : [];
  const cables = network ? all.filter((cable) => passes(network, filter, cable)) : [];
  const states = ["", "occupied", "no longer in the room"];
  return {
    name: cabinets.name[at],
    row: cabinets.row[at],
    state: cabinets.occupied[at] ? states[cabinets.occupied[at]] : cabinets.slots[at] === 0 ? "no slot for a switch" : "",
    switches: network ? network.switchesOf[at] : [],
    servers: network ? network.serversOf[at] : [],
    endWord: network ? endWord(network) : "Servers",
    slots: cabinets.slots[at],
    unitsUsed: room.kind === "hall" && network ? unitsUsed(network, at) : null,
    units: cabinets.units[at],
    watts: network ? network.loads.w[at] : null,
    limitW: cabinets.limitW[at],
    kilograms: network ? network.loads.kg[at] : null,
    limitKg: cabinets.limitKg[at],
    cables,
    allCables: all.length,
    totalMm: network ? cables.reduce((sum, cable) => sum + network.mm[cable], 0) : 0,
  };
}

/** Rack units used in a cabinet; null if the heights of switches are unknown.
 * @param {import("./model.js").Network} network @param {number} at */
export function unitsUsed(network, at) {
  const { units } = network.switches;
  if (!units && network.switchesOf[at].length) return null;
  const switches = network.switchesOf[at].reduce((sum, one) => sum + units[one], 0);
  return network.serversOf[at].reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + serverHeight(network, one), switches);
}

/** The filled share of a cabinet, by rack units if known, else by slots for switches.
 * @param {import("./model.js").Room} room @param {import("./model.js").Network} network @param {number} at */
export function fillShare(room, network, at) {
  const used = room.kind === "hall" ? unitsUsed(network, at) : null;
  if (used !== null) return used / room.cabinets.units[at];
  return room.cabinets.slots[at] ? network.switchesOf[at].length / room.cabinets.slots[at] : 0;
}

/** Cables by length class and medium, without empty classes.
 * @param {import("./model.js").Network} network @param {number[]} cables
 * @returns {{media: string[], rows: {text: string, counts: number[]}[]}} */
export function byLength(network, cables) {
  const used = [...new Set(cables.map((cable) => network.medium[cable]))].sort();
  const classes = LENGTH_ENDS_M.length + 1;
  const counts = Array.from({ length: classes }, () => used.map(() => 0));
  for (const cable of cables) {
    const place = LENGTH_ENDS_M.findIndex((end) => network.mm[cable] <= 1000 * end);
    counts[place < 0 ? classes - 1 : place][used.indexOf(network.medium[cable])] += 1;
  }
  const rows = counts
    .map((row, i) => ({ text: lengthText(i), counts: row }))
    .filter((row) => row.counts.some((count) => count > 0));
  return { media: used.map((code) => MEDIA[code]), rows };
}

/** @param {number} place @returns {string} */
function lengthText(place) {
  if (place === 0) return `up to ${LENGTH_ENDS_M[0]} m`;
  const above = LENGTH_ENDS_M[place - 1];
  return place < LENGTH_ENDS_M.length ? `${above} to ${LENGTH_ENDS_M[place]} m` : `over ${above} m`;
}

/** The number of switches, and of slots if known. @param {Facts} facts @returns {string} */
export function switchesText(facts) {
  const held = figure(facts.switches.length);
  return facts.slots === null ? held : `${held} of ${counted(facts.slots, "slot")}`;
}

/** The cabinet as a sentence for screen readers. @param {Facts} facts @returns {string} */
export function spoken(facts) {
  const parts = [`Cabinet ${facts.name}${facts.row && facts.row !== facts.name ? `, row ${facts.row}` : ""}`];
  if (facts.state) parts.push(facts.state);
  const places = facts.slots === null ? "" : ` of ${counted(facts.slots, "slot")}`;
  parts.push(counted(facts.switches.length, "switch", "switches") + places);
  if (facts.servers.length) parts.push(counted(facts.servers.length, facts.endWord.toLowerCase().replace(/s$/, "")));
  if (facts.unitsUsed !== null) parts.push(`${facts.unitsUsed} of ${counted(facts.units, "rack unit")} used`);
  if (facts.watts !== null) parts.push(`${figure(facts.watts)} W${facts.limitW ? ` of ${figure(facts.limitW)} W` : ""}`);
  if (facts.kilograms !== null) {
    parts.push(`${figure(facts.kilograms)} kg${facts.limitKg ? ` of ${figure(facts.limitKg)} kg` : ""}`);
  }
  parts.push(`${counted(facts.cables.length, "link")}, ${metres(facts.totalMm)}`);
  return `${parts.join("; ")}.`;
}

/** The cable as a sentence for screen readers. @param {import("./model.js").Network} network @param {number} cable @returns {string} */
export function spokenCable(network, cable) {
  const shared = sharedCable(network, cable);
  const parts = [
    `${shared ? "Link" : "Cable"} ${cableId(network, cable)}${shared ? ` in cable ${shared.id}` : ""} from ${nearName(network, cable)} to ${farName(network, cable)}`,
    metres(network.mm[cable]),
    MEDIA[network.medium[cable]],
  ];
  if (network.part) parts.push(network.parts[network.part[cable]]);
  if (network.change) parts.push(CHANGES[network.change[cable]]);
  return `${parts.join("; ")}.`;
}

/** The number of links drawn, or why there are none. @param {import("./filters.js").Filter} filter
 * @param {number} chosen cables that pass @param {number} drawn @returns {string} */
export function cablesDrawn({ leastMm, mostMm }, chosen, drawn) {
  if (leastMm > mostMm) return `No link: the minimum length, ${metres(leastMm)}, is above the maximum, ${metres(mostMm)}.`;
  if (drawn) return `${counted(drawn, "link")} drawn.`;
  if (!chosen) return "No link passes the filter.";
  return `${counted(chosen, "link")}: select a cabinet to see its own, or draw all.`;
}
