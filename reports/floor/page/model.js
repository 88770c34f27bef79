/**
 * The floor in memory: columns of the document with lookup tables.
 *
 * @typedef {object} Room
 * @property {string} name
 * @property {"grid"|"hall"} kind
 * @property {number[]} bounds  least x, least y, greatest x, greatest y in mm
 * @property {Record<string, any[]>} cabinets  columns, see reports/floor/room.py
 * @property {{kind: string, name: string, rings: number[][][]}[]} areas
 * @property {{name: string, heightMm: number, media: string[], capacityMm2: number|null}[]} trays
 * @property {number[][]} segments  tray, x, y, x, y
 *
 * @typedef {object} Network
 * @property {string} title
 * @property {any} switches
 * @property {any} servers
 * @property {string[]} serverNames
 * @property {string[]} switchPlaces  place of each switch on labels and sheets, such as A04-42; empty without a place
 * @property {string[]} serverPlaces
 * @property {number} cableCount
 * @property {number} networkCables  those before the cables of servers
 * @property {Int32Array} cabinetA  cabinet at the first end of each cable
 * @property {Int32Array} cabinetB
 * @property {ArrayLike<number>} a  switch at the first end
 * @property {ArrayLike<number>} b  switch at the second end, of a server's cable the server
 * @property {string[]|null} ids  of the cables; null where they are counted
 * @property {string[]|null} portA  port at the first end, by its label; null where ports have no labels
 * @property {string[]|null} portB
 * @property {ArrayLike<number>} mm
 * @property {ArrayLike<number>} medium  0 copper, 1 optical, 2 not chosen
 * @property {ArrayLike<number>|null} part
 * @property {string[]} parts
 * @property {ArrayLike<number>|null} way
 * @property {number[][]} ways
 * @property {number[][]|null} together  the links in the cable of each link; null if each has its own or this is unknown
 * @property {number[][]} cablesOf  cables that end in each cabinet, once each
 * @property {number[][]} switchesOf
 * @property {number[][]} serversOf
 * @property {{w: (number|null)[], kg: (number|null)[]}} loads
 * @property {{mm2: number[], cables: number[]}|null} fill
 * @property {ArrayLike<number>|null} change  of each cable, see CHANGES
 */

export const MEDIA = ["copper", "optical", "not chosen"];
/** The change of a cable between two plans, by code. */
export const CHANGES = ["stays", "added", "removed", "moved", "length or part only"];

/** @param {any} document @returns {{room: Room, networks: Network[], steps: any[]}} */
export function readDocument(document) {
  const networks = document.networks.map((/** @type {any} */ one) => readNetwork(one, document.room.cabinets.name));
  return { room: document.room, networks, steps: document.steps || [] };
}

/** @param {any} one @param {string[]} names of all cabinets @returns {Network} */
function readNetwork(one, names) {
  const cabinets = names.length;
  const { switches, servers, cables } = one;
  const cableCount = cables.a.length;
  const cabinetA = new Int32Array(cableCount);
  const cabinetB = new Int32Array(cableCount);
  for (let i = 0; i < cableCount; i += 1) {
    if (switches.nameless) {
      [cabinetA[i], cabinetB[i]] = [cables.a[i], cables.b[i]];
      continue;
    }
    cabinetA[i] = switches.cabinet[cables.a[i]];
    cabinetB[i] = i < cables.network ? switches.cabinet[cables.b[i]] : servers.cabinet[cables.b[i]];
  }
  return {
    title: one.title,
    switches,
    servers,
    serverNames: serverNames(switches, servers),
    switchPlaces: switches.nameless ? [] : placeNames(switches, names),
    serverPlaces: placeNames(servers, names),
    cableCount,
    networkCables: cables.network,
    cabinetA,
    cabinetB,
    a: cables.a,
    b: cables.b,
    ids: cables.id || null,
    portA: cables.port_a || null,
    portB: cables.port_b || null,
    mm: cables.mm,
    medium: cables.medium || new Uint8Array(cableCount).fill(2),
    part: cables.part,
    parts: cables.parts,
    together: cables.first ? together(cables.first) : null,
    way: cables.way,
    ways: one.ways,
    cablesOf: endsIn(cabinetA, cabinetB, cabinets),
    switchesOf: members(switches.cabinet, cabinets),
    serversOf: members(servers.cabinet, cabinets),
    loads: one.loads,
    fill: one.fill,
    change: one.change || null,
  };
}

