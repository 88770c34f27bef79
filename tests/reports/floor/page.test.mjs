// The logic of the floor in a browser: what is found, chosen, counted, coloured; nothing that is drawn.
import assert from "node:assert/strict";
import { test } from "node:test";

import { contrast, groupColour, letterColour, naturalSteps, rampColour, stepOf } from "./page/colours.js";
import { chosenCables, everyCable, filterOptions, isEverything } from "./page/filters.js";
import { cabinetAt, corners, neighbour, segmentsOf, wayPoints } from "./page/geometry.js";
import { cableId, farName, nearName, readDocument, serverHeight, switchName } from "./page/model.js";
import { modesOf, painted, trayLegend } from "./page/modes.js";
import { rackPlaces } from "./page/rack.js";
import { search } from "./page/search.js";
import { inPlace, stepText } from "./page/steps.js";
import { byLength, cabinetFacts, cablesDrawn, fillShare, spoken, spokenCable, unitsUsed } from "./page/summary.js";
import { barLength, fitted, toFloor, toScreen, zoomed } from "./page/view.js";

/** Three cabinets in a row, four switches, two servers; cables 2 of copper, 1 optical, 2 to servers. */
function small(kind = "hall", more = {}) {
  const count = 3;
  return readDocument({
    room: {
      name: "hall",
      kind,
      bounds: [0, 0, 3000, 2000],
      cabinets: {
        name: ["A1", "A2", "A3"], row: ["A", "A", "A"], x: [500, 1500, 2500], y: [1000, 1000, 1000],
        width: Array(count).fill(600), depth: Array(count).fill(1000), front: [90, 90, 90],
        units: [10, 10, 10], slots: [2, 2, 0], occupied: [0, 0, 1], limitW: [5000, null, null], limitKg: [null, null, null],
      },
      areas: [], trays: [{ name: "t", heightMm: 2500, media: ["copper"], capacityMm2: 100 }],
      segments: [[0, 500, 1800, 1000, 1800], [0, 1000, 1800, 1500, 1800]],
    },
    networks: [{
      title: "n",
      switches: { count: 4, name: null, cabinet: [0, 0, 1, 1], unit: [9, 10, 9, 10], units: [1, 1, 1, 1], group: [0, 0, 1, 1] },
      servers: { switch: [0, 0], cabinet: [0, 0], unit: [1, 3], units: 2 },
      cables: {
        network: 3, a: [0, 0, 1, 0, 0], b: [1, 2, 3, 0, 1], mm: [1000, 5500, 12000, 900, 950],
        medium: [0, 0, 1, 0, 0], part: [0, 1, 2, 0, 0], parts: ["p", "q", "r"], way: [-1, 0, 0, -1, -1],
      },
      ways: [[0, 1]],
      loads: { w: [1200, 400, 0], kg: [80, null, 0] },
      fill: { mm2: [50, 120], cables: [2, 2] },
      ...more,
    }],
  });
}

test("cables are called as on labels, servers by their switch", () => {
  const { networks: [network] } = small();
  assert.deepEqual([0, 2, 3, 4].map((i) => cableId(network, i)), ["C000001", "C000003", "H000001", "H000002"]);
  assert.deepEqual(network.serverNames, ["h0-1", "h0-2"]);
  assert.equal(switchName(network, 3), "switch 3");
});

/** A network of lists: names, ids and ports as on the boxes, heights one by one, a PDU beside the units. */
function listed() {
  return small("hall", {
    switches: { count: 2, name: ["spine1", "leaf1"], cabinet: [0, 1], unit: [10, 8], units: [1, 1], group: null },
    servers: { name: ["srv1", "pdu1"], switch: [1, 0], cabinet: [0, 0], unit: [1, 0], units: [2, 0] },
    cables: {
      network: 1, a: [1, 1], b: [0, 0], id: ["up-1", "srv-1"], port_a: ["Eth1/49", "Eth1/1"], port_b: ["Eth1/1", "eth0"],
      mm: [5500, 5600], medium: null, part: null, parts: [], first: null, way: [0, 0],
    },
    fill: null,
  });
}

test("cables and ports of lists are called as on the boxes", () => {
  const { room, networks: [network] } = listed();
  assert.deepEqual([0, 1].map((i) => cableId(network, i)), ["up-1", "srv-1"]);
  assert.equal(nearName(network, 0), "leaf1, A2-08, port Eth1/49");
  assert.deepEqual([0, 1].map((i) => farName(network, i)), ["spine1, A1-10, port Eth1/1", "server srv1, A1-01, port eth0"]);
  assert.match(spokenCable(network, 1), /^Cable srv-1 from leaf1, A2-08, port Eth1\/1 to server srv1, A1-01, port eth0; 5\.60 m/);
  const hits = (text) => search(room, network, text).map((hit) => [hit.kind, hit.index]);
  assert.deepEqual(["SRV-1", "leaf1", "pdu1", "C000001"].map(hits), [[["cable", 1]], [["switch", 1]], [["server", 1]], []]);
});

