/**
 * A selection of cables.
 *
 * @typedef {object} Filter
 * @property {number} medium  -1 for all
 * @property {string} part  its number as bought, empty for all
 * @property {number} group  of a switch at either end, -1 for all
 * @property {string} kind  "all", "switches" or "servers"
 * @property {number} change  -1 for all, -2 for all that change
 * @property {number} leastMm
 * @property {number} mostMm  Infinity for no limit
 */

/** @returns {Filter} */
export function everyCable() {
  return { medium: -1, part: "", group: -1, kind: "all", change: -1, leastMm: 0, mostMm: Infinity };
}

/** @param {Filter} filter */
export function isEverything(filter) {
  const all = everyCable();
  return Object.entries(all).every(([key, value]) => /** @type {any} */ (filter)[key] === value);
}

/** @param {import("./model.js").Network} network @param {Filter} filter @param {number} cable */
export function passes(network, filter, cable) {
  const mm = network.mm[cable];
  if (mm < filter.leastMm || mm > filter.mostMm) return false;
  if (filter.medium >= 0 && network.medium[cable] !== filter.medium) return false;
  if (filter.part && (!network.part || network.parts[network.part[cable]] !== filter.part)) return false;
  if (filter.kind !== "all" && cable < network.networkCables !== (filter.kind === "switches")) return false;
  const change = network.change ? network.change[cable] : 0;
  if (filter.change === -2 ? change === 0 : filter.change >= 0 && change !== filter.change) return false;
  return filter.group < 0 || inGroup(network, filter.group, cable);
}

/** @param {import("./model.js").Network} network @param {number} group @param {number} cable */
function inGroup(network, group, cable) {
  const of = network.switches.group;
  if (!of) return false;
  if (of[network.a[cable]] === group) return true;
  return cable < network.networkCables && of[network.b[cable]] === group;
}

/** The filter options of all networks on a page.
 * @param {import("./model.js").Network[]} networks */
export function filterOptions(networks) {
  const inAny = (/** @type {(one: import("./model.js").Network) => ArrayLike<any>} */ of) => [
    ...new Set(networks.flatMap((one) => Array.from(of(one)))),
  ];
  return {
    media: inAny((one) => one.medium).sort(),
    groups: inAny((one) => one.switches.group || []).sort((a, b) => a - b),
    parts: inAny((one) => one.parts).sort(),
    change: networks.some((one) => one.change),
    servers: networks.some((one) => one.networkCables < one.cableCount),
  };
}

/** The cables that pass, ascending. @param {import("./model.js").Network} network @param {Filter} filter */
export function chosenCables(network, filter) {
  const found = [];
  for (let cable = 0; cable < network.cableCount; cable += 1) {
    if (passes(network, filter, cable)) found.push(cable);
  }
  return found;
}
