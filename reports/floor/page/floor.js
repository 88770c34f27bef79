import { filterBox, legendList, searchBox, stepBox, zoomButtons } from "./controls.js";
import { choice, make } from "./dom.js";
import { chosenCables, everyCable, isEverything, passes } from "./filters.js";
import { cabinetAt, neighbour } from "./geometry.js";
import { listen } from "./gestures.js";
import { readDocument } from "./model.js";
import { floorLegend, modesOf, painted, trayLegend } from "./modes.js";
import { cabinetPanel, cablePanel, floorPanel } from "./panel.js";
import { search } from "./search.js";
import { isDark, makeStage } from "./stage.js";
import { inPlace, stepText } from "./steps.js";
import { cabinetFacts, cablesDrawn, counted, spoken, spokenCable } from "./summary.js";
import { fitted, moved, toFloor, toScreen, zoomed } from "./view.js";

/** With more cables, only those of the selection are drawn, unless the user requests all. */
const MOST_DRAWN = 300;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const HELP =
  "Arrow keys move between cabinets, Enter selects, Escape deselects, plus and minus zoom, " +
  "Shift with arrows pans, 0 shows the whole floor.";

/** Put an interactive floor into a figure. @param {HTMLElement} figureElement @param {any} document
 * @param {number} number of the floor on the page */
export function startFloor(figureElement, document, number) {
  const began = performance.now();
  new Floor(figureElement, document, `floor-${number}`);
  figureElement.dataset.readyMs = String(Math.round(performance.now() - began));
}

class Floor {
  /** @param {HTMLElement} holder @param {any} document @param {string} id */
  constructor(holder, document, id) {
    const { room, networks, steps } = readDocument(document);
    this.room = room;
    this.networks = networks;
    this.steps = steps;
    this.timing = document.timing || null;
    this.id = id;
    this.at = networks.length - 1;
    this.step = -1;
    this.mode = networks.length ? "cables" : "use";
    this.filter = everyCable();
    if (networks.some((one) => one.change && Array.from(one.change).some((code) => code > 0))) this.filter.change = -2;
    this.hasWays = room.segments.length > 0;
    this.drawAll = false;
    this.hovered = -1;
    this.focused = -1;
    /** @type {{kind: string, index: number}|null} */
    this.chosen = null;
    this.build(holder);
    this.stage = makeStage(this.picture);
    this.calls().fit();
    this.listenAll();
    this.refilter();
    this.settle();
  }

  get network() {
    return this.at >= 0 ? this.networks[this.at] : null;
  }

  calls() {
    return {
      find: (/** @type {string} */ text) => search(this.room, this.network, text),
      select: (/** @type {any} */ hit) => this.select(hit, true),
      zoom: (/** @type {number} */ by) => this.zoomBy(by),
      fit: () => {
        this.stage.fit();
        const { width, height } = this.stage.size;
        this.look(fitted(this.room.bounds, width, height, this.room.kind === "hall"));
      },
      release: () => this.release(),
      colour: (/** @type {string} */ mode) => {
        this.mode = mode;
        this.stage.drawFloor(this.shown());
        this.showLegend();
      },
      filter: (/** @type {any} */ change) => {
        Object.assign(this.filter, change);
        this.refilter();
      },
      drawAll: (/** @type {boolean} */ all) => {
        this.drawAll = all;
        if (all) this.chosen = null;
        this.refilter();
      },
      network: (/** @type {number} */ index) => {
        this.at = index;
        this.step = -1;
        this.chosen = null;
        this.refilter();
        this.redraw();
      },
    };
  }

