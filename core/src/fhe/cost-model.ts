/**
 * What encrypted computation takes with parameters that were not measured, from some that were. Nearly all of it is number
 * theoretic transforms: n log n steps for each prime of Q, and key switching does them for each pair of primes (Halevi,
 * Polyakov, Shoup, "An Improved RNS Variant of the BFV Scheme", CT-RSA 2019). The constants are fitted, so that a slow machine
 * has its own.
 */

export type FheScheme = 'BFV' | 'CKKS';

/** Degree and primes: what times depend on. */
export interface Shape {
  readonly scheme: FheScheme;
  readonly n: number;
  /** Bits of the primes of Q; of several the last one serves key switching alone. */
  readonly primeBits: readonly number[];
}

/** Microseconds, medians. */
export interface Times {
  readonly encrypt: number;
  readonly decrypt: number;
  /** With relinearisation, and for CKKS rescaling; 0 where one prime leaves no room for it. */
  readonly multiply: number;
  /** By a number or polynomial that is not encrypted. */
  readonly multiplyPlain: number;
  readonly add: number;
}

export interface MeasuredSet extends Shape {
  readonly plainModulus: number | null;
  readonly times: Times;
}

export type Step = keyof Times;

/** Estimates microseconds. */
export type CostModel = (shape: Shape, step: Step) => number;

/** Primes that a ciphertext has. */
export function dataPrimes({ primeBits }: Pick<Shape, 'primeBits'>): number {
  return Math.max(1, primeBits.length - 1);
}

/** What the time of a step grows with; the constants of both are fitted. */
function features({ n, primeBits }: Shape, step: Step): readonly [number, number] {
  const primes = dataPrimes({ primeBits });
  const transform = n * Math.log2(n);
  switch (step) {
    case 'encrypt':
      return [n, transform * primeBits.length];
    case 'decrypt':
    case 'multiplyPlain':
      return [n, transform * primes];
    case 'multiply':
      return [transform * primes, transform * primes * (primes + 1)];
    case 'add':
      return [n * primes, 0];
  }
}

/** Fits a model to sets of both schemes. Throws RangeError where a scheme has none. */
export function fitCostModel(measured: readonly MeasuredSet[]): CostModel {
  const constants = new Map<string, readonly [number, number]>();
  return (shape, step) => {
    const name = `${shape.scheme} ${step}`;
    const known = constants.get(name) ?? fitted(measured, shape.scheme, step);
    constants.set(name, known);
    const [first, second] = features(shape, step);
    return known[0] * first + known[1] * second;
  };
}

/** Least squares of relative errors; neither constant is negative, for time is not. */
function fitted(measured: readonly MeasuredSet[], scheme: FheScheme, step: Step): readonly [number, number] {
  const points = measured
    .filter((set) => set.scheme === scheme && set.times[step] > 0)
    .map((set) => features(set, step).map((feature) => feature / set.times[step]) as [number, number]);
  if (points.length === 0) throw new RangeError(`internal: nothing of ${scheme} was measured`);
  const sum = (value: (point: readonly [number, number]) => number) =>
    points.reduce((total, point) => total + value(point), 0);
  const [aa, ab, bb] = [sum(([a]) => a * a), sum(([a, b]) => a * b), sum(([, b]) => b * b)];
  const [a1, b1] = [sum(([a]) => a), sum(([, b]) => b)];
  const determinant = aa * bb - ab * ab;
  if (determinant > 1e-9 * aa * bb) {
    const both = [(a1 * bb - b1 * ab) / determinant, (b1 * aa - a1 * ab) / determinant] as const;
    if (both.every((constant) => constant >= 0)) return both;
  }
  // One alone: the one that leaves the smaller error, which is the one that explains more.
  const byFirst = (a1 * a1) / aa;
  const bySecond = bb === 0 ? 0 : (b1 * b1) / bb;
  return byFirst >= bySecond ? [a1 / aa, 0] : [0, b1 / bb];
}
