// Where somebody's remark or reaction lies for a moment: beside their mark, on as few of the things that lie on the table as possible.

type Box = Pick<DOMRect, "x" | "y" | "width" | "height">;

const GAP = 4; // pixels to the mark
const EDGE = 8; // and to the edge of the screen

/** The upper left corner of what is so large: above the mark, after it, before it or below it. */
export function spotFor(mark: Box, [width, height]: [number, number], things: Box[], screen: [number, number]): [x: number, y: number] {
  const [x, y] = [mark.x + (mark.width - width) / 2, mark.y + (mark.height - height) / 2];
  const beside: [number, number][] = [
    [x, mark.y - height - GAP], [mark.x + mark.width + GAP, y], [mark.x - width - GAP, y], [x, mark.y + mark.height + GAP],
  ];
  const within = beside.map(([left, top]): Box => ({ x: kept(left, screen[0] - width), y: kept(top, screen[1] - height), width, height }));
  const covered = within.map((box) => [mark, ...things].reduce((sum, thing) => sum + shared(box, thing), 0));
  const best = within[covered.indexOf(Math.min(...covered))] ?? mark;
  return [best.x, best.y];
}

function kept(at: number, most: number): number {
  return Math.max(EDGE, Math.min(at, most - EDGE));
}

/** Square pixels that two have in common. */
function shared(one: Box, other: Box): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, width) * Math.max(0, height);
}
