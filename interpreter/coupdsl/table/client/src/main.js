// The page: what the table sent, what was picked, and what is asked of it.
import { Component, render } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { html, filled } from "./html.js";
import { open, pick, remaining, settled } from "./choosing.js";
import { counted } from "./counting.js";
import { Board, Zone, piecesOf } from "./pieces.js";
import { after } from "./places.js";
import { Amounts, Others, Seat } from "./seats.js";
import { Question } from "./asking.js";
import { useDragging } from "./dragging.js";
import { Look, useLook } from "./look.js";
import { Line, aloud, reading } from "./aloud.js";
import { shown } from "./news.js";
import { Replay, turned } from "./replay.js";

const AGAIN = 1000; // milliseconds before a lost table is tried again
const CLOSED = { replay: null, news: [], shown: [] }; // a replay, of which nothing stays
const UNSEEN = 100; // milliseconds between the tellings in a tab of which no pictures are made

/** What messages come to that are told at once; a change of the page itself is an object. */
function changed(state, change) {
  if (!Array.isArray(change)) return { ...state, ...change };
  const after = change.reduce(heard, { ...state, news: null });
  return { ...after, news: after.news || state.news };
}

function heard(state, message) {
  if (message.kind === "table") {
    const steps = message.whole ? message.steps : [...state.steps, ...message.steps];
    const news = message.whole ? [] : [...(state.news || []), ...message.steps.flatMap((step) => step.sentences || [])];
    const moved = !state.scene || state.scene.moves !== message.scene.moves || message.whole;
    return { ...state, scene: message.scene, words: message.words || state.words, full: message.faces ? reading(message.faces) : state.full, steps,
      pace: message.pace || state.pace, trouble: message.failed || message.unsaved, lost: false, undo: message.back, guide: message.guide || null,
      recorded: message.recorded, note: message.note, games: message.games || state.games, pictures: message.pictures || state.pictures, eyes: message.eyes, replay: message.scene.result || message.recorded ? state.replay : null, picked: moved ? [] : state.picked, said: moved ? null : state.said, waiting: false,
      news, shown: shown(steps) };
  }
  if (message.kind === "replay")
    return { ...state, replay: message, said: null, news: message.steps[message.steps.length - 1].sentences || [], shown: shown(message.steps) };
  if (message.kind === "link")
    return { ...state, said: [message.text, message.line, ...(message.done ? [state.words.copied] : [])], waiting: false };
  if (message.kind === "said") return { ...state, said: message.lines, waiting: false };
  return { ...state, ...message };
}

/** Whether a line could be copied for the person, which a browser may not allow. */
const copied = (line) => (navigator.clipboard ? navigator.clipboard.writeText(line).then(() => true, () => false) : Promise.resolve(false));

/** Calls once before the next picture is made: what came meanwhile is drawn at once, and not one after the other. */
function soon(call) {
  const now = () => { cancelAnimationFrame(frame); clearTimeout(timer); call(); };
  const frame = requestAnimationFrame(now);
  const timer = setTimeout(now, UNSEEN);
}

/** What the server says to a page that it does not know, as where it was begun anew; null where it says nothing. */
const refusal = () => fetch(location.href).then((answer) => (answer.status === 403 ? answer.text() : null)).catch(() => null);

function useTable() {
  const [state, dispatch] = useReducer(changed, { steps: [], picked: [], news: [], shown: [], said: null, lost: false });
  const socket = useRef(null);
  useEffect(() => {
    let ended = false; // or refused, which a sentence says
    const waiting = [];
    const tell = (message) => { if (waiting.push(message) === 1) soon(() => dispatch(waiting.splice(0))); };
    const connect = () => {
      const made = new WebSocket(`ws://${location.host}${location.pathname}/table${location.search}`);
      socket.current = made;
      made.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.kind === "refused") ended = true;
        if (message.kind === "link") copied(message.line).then((done) => tell({ ...message, done }));
        else tell(message);
      };
      made.onclose = () => {
        if (ended) return;
        refusal().then((said) => { tell({ lost: said || true, waiting: false }); setTimeout(connect, AGAIN); });
      };
    };
    connect();
    return () => { ended = true; socket.current.close(); };
  }, []);
  const send = (asked) => {
    if (socket.current.readyState !== WebSocket.OPEN) return;
    if (["hint", "known", "why"].includes(asked.do)) dispatch({ waiting: true });
    socket.current.send(JSON.stringify({ moves: state.scene.moves, ...asked }));
  };
  return [state, dispatch, send];
}

/** The keys that can be clicked on the table alone: people can be chosen there too, but may sit out of sight. */
function keysOnTable(scene) {
  const found = new Set();
  for (const zone of scene.zones)
    for (const piece of piecesOf(zone)) if (piece.name) found.add(`piece:${piece.name}`);
  for (const [, cells] of (scene.board || { rows: [] }).rows) for (const cell of cells) found.add(`cell:${cell.name}`);
  return found;
}

