// Makes the tables of a page sortable by column and filterable by text. Without it they are plain tables.

const FEWEST_TO_SORT = 3, FEWEST_TO_FILTER = 12;
const SCALES = { thousand: 1e3, k: 1e3, million: 1e6, M: 1e6 };
const NUMBER = /^(?:less than |about |at most |at least )?([+\-\u2212]?\d[\d,]*(?:\.\d+)?)(?:[ \u00a0]?(thousand|million|k|M)\b)?/;
const UPPER = /(?: to |\u2013|\u2026)([+\-\u2212]?\d[\d,]*(?:\.\d+)?)/;
const DATE = /^\d{4}-\d\d-\d\d/;
const SUM = /^(total|sum)\b/i;

const plain = (text) => Number(text.replace(/,/g, "").replace("\u2212", "-"));

/** The number in a cell and the end of its range, or null. */
function figure(text) {
  const found = DATE.test(text) ? null : NUMBER.exec(text);
  if (!found) return null;
  const upper = UPPER.exec(text.slice(found[0].length));
  const low = plain(found[1]) * (SCALES[found[2]] ?? 1);
  return [low, upper ? plain(upper[1]) : low];
}

/** The first line of a cell; a dash is empty. */
function cellText(row, place) {
  const cell = row.cells[place];
  const text = (cell?.firstChild?.textContent ?? "").trim();
  return /^[-\u2013\u2014]?$/.test(text) ? "" : text;
}

/** Rows sorted by a column; empty cells, and texts among numbers, are last in both directions. */
function ordered(rows, place, descending) {
  const texts = new Map(rows.map((row) => [row, cellText(row, place)]));
  const figures = new Map(rows.map((row) => [row, figure(texts.get(row))]));
  const filled = rows.filter((row) => texts.get(row));
  const numeric = 2 * filled.filter((row) => figures.get(row)).length > filled.length;
  const known = (row) => (numeric ? figures.get(row) !== null : texts.get(row) !== "");
  const compare = numeric
    ? (a, b) => figures.get(a)[0] - figures.get(b)[0] || figures.get(a)[1] - figures.get(b)[1]
    : (a, b) => texts.get(a).localeCompare(texts.get(b), "en", { numeric: true });
  const sign = descending ? -1 : 1;
  const sorted = rows.filter(known).sort((a, b) => sign * compare(a, b));
  return [...sorted, ...rows.filter((row) => !known(row))];
}

function makeSortable(table, rows, sums) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.setAttribute("aria-sort", "none");
    button.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
      heads.forEach((one) => one.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", next);
      const shown = next === "none" ? rows : ordered(rows, place, next === "descending");
      table.tBodies[0].append(...shown, ...sums);
    });
  });
}

function makeFilter(table, rows) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("output");
  label.className = "filter";
  input.type = "search";
  label.append("Filter rows ", input, " ", count);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row) => {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    });
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  });
  table.closest(".table").prepend(label);
}

for (const table of document.querySelectorAll(".table table")) {
  const all = [...table.tBodies[0].rows];
  const sums = all.filter((row) => SUM.test(cellText(row, 0)));
  const rows = all.filter((row) => !sums.includes(row));
  if (rows.length >= FEWEST_TO_SORT) makeSortable(table, rows, sums);
  if (rows.length >= FEWEST_TO_FILTER) makeFilter(table, rows);
}