  /** @param {HTMLElement} holder */
  build(holder) {
    const calls = this.calls();
    const tools = make("div", { class: "floor-tools" });
    const named = this.network ? "C000017, switch 3, A04-42, a cabinet" : "a cabinet";
    tools.append(searchBox(calls, this.id, named));
    tools.append(zoomButtons(calls));
    this.colours = choice("Colour cabinets by", modesOf(this.networks), calls.colour);
    this.colours.querySelector("select").value = this.mode;
    if (this.network) tools.append(this.colours);
    if (this.networks.length > 1) {
      const names = this.networks.map((one, i) => /** @type {[string, string]} */ ([String(i), one.title]));
      const shown = choice("Show", names, (value) => calls.network(Number(value)));
      shown.querySelector("select").value = String(this.at);
      tools.append(shown);
    }
    this.picture = make("div", {
      class: "floor-picture",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "floor plan",
      "aria-label": `Floor of ${this.room.name || "the room"}. ${HELP}`,
    });
    this.legend = make("div", {});
    this.panel = make("div", { class: "floor-panel" });
    this.status = make("p", { class: "floor-status", role: "status", "aria-live": "polite" });
    const side = make("div", { class: "floor-side" }, this.legend, this.panel);
    const body = make("div", { class: "floor-body" }, this.picture, side);
    this.filters = make("div", {});
    const all = make("div", { class: "floor" }, tools, this.filters);
    if (this.steps.length) all.append(stepBox(this.steps, (step) => this.goTo(step)));
    const keys = `${HELP} When the floor has the focus, the wheel zooms.`;
    const help = make("details", { class: "note" }, make("summary", {}, "Keys and pointer"), keys);
    all.append(body, this.status, help);
    if (this.network) {
      const all = this.hasWays ? "draw all, along the trays" : "draw all";
      this.drawAll = this.network.cableCount <= MOST_DRAWN;
      const given = { drawAll: this.drawAll, change: this.filter.change, all };
      this.filters.append(filterBox(this.networks, calls, given));
    }
    holder.classList.add("is-live");
    holder.append(all);
  }

