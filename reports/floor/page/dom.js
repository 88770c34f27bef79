/** Elements made by name; text is always text, never markup. */

/** @param {string} tag @param {Record<string, any>} [given] attributes, or `on...` functions by event
 * @param {...(Node|string)} inside @returns {any} */
export function make(tag, given = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...inside);
  return element;
}

/** A choice with its label. @param {string} text @param {[string, string][]} options value and text
 * @param {(value: string) => void} chosen @returns {any} */
export function choice(text, options, chosen) {
  const select = make(
    "select",
    { onchange: (/** @type {any} */ event) => chosen(event.target.value) },
    ...options.map(([value, said]) => make("option", { value }, said)),
  );
  return make("label", {}, make("span", {}, text), select);
}

/** A table with a heading for each column and row. @param {string} caption @param {string[]} heads
 * @param {(string|Node)[][]} rows @returns {any} */
export function table(caption, heads, rows) {
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const body = rows.map(([first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((cell) => make("td", {}, cell))),
  );
  return make("table", {}, make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
}
