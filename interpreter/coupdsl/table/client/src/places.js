// Where people sit, as one of them sees the table.

/** The seats after `viewer`, or all where nobody sits here, in turn order. */
export const after = (seats, viewer) => [...seats.keys()].map((at) => seats[(at + (viewer ?? -1) + 1) % seats.length])
  .filter((seat) => seat.number !== viewer);

/** How many of so many others sit at the left, and at the right. */
const atEachSide = (others) => (others < 2 ? 0 : others < 6 ? 1 : 2);

/** Who sits at the left, at the top and at the right, in turn order: whoever comes next is at one's left. */
export function around(seats) {
  const beside = atEachSide(seats.length);
  const right = seats.length - beside;
  return [["left", seats.slice(0, beside)], ["top", seats.slice(beside, right)], ["right", seats.slice(right)]]
    .filter(([, sitting]) => sitting.length);
}

/** How many others there are of `count` seats, at each side, and how many columns the top takes up. */
function table(viewer, count) {
  const others = viewer == null ? count : count - 1;
  const beside = atEachSide(others);
  return { others, beside, top: Math.max(1, others - 2 * beside) };
}

/** The two rows, and the columns from left to right, in which lies what people lay. */
export const laid = (viewer, count) => ({ gridTemplateColumns: `repeat(${2 + table(viewer, count).top}, minmax(min-content, 4.4rem))` });

/** Where among them lies what a seat has laid: before where it sits. */
export function before(seat, viewer, count) {
  const { others, beside, top } = table(viewer, count);
  if (seat === viewer) return { gridColumn: `2 / span ${top}`, gridRow: 2 };
  const nth = (seat - (viewer ?? -1) - 1 + count) % count;
  const atRight = nth - (others - beside);
  if (nth < beside) return { gridColumn: 1, gridRow: beside === 1 ? "1 / span 2" : 2 - nth };
  if (atRight >= 0) return { gridColumn: 2 + top, gridRow: beside === 1 ? "1 / span 2" : 1 + atRight };
  return { gridColumn: 2 + nth - beside, gridRow: 1 };
}
