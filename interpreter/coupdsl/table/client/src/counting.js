// How many pieces there are.

/** How many are alike, said also of one where they are told apart by their number alone. */
export const number = (piece) => piece.count || (piece.family && !piece.name ? 1 : 0);

/** How many lie in a pile, and the markers among its cards, seen or unseen, which are none of them, each with how many. */
export function counted({ pieces = [], unseen = 0 }) {
  const amongCards = unseen > 0 || pieces.some((piece) => !number(piece));
  const markers = amongCards ? pieces.filter(number) : [];
  const count = pieces.filter((piece) => !markers.includes(piece)).reduce((sum, piece) => sum + (piece.count || 1), unseen);
  return [count, markers.map((marker) => [marker.label, number(marker)])];
}
