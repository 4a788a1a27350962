// How cards look, which this browser keeps: suits in two colours or four, figures as usual or large, and pictures on them.
import { useLayoutEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { usePictures } from "./pictures.js";

const LOOKS = ["usual", "four", "large", "large four", "pictures", "pictures four"];
const KEPT = "coupdsl-cards";
const pictured = (look) => look.startsWith("pictures");

function kept() {
  try {
    return LOOKS.find((look) => look === localStorage.getItem(KEPT)) || LOOKS[0];
  } catch {
    return LOOKS[0]; // a browser may keep nothing
  }
}

function keep(look) {
  try {
    localStorage.setItem(KEPT, look);
  } catch {} // it holds for this page, then
}

/** The look, what changes it, which there are, and whether pictures are there; only where cards have some are they asked for. */
export function useLook(havePictures) {
  const [chosen, choose] = useState(kept);
  const looks = LOOKS.filter((look) => havePictures || !pictured(look));
  const look = looks.includes(chosen) ? chosen : looks[LOOKS.indexOf(chosen) - looks.length]; // the same without pictures
  const there = usePictures(pictured(look), () => choose(LOOKS[0]));
  useLayoutEffect(() => { document.body.dataset.cards = look; }, [look]);
  return { look, looks, pictures: pictured(look) && there, choose: (now) => { keep(now); choose(now); } };
}

export function Look({ words, look: { look, looks, choose } }) {
  return html`<label class="setting">${words.cards} <select name="look" onChange=${(event) => choose(event.target.value)}>
    ${looks.map((one) => html`<option value=${one} selected=${one === look}>${words[`look_${one.replace(" ", "_")}`]}</option>`)}</select></label>`;
}
