/**
 * Polynomials of FALCON and their transforms, as doubles. A polynomial modulo x^n + 1 is its n coefficients. Its transform is
 * n/2 complex values, of which the others are the conjugates: the real parts, then the imaginary ones. All lengths are powers
 * of two. A sum in another order is rounded to another signature: the order is that of the reference implementation.
 */

export type Doubles = Float64Array<ArrayBuffer>;

const LOG_ROOTS = 10;
const ROOTS = 2 ** LOG_ROOTS;

/** pi, with as many bits after the point as the roots are computed in. */
const PI = 0x3243f6a8885a308d313198a2e0370734n;
const POINT = 124n;

/**
 * exp(i pi k' / 1024) at k, where k' has the ten bits of k in reverse order: the real part at 2k, the imaginary one at 2k + 1.
 * Each is the double that is nearest to it, which Math.cos does not promise.
 */
function computeRoots(): Doubles {
  const ONE = 1n << POINT;
  const step = [0n, 0n];
  let term = ONE;
  for (let i = 0; term !== 0n; i++) {
    step[i & 1] = (step[i & 1] ?? 0n) + ((i & 2) === 0 ? term : -term);
    term = ((term * PI) >> (POINT + BigInt(LOG_ROOTS))) / BigInt(i + 1);
  }
  const [stepRe = 0n, stepIm = 0n] = step;
  const roots = new Float64Array(2 * ROOTS);
  const toDouble = (value: bigint) => Number(value) * 2 ** -Number(POINT);
  let [re, im] = [ONE, 0n];
  for (let k = 0; k < ROOTS; k++) {
    const at = Number.parseInt(k.toString(2).padStart(LOG_ROOTS, '0').split('').reverse().join(''), 2);
    roots[2 * at] = toDouble(re);
    roots[2 * at + 1] = toDouble(im);
    [re, im] = [(re * stepRe - im * stepIm) >> POINT, (re * stepIm + im * stepRe) >> POINT];
  }
  return roots;
}

export const FFT_ROOTS = computeRoots();

/** Coefficients to their transform, in place. */
export function transform(f: Doubles): void {
  const half = f.length >> 1;
  for (let group = half, groups = 1; group > 1; group >>= 1, groups <<= 1) {
    const length = group >> 1;
    for (let g = 0; g < groups; g++) {
      const root = 2 * (2 * groups + g);
      const sRe = FFT_ROOTS[root] ?? 0;
      const sIm = FFT_ROOTS[root + 1] ?? 0;
      for (let i = g * group; i < g * group + length; i++) {
        const j = i + length;
        const xRe = f[i] ?? 0;
        const xIm = f[i + half] ?? 0;
        const yRe = f[j] ?? 0;
        const yIm = f[j + half] ?? 0;
        const re = yRe * sRe - yIm * sIm;
        const im = yRe * sIm + yIm * sRe;
        f[i] = xRe + re;
        f[i + half] = xIm + im;
        f[j] = xRe - re;
        f[j + half] = xIm - im;
      }
    }
  }
}

/** A transform back to coefficients, in place. */
export function transformBack(f: Doubles): void {
  const half = f.length >> 1;
  for (let length = 1, groups = half >> 1; groups > 0; length <<= 1, groups >>= 1) {
    for (let g = 0; g < groups; g++) {
      const root = 2 * (2 * groups + g);
      const sRe = FFT_ROOTS[root] ?? 0;
      const sIm = FFT_ROOTS[root + 1] ?? 0;
      for (let i = 2 * g * length; i < (2 * g + 1) * length; i++) {
        const j = i + length;
        const xRe = f[i] ?? 0;
        const xIm = f[i + half] ?? 0;
        const yRe = f[j] ?? 0;
        const yIm = f[j + half] ?? 0;
        f[i] = xRe + yRe;
        f[i + half] = xIm + yIm;
        const re = xRe - yRe;
        const im = xIm - yIm;
        f[j] = re * sRe + im * sIm;
        f[j + half] = im * sRe - re * sIm;
      }
    }
  }
  const scale = 1 / half;
  for (let i = 0; i < f.length; i++) f[i] = (f[i] ?? 0) * scale;
}

/** Algorithm 1: f(x) = f0(x^2) + x f1(x^2), all of them transforms. */
export function split(f: Doubles, f0: Doubles, f1: Doubles): void {
  const half = f.length >> 1;
  const quarter = half >> 1;
  for (let i = 0; i < quarter; i++) {
    const root = 2 * (half + i);
    const sRe = FFT_ROOTS[root] ?? 0;
    const sIm = FFT_ROOTS[root + 1] ?? 0;
    const a = 2 * i;
    const b = 2 * i + 1;
    const aRe = f[a] ?? 0;
    const aIm = f[a + half] ?? 0;
    const bRe = f[b] ?? 0;
    const bIm = f[b + half] ?? 0;
    f0[i] = (aRe + bRe) * 0.5;
    f0[i + quarter] = (aIm + bIm) * 0.5;
    const re = aRe - bRe;
    const im = aIm - bIm;
    f1[i] = (re * sRe + im * sIm) * 0.5;
    f1[i + quarter] = (im * sRe - re * sIm) * 0.5;
  }
}

/** `split` where all values of f are real: f and f0 have their real parts only. */
export function splitReal(f: Doubles, f0: Doubles, f1: Doubles): void {
  const half = f.length;
  const quarter = half >> 1;
  for (let i = 0; i < quarter; i++) {
    const root = 2 * (half + i);
    const a = f[2 * i] ?? 0;
    const b = f[2 * i + 1] ?? 0;
    f0[i] = (a + b) * 0.5;
    f1[i] = (a - b) * (FFT_ROOTS[root] ?? 0) * 0.5;
    f1[i + quarter] = (a - b) * -(FFT_ROOTS[root + 1] ?? 0) * 0.5;
  }
}

/** Algorithm 2, the inverse of `split`. */
export function merge(f0: Doubles, f1: Doubles, f: Doubles): void {
  const half = f.length >> 1;
  const quarter = half >> 1;
  for (let i = 0; i < quarter; i++) {
    const root = 2 * (half + i);
    const sRe = FFT_ROOTS[root] ?? 0;
    const sIm = FFT_ROOTS[root + 1] ?? 0;
    const aRe = f0[i] ?? 0;
    const aIm = f0[i + quarter] ?? 0;
    const bRe = f1[i] ?? 0;
    const bIm = f1[i + quarter] ?? 0;
    const re = bRe * sRe - bIm * sIm;
    const im = bRe * sIm + bIm * sRe;
    const a = 2 * i;
    const b = 2 * i + 1;
    f[a] = aRe + re;
    f[a + half] = aIm + im;
    f[b] = aRe - re;
    f[b + half] = aIm - im;
  }
}

/** to = a b, or to = a b + to. */
export function multiply(a: Doubles, b: Doubles, to: Doubles, adds: boolean): void {
  const half = a.length >> 1;
  for (let i = 0; i < half; i++) {
    const aRe = a[i] ?? 0;
    const aIm = a[i + half] ?? 0;
    const bRe = b[i] ?? 0;
    const bIm = b[i + half] ?? 0;
    const re = aRe * bRe - aIm * bIm;
    const im = aRe * bIm + aIm * bRe;
    to[i] = adds ? re + (to[i] ?? 0) : re;
    to[i + half] = adds ? im + (to[i + half] ?? 0) : im;
  }
}