/** The j-th server of switch x is called hx-j, unless the network names it. @param {any} switches @param {any} servers @returns {string[]} */
function serverNames(switches, servers) {
  if (servers.name) return servers.name;
  const turn = new Map();
  return servers.switch.map((/** @type {number} */ at) => {
    turn.set(at, (turn.get(at) || 0) + 1);
    return `h${switches.name ? switches.name[at] : at}-${turn.get(at)}`;
  });
}

/** Cabinet and rack unit of devices, as labels have them. @param {any} devices @param {string[]} names of cabinets
 * @returns {string[]} */
function placeNames({ cabinet, unit }, names) {
  return cabinet.map((/** @type {number} */ at, /** @type {number} */ i) =>
    unit[i] < 1 ? "" : `${names[at]}-${String(unit[i]).padStart(2, "0")}`,
  );
}

/** @param {number[]} cabinet @param {number} count @returns {number[][]} */
function members(cabinet, count) {
  /** @type {number[][]} */
  const found = Array.from({ length: count }, () => []);
  cabinet.forEach((at, i) => found[at].push(i));
  return found;
}

/** @param {Int32Array} one @param {Int32Array} other @param {number} count @returns {number[][]} */
function endsIn(one, other, count) {
  const found = members(/** @type {any} */ (one), count);
  other.forEach((at, i) => {
    if (at !== one[i]) found[at].push(i);
  });
  return found;
}

/** The name of a switch; a stored comparison has cabinets only, so its switches have no names.
 * @param {Network} network @param {number} index */
export function switchName(network, index) {
  if (network.switches.nameless) return "a switch";
  return network.switches.name ? network.switches.name[index] : `switch ${index}`;
}

/** The id of a cable, as on labels and pull sheets. @param {Network} network @param {number} index */
export function cableId(network, index) {
  if (network.ids) return network.ids[index];
  const host = index - network.networkCables;
  return host < 0 ? `C${String(index + 1).padStart(6, "0")}` : `H${String(host + 1).padStart(6, "0")}`;
}

/** A name and the place that labels print: switch 78, A04-42. @param {string} name @param {string|undefined} place */
function withPlace(name, place) {
  return place ? `${name}, ${place}` : name;
}

/** @param {Network} network @param {number} index */
export function switchWithPlace(network, index) {
  return withPlace(switchName(network, index), network.switchPlaces[index]);
}

/** @param {Network} network @param {number} index */
export function serverWithPlace(network, index) {
  const kind = network.servers.kind ? network.servers.kind[index] : "server";
  return withPlace(`${kind} ${network.serverNames[index]}`, network.serverPlaces[index]);
}

/** The heading of the devices at the ends of links. @param {Network} network */
export function endWord(network) {
  return network.servers.kind ? "Other devices" : "Servers";
}

/** The links in the cable of each link. @param {number[]} first link in the cable of each @returns {number[][]} */
function together(first) {
  const links = members(first, first.length);
  return first.map((one) => links[one]);
}

/** The cable that a link shares with others, by the id of its first link, and how many links are in it; null where it
 * has one of its own. @param {Network} network @param {number} index */
export function sharedCable(network, index) {
  const links = network.together ? network.together[index] : [];
  return links.length > 1 ? { id: cableId(network, links[0]), links: links.length } : null;
}

/** The device at the far end of a cable. @param {Network} network @param {number} index */
export function farName(network, index) {
  const far = network.b[index];
  const name = index < network.networkCables ? switchWithPlace(network, far) : serverWithPlace(network, far);
  return withPort(name, network.portB, index);
}

/** The device at the first end of a cable, with its port. @param {Network} network @param {number} index */
export function nearName(network, index) {
  return withPort(switchWithPlace(network, network.a[index]), network.portA, index);
}

/** @param {string} name @param {string[]|null} ports @param {number} index */
function withPort(name, ports, index) {
  return ports ? `${name}, port ${ports[index]}` : name;
}

/** Rack units of a device that is no switch: alike for all, or each its own. @param {Network} network @param {number} index
 * @returns {number} */
export function serverHeight(network, index) {
  const { units } = network.servers;
  return Array.isArray(units) ? units[index] : units;
}
