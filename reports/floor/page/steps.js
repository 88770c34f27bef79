/**
 * A floor at one moment of a migration.
 *
 * The first network is the old one, the second the new one. The document gives the step in which every cable
 * is unplugged (old) or plugged in (new): 0 for a cable that stays, which is drawn as an old one.
 */

/** The cables of both networks that are in place after a step.
 * @param {{outAt: number[], inAt: number[]}} timing @param {number} step 0 is before the first step
 * @returns {{old: number[], fresh: number[]}} */
export function inPlace(timing, step) {
  const old = [];
  const fresh = [];
  timing.outAt.forEach((at, cable) => {
    if (at === 0 || at > step) old.push(cable);
  });
  timing.inAt.forEach((at, cable) => {
    if (at > 0 && at <= step) fresh.push(cable);
  });
  return { old, fresh };
}

/** A step as a sentence: action and place.
 * @param {{number: number, batch: number, action: string, items: string[], from: string, to: string, links: number}} step
 * @param {number} of */
export function stepText(step, of) {
  const shown = step.items.slice(0, 4).join(", ");
  const more = step.items.length > 4 ? ` and ${step.items.length - 4} more` : "";
  const isCable = step.action === "plug" || step.action === "unplug";
  const where = isCable
    ? step.from && ` between ${step.from} and ${step.to}`
    : `${step.from && ` from ${step.from}`}${step.to && ` to ${step.to}`}`;
  const what = isCable ? "cable " : step.items.length > 1 ? "switches " : "switch ";
  return (
    `Step ${step.number} of ${of}, batch ${step.batch}: ${step.action} ${what}${shown}${more}${where}. ` +
    `Every bisection keeps at least ${step.links} links.`
  );
}