test("devices of lists are as high as each is, and a PDU stands beside the units", () => {
  const { room, networks: [network] } = listed();
  assert.deepEqual([0, 1].map((i) => serverHeight(network, i)), [2, 0]);
  assert.equal(unitsUsed(network, 0), 3);
  assert.deepEqual(rackPlaces(room, network, 0).map((one) => [one.unit, one.units, one.text]), [
    [0, 1, "server pdu1"], [10, 1, "spine1, A1-10"], [3, 7, "free"], [1, 2, "server srv1, A1-01"],
  ]);
});

test("every cable stands once at each cabinet that it touches", () => {
  const { networks: [network] } = small();
  assert.deepEqual(network.cablesOf, [[0, 1, 2, 3, 4], [1, 2], []]);
});

test("filters leave exactly the cables that are meant", () => {
  const { networks: [network] } = small();
  const chosen = (change) => chosenCables(network, { ...everyCable(), ...change });
  assert.deepEqual(chosen({}), [0, 1, 2, 3, 4]);
  assert.deepEqual(chosen({ medium: 1 }), [2]);
  assert.deepEqual(chosen({ part: "q" }), [1]);
  assert.deepEqual(chosen({ kind: "servers" }), [3, 4]);
  assert.deepEqual(chosen({ kind: "switches", group: 1 }), [1, 2]);
  assert.deepEqual(chosen({ leastMm: 1000, mostMm: 5500 }), [0, 1]);
  assert.ok(isEverything(everyCable()));
  assert.ok(!isEverything({ ...everyCable(), leastMm: 1 }));
});

/** The same floor before and after: other parts in another order, no groups and no servers in the first. */
function two() {
  const [before, after] = [small(), small()].map((one) => one.networks[0]);
  before.switches = { ...before.switches, group: null };
  Object.assign(before, { parts: ["q", "s"], part: [0, 1, 1, 0, 0], networkCables: 5, serverNames: [] });
  return { room: small().room, before, after };
}

test("a part is chosen by its name, so that it means the same in both of two networks", () => {
  const { before, after } = two();
  const chosen = (network, part) => chosenCables(network, { ...everyCable(), part });
  assert.deepEqual([chosen(before, "q"), chosen(after, "q")], [[0, 3, 4], [1]]);
  assert.deepEqual([chosen(before, "r"), chosen(after, "r")], [[], [2]]);
});

test("choices are those of all networks that a page shows in turn", () => {
  const { before, after } = two();
  for (const networks of [[before, after], [after, before]]) {
    assert.deepEqual(filterOptions(networks), {
      media: [0, 1], groups: [0, 1], parts: ["p", "q", "r", "s"], change: false, servers: true,
    });
  }
});

test("every mode that a page offers paints every network that it shows in turn", () => {
  const { room, before, after } = two();
  for (const networks of [[before, after], [after, before]]) {
    const modes = modesOf(networks).map(([mode]) => mode);
    assert.ok(modes.includes("group"));
    for (const mode of modes) networks.forEach((one) => assert.equal(painted(room, one, mode, false).colours.length, 3));
  }
  assert.deepEqual(painted(room, before, "group", false).colours, ["", "", ""]);
  assert.deepEqual(modesOf([]), [["use", "use"]]);
});

test("every colour of a group stands in the key, once, however many groups there are", () => {
  for (const count of [2, 26, 60]) {
    const { room, networks: [network] } = small();
    network.switches.group = Array.from({ length: count }, (_, i) => i);
    network.switchesOf = network.switches.group.map((one) => [one]);
    room.cabinets.name = network.switchesOf.map(String);
    const { colours, legend } = painted(room, network, "group", false);
    const named = legend.map(({ colour }) => colour);
    assert.equal(new Set(named).size, named.length);
    assert.ok(colours.every((colour) => named.includes(colour)));
    assert.ok(named.every((colour) => new Set([1, 3, 5].map((at) => colour.slice(at, at + 2))).size > 1), "no grey");
  }
});

test("a tray without a colour for its fill has the true reason in the key", () => {
  const { room, networks: [network] } = small();
  const last = () => trayLegend(room, network, {}).at(-1).text;
  assert.equal(last(), "tray OVERFULL");
  room.trays[0].capacityMm2 = null;
  assert.equal(last(), "tray, no capacity given");
  room.trays[0].capacityMm2 = 100;
  network.fill = null;
  assert.match(last(), /not known/);
});

