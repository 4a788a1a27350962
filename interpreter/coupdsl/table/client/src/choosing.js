// How a move is chosen part by part. Each choice is made of parts, each of them a group of keys such as `piece:QS`.
// Picked is a list of groups, each with whether it was named whole (by a button) or is one key clicked on the table.

const keysOf = (choice) => choice.parts.flat();
const name = (group) => (group || []).join("+");

/** The first part in which choices differ; none where they do not. */
function differing(choices) {
  const longest = Math.max(0, ...choices.map((choice) => choice.parts.length));
  for (let at = 0; at < longest; at++)
    if (choices.some((choice) => name(choice.parts[at]) !== name(choices[0].parts[at]))) return at;
  return null;
}

/** The groups of the first part in which choices differ. */
export function offers(choices) {
  const at = differing(choices);
  if (at === null) return [];
  return [...new Map(choices.map((choice) => [name(choice.parts[at]), choice.parts[at] || []])).values()];
}

/** The choices that a picked group leaves: what is asked next comes first, so that a way and the way back are told apart. */
function narrowed(choices, [group, whole]) {
  const at = differing(choices);
  const named = at === null ? [] : choices.filter((choice) => name(choice.parts[at]) === name(group));
  // A click on one card of a set is only its beginning.
  const ofSets = named.length > 0 && choices.some((choice) => (choice.parts[at] || []).length > 1);
  if (named.length && (whole || !ofSets)) return named;
  return choices.filter((choice) => group.every((key) => keysOf(choice).includes(key)));
}

export const remaining = (choices, picked) => picked.reduce(narrowed, choices);

/** Every key that makes a difference now. */
export function open(choices) {
  const found = new Set(offers(choices).flat());
  for (const key of choices.flatMap(keysOf))
    if (choices.length === 1 || !choices.every((choice) => keysOf(choice).includes(key))) found.add(key);
  return found;
}

/** What is settled already, as every choice has it, such as the cell that a question is about. */
export const settled = (choices) =>
  choices.length < 2 ? [] : keysOf(choices[0]).filter((key) => !key.startsWith("word:") && choices.every((choice) => keysOf(choice).includes(key)));

/** What a group that is picked comes to: a move, if it is plain, and else what is picked now. */
export function pick(choices, picked, group, whole) {
  const now = [...picked, [group, whole]];
  const left = remaining(choices, now);
  if (left.length === 1) return { move: left[0].move, picked: [] };
  // One more of a set is picked even if it is in all that are left: one of those may then be whole.
  const isMore = !group.every((key) => picked.some(([keys]) => keys.includes(key))) && offers(left).some((one) => one.length > 1);
  return { move: null, picked: left.length && (left.length < remaining(choices, picked).length || isMore) ? now : picked };
}

/** What was picked: as all moves that are left begin, if that says it, so that one reads what comes next. */
export function soFar(left, picked, called) {
  const begun = beginning(left.map((choice) => choice.label));
  const coming = beginning(offers(left).map((group) => group.map(called).join(" "))); // such as the "Seat" of all seats
  if (coming.length && begun.slice(-coming.length).join(" ") === coming.join(" ")) begun.splice(-coming.length);
  const names = picked.map(called);
  return wordsOf(names.join(" ")).every((word) => begun.includes(word)) ? [...begun, "…"].join(" ") : names.join(", ");
}

const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** The words with which all texts begin. */
function beginning(texts) {
  const [first = [], ...others] = texts.map(wordsOf);
  const unlike = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return unlike < 0 ? first : first.slice(0, unlike);
}

/** Of the choices that are left, the sets of which all is picked: such as three of four that are alike. */
export const wholes = (left, keys) => offers(left).filter((group) => group.length > 1 && group.every((key) => keys.includes(key)));

/** The digits of a group that is a number; else null. */
export const written = (group) => (group.length === 1 && group[0].startsWith("number:") ? group[0].slice(7) : null);

/** The numbers of offers that are all numbers, in order; else none. */
export function numbers(groups) {
  const found = groups.map(written);
  return found.includes(null) ? [] : found.map(Number).sort((one, other) => one - other);
}
