/** Colours that encode data: stepped scales, groups, and readable text on them. */

/** From low to high, on a light page and on a dark one. */
const RAMPS = {
  light: ["#e3eef9", "#bcd7ee", "#85b8de", "#4a90c4", "#1d659f", "#0b3d6b"],
  dark: ["#1d2f42", "#24506f", "#2b719a", "#4c97c3", "#86bfe2", "#cfe7f7"],
};
/** For groups: told apart also by people who see few colours, then around the colour wheel. */
const GROUPS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#882255"];
/** Shared by groups that a legend does not name. */
export const OTHER_GROUPS = "#c9b79c";

/** Steps of 1, 2 or 5 times a power of ten, at most five up to a value.
 * @param {number} most @returns {number[]} upper ends, the last at or above the value */
export function naturalSteps(most) {
  if (!(most > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(most / 5));
  const factor = [1, 2, 5, 10].find((one) => one * power * 5 >= most * (1 - 1e-9)) || 10;
  const step = factor * power;
  const ends = [];
  for (let i = 1; (i - 1) * step < most * (1 - 1e-9); i += 1) ends.push(Number((i * step).toPrecision(12)));
  return ends;
}

/** The step that a value falls in: 0 for nothing, then 1 to the number of steps.
 * @param {number} value @param {number[]} ends */
export function stepOf(value, ends) {
  if (!(value > 0)) return 0;
  const found = ends.findIndex((end) => value <= end * (1 + 1e-9));
  return found < 0 ? ends.length : found + 1;
}

/** @param {number} step @param {boolean} dark */
export function rampColour(step, dark) {
  const ramp = RAMPS[dark ? "dark" : "light"];
  return ramp[Math.min(step, ramp.length - 1)];
}

/** @param {number} group */
export function groupColour(group) {
  if (group < GROUPS.length) return GROUPS[group];
  return hslColour((group * 137.508) % 360, 0.55, group % 2 ? 0.42 : 0.66);
}

/** @param {number} hue @param {number} saturation @param {number} light @returns {string} */
export function hslColour(hue, saturation, light) {
  const reach = saturation * Math.min(light, 1 - light);
  return `#${[0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value).toString(16).padStart(2, "0");
  }).join("")}`;
}

/** Relative luminance by WCAG 2.2. @param {string} colour as #rrggbb */
export function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours by WCAG 2.2, 1 to 21. @param {string} one @param {string} other */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever is read better on a colour. @param {string} colour */
export function letterColour(colour) {
  return contrast(colour, "#000000") >= contrast(colour, "#ffffff") ? "#000000" : "#ffffff";
}