test("a search finds cables, switches, servers and cabinets by what people type", () => {
  const { room, networks: [network] } = small();
  const first = (text) => {
    const [hit] = search(room, network, text);
    return hit && [hit.kind, hit.index];
  };
  assert.deepEqual(first("C000003"), ["cable", 2]);
  assert.deepEqual(first(" h000002 "), ["cable", 4]);
  assert.deepEqual(first("r3"), ["switch", 3]);
  assert.deepEqual(first("switch 3"), ["switch", 3]);
  assert.deepEqual(first("H0-2"), ["server", 1]);
  assert.deepEqual(first("a2"), ["cabinet", 1]);
  assert.deepEqual(search(room, network, "2").map((hit) => hit.kind), ["switch", "cable"]);
  assert.deepEqual(["C000009", "H000003", "zebra", ""].map(first), [undefined, undefined, undefined, undefined]);
});

test("a search finds devices by the place that labels and papers print, with or without a port", () => {
  const { room, networks: [network] } = small();
  const hits = (text) => search(room, network, text).map((hit) => [hit.kind, hit.index]);
  assert.deepEqual(["A1-09", "a2-10:03", "A1-03", "A2-10:"].map(hits), [[["switch", 0]], [["switch", 3]], [["server", 1]], [["switch", 3]]]);
  assert.deepEqual(hits("A1-04"), []);
  assert.equal(search(room, network, "A1-09")[0].text, "switch 0, A1-09");
  assert.equal(rackPlaces(room, network, 0)[1].text, "switch 0, A1-09");
  assert.deepEqual([farName(network, 1), farName(network, 4)], ["switch 2, A2-09", "server h0-2, A1-03"]);
});

test("in an empty room a search finds cabinets alone", () => {
  const { room } = small();
  assert.deepEqual(search(room, null, "a").map((hit) => hit.index), [0, 1, 2]);
  assert.deepEqual(search(room, null, "C000001"), []);
});

test("a cabinet's figures are sums of what stands in it", () => {
  const { room, networks: [network] } = small();
  const facts = cabinetFacts(room, network, 0, everyCable());
  assert.equal(facts.unitsUsed, 6);
  assert.equal(facts.totalMm, 20350);
  assert.equal(unitsUsed(network, 1), 2);
  assert.equal(fillShare(room, network, 0), 0.6);
  assert.match(spoken(facts), /Cabinet A1.*2 switches of 2 slots; 2 servers; 6 of 10 rack units used; 1,200 W of 5,000 W; 80 kg; 5 links, 20.35 m\./);
  assert.match(spoken(cabinetFacts(room, network, 2, everyCable())), /; occupied;/);
});

test("a cable is told in one sentence", () => {
  const { networks: [network] } = small();
  assert.equal(spokenCable(network, 2), "Cable C000003 from switch 1, A1-10 to switch 3, A2-10; 12.00 m; optical; r.");
});

test("a link that shares a cable is told with that cable", () => {
  const { networks: [network] } = small();
  network.together = [[0], [1, 2], [1, 2], [3], [4]];
  assert.match(spokenCable(network, 2), /^Link C000003 in cable C000002 from switch 1/);
  assert.match(spokenCable(network, 0), /^Cable C000001 from/);
  assert.deepEqual(search(small().room, network, "C000003").map((hit) => hit.text), ["link C000003"]);
});

test("where no cable is drawn, the reason is said", () => {
  const said = (change, chosen, drawn) => cablesDrawn({ ...everyCable(), ...change }, chosen, drawn);
  assert.match(said({ leastMm: 20000, mostMm: 10000 }, 0, 0), /minimum length, 20.00 m, is above the maximum, 10.00 m/);
  assert.equal(said({ medium: 1 }, 0, 0), "No link passes the filter.");
  assert.match(said({}, 400, 0), /^400 links: select/);
  assert.equal(said({}, 400, 1), "1 link drawn.");
});

test("the length table counts each cable once, by medium", () => {
  const { networks: [network] } = small();
  const { media, rows } = byLength(network, [0, 1, 2, 3, 4]);
  assert.deepEqual(media, ["copper", "optical"]);
  assert.deepEqual(rows, [
    { text: "up to 1 m", counts: [3, 0] },
    { text: "5 to 7 m", counts: [1, 0] },
    { text: "10 to 15 m", counts: [0, 1] },
  ]);
});

test("a rack holds every unit once, from the top down", () => {
  const { room, networks: [network] } = small();
  const places = rackPlaces(room, network, 0);
  assert.deepEqual(places.map((one) => [one.unit, one.units, one.kind]), [
    [10, 1, "switch"], [9, 1, "switch"], [5, 4, "free"], [3, 2, "server"], [1, 2, "server"],
  ]);
  assert.equal(places.reduce((sum, one) => sum + one.units, 0), 10);
});

