// The question, with a button for each answer that cannot be given by a click on the table.
import { html, filled } from "./html.js";
import { numbers, offers } from "./choosing.js";

const MANY = 12; // numbers; more are asked for in a field

export function Question({ scene, left, picked, table, onTable }) {
  const { question } = scene;
  const { words } = table;
  const groups = offers(left);
  const counted = numbers(groups);
  const shown = left.length === 1 ? [left[0].parts.flat()] : groups.filter((group) => !group.length || !group.every(onTable));
  const label = (group) => left.length === 1
    ? left[0].label
    : left.filter((choice) => choice.parts.some((part) => part.join("+") === group.join("+"))).length === 1
      ? left.find((choice) => choice.parts.some((part) => part.join("+") === group.join("+"))).label
      : group.map((key) => (question.called || {})[key] || key.split(":")[1]).join(" ");
  const stated = (group) => group.map((key) => (question.stated || {})[key]).filter(Boolean).join(", ");
  return html`<section class="asking" aria-label=${words.choices}>
    <h2 id="question" tabindex="-1">${question.text}</h2>
    ${picked.length > 0 && html`<p class="so-far">${picked.map((key) => (question.called || {})[key] || key).join(", ")}
      <button type="button" class="plain" onClick=${table.back}>${words.back}</button></p>`}
    ${counted.length > MANY
      ? html`<${Field} counted=${counted} table=${table} />`
      : html`<div class="answers">${shown.map((group, at) => html`<button type="button" key=${group.join("+")} class="answer can" data-key=${group.join("+")}
          data-nth=${at + 1} onClick=${() => table.pick(group, true)}>${at < 9 && html`<kbd aria-hidden="true">${at + 1}</kbd>`}<span>${label(group)}${
            stated(group) && html`<small>${stated(group)}</small>`}</span></button>`)}</div>`}
  </section>`;
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
