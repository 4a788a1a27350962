// Pieces, zones and boards. `table` knows what can be chosen: `can(key)`, `picked(key)`, `pick(key)` and `ask(name)`.
import { useState } from "preact/hooks";
import { html, filled } from "./html.js";
import { counted, number } from "./counting.js";
import { Picture } from "./pictures.js";
import { before, laid } from "./places.js";

/** What its fields tell, and what is kept for it besides. */
const notesOf = (piece) => [...(piece.notes || []), ...(piece.kept || [])];

const spoken = (piece, words) => [
  piece.said || piece.label || words.hidden,
  number(piece) > 0 ? `× ${number(piece)}` : "",
  ...notesOf(piece),
].filter(Boolean).join(", ");

/** All whose face is known, those of runs as well. */
export const piecesOf = (zone) => [...(zone.pieces || []), ...(zone.lines || []).flatMap(([, line]) => line)].filter(Boolean);

/** What it is drawn as: card, coin, die, marker or meeple. */
const kindOf = (thing) => thing.kind || "card";

function Face({ piece, picture }) {
  if (!piece.name && !piece.label) return html`<span class="back" aria-hidden="true"></span>`;
  if (piece.rank)
    return html`<span class="corner">${piece.rank}<i>${piece.sign}</i></span>${picture
      ? html`<${Picture} face=${picture} />` : html`<span class="centre" aria-hidden="true">${piece.sign}</span>`}`;
  return html`${piece.sign && html`<span class="centre" aria-hidden="true">${piece.sign}</span>`}${!(piece.sign && kindOf(piece) === "die") && html`<span class="named">${piece.label}</span>`}`;
}

export function Piece({ piece, table, below, lies, unseen }) {
  const key = piece.name && `piece:${piece.name}`;
  const can = key && table.can(key);
  const kind = ["piece", !piece.name && !piece.label && unseen ? unseen : kindOf(piece), piece.colour && `colour-${piece.colour}`,
    !piece.name && !piece.label && "unknown", can && "can", key && table.picked(key) && "picked"].filter(Boolean).join(" ");
  const inside = html`<${Face} piece=${piece} picture=${piece.name && table.picture(piece.name)} />${number(piece) > 0 && html`<b class="many">${number(piece)}</b>`}
    ${notesOf(piece).map((note) => html`<small class="note">${note}</small>`)}`;
  const drawn = can || (key && table.asks)
    ? html`<button type="button" class=${kind} data-sign=${piece.sign} aria-disabled=${can ? null : "true"} aria-pressed=${can || table.picked(key) ? String(table.picked(key)) : null}
        aria-label=${spoken(piece, table.words)} data-key=${key} onClick=${() => (can ? table.pick([key]) : table.ask(piece.name))}>${inside}</button>`
    : html`<span class=${kind} data-sign=${piece.sign} role="img" aria-label=${spoken(piece, table.words)}>${inside}</span>`;
  return below ? html`<figure style=${lies}>${drawn}<figcaption>${below}</figcaption></figure>` : drawn;
}

function Stack({ count, said, kind }) {
  return html`<span class="stack" role="img" aria-label=${said}>
    <span class=${`piece ${kind} unknown`}><span class="back"></span></span><b class="many">${count}</b></span>`;
}

/** Backs side by side, as many as there are. */
function Backs({ count, said, kind }) {
  return html`<span class="backs" role="img" aria-label=${said}>${Array.from({ length: count }, () => html`<span class=${`piece ${kind} unknown`}>
    <span class="back"></span></span>`)}</span>`;
}

