// The sentences in the middle of the table.
const NEWEST = 12;
const BESIDE = 4; // with those of moves before

/** What stands in the middle: what the last move came to, after moves that are seen nowhere else, as nothing went anywhere.
 *
 * Of a hand that has ended it is what that came to, and not how the next one begins.
 */
export function shown(steps) {
  const last = steps.length - 1;
  const told = (at) => steps[at].sentences || [];
  if (last < 1) return []; // how the game began is seen
  const next = told(last).findIndex(([kind]) => kind === "head");
  let found = next > 0 ? told(last).slice(0, next) : told(last);
  for (let at = last - 1; at > 0 && !steps[at].moved && found.length + told(at).length <= BESIDE; at--) found = [...told(at), ...found];
  return found.slice(-NEWEST);
}
