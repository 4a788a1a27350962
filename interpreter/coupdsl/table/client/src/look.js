// How cards look, which this browser keeps: suits in two colours or four, figures as usual or large.
import { useLayoutEffect, useState } from "preact/hooks";
import { html } from "./html.js";

const LOOKS = ["usual", "four", "large", "both"];
const KEPT = "coupdsl-cards";

function kept() {
  try {
    return LOOKS.find((look) => look === localStorage.getItem(KEPT)) || LOOKS[0];
  } catch {
    return LOOKS[0]; // a browser may keep nothing
  }
}

export function Look({ words }) {
  const [look, setLook] = useState(kept);
  useLayoutEffect(() => {
    document.body.dataset.cards = look;
    try {
      localStorage.setItem(KEPT, look);
    } catch {} // it holds for this page, then
  }, [look]);
  return html`<label class="setting">${words.cards} <select name="look" onChange=${(event) => setLook(event.target.value)}>
    ${LOOKS.map((one) => html`<option value=${one} selected=${one === look}>${words[`look_${one}`]}</option>`)}</select></label>`;
}
