// Makes ../page/faces.svg, the pictures of a deck, of the package that holds it: one symbol a card, without its indices, which
// the page draws itself, and with pips in the colour that they are given. Cards are called by sign and rank, such as `♠Q`.
import { readFileSync, writeFileSync } from "node:fs";

const HOME = new URL("./node_modules/@letele/playing-cards/", import.meta.url);
const TO = new URL("../page/", import.meta.url);
const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const FRAME = "-90 -136 180 272"; // without the indices at the edge
const INDEX = ["32", "26.769"]; // how wide a letter is there, and the pip below it
const PIP = "-600 -600 1200 1200";
const DASHED = { xlinkHref: "href" };

/** The cards as trees of `{ type, props, children }`: the package makes them with what it is handed as React. */
function deck() {
  const createElement = (type, props, ...children) => ({ type, props: props || {}, children: children.filter(Boolean) });
  const source = readFileSync(new URL("dist/index.esm.js", HOME), "utf8").replace(/^import .*$/gm, "");
  const named = source.replace(/export \{([^}]*)\};?/, (_, names) => `return {${names.replace(/(\w+) as (\w+)/g, "$2: $1")}};`);
  return new Function("React", "_extends", named)({ createElement }, Object.assign);
}

const whole = (tree) => [tree, ...tree.children.flatMap((child) => (child.type ? whole(child) : []))];
const dashed = (name) => DASHED[name] || name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const KEPT = ["viewBox", "preserveAspectRatio"];
const written = ({ type, props, children }) => `<${type}${Object.entries(props).filter(([, value]) => value !== undefined)
  .map(([name, value]) => ` ${KEPT.includes(name) ? name : dashed(name)}="${value}"`).join("")}${
  children.length ? `>${children.map(written).join("")}</${type}>` : "/>"}`;

const parts = new Map(); // by what stands in it, what a part is called: cards share them
const isIndex = ({ type, props }) => type === "use" && INDEX.includes(String(props.width));
const isDropped = (tree) => ["rect", "defs", "text"].includes(tree.type) || isIndex(tree);
const isAddress = ({ type }) => type === "path"; // of the deck's page, on one card

/** A card without its frame and indices, its parts put beside those of others. */
function drawn(card) {
  const known = new Map(); // what its own parts are called
  const settled = (tree) => {
    const { id, xlinkHref, href, ...props } = tree.props;
    const to = xlinkHref || href;
    const children = tree.children.filter((child) => !isDropped(child)).map(settled);
    return { type: tree.type, props: to ? { ...props, href: `#${part(to.slice(1))}` } : props, children };
  };
  const part = (id) => {
    if (!known.has(id)) {
      const made = settled(whole(card).find((tree) => tree.props.id === id));
      if (made.props.viewBox === PIP) for (const path of made.children) path.props.fill = "currentColor";
      const text = written(made);
      if (!parts.has(text)) parts.set(text, `face-${parts.size}`);
      known.set(id, parts.get(text));
    }
    return known.get(id);
  };
  return card.children.filter((child) => !isDropped(child) && !isAddress(child)).map(settled).map(written).join("");
}

const cards = Object.entries(deck()).flatMap(([name, make]) => {
  const [, suit, rank] = name.match(/^([SHDC])(\w+)$/) || [];
  if (!suit) return [];
  const called = SIGNS[suit] + rank.toUpperCase();
  const symbol = `<symbol id="${called}" viewBox="${FRAME}">${drawn(make({}))}</symbol>`;
  return rank === "10" ? [symbol, `<symbol id="${SIGNS[suit]}T" viewBox="${FRAME}"><use href="#${called}" width="180" height="272" x="-90" y="-136"/></symbol>`] : [symbol];
});
const shared = [...parts].map(([text, id]) => text.replace(/^<\w+/, (tag) => `${tag} id="${id}"`));
const about = "Playing cards by Adrian Kennard (me.uk/cards), from @letele/playing-cards 0.1.0; CC0 1.0, see faces.LICENSE";
writeFileSync(new URL("faces.svg", TO), `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${about} -->\n${[...shared, ...cards].join("\n")}\n</svg>\n`);
writeFileSync(new URL("faces.LICENSE", TO), readFileSync(new URL("LICENSE", HOME)));
