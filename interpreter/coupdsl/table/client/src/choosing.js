// How a move is chosen part by part. Each choice is made of parts, each of them a group of keys such as `piece:QS`.
// What was picked so far is a list of keys; nothing is sent before one choice alone holds all of them.

export const keysOf = (choice) => choice.parts.flat();

/** The choices that hold everything picked. */
export const remaining = (choices, picked) =>
  choices.filter((choice) => picked.every((key) => keysOf(choice).includes(key)));

/** What of a choice is not settled by the others that remain: the groups of the first part in which they differ. */
export function offers(choices) {
  const longest = Math.max(0, ...choices.map((choice) => choice.parts.length));
  for (let at = 0; at < longest; at++) {
    const groups = new Map(choices.map((choice) => [(choice.parts[at] || []).join("+"), choice.parts[at] || []]));
    if (groups.size > 1) return [...groups.values()];
  }
  return [];
}

/** Every key that still makes a difference. */
export function open(choices) {
  const found = new Set();
  for (const choice of choices) for (const key of keysOf(choice)) found.add(key);
  if (choices.length > 1)
    for (const key of [...found]) if (choices.every((choice) => keysOf(choice).includes(key))) found.delete(key);
  return found;
}

/** Adds a group; the move it comes to, if it is plain, and else what is picked now. */
export function pick(choices, picked, group) {
  const now = [...picked, ...group.filter((key) => !picked.includes(key))];
  let left = remaining(choices, now);
  // Of sets of which one holds the other, the smaller is meant where it was named whole.
  const exact = left.filter((choice) => choice.parts.some((part) => part.join("+") === group.join("+")));
  if (group.length > 1 && exact.length) left = exact;
  return left.length === 1 ? { move: left[0].move, picked: [] } : { move: null, picked: left.length ? now : picked };
}

/** The numbers of offers that are all numbers, in order; else none. */
export function numbers(groups) {
  if (!groups.length || !groups.every((group) => group.length === 1 && group[0].startsWith("number:"))) return [];
  return groups.map((group) => Number(group[0].slice(7))).sort((one, other) => one - other);
}
