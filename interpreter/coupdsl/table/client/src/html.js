import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
/** The sentence with its places filled in. */
export const filled = (text, ...parts) => text.replace(/\{(\d)\}/g, (_, at) => parts[Number(at)]);
