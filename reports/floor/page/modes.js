import { OTHER_GROUPS, groupColour, naturalSteps, rampColour, stepOf } from "./colours.js";
import { figure, fillShare } from "./summary.js";

/**
 * What the colours of cabinets can show.
 *
 * @typedef {{colours: string[], legend: {colour: string, text: string}[]}} Painted
 */

/** Most groups in the legend. */
const MOST_GROUPS = 40;

/** The colour modes that apply to any of the page's networks, or to an empty room.
 * @param {import("./model.js").Network[]} networks
 * @returns {[string, string][]} */
export function modesOf(networks) {
  if (!networks.length) return [["use", "use"]];
  /** @type {[string, string][]} */
  const modes = [["use", "use"], ["cables", "number of links"]];
  if (networks.some((one) => !one.switches.nameless)) modes.push(["fill", "space used"]);
  if (networks.some((one) => one.switches.group)) modes.push(["group", "group of switches"]);
  if (networks.some((one) => one.loads.w.some((watts) => watts !== null))) modes.push(["power", "power"]);
  return modes;
}

/** @param {import("./model.js").Room} room @param {import("./model.js").Network|null} network
 * @param {string} mode @param {boolean} dark @returns {Painted} */
export function painted(room, network, mode, dark) {
  const count = room.cabinets.name.length;
  if (!network) return { colours: Array(count).fill(""), legend: [] };
  if (mode === "group") return byGroup(network, count);
  if (mode === "use") return byUse(network, count, dark);
  const values = valuesOf(room, network, mode, count);
  const most = Math.max(0, ...values);
  const ends = mode === "fill" ? [20, 40, 60, 80, 100] : naturalSteps(most);
  const unit = { power: " W", fill: " %", cables: " links" }[mode] || "";
  const colours = values.map((value) => (value > 0 ? rampColour(stepOf(value, ends), dark) : ""));
  const legend = ends.map((end, i) => ({
    colour: rampColour(i + 1, dark),
    text: `${i ? `above ${figure(ends[i - 1])} to` : "up to"} ${figure(end, end < 1 ? 1 : 0)}${unit}`,
  }));
  return { colours, legend };
}

/** @param {import("./model.js").Room} room @param {import("./model.js").Network} network
 * @param {string} mode @param {number} count @returns {number[]} */
function valuesOf(room, network, mode, count) {
  return Array.from({ length: count }, (_, at) => {
    if (mode === "power") return network.loads.w[at] || 0;
    if (mode === "fill") return 100 * fillShare(room, network, at);
    return network.cablesOf[at].length;
  });
}

/** @param {import("./model.js").Network} network @param {number} count @param {boolean} dark @returns {Painted} */
function byUse(network, count, dark) {
  const [switches, servers] = [rampColour(3, dark), rampColour(1, dark)];
  const colours = Array.from({ length: count }, (_, at) =>
    network.switchesOf[at].length ? switches : network.serversOf[at].length ? servers : "",
  );
  const legend = [{ colour: switches, text: "with switches" }];
  if (colours.includes(servers)) legend.push({ colour: servers, text: "with servers only" });
  return { colours, legend };
}

/** A cabinet with switches of several groups has the colour of the largest; groups beyond the legend share a colour.
 * @param {import("./model.js").Network} network @param {number} count @returns {Painted} */
function byGroup(network, count) {
  const of = network.switches.group;
  if (!of) return { colours: Array(count).fill(""), legend: [{ colour: "", text: "this network has no groups" }] };
  const groups = [...new Set(of)].map(Number).sort((a, b) => a - b);
  const named = new Set(groups.slice(0, MOST_GROUPS));
  const colours = Array.from({ length: count }, (_, at) => {
    const tally = new Map();
    for (const one of network.switchesOf[at]) tally.set(of[one], (tally.get(of[one]) || 0) + 1);
    const [first] = [...tally].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return !first ? "" : named.has(first[0]) ? groupColour(first[0]) : OTHER_GROUPS;
  });
  const legend = [...named].map((group) => ({ colour: groupColour(group), text: `group ${group}` }));
  const more = groups.length - legend.length;
  if (more > 0) legend.push({ colour: OTHER_GROUPS, text: `${more} more groups` });
  return { colours, legend };
}

/** Legend entries of the floor other than cabinets in use. @param {import("./model.js").Room} room
 * @param {Record<string, string>} theme */
export function floorLegend(room, theme) {
  const has = (/** @type {string} */ kind) => room.areas.some((area) => area.kind === kind);
  const items = [
    { colour: theme.occupied, text: "occupied", there: room.cabinets.occupied.includes(1) },
    { colour: theme.occupied, text: "no longer in the room", there: room.cabinets.occupied.includes(2) },
    { colour: theme.cold, text: "cold aisle", there: has("cold") },
    { colour: theme.hot, text: "hot aisle", there: has("hot") },
  ];
  return items.filter((one) => one.there).map(({ colour, text }) => ({ colour, text }));
}

/** The colour of a tray segment by its fill. @param {number|null} share of its capacity, null without one
 * @param {Record<string, string>} theme */
export function trayColour(share, theme) {
  if (share === null) return theme.tray;
  if (share > 1 + 1e-9) return theme.full;
  return share > 0.8 ? theme.high : share > 0.4 ? theme.middle : theme.low;
}

/** @param {import("./model.js").Room} room @param {import("./model.js").Network} network @param {number} segment */
export function trayShare(room, network, segment) {
  const capacity = room.trays[room.segments[segment][0]].capacityMm2;
  return network.fill && capacity ? network.fill.mm2[segment] / capacity : null;
}

/** @param {import("./model.js").Room} room @param {import("./model.js").Network} network
 * @param {Record<string, string>} theme */
export function trayLegend(room, network, theme) {
  const shares = room.segments.map((_, i) => trayShare(room, network, i));
  const known = shares.filter((share) => share !== null);
  const items = [
    [theme.low, "tray up to 40 % full", 0, 0.4],
    [theme.middle, "tray 40 to 80 % full", 0.4, 0.8],
    [theme.high, "tray 80 to 100 % full", 0.8, 1 + 1e-9],
    [theme.full, "tray OVERFULL", 1 + 1e-9, Infinity],
  ].filter(([, , low, high]) => known.some((s) => Number(s) > Number(low) && Number(s) <= Number(high)));
  const legend = items.map(([colour, text]) => ({ colour: String(colour), text: String(text), line: true }));
  if (known.length < shares.length) {
    const text = network.fill ? "tray, no capacity given" : "tray, fill not known";
    legend.push({ colour: theme.tray, text, line: true });
  }
  return legend;
}
