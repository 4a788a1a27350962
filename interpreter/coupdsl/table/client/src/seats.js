// Who sits at the table, with what lies before them.
import { html } from "./html.js";
import { around } from "./places.js";
import { Zone } from "./pieces.js";

export function Amounts({ amounts, words }) {
  if (!amounts || !amounts.length) return null;
  return html`<dl class="amounts">${amounts.map((one) => html`<div key=${one.name} class=${one.text ? "" : "flag"}>
    <dt>${one.kind && html`<i class=${`token ${one.kind}`} aria-hidden="true"></i>`}${one.label}</dt>${one.text && html`<dd>${one.text}</dd>`}
    ${one.stated && html`<dd class="stated">${one.stated.join(words.apart)}</dd>`}</div>`)}</dl>`;
}

/** Everybody but the viewer, in turn order, so that on a wide screen they sit around the middle. */
export function Others({ seats, words, drawn }) {
  return html`<section class="others" aria-label=${words.seats}>${around(seats).map(([side, sitting]) => html`<div key=${side}
    class=${`side ${side}`}>${sitting.map(drawn)}</div>`)}</section>`;
}

export function Seat({ seat, zones, table, names, won }) {
  const key = `seat:${seat.number}`;
  const can = table.can(key);
  const tags = [...(seat.tags || []), seat.acts ? table.words.waits : seat.waited_for ? table.words.has_not_answered : "",
    won ? table.words.winner : ""].filter(Boolean);
  const name = html`<span class="name">${seat.name}</span>`;
  return html`<section class=${`seat ${seat.acts ? "acts" : ""} ${won ? "won" : ""}`} aria-label=${seat.name}>
    <header><h2>${can
      ? html`<button type="button" class=${`can ${table.picked(key) ? "picked" : ""}`} data-key=${key} onClick=${() => table.pick([key])}>${name}</button>`
      : name}</h2>${seat.team && html`<span class="team">${seat.team}</span>`}
      ${tags.map((tag) => html`<span class="tag">${tag}</span>`)}</header>
    <${Amounts} amounts=${seat.amounts} words=${table.words} />
    <div class="zones">${zones.map((zone) => html`<${Zone} key=${zone.key} zone=${zone} table=${table} names=${names} />`)}</div>
  </section>`;
}
