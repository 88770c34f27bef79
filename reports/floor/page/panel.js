import { make, table } from "./dom.js";
import { CHANGES, MEDIA, cableId, endWord, farName, nearName, sharedCable, switchWithPlace } from "./model.js";
import { rackTable } from "./rack.js";
import { byLength, cabinetFacts, figure, metres, switchesText } from "./summary.js";

/** Cables that a list shows at once. */
const MOST_LISTED = 100;

/** @typedef {{room: import("./model.js").Room, network: import("./model.js").Network|null,
 *   filter: import("./filters.js").Filter, select: (hit: {kind: string, index: number}) => void}} Scene */

/** A cabinet: its figures, its cables by length and medium, its rack, its list of cables.
 * @param {Scene} scene @param {number} at @param {boolean} whole false for a glance in passing */
export function cabinetPanel(scene, at, whole) {
  const facts = cabinetFacts(scene.room, scene.network, at, scene.filter);
  const said = [make("h3", {}, `Cabinet ${facts.name}`), figures(facts, scene.room)];
  if (scene.network && facts.cables.length) said.push(lengthTable(scene.network, facts.cables));
  if (!whole || !scene.network) return said;
  if (!scene.network.switches.nameless && (facts.switches.length || facts.servers.length)) {
    said.push(rackTable(scene.room, scene.network, at, (place) => scene.select(place)));
  }
  if (facts.cables.length) said.push(cableList(scene, facts.cables, at));
  return said;
}

/** @param {import("./summary.js").Facts} facts @param {import("./model.js").Room} room */
function figures(facts, room) {
  /** @param {number|null} value @param {number|null} limit @param {string} unit */
  const load = (value, limit, unit) => {
    const most = limit === null ? "" : `${figure(limit)} ${unit}`;
    if (value === null) return most ? `not known, limit ${most}` : "not known";
    return `${figure(value)} ${unit}${most && ` of ${most}`}`;
  };
  /** @type {[string, string][]} */
  const rows = [["Row", facts.row]];
  if (facts.state) rows.push(["State", facts.state]);
  rows.push(["Switches", switchesText(facts)]);
  if (facts.servers.length) rows.push([facts.endWord, figure(facts.servers.length)]);
  if (room.kind === "hall") {
    rows.push(["Rack units", facts.unitsUsed === null ? `${facts.units}` : `${facts.unitsUsed} of ${facts.units} used`]);
  }
  if (facts.watts !== null || facts.limitW !== null) rows.push(["Power", load(facts.watts, facts.limitW, "W")]);
  if (facts.kilograms !== null || facts.limitKg !== null) {
    rows.push(["Weight", load(facts.kilograms, facts.limitKg, "kg")]);
  }
  const hidden = facts.allCables - facts.cables.length;
  const more = hidden ? `; ${figure(hidden)} more are filtered out` : "";
  rows.push(["Links", `${figure(facts.cables.length)}, ${metres(facts.totalMm)}${more}`]);
  return list(rows);
}

/** @param {[string, string|Node][]} rows */
function list(rows) {
  return make("dl", {}, ...rows.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
}

/** @param {import("./model.js").Network} network @param {number[]} cables */
export function lengthTable(network, cables) {
  const { media, rows } = byLength(network, cables);
  const heads = media.length === 1 && media[0] === MEDIA[2] ? ["Links"] : media;
  const cells = rows.map(({ text, counts }) => [text, ...counts.map((count) => figure(count))]);
  return table("Links by length", ["Length", ...heads], cells);
}

/** @param {Scene} scene @param {number[]} cables @param {number} at */
function cableList({ network, room, select }, cables, at) {
  if (!network) return make("p");
  const sorted = [...cables].sort((a, b) => network.mm[a] - network.mm[b] || a - b);
  const rows = sorted.slice(0, MOST_LISTED).map((cable) => {
    const first = network.cabinetA[cable] === at;
    const far = first ? farName(network, cable) : nearName(network, cable);
    const where = room.cabinets.name[first ? network.cabinetB[cable] : network.cabinetA[cable]];
    const id = make("button", { type: "button", onclick: () => select({ kind: "cable", index: cable }) }, cableId(network, cable));
    return [id, `${far} in ${where}`, metres(network.mm[cable])];
  });
  const more = cables.length > MOST_LISTED ? `, the ${MOST_LISTED} shortest of ${figure(cables.length)}` : "";
  return table(`Its links${more}`, ["Link", "To", "Length"], rows);
}

/** One cable: both ends, length, part. @param {Scene} scene @param {number} cable */
export function cablePanel(scene, cable) {
  const { room, network, select } = scene;
  if (!network) return [];
  /** @param {string} name @param {number} at */
  const end = (name, at) =>
    make(
      "span",
      {},
      `${name} in cabinet `,
      make("button", { type: "button", onclick: () => select({ kind: "cabinet", index: at }) }, room.cabinets.name[at]),
    );
  /** @type {[string, string|Node][]} */
  const rows = [
    ["From", end(nearName(network, cable), network.cabinetA[cable])],
    ["To", end(farName(network, cable), network.cabinetB[cable])],
    ["Length", metres(network.mm[cable])],
    ["Medium", MEDIA[network.medium[cable]]],
  ];
  if (network.part) rows.push(["Part", network.parts[network.part[cable]]]);
  if (network.change) rows.push(["Change", CHANGES[network.change[cable]]]);
  if (network.way && network.way[cable] < 0 && network.cabinetA[cable] !== network.cabinetB[cable] && room.trays.length) {
    rows.push(["Route", "drawn straight: the plan has no trays for it"]);
  }
  const shared = sharedCable(network, cable);
  if (shared) rows.unshift(["In cable", `${shared.id}, with ${shared.links} links`]);
  return [make("h3", {}, `${shared ? "Link" : "Cable"} ${cableId(network, cable)}`), list(rows)];
}

/** What the whole floor holds. @param {Scene} scene @param {number[]} cables that pass the filter */
export function floorPanel(scene, cables) {
  const { room, network } = scene;
  const { cabinets } = room;
  const usable = cabinets.slots.filter((slots, i) => slots !== 0 && !cabinets.occupied[i]).length;
  /** @type {[string, string][]} */
  const rows = [["Cabinets", network ? used(network, usable) : `${figure(usable)} for switches`]];
  const said = [make("h3", {}, "The whole floor")];
  if (!network) return [...said, list(rows)];
  const total = cables.reduce((sum, cable) => sum + network.mm[cable], 0);
  rows.push(["Switches", figure(network.switches.count)]);
  if (network.serverNames.length) rows.push([endWord(network), figure(network.serverNames.length)]);
  const share = cables.length === network.cableCount ? "" : ` of ${figure(network.cableCount)} pass the filter`;
  rows.push(["Links", `${figure(cables.length)}${share}, ${metres(total)}`]);
  said.push(list(rows));
  if (cables.length) said.push(lengthTable(network, cables));
  return said;
}

/** @param {import("./model.js").Network} network @param {number} usable */
function used(network, usable) {
  const held = network.switchesOf.filter((own) => own.length).length;
  return `${figure(held)} of ${figure(usable)} with switches`;
}
