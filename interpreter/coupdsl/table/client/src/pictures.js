// Pictures on cards: the deck is loaded when somebody wishes for it, and put where pictures of cards find it.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";

const DECK = "/faces.svg";

async function loaded() {
  const answer = await fetch(DECK);
  const deck = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  if (!answer.ok || deck.tagName !== "svg") throw new Error("there is no deck");
  for (const [name, value] of [["width", 0], ["height", 0], ["class", "deck"], ["aria-hidden", "true"]]) deck.setAttribute(name, value);
  document.body.append(document.importNode(deck, true));
}

/** Whether pictures are there, once they are wished for; `fails` is called where they cannot be had. */
export function usePictures(wished, fails) {
  const [there, setThere] = useState(false);
  useEffect(() => { if (wished && !there) loaded().then(() => setThere(true), fails); }, [wished]);
  return there;
}

/** `face` is what a deck calls the card. */
export const Picture = ({ face }) => html`<svg class="picture" aria-hidden="true"><use href=${`#${face}`} width="100%" height="100%" /></svg>`;
