// Means and spreads as NumPy adds them up, so that a page finds the very numbers that `pasar coach` does.

const AT_ONCE = 8; // numbers that NumPy adds side by side
const BLOCK = 128;

/** Of numbers that lie beside each other. */
export function total(values: number[], from = 0, count = values.length): number {
  const at = (place: number) => values[from + place] ?? 0;
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % AT_ONCE);
    return total(values, from, first) + total(values, from + first, count - first);
  }
  let [sum, place] = [0, 0];
  if (count >= AT_ONCE) {
    const sums = Array.from({ length: AT_ONCE }, (_, k) => at(k));
    for (place = AT_ONCE; place + AT_ONCE <= count; place += AT_ONCE)
      for (let k = 0; k < AT_ONCE; k++) sums[k] = (sums[k] ?? 0) + at(place + k);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
    sum = a + b + (c + d) + (e + f + (g + h));
  }
  for (; place < count; place++) sum += at(place);
  return sum;
}

export function mean(values: number[]): number {
  return total(values) / values.length;
}

/** The standard deviation. */
export function spread(values: number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) * (value - middle))));
}

/** To so many digits, as Python rounds: what lies in the middle goes to the even one. */
export function rounded(value: number, digits: number): number {
  const exact = Math.abs(value).toFixed(60);
  const cut = exact.indexOf(".") + 1 + digits;
  const isMiddle = /^50*$/.test(exact.slice(cut));
  const text = isMiddle ? toEven(exact.slice(0, cut)) : Math.abs(value).toFixed(digits);
  return Math.sign(value) * Number(text) + 0; // no -0
}

function toEven(text: string): string {
  const digits = text.length - text.indexOf(".") - 1;
  const last = Number(text.at(-1));
  return last % 2 === 0 ? text : (Number(text) + 10 ** -digits).toFixed(digits);
}

/** A value, and how sure it is: its standard error. */
export class Estimate {
  constructor(readonly value: number, readonly error: number) {}

  static of(values: number[]): Estimate {
    return new Estimate(mean(values), spread(values) / Math.sqrt(values.length));
  }

  get low(): number {
    return this.value - Z95 * this.error;
  }

  get high(): number {
    return this.value + Z95 * this.error;
  }

  /** Of two that have nothing to do with each other. */
  less(other: Estimate): Estimate {
    return new Estimate(this.value - other.value, Math.hypot(this.error, other.error));
  }
}

export const Z95 = 1.96;
