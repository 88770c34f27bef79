import { choice, make } from "./dom.js";
import { filterOptions } from "./filters.js";
import { CHANGES, MEDIA } from "./model.js";

/**
 * What the controls above the floor call.
 *
 * @typedef {object} Calls
 * @property {(text: string) => import("./search.js").Hit[]} find
 * @property {(hit: import("./search.js").Hit) => void} select
 * @property {() => void} release what is selected
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {(mode: string) => void} colour
 * @property {(change: Partial<import("./filters.js").Filter>) => void} filter
 * @property {(all: boolean) => void} drawAll
 * @property {(index: number) => void} network
 */

/** Search by name. @param {Calls} calls @param {string} id @param {string} named what may be searched for */
export function searchBox(calls, id, named) {
  const found = make("ul", { class: "floor-hits", id: `${id}-hits`, hidden: true });
  const said = make("p", { class: "floor-none", role: "status" });
  const take = (/** @type {import("./search.js").Hit} */ hit) => {
    found.hidden = true;
    calls.select(hit);
  };
  const show = (/** @type {string} */ text) => {
    const hits = calls.find(text);
    found.replaceChildren(
      ...hits.map((hit) => make("li", {}, make("button", { type: "button", onclick: () => take(hit) }, hit.text))),
    );
    found.hidden = !hits.length;
    const nothing = text.trim() && !hits.length;
    said.textContent = nothing ? "no match" : "";
    if (nothing) calls.release();
    return hits;
  };
  const input = make("input", {
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: named,
    oninput: () => show(input.value),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") {
        found.hidden = true;
        calls.release();
      }
      if (event.key !== "Enter") return;
      const [first] = show(input.value);
      if (first) take(first);
    },
  });
  return make("div", { class: "floor-search" }, make("label", {}, make("span", {}, "Find"), input), found, said);
}

/** @param {Calls} calls */
export function zoomButtons(calls) {
  /** @param {string} text @param {string} name @param {() => void} act */
  const button = (text, name, act) => make("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);
  return make(
    "div",
    { class: "floor-zoom", role: "group", "aria-label": "Zoom" },
    button("+", "Zoom in", () => calls.zoom(1.5)),
    button("−", "Zoom out", () => calls.zoom(1 / 1.5)),
    button("Fit", "Show the whole floor", calls.fit),
  );
}

/** @param {import("./model.js").Network[]} networks all that are shown in turn @param {Calls} calls
 * @param {{drawAll: boolean, change: number, all: string}} given what is chosen at first, and words */
export function filterBox(networks, calls, { drawAll, change, all }) {
  const fields = [];
  const { media, groups, parts, change: changes, servers } = filterOptions(networks);
  if (media.length > 1) {
    const options = media.map((code) => /** @type {[string, string]} */ ([String(code), MEDIA[code]]));
    fields.push(choice("Medium", [["-1", "any"], ...options], (value) => calls.filter({ medium: Number(value) })));
  }
  if (changes) {
    const options = CHANGES.map((text, i) => /** @type {[string, string]} */ ([String(i), text]));
    const any = /** @type {[string, string][]} */ ([["-1", "any"], ["-2", "all that change"]]);
    const field = choice("Change", [...any, ...options], (value) => calls.filter({ change: Number(value) }));
    field.querySelector("select").value = String(change);
    fields.push(field);
  }
  fields.push(lengthField("Length from (m)", (mm) => calls.filter({ leastMm: mm ?? 0 })));
  fields.push(lengthField("to (m)", (mm) => calls.filter({ mostMm: mm ?? Infinity })));
  if (groups.length) {
    const options = groups.map((group) => /** @type {[string, string]} */ ([String(group), `group ${group}`]));
    fields.push(choice("Group", [["-1", "any"], ...options], (value) => calls.filter({ group: Number(value) })));
  }
  if (parts.length > 1) {
    const options = parts.map((part) => /** @type {[string, string]} */ ([part, part]));
    fields.push(choice("Part", [["", "any"], ...options], (value) => calls.filter({ part: value })));
  }
  if (servers) {
    const kinds = /** @type {[string, string][]} */ ([["all", "any"], ["switches", "between switches"], ["servers", "to servers"]]);
    fields.push(choice("Connects", kinds, (value) => calls.filter({ kind: value })));
  }
  const tick = make("input", {
    type: "checkbox",
    checked: drawAll,
    onchange: (/** @type {any} */ event) => calls.drawAll(event.target.checked),
  });
  fields.push(make("label", { class: "floor-tick" }, tick, make("span", {}, all)));
  return make("fieldset", { class: "floor-filters" }, make("legend", {}, "Links"), ...fields);
}

/** @param {string} text @param {(mm: number|null) => void} given */
function lengthField(text, given) {
  const input = make("input", {
    type: "number",
    min: "0",
    step: "any",
    inputmode: "decimal",
    oninput: () => given(input.value === "" || !(Number(input.value) >= 0) ? null : 1000 * Number(input.value)),
  });
  return make("label", {}, make("span", {}, text), input);
}

/** A slider through the steps of a migration. @param {any[]} steps @param {(step: number) => void} go */
export function stepBox(steps, go) {
  const last = steps.length;
  const said = make("output", {});
  const set = (/** @type {number} */ to) => {
    slider.value = String(Math.min(Math.max(to, 0), last));
    said.textContent = slider.value === "0" ? "Before the first step" : `${slider.value} of ${last}`;
    go(Number(slider.value));
  };
  const slider = make("input", {
    type: "range",
    min: "0",
    max: String(last),
    value: "0",
    "aria-label": "Step of the migration",
    oninput: () => set(Number(slider.value)),
  });
  const back = make("button", { type: "button", onclick: () => set(Number(slider.value) - 1) }, "Back");
  const on = make("button", { type: "button", onclick: () => set(Number(slider.value) + 1) }, "Next");
  said.textContent = "Before the first step";
  return make("div", { class: "floor-steps" }, make("span", {}, "Migration"), back, slider, on, said);
}

/** @param {{colour: string, text: string, line?: boolean}[]} items */
export function legendList(items) {
  return make(
    "ul",
    { class: "floor-legend", "aria-label": "Key" },
    ...items.map(({ colour, text, line }) => {
      const swatch = make("span", { class: line ? "floor-line" : "floor-swatch", "aria-hidden": "true" });
      if (colour) swatch.style.background = colour;
      return make("li", {}, swatch, text);
    }),
  );
}
