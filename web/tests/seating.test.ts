import { expect, test } from "vitest";
import { carry, moved } from "$/lobby/seating";

/** What a seat is carried by: hears pointers as an element would. */
class Handle extends EventTarget {
  setPointerCapture(): void {
    // Every pointer of these tests is ours.
  }
  point(type: string, clientY = 0): void {
    this.dispatchEvent(Object.assign(new Event(type), { clientY }));
  }
}

const rows = [0, 40, 80].map((top) => ({ getBoundingClientRect: () => ({ top, height: 40 }) }));

function taken(handle: Handle, dropped: number[]): void {
  const event = { currentTarget: handle, pointerId: 1 } as unknown as PointerEvent;
  carry(event, { children: rows } as unknown as HTMLElement, { over: () => undefined, drop: (row) => dropped.push(row) });
}

test("a seat goes to its new place, and the others keep theirs", () => {
  expect(moved(4, 0, 2)).toEqual([1, 2, 0, 3]);
  expect(moved(4, 3, 1)).toEqual([0, 3, 1, 2]);
});

test("a row is dropped where the pointer lets go", () => {
  const [handle, dropped]: [Handle, number[]] = [new Handle(), []];
  taken(handle, dropped);
  handle.point("pointermove", 50);
  handle.point("pointerup", 95);
  handle.point("pointerup", 5);
  expect(dropped).toEqual([2]);
});

test("a drag that was broken off is not dropped with the next one", () => {
  const [handle, dropped]: [Handle, number[]] = [new Handle(), []];
  taken(handle, dropped);
  handle.point("pointercancel");
  taken(handle, dropped);
  handle.point("pointerup", 95);
  expect(dropped).toEqual([-1, 2]);
});
