// The question, with a button for each answer that cannot be given by a click on the table.
import { html, filled } from "./html.js";
import { numbers, offers, soFar, wholes, written } from "./choosing.js";

const MANY = 12; // numbers; more are asked for in a field

export function Question({ scene, left, picked, table, onTable }) {
  const { question } = scene;
  const { words } = table;
  const groups = offers(left);
  const counted = numbers(groups);
  const shown = left.length === 1 ? [left[0].parts.flat()] : [...groups.filter((group) => !group.length || !group.every(onTable)), ...wholes(left, picked)];
  const keys = digits(shown);
  const label = (group) => left.length === 1
    ? left[0].label
    : left.filter((choice) => choice.parts.some((part) => part.join("+") === group.join("+"))).length === 1
      ? left.find((choice) => choice.parts.some((part) => part.join("+") === group.join("+"))).label
      : group.map((key) => (question.called || {})[key] || key.split(":")[1]).join(" ");
  const stated = (group) => group.map((key) => (question.stated || {})[key]).filter(Boolean).join(", ");
  return html`<section class="asking" aria-label=${words.choices}>
    <h2 id="question" tabindex="-1">${question.text}</h2>
    ${!picked.length && table.settled.length > 0 && html`<p class="about">${table.settled.map((key) => (question.called || {})[key] || key).join(", ")}</p>`}
    ${picked.length > 0 && html`<p class="so-far">${soFar(left, picked, (key) => (question.called || {})[key] || key)}
      <button type="button" class="plain" onClick=${table.back}>${words.back}</button>${!shown.length && ` ${words.go_on}`}</p>`}
    ${counted.length > MANY
      ? html`<${Field} counted=${counted} table=${table} />`
      : html`<div class="answers">${shown.map((group, at) => html`<button type="button" key=${group.join("+")} class="answer can" data-key=${group.join("+")}
          aria-label=${stated(group) ? `${label(group)}, ${stated(group)}` : null}
          data-nth=${keys[at]} onClick=${() => table.pick(group, true)}>${keys[at] && html`<kbd aria-hidden="true">${keys[at]}</kbd>`}<span>${label(group)}${
            stated(group) && html`<small>${stated(group)}</small>`}</span></button>`)}</div>`}
  </section>`;
}

/** The digit that chooses each answer: its own number where answers are about such, so that 3 never bids what is third. */
function digits(groups) {
  const own = groups.map(written).filter((one) => one !== null && one.length === 1);
  const left = [..."123456789"].filter((one) => !own.includes(one));
  return groups.map((group) => {
    const one = own.length ? written(group) : null;
    return one === null ? left.shift() : one.length === 1 ? one : null;
  });
}

function Field({ counted, table }) {
  const [least, most] = [counted[0], counted[counted.length - 1]];
  const send = (event) => {
    event.preventDefault();
    const wanted = Number(new FormData(event.target).get("amount"));
    if (counted.includes(wanted)) table.pick([`number:${wanted}`], true);
  };
  return html`<form class="amount" onSubmit=${send}><label>${table.words.amount} <small>${filled(table.words.from_to, least, most)}</small>
    <input name="amount" type="number" required min=${least} max=${most} step=${counted[1] - counted[0]} /></label>
    <button type="submit">${table.words.send}</button></form>`;
}
