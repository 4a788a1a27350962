// What can be picked on the table can be dragged as well: dropped elsewhere it is picked as by a click, and if that leaves
// a choice, so is what it was dropped on. A finger scrolls the page, until it has rested on what it drags.
import { useEffect } from "preact/hooks";

const FAR = 8; // pixels from where a press is a drag
const RESTED = 300; // milliseconds until a finger has taken hold

const clicked = (key) => document.querySelector(`.can[data-key="${CSS.escape(key)}"]`)?.click();

/** What lies under the pointer besides what is dragged, if that has left its place. */
function under(event, dragged) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !dragged.contains(one));
  const home = dragged.closest(".zone, td, header");
  return found && found.closest("main") && !(home && home.contains(found)) ? found : null;
}

/** Drops what was dragged: the click that follows is not its own. */
function drop(event, dragged) {
  const onto = under(event, dragged);
  const swallow = (click) => { click.stopPropagation(); click.preventDefault(); };
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => {
    removeEventListener("click", swallow, { capture: true });
    if (!onto) return;
    const target = onto.closest(".can[data-key]");
    dragged.click();
    if (target) setTimeout(() => document.querySelector(".so-far") && clicked(target.dataset.key));
  });
}

export function useDragging() {
  useEffect(() => {
    let held = null; // what is pressed, where, whether it can be moved and whether it was
    const release = () => {
      if (!held) return null;
      const { dragged, far, resting } = held;
      clearTimeout(resting);
      dragged.classList.remove("dragged");
      dragged.style.transform = "";
      held = null;
      return far ? dragged : null;
    };
    const take = () => {
      held.taken = true;
      held.dragged.classList.add("dragged");
    };
    const pressed = (event) => {
      release();
      const dragged = event.button === 0 && event.target.closest("main button.can[data-key]:not(.answer)");
      if (!dragged) return;
      const finger = event.pointerType === "touch";
      held = { dragged, x: event.clientX, y: event.clientY, taken: !finger, far: false, resting: finger && setTimeout(take, RESTED) };
    };
    const moved = (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      const far = held.far || Math.hypot(x, y) > FAR;
      if (!far) return;
      if (!held.taken) return release(); // the finger scrolls
      held.far = true;
      take();
      held.dragged.style.transform = `translate(${x}px, ${y}px)`;
    };
    const dropped = (event) => {
      const dragged = release();
      if (dragged) drop(event, dragged);
    };
    const stay = (event) => { if (held && held.taken) event.preventDefault(); }; // neither scroll nor open a menu
    const all = { pointerdown: pressed, pointermove: moved, pointerup: dropped, pointercancel: release, touchmove: stay, contextmenu: stay };
    for (const [name, does] of Object.entries(all)) addEventListener(name, does, { passive: false });
    return () => { for (const [name, does] of Object.entries(all)) removeEventListener(name, does); };
  }, []);
}
