// Where people sit, as one of them sees the table.

/** The seats after `viewer`, or all where nobody sits here, in turn order. */
export const after = (seats, viewer) => [...seats.keys()].map((at) => seats[(at + (viewer ?? -1) + 1) % seats.length])
  .filter((seat) => seat.number !== viewer);

/** Who sits at the left, at the top and at the right, in turn order: whoever comes next is at one's left. */
export function around(seats) {
  const beside = seats.length < 2 ? 0 : seats.length < 6 ? 1 : 2;
  const right = seats.length - beside;
  return [["left", seats.slice(0, beside)], ["top", seats.slice(beside, right)], ["right", seats.slice(right)]]
    .filter(([, sitting]) => sitting.length);
}
