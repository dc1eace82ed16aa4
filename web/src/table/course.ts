// The course of a game as lines on paper: where each point lies, and what the axes say.

export const HEIGHT = 260;
export const MARGIN = { left: 34, right: 116, top: 12, bottom: 26 };
export const FLOOR = HEIGHT - MARGIN.bottom;

interface Line {
  seat: number;
  path: string;
  end: { x: number; y: number; points: number };
  /** Where the name stands: near the end of the line, but never over another name. */
  label: number;
}

interface Chart {
  /** Where a move lies. */
  x: (move: number) => number;
  lines: Line[];
  grid: { y: number; value: number }[];
  marks: { x: number; move: number }[];
}

const LINES = 6;
const NAME_HEIGHT = 18;
const WIDE = 480;

/** `points[move][seat]`, from the deal to the end, on paper of this width. */
export function chart(points: number[][], width: number): Chart {
  const moves = points.length - 1;
  const top = Math.max(1, ...points.flat());
  const x = (move: number) => MARGIN.left + (move / Math.max(1, moves)) * (width - MARGIN.left - MARGIN.right);
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - MARGIN.top);
  const seats = (points[0] ?? []).map((_, seat) => seat);
  const lines = seats.map((seat) => line(seat, points.map((each) => each[seat] ?? 0), x, y));
  spread(lines);
  return {
    x,
    lines,
    grid: ticks(top, LINES).map((value) => ({ y: y(value), value })),
    marks: ticks(moves, width > WIDE ? 10 : 5).map((move) => ({ x: x(move), move })),
  };
}

/** Points stay as they are until they change: lines with steps. */
function line(seat: number, course: number[], x: (move: number) => number, y: (value: number) => number): Line {
  let path = `M${x(0).toFixed(1)} ${y(course[0] ?? 0).toFixed(1)}`;
  course.forEach((value, move) => {
    if (move && value !== course[move - 1]) path += `H${x(move).toFixed(1)}V${y(value).toFixed(1)}`;
  });
  const last = course.length - 1;
  const end = { x: x(last), y: y(course[last] ?? 0), points: course[last] ?? 0 };
  return { seat, path: `${path}H${end.x.toFixed(1)}`, end, label: end.y };
}

function spread(lines: Line[]): void {
  const sorted = lines.toSorted((one, other) => one.label - other.label);
  sorted.forEach((each, k) => {
    const above = sorted[k - 1];
    if (above) each.label = Math.max(each.label, above.label + NAME_HEIGHT);
  });
  const over = (sorted.at(-1)?.label ?? 0) - FLOOR;
  if (over > 0) sorted.forEach((each) => (each.label -= over));
}

/** From 0 up to `most` by the smallest of the steps 1, 2, 5, 10, 20, 50, … that does it in at most `count`. */
export function ticks(most: number, count: number): number[] {
  const step = roundest(most / count);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, k) => k * step);
}

function roundest(least: number): number {
  for (let size = 1; ; size *= 10) {
    const found = [1, 2, 5].find((each) => each * size >= least);
    if (found) return found * size;
  }
}
