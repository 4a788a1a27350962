// What can be picked on the table can be dragged as well: dropped elsewhere it is picked as by a click, and if that leaves
// a choice, so is what it was dropped on. A finger scrolls the page instead.
import { useEffect } from "preact/hooks";

const FAR = 8; // pixels from where a press is a drag

const clicked = (key) => document.querySelector(`.can[data-key="${CSS.escape(key)}"]`)?.click();

/** What lies under the pointer besides what is dragged, if that has left its place. */
function under(event, dragged) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !dragged.contains(one));
  const home = dragged.closest(".zone, td, header");
  return found && found.closest("main") && !(home && home.contains(found)) ? found : null;
}

export function useDragging() {
  useEffect(() => {
    let held = null;
    const release = () => {
      if (!held) return null;
      const { dragged, far } = held;
      dragged.classList.remove("dragged");
      dragged.style.transform = "";
      held = null;
      return far ? dragged : null;
    };
    const pressed = (event) => {
      const dragged = event.button === 0 && event.pointerType !== "touch" && event.target.closest("main button.can[data-key]:not(.answer)");
      if (dragged) held = { dragged, x: event.clientX, y: event.clientY, far: false };
    };
    const moved = (event) => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY - held.y];
      held.far = held.far || Math.hypot(x, y) > FAR;
      if (!held.far) return;
      held.dragged.classList.add("dragged");
      held.dragged.style.transform = `translate(${x}px, ${y}px)`;
    };
    const dropped = (event) => {
      const dragged = release();
      if (!dragged) return;
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
    };
    const all = { pointerdown: pressed, pointermove: moved, pointerup: dropped, pointercancel: release };
    for (const [name, does] of Object.entries(all)) addEventListener(name, does);
    return () => { for (const [name, does] of Object.entries(all)) removeEventListener(name, does); };
  }, []);
}