function App() {
  const [state, dispatch, send] = useTable();
  const { words, replay } = state;
  const scene = replay ? replay.scene : state.scene;
  const choices = (scene && scene.question.choices) || [];
  const left = remaining(choices, state.picked);
  const openKeys = open(left);
  const look = useLook(!!state.pictures);
  const sent = useRef(null); // the scene in which something was chosen, until there is another
  const table = {
    words, viewer: scene && scene.viewer, asks: choices.length > 0,
    can: (key) => openKeys.has(key) && choices.length > 0,
    settled: settled(choices),
    picked: (key) => state.picked.some(([group]) => group.includes(key)),
    pick: (group, whole = false) => {
      const { move, picked } = pick(choices, state.picked, group, whole);
      if (move === null) dispatch({ picked, said: null });
      else if (sent.current !== scene) { // a second click comes too late
        sent.current = scene;
        send({ do: "choose", text: move });
      }
    },
    back: () => dispatch({ picked: [] }),
    ask: (name) => send({ do: "why", text: name }),
    picture: (name) => look.pictures && state.pictures[name],
  };
  // Of pieces that are alike, a choice means the one in the viewer's hand.
  const held = new Set(scene ? scene.zones.filter((zone) => zone.place === "hand").flatMap(piecesOf).map((piece) => `piece:${piece.name}`) : []);
  const laidOut = { ...table, can: (key) => !held.has(key) && table.can(key) };
  const looking = useRef({ seat: null, at: 0 }); // what of a replay was asked for last, which may still be coming
  const see = (change) => {
    const { seat, at } = looking.current = { ...looking.current, ...change };
    send({ do: "replay", text: seat === null ? "" : String(seat), moves: at });
  };
  const language = state.scene && state.scene.language;
  useEffect(() => { if (replay && replay.scene.language !== language) see({}); }, [language]);
  useEffect(() => { if (state.recorded) see({ seat: state.eyes ?? null, at: 0 }); }, [state.recorded]);
  useKeys({ ...state, scene }, dispatch, send, (key) => {
    const at = replay ? turned(key, looking.current.at, replay.last) : undefined;
    if (at !== undefined) see({ at });
    return at !== undefined;
  });
  useFocus(scene, state.picked);
  useDragging();
  if (state.refused) return html`<main><p class="lost" role="alert">${state.refused}</p>${state.games && html`<p><${Games} words=${words} language=${document.documentElement.lang} /></p>`}</main>`;
  if (!scene) return html`<p class="wait">${state.lost ? "…" : ""}</p>`;
  document.title = scene.title;
  document.documentElement.lang = scene.language;
  document.body.dataset.moves = scene.moves;
  const names = scene.seats.map((seat) => seat.name);
  const onTable = keysOnTable(scene);
  const picked = state.picked.flatMap(([group]) => group);
  const won = (seat) => (scene.result ? scene.result.winners.includes(seat.number) : false);
  const before = (seat) => scene.zones.filter((zone) => zone.owner === seat.number && zone.place === "seat");
  const own = scene.seats.find((seat) => seat.number === scene.viewer);
  const middle = scene.zones.filter((zone) => zone.place === "middle");
  const explained = !replay && !scene.result && state.guide;
  const aside = scene.zones.filter((zone) => zone.place === "aside");
  return html`
    <header class="bar"><h1>${scene.title}</h1>
      <button type="button" class="plain menu" aria-expanded=${String(!!state.menu)} onClick=${() => dispatch({ menu: !state.menu })}>${words.menu}</button>
      <nav class=${state.menu ? "open" : ""}>
      ${state.games && html`<${Games} words=${words} language=${scene.language} />`}
      <a href=${`${location.pathname}/rules?lang=${scene.language}`} target="_blank" rel="noopener">${words.rules}</a>
      <a href=${`${location.pathname}/rules?lang=${scene.language}#sheet`} target="_blank" rel="noopener">${words.charts}</a>
      ${own && !replay && html`<button type="button" onClick=${() => send({ do: "hint" })}>${words.hint}</button>
        <button type="button" onClick=${() => send({ do: "known" })}>${words.known}</button>`}
      ${!state.recorded && html`<button type="button" onClick=${() => send({ do: "link", ...(replay && { moves: replay.at }) })}>${words.link}</button>`}
      ${!state.recorded && html`<label class="setting">${words.pace} <select onChange=${(event) => send({ do: "pace", text: event.target.value })}>
        ${["quick", "calm", "slow"].map((pace) => html`<option value=${pace} selected=${pace === state.pace}>${words[pace]}</option>`)}</select></label>`}
      <${Look} words=${words} look=${look} />
      <button type="button" lang=${words.other} onClick=${() => speak(words.other, send)}>${words.language}</button></nav></header>
    ${state.lost && html`<p class="lost" role="alert">${state.lost === true ? words.lost : state.lost}</p>`}
    ${state.trouble && html`<p class="lost" role="alert">${state.trouble}</p>`}
    ${state.note && html`<p class="remark" role="note">${state.note}</p>`}
    <main>
      <${Others} seats=${after(scene.seats, scene.viewer)} words=${words} drawn=${(seat) => html`<${Seat} key=${seat.number} seat=${seat}
        zones=${before(seat)} table=${laidOut} names=${names} won=${won(seat)} />`} />
      <section class="felt" aria-label=${words.middle}><${Amounts} amounts=${scene.amounts} words=${words} />
        ${scene.board && html`<${Board} board=${scene.board} table=${table} />`}
        <div class="zones">${middle.map((zone) => html`<${Zone} key=${zone.key} zone=${zone} table=${laidOut} names=${names} />`)}</div>
        ${aside.length > 0 && html`<div class="aside">${aside.map((zone) => html`<${Zone} key=${zone.key} zone=${zone} table=${laidOut} names=${names} />`)}</div>`}
        <p class=${`news ${state.shown.some(([kind]) => kind === "hand") ? "summed" : ""}`} aria-hidden="true">${state.shown.map(([, text]) => html`<span>${text}</span>`)}</p></section>
      ${explained && html`<aside class="guide" tabindex="0" aria-label=${words.guide}>${explained.map((line) => html`<p class=${line.startsWith("- ") ? "item" : null}><${Line} text=${line.replace(/^- /, "")} full=${state.full} /></p>`)}
        <button type="button" class="plain" onClick=${() => { send({ do: "unguided" }); dispatch({ guide: null }); }}>${words.unguided}</button></aside>`}
      <section class="mine" aria-label=${words.own}>
        ${replay ? html`<${Replay} replay=${replay} names=${state.scene.seats.map((seat) => seat.name)} words=${words} see=${see}
            close=${!state.recorded && (() => dispatch(CLOSED))} />`
          : state.recorded ? null
          : scene.result ? html`<${Ending} scene=${scene} names=${names} words=${words} send=${send} see=${see} />`
          : html`<${Question} scene=${scene} left=${left} picked=${picked} table=${table} onTable=${(key) => onTable.has(key)} />`}
        ${(state.said || state.waiting) && html`<div class="said" role="status"><button type="button" class="plain" aria-label=${words.close}
          onClick=${() => dispatch({ said: null, waiting: false })}>×</button>${(state.said || [words.thinking]).map((line) => html`<p><${Line} text=${line} full=${state.full} /></p>`)}</div>`}
        <div class="hand">${scene.zones.filter((zone) => zone.place === "hand").map((zone) => html`<${Zone} key=${zone.key} zone=${zone}
          table=${table} names=${names} />`)}</div>
        ${state.undo && html`<p class="undo"><button type="button" class="plain" onClick=${() => send({ do: "take_back" })}>${words.take_back}</button></p>`}
        ${own && html`<${Seat} seat=${own} zones=${before(own)} table=${laidOut} names=${names} won=${won(own)} />
          <form class="type" onSubmit=${(event) => typed(event, send)}><input name="typed" aria-label=${words.type} placeholder=${words.type}
            maxlength="200" autocomplete="off" /><button type="submit">${words.send}</button></form>
          <p class="keys">${words.keys}</p>`}
      </section>
      <${Account} steps=${replay ? replay.steps : state.steps} words=${words} full=${state.full} />
    </main>
    <p class="unseen" aria-live="polite" aria-atomic="true">${aloud(picked.length ? picked.map((key) => (scene.question.called || {})[key] || key)
      : [...state.news.map(([, text]) => text), ...(explained || []), ...asked(state.news, scene)], state.full)}</p>`;
}

/** The page with all games, in a tab of its own. */
const Games = ({ words, language }) => html`<a href=${`/?lang=${language}`} target="coupdsl-games">${words.games}</a>`;

/** Changes the language, which stands in the address, so that it stays when the page is loaded anew. */
function speak(language, send) {
  history.replaceState(null, "", `?lang=${language}`);
  send({ do: "language", text: language });
}

/** What is said after the news: the question to who listens; another's, or the end, only where there are no news to tell of it. */
const asked = (news, { question, result, viewer }) =>
  result || question.seat !== viewer ? (news.length ? [] : [result ? result.text : question.text]) : [question.text];

function typed(event, send) {
  event.preventDefault();
  const field = event.target.elements.typed;
  const text = field.value.trim();
  if (text) send({ do: "typed", text });
  field.value = "";
}

function Ending({ scene, names, words, send, see }) {
  return html`<section class="asking"><h2 id="question" tabindex="-1">${scene.question.text} ${scene.result.text}</h2>
    <table class="standing"><tbody>${scene.result.standing.map(([seat, score]) => html`<tr class=${scene.result.winners.includes(seat) ? "won" : ""}>
      <th scope="row">${names[seat]}</th><td>${score}</td></tr>`)}</tbody></table>
    <div class="answers"><button type="button" class="answer can" onClick=${() => send({ do: "anew" })}>${words.anew}</button>
      <button type="button" class="answer can" onClick=${() => see({ seat: scene.viewer ?? null, at: 0 })}>${words.look_back}</button></div></section>`;
}

function Account({ steps, words, full }) {
  const end = useRef(null);
  useLayoutEffect(() => { end.current.scrollTop = end.current.scrollHeight; }, [steps]);
  return html`<details class="account" open=${matchMedia("(min-width: 70rem)").matches}><summary>${words.account}</summary>
    <ol ref=${end} tabindex="0" aria-label=${words.account}>${steps.map((step, at) => html`<${Told} key=${at} step=${step} full=${full} />`)}</ol></details>`;
}

/** The lines of a step, which are drawn once: there are thousands of them in a long game. */
class Told extends Component {
  shouldComponentUpdate(next) {
    return next.step !== this.props.step || next.full !== this.props.full;
  }

  render({ step, full }) {
    return (step.sentences || []).map(([kind, text, cited]) => html`<li class=${`of-${kind}`}><${Line} text=${text} full=${full} />${cited && html` <small>(${cited})</small>`}</li>`);
  }
}

/** Arrows turn the moves of a replay; else they go from one thing that can be chosen to the next. Digits choose an answer, / types a move, T reads the table. */
function useKeys(state, dispatch, send, turns) {
  useLayoutEffect(() => {  // as soon as what is seen can be seen
    const pressed = (event) => {
      if (event.key === "Escape" && event.target.matches("input")) return event.target.blur(); // and keys are for the table
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (!event.target.closest(".account") && turns(event.key)) return event.preventDefault();
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const all = [...document.querySelectorAll("button.can")];
      if (step && all.length && !event.target.closest(".account")) {
        const at = all.indexOf(document.activeElement);
        all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length].focus();
      } else if (/^[0-9]$/.test(event.key)) {
        const answer = document.querySelector(`[data-nth="${event.key}"]`);
        if (!answer) return;
        answer.click();
      } else if (event.key === "/") document.querySelector(".type input")?.focus();
      else if (event.key === "Escape") dispatch({ picked: [], said: null, ...(state.replay && !state.recorded && CLOSED) });
      else if ((event.key === "u" || event.key === "U") && state.undo) send({ do: "take_back" });
      else if (event.key === "t" || event.key === "T") dispatch({ said: read(state) });
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** The table in lines, for who listens. */
function read({ scene, words }) {
  const amount = (one) => [one.text ? filled(words.of, one.label, one.text) : one.label, ...(one.stated || [])].join(", ");
  const pieces = (zone) => piecesOf(zone)
    .map((piece) => piece.said || piece.label || words.hidden).join(", ");
  const beside = (zone) => !zone.unseen ? "" : zone.form === "stack" && zone.pieces ? filled(words.beneath, zone.unseen) : `${zone.unseen} ${words.hidden}`;
  return [
    ...scene.seats.map((seat) => [seat.name, ...(seat.tags || []), ...(seat.amounts || []).map(amount)].join(", ")),
    (scene.amounts || []).map(amount).join(", "),
    ...scene.zones.map((zone) => {
      const owned = (text) => (zone.owner == null ? text : filled(words.of, scene.seats[zone.owner].name, text));
      if (zone.form === "pile") {
        const [count, markers] = counted(zone);
        return owned([[zone.label, count], ...markers].map(([label, many]) => `${label} ${many}`).join(", "));
      }
      if (zone.cleared) return owned(filled(words.of, filled(words.just_taken, zone.label), zone.cleared.map((piece) => piece.said || piece.label).join(", ")));
      return owned(filled(words.of, zone.label, [pieces(zone), beside(zone)].filter(Boolean).join(", ") || words.empty));
    }),
    scene.question.text,
  ].filter(Boolean);
}

/** Where what had the focus is gone, the first thing that can be chosen has it, else the question. */
function useFocus(scene, picked) {
  const had = useRef(false);
  useEffect(() => {
    const focused = () => { had.current = true; };
    addEventListener("focusin", focused);
    return () => removeEventListener("focusin", focused);
  }, []);
  useLayoutEffect(() => {
    if (!had.current || document.activeElement !== document.body) return;
    (document.querySelector(".mine [data-focus], .mine button.can, .amount input") || document.getElementById("question"))?.focus({ preventScroll: true });
  }, [scene, picked]);
}

render(html`<${App} />`, document.getElementById("table"));