test("a way leads from cabinet to cabinet over its tray, in either direction", () => {
  const { room, networks: [network] } = small();
  assert.deepEqual(wayPoints(room, network, 1), [[500, 1000], [500, 1800], [1000, 1800], [1000, 1800], [1500, 1800], [1500, 1000]]);
  assert.deepEqual(wayPoints(room, network, 0), [[500, 1000], [500, 1000]]);
  assert.deepEqual(segmentsOf([1, 3, 7, 7, 6, 5]), [1, 2, 3, 7, 6, 5]);
  network.ways[0] = [1, 0];
  [network.cabinetA[1], network.cabinetB[1]] = [1, 0];
  assert.deepEqual(wayPoints(room, network, 1)[1], [1500, 1800]);
});

test("a pointer finds the cabinet below it, turned ones too, and arrows the next one", () => {
  const { room } = small();
  const { cabinets } = room;
  assert.deepEqual([cabinetAt(cabinets, 500, 1400, 0), cabinetAt(cabinets, 1000, 1000, 0)], [0, -1]);
  assert.equal(cabinetAt(cabinets, 1050, 1000, 300), 1);
  cabinets.front = [45, 90, 90];
  for (const [x, y] of corners(cabinets, 0)) {
    assert.equal(cabinetAt(cabinets, 500 + 0.98 * (x - 500), 1000 + 0.98 * (y - 1000), 0), 0);
  }
  assert.deepEqual([neighbour(cabinets, 0, 1, 0), neighbour(cabinets, 2, -1, 0), neighbour(cabinets, 0, 0, 1)], [1, 1, 0]);
});

test("zooming keeps the point under the pointer, and the whole floor fits", () => {
  for (const turned of [false, true]) {
    const view = fitted([0, 0, 30000, 20000], 600, 400, turned);
    for (const [x, y] of [[0, 0], [30000, 20000]]) {
      const [px, py] = toScreen(view, x, y);
      assert.ok(px >= 0 && px <= 600 && py >= 0 && py <= 400);
    }
    const before = toFloor(view, 123, 77);
    const after = toFloor(zoomed(view, 2, 123, 77, 0), 123, 77);
    before.forEach((value, i) => assert.ok(Math.abs(value - after[i]) < 1e-6));
  }
  assert.equal(barLength(0.02, 160), 5000);
});

test("steps are natural numbers that reach the greatest value", () => {
  for (const most of [0.3, 1, 3, 7, 13, 59, 60, 99, 101, 1234, 99999]) {
    const ends = naturalSteps(most);
    assert.ok(ends.length <= 5 && ends.at(-1) >= most && (ends.length < 2 || ends.at(-2) < most), `${most}: ${ends}`);
    const lead = Number((ends[0] / 10 ** Math.floor(Math.log10(ends[0]) + 1e-9)).toFixed(9));
    assert.ok([1, 2, 5].includes(lead), `${ends[0]}`);
    assert.equal(stepOf(most, ends), ends.length);
  }
  assert.equal(stepOf(0, [10, 20]), 0);
  assert.deepEqual(naturalSteps(0), []);
});

test("letters on any colour of a cabinet reach WCAG AA", () => {
  const colours = [0, 1, 2, 3, 4, 5].flatMap((step) => [rampColour(step, true), rampColour(step, false)]);
  for (let group = 0; group < 200; group += 1) colours.push(groupColour(group));
  for (const colour of colours) assert.ok(contrast(colour, letterColour(colour)) >= 4.5, colour);
});

test("a cabinet that holds nothing has no colour, in every mode", () => {
  const { room, networks: [network] } = small();
  for (const mode of ["use", "cables", "fill", "group", "power"]) {
    const { colours, legend } = painted(room, network, mode, false);
    assert.equal(colours[2], "", mode);
    assert.notEqual(colours[0], "", mode);
    assert.ok(legend.length > 0, mode);
  }
});

test("at each step of a migration what is unplugged is gone and what is plugged in is there", () => {
  const timing = { outAt: [0, 2, 5], inAt: [0, 3, 6] };
  assert.deepEqual(inPlace(timing, 0), { old: [0, 1, 2], fresh: [] });
  assert.deepEqual(inPlace(timing, 3), { old: [0, 2], fresh: [1] });
  assert.deepEqual(inPlace(timing, 6), { old: [0], fresh: [1, 2] });
  const step = { number: 3, batch: 1, action: "plug", items: ["1 to 2"], from: "A1-1", to: "A2-1", links: 8 };
  assert.equal(stepText(step, 6), "Step 3 of 6, batch 1: plug cable 1 to 2 between A1-1 and A2-1. Every bisection keeps at least 8 links.");
});