  listenAll() {
    listen(this.picture, {
      view: () => this.view,
      least: () => this.least(),
      look: (view) => this.look(view),
      point: (x, y) => this.point(this.under(x, y, 0)),
      leave: () => this.point(-1),
      press: (x, y, touch) => {
        const at = this.under(x, y, touch ? 16 : 0);
        if (at < 0) this.release();
        else this.select({ kind: "cabinet", index: at }, false);
      },
      key: (key, shift) => this.key(key, shift),
    });
    this.picture.addEventListener("blur", () => {
      this.focused = -1;
      this.stage.drawOver(this.shown());
    });
    new ResizeObserver(() => {
      if (this.stage.fit()) this.calls().fit();
    }).observe(this.picture);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.stage.retheme();
      this.showLegend();
      this.redraw();
    });
  }

  /** @param {number} x @param {number} y @param {number} reach in pixels */
  under(x, y, reach) {
    const [atX, atY] = toFloor(this.view, x, y);
    return cabinetAt(this.room.cabinets, atX, atY, reach / this.view.scale);
  }

  least() {
    const { width, height } = this.stage.size;
    return fitted(this.room.bounds, width, height, false).scale / 2;
  }

  /** @param {number} factor */
  zoomBy(factor) {
    const { width, height } = this.stage.size;
    this.look(zoomed(this.view, factor, width / 2, height / 2, this.least()));
  }

  /** Show another part of the floor: quick layers at once, all cables when the movement stops.
   * @param {import("./view.js").View} view */
  look(view) {
    this.view = view;
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.stage.drawFloor(this.shown());
      this.stage.drawOver(this.shown());
      if (this.slow) this.stage.drawLines({ ...this.shown(), lines: [] });
      this.settle();
    });
  }

  settle() {
    clearTimeout(this.timer);
    const draw = () => {
      const began = performance.now();
      this.stage.drawLines(this.shown());
      this.slow = performance.now() - began > 25;
    };
    if (this.slow) this.timer = setTimeout(draw, 120);
    else draw();
  }

  redraw() {
    const shown = this.shown();
    this.stage.drawFloor(shown);
    this.stage.drawOver(shown);
    this.settle();
  }

  /** @returns {import("./stage.js").Shown} */
  shown() {
    const selected = this.chosen && this.chosen.kind === "cabinet" ? this.chosen.index : -1;
    const glance = this.chosen || (this.hovered >= 0 ? { kind: "cabinet", index: this.hovered } : null);
    return {
      room: this.room,
      network: this.network,
      view: this.view,
      mode: this.mode,
      lines: this.lines || [],
      chosen: this.step >= 0 ? this.atStep(glance) : glance && this.network ? [{ network: this.network, cables: this.cablesOf(glance) }] : [],
      selected: selected >= 0 ? selected : this.chosen ? this.cabinetOf(this.chosen) : -1,
      hovered: this.hovered,
      focused: this.focused,
      alone: glance !== null,
    };
  }

  /** @param {{kind: string, index: number}} hit @returns {number[]} */
  cablesOf({ kind, index }) {
    const network = this.network;
    if (!network) return [];
    if (kind === "cable") return [index];
    const own = network.cablesOf[this.cabinetOf({ kind, index })].filter((one) => passes(network, this.filter, one));
    if (kind === "cabinet") return own;
    const isHost = (/** @type {number} */ one) => one >= network.networkCables;
    if (kind === "server") return own.filter((one) => isHost(one) && network.b[one] === index);
    return own.filter((one) => network.a[one] === index || (!isHost(one) && network.b[one] === index));
  }

  /** The cables of a cabinet in place after the step, or those that the step changes.
   * @param {{kind: string, index: number}|null} glance */
  atStep(glance) {
    const { outAt, inAt } = this.timing;
    const touched = (/** @type {number[]} */ at) => at.flatMap((step, cable) => (step === this.step && step > 0 ? [cable] : []));
    if (!glance) return [outAt, inAt].map((at, i) => ({ network: this.networks[i], cables: touched(at) }));
    const place = this.cabinetOf(glance);
    return this.moment().map(({ network, cables }) => {
      const own = new Set(network.cablesOf[place]);
      return { network, cables: cables.filter((cable) => own.has(cable)) };
    });
  }

  /** @param {{kind: string, index: number}} hit @returns {number} */
  cabinetOf({ kind, index }) {
    const network = this.network;
    if (kind === "cabinet" || !network) return index;
    if (kind === "cable") return network.cabinetA[index];
    return (kind === "switch" ? network.switches : network.servers).cabinet[index];
  }

  /** @param {number} at cabinet, -1 for none */
  point(at) {
    if (at === this.hovered) return;
    this.hovered = at;
    this.picture.style.cursor = at < 0 ? "grab" : "pointer";
    this.stage.drawOver(this.shown());
    if (!this.chosen) this.showPanel(at, false);
  }

  /** @param {{kind: string, index: number}} hit @param {boolean} bring whether to pan until it is visible */
  select(hit, bring) {
    this.chosen = { kind: hit.kind, index: hit.index };
    this.focused = this.cabinetOf(hit);
    if (bring) this.bring(this.focused);
    this.stage.drawOver(this.shown());
    this.showPanel(this.focused, true);
  }

  release() {
    this.chosen = null;
    this.stage.drawOver(this.shown());
    this.showPanel(this.hovered, false);
  }

  /** Pan until a cabinet is visible. @param {number} at */
  bring(at) {
    const [x, y] = toScreen(this.view, this.room.cabinets.x[at], this.room.cabinets.y[at]);
    const { width, height } = this.stage.size;
    const inside = x > 20 && y > 20 && x < width - 20 && y < height - 20;
    if (!inside) this.look(moved(this.view, width / 2 - x, height / 2 - y));
  }

  /** @param {string} key @param {boolean} shift @returns {boolean} */
  key(key, shift) {
    const arrow = /** @type {Record<string, number[]>} */ (ARROWS)[key];
    if (arrow && shift) this.look(moved(this.view, -60 * arrow[0], -60 * arrow[1]));
    else if (arrow) this.walk(arrow[0], this.view.turned ? -arrow[1] : arrow[1]);
    else if (key === "Enter" || key === " ") this.focused >= 0 && this.select({ kind: "cabinet", index: this.focused }, true);
    else if (key === "Escape" && this.chosen) this.release();
    else if (key === "+" || key === "=") this.zoomBy(1.5);
    else if (key === "-") this.zoomBy(1 / 1.5);
    else if (key === "0") this.calls().fit();
    else return false;
    return true;
  }

  /** Go to the next cabinet in a direction. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    const { cabinets } = this.room;
    if (!cabinets.x.length) return;
    const { width, height } = this.stage.size;
    const middle = () => this.under(width / 2, height / 2, Infinity);
    this.focused = this.focused < 0 ? middle() : neighbour(cabinets, this.focused, dx, dy);
    this.bring(this.focused);
    this.stage.drawOver(this.shown());
    if (!this.chosen) this.showPanel(this.focused, false);
    this.say(spoken(cabinetFacts(this.room, this.network, this.focused, this.filter)));
  }

  refilter() {
    const network = this.network;
    this.cables = network ? chosenCables(network, this.filter) : [];
    if (this.step >= 0) this.lines = this.drawn(this.moment());
    else this.lines = network && this.mayDraw() ? [{ network, cables: this.cables }] : [];
    this.showLegend();
    this.showPanel(this.chosen ? this.cabinetOf(this.chosen) : -1, this.chosen !== null);
    if (this.view) {
      this.settle();
      this.stage.drawOver(this.shown());
    }
  }

  /** The cables drawn at a step: all, or with too many cables only those that the step changes.
   * @param {{network: import("./model.js").Network, cables: number[]}[]} moment */
  drawn(moment) {
    const total = moment.reduce((sum, { cables }) => sum + cables.length, 0);
    return this.drawAll || total <= MOST_DRAWN ? moment : [];
  }

  mayDraw() {
    return this.drawAll || (!isEverything(this.filter) && this.cables.length <= MOST_DRAWN);
  }

  /** The cables of both networks at the present step. */
  moment() {
    const { old, fresh } = inPlace(this.timing, this.step);
    const keep = (/** @type {number} */ at) => (/** @type {number} */ one) => passes(this.networks[at], this.filter, one);
    return [
      { network: this.networks[0], cables: old.filter(keep(0)) },
      { network: this.networks[1], cables: fresh.filter(keep(1)) },
    ];
  }

  /** @param {number} step */
  goTo(step) {
    this.step = step;
    this.at = step < this.steps.length ? 0 : 1;
    this.chosen = null;
    this.refilter();
    this.redraw();
    this.say(step ? stepText(this.steps[step - 1], this.steps.length) : "Before the first step.");
  }

  showLegend() {
    const { legend } = painted(this.room, this.network, this.mode, isDark());
    const theme = this.stage.theme();
    const items = [...legend, ...floorLegend(this.room, theme)].map((one) => ({ ...one, line: false }));
    if (this.network) {
      if (this.hasWays) items.push(...trayLegend(this.room, this.network, theme));
      const media = new Set(Array.from(this.network.medium));
      const words = ["copper cable", "optical cable", "cable"];
      const colours = [theme.copper, theme.optical, theme.unchosen];
      for (const code of [...media].sort()) items.push({ colour: colours[code], text: words[code], line: true });
      if (this.network.change) {
        for (const [name, text] of [["added", "added"], ["removed", "removed"], ["changed", "moved or other"]]) {
          items.push({ colour: theme[name], text: `cable ${text}`, line: true });
        }
      }
    }
    this.legend.replaceChildren(legendList(items));
  }

  /** @param {number} at cabinet, -1 for the whole floor @param {boolean} whole */
  showPanel(at, whole) {
    const scene = { room: this.room, network: this.network, filter: this.filter, select: this.calls().select };
    if (this.network && this.chosen && this.chosen.kind === "cable") {
      this.panel.replaceChildren(...cablePanel(scene, this.chosen.index));
      this.say(spokenCable(this.network, this.chosen.index));
    } else if (at >= 0) {
      this.panel.replaceChildren(...cabinetPanel(scene, at, whole));
      if (whole) this.say(spoken(cabinetFacts(this.room, this.network, at, this.filter)));
    } else {
      this.panel.replaceChildren(...floorPanel(scene, this.cables));
      this.say(this.hint());
    }
  }

  hint() {
    if (!this.network) return `${counted(this.room.cabinets.name.length, "cabinet")}.`;
    const drawn = this.lines.reduce((sum, { cables }) => sum + cables.length, 0);
    return cablesDrawn(this.filter, this.cables.length, drawn);
  }

  /** @param {string|null} text */
  say(text) {
    this.status.textContent = text || "";
  }
}
