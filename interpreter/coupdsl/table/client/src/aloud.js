// Sentences for who listens: cards in full words, and each line an end.
import { html } from "./html.js";

const ENDED = /[.?!:;…]$/;
const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What puts in full what is written short; `faces` says how each is read. */
export function reading(faces) {
  const short = Object.keys(faces).sort((one, other) => other.length - one.length).map(quoted);
  if (!short.length) return (text) => text;
  const one = `(?<![\\p{L}\\d])(?:${short.join("|")})(?![\\p{L}\\d])`;
  const [found, between] = [new RegExp(one, "gu"), new RegExp(`(?<=${one}) (?=${one})`, "gu")];
  return (text) => text.replace(between, ", ").replace(found, (face) => faces[face]);
}

export const aloud = (lines, full) =>
  lines.map((line) => line.replace(/^- /, "")).map((line) => full(ENDED.test(line) ? line : `${line}.`)).join(" ");

/** A line that is seen with the signs of cards, and read in words. */
export function Line({ text, full }) {
  const said = full(text);
  return said === text ? text : html`<span aria-hidden="true">${text}</span><span class="unseen">${said}</span>`;
}