export function Zone({ zone, table, names }) {
  const { words } = table;
  const [otherwise, sort] = useState(false);
  const resorted = zone.resorted || [];
  const pieces = otherwise && resorted.length ? resorted.map((at) => zone.pieces[at]) : zone.pieces || [];
  const unseen = zone.unseen || 0;
  const kind = kindOf(zone);
  const elsewhere = zone.owner != null && (zone.place === "middle" || zone.place === "aside");
  const cleared = zone.cleared || [];
  const named = cleared.length ? filled(words.just_taken, zone.label) : zone.label;
  const label = elsewhere ? filled(words.of, names[zone.owner], named) : named;
  const key = (piece, at) => piece.name || `${piece.label}-${at}`;
  const drawn = (piece, at, table) => html`<${Piece} key=${key(piece, at)} piece=${piece} table=${table} unseen=${kind}
    below=${piece.by == null ? null : names[piece.by]} lies=${piece.by == null ? null : before(piece.by, table.viewer, names.length)} />`;
  if (zone.form === "count")
    return html`<p class="tally">${label} <b>${unseen}</b></p>`;
  const content = zone.form === "stack"
    ? pieces.length
      ? html`<span class="stack open"><${Piece} piece=${pieces[0]} table=${table} />${unseen > 0 && html`<b class="many" aria-hidden="true">${unseen + 1}</b>
          <span class="unseen">${filled(words.beneath, unseen)}</span>`}</span>`
      : html`<${Stack} count=${unseen} said=${filled(words.of, label, unseen)} kind=${kind} />`
    : html`${(zone.lines || []).map(([name, line]) => html`<div class="run" key=${name}><span class="of">${name}</span>
          ${line.map((piece, at) => (piece ? html`<${Piece} key=${key(piece, at)} piece=${piece} table=${table} />` : html`<span class="gap"></span>`))}</div>`)}
        ${pieces.map((piece, at) => drawn(piece, at, table))}
        ${cleared.map((piece, at) => drawn(piece, at, { ...table, can: () => false, asks: false }))}
        ${unseen > 0 && html`<${zone.form === "fan" || kind === "die" ? Backs : Stack} count=${unseen} said=${pieces.length ? filled(words.unseen_more, unseen) : `${unseen} ${words.hidden}`} kind=${kind} />`}
        ${!pieces.length && !unseen && !cleared.length && !(zone.lines || []).length && html`<span class="empty">${words.empty}</span>`}`;
  if (zone.form === "pile") {
    const [count, markers] = counted(zone);
    const asked = pieces.some((piece) => piece.name && table.can(`piece:${piece.name}`));
    return html`<details class="zone pile" open=${asked}><summary>${label} <b>${count}</b>${markers.map(([marker, many]) => html`, ${marker} <b>${many}</b>`)}</summary><div class="lying">${content}</div></details>`;
  }
  return html`<div class=${`zone ${zone.form} ${cleared.length ? "cleared" : ""}`} role="group" aria-label=${label}>
    <h3>${label}</h3>${resorted.length > 0 && html`<button type="button" class="plain sort" onClick=${() => sort(!otherwise)}>${words.resort}</button>`}<div class="lying" style=${zone.form === "trick" ? laid(table.viewer, names.length) : null}>${content}</div></div>`;
}

export function Board({ board, table }) {
  return html`<div class="board-scroll"><table class="board" aria-label=${table.words.board}>
    <thead><tr><td></td>${board.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${board.rows.map(([row, cells]) => html`<tr key=${row}><th scope="row">${row}</th>
      ${cells.map((cell) => html`<${Cell} key=${cell.name} cell=${cell} table=${table} />`)}</tr>`)}</tbody></table></div>`;
}

function Cell({ cell, table }) {
  const key = `cell:${cell.name}`;
  const can = table.can(key);
  const pieces = cell.pieces || [];
  const said = [cell.name, ...pieces.map((piece) => spoken(piece, table.words)),
    cell.unseen ? filled(table.words.unseen_more, cell.unseen) : "", ...(cell.notes || [])].filter(Boolean).join(", ");
  return html`<td><button type="button" class=${`cell ${can ? "can" : ""} ${table.picked(key) ? "picked" : ""} ${table.settled.includes(key) ? "settled" : ""}`} data-key=${key}
    aria-disabled=${can ? null : "true"} aria-pressed=${can || table.picked(key) ? String(table.picked(key)) : null} aria-label=${said} onClick=${() => can && table.pick([key])}>
    ${pieces.map((piece) => html`<span class=${`chip ${kindOf(piece)}-chip colour-${piece.colour || "none"}`}>${[(!piece.rank && piece.label && piece.sign) || piece.label, notesOf(piece).join(", ")].filter(Boolean).join(" ")}${piece.count > 1 ? ` ×${piece.count}` : ""}</span>`)}
    ${cell.unseen > 0 && html`<span class="chip unknown">${cell.unseen > 1 ? `▮×${cell.unseen}` : "▮"}</span>`}
    ${(cell.notes || []).map((note) => html`<small class="note">${note}</small>`)}</button></td>`;
}
