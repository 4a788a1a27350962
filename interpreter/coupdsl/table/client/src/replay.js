// A game that is over, seen again: forth and back, with the eyes of any seat.
import { html, filled } from "./html.js";

/** `see({ seat, at })` asks for the table after `at` moves; `seat` is null for somebody who watches. `close` may be missing. */
export function Replay({ replay, names, words, see, close }) {
  const { scene, seat, at, last } = replay;
  const to = (wanted) => wanted !== at && see({ at: wanted });
  const step = (label, wanted, main) => html`<button type="button" class="answer" data-focus=${main ? "" : null}
    aria-disabled=${wanted === at ? "true" : null} onClick=${() => to(wanted)}>${label}</button>`;
  return html`<section class="asking replay" aria-label=${words.look_back}>
    <h2 id="question" tabindex="-1">${scene.question.text}${scene.result && ` ${scene.result.text}`}</h2>
    <div class="answers">${step(words.to_start, 0)}${step(words.earlier, Math.max(0, at - 1))}
      ${step(words.later, Math.min(last, at + 1), true)}${step(words.to_end, last)}
      ${close && html`<button type="button" class="answer" onClick=${close}>${words.close}</button>`}</div>
    <div class="viewing"><label>${filled(words.move_of, at, last)} <input type="range" min="0" max=${last} value=${at}
        onChange=${(event) => to(Number(event.target.value))} /></label>
      <label>${words.seen_by} <select onChange=${(event) => see({ seat: event.target.value === "" ? null : Number(event.target.value) })}>
        ${[...names.entries(), ["", words.watcher]].map(([number, name]) => html`<option value=${number}
          selected=${number === (seat ?? "")}>${name}</option>`)}</select></label></div></section>`;
}

/** The move to see when a key is pressed, if it is one of these. */
export const turned = (key, at, last) =>
  ({ ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(last, at + 1), Home: 0, End: last })[key];
