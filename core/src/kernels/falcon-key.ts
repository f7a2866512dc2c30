/** FALCON's secret key as signing needs it: the basis of the lattice, in transforms, and its Gram matrix. */
import { type Doubles, multiply, transform, transformBack } from './falcon-fft.ts';
import { type FalconSet, Q } from './falcon-sets.ts';

/** ((g, -f), (G, -F)) as transforms. */
export interface Basis {
  readonly g: Doubles;
  readonly minusF: Doubles;
  readonly bigG: Doubles;
  readonly minusBigF: Doubles;
}

/** B B*, a self-adjoint matrix of transforms; those on the diagonal are real. */
export interface Gram {
  readonly g00: Doubles;
  readonly g01: Doubles;
  readonly g11: Doubles;
}

const MOST_BIG_G = 127;
/** Rounding leaves less than a millionth. */
const MOST_DISTANCE = 2 ** -10;
const BIG_BITS = 8;

/** Section 3.11.5: signed numbers of `bits` bits, each times `sign`. The most negative one is no encoding. */
function decode(bytes: Uint8Array, bits: number, sign: 1 | -1, to: Doubles): void {
  const forbidden = -(2 ** (bits - 1));
  let isForbidden = 0;
  let buffer = 0;
  let length = 0;
  let at = 0;
  for (let i = 0; i < to.length; i++) {
    while (length < bits) {
      buffer = ((buffer << 8) | (bytes[at++] ?? 0)) & 0xffff;
      length += 8;
    }
    length -= bits;
    const value = (buffer << (32 - bits - length)) >> (32 - bits);
    isForbidden |= value === forbidden ? 1 : 0;
    to[i] = sign * value;
  }
  if (isForbidden !== 0) throw new TypeError('the secret key has a forbidden coefficient');
}

/** (q + g F) / f, which is G by the NTRU equation f G - g F = q. Throws where that has no small integers as coefficients. */
function completeBasis({ g, minusF, bigG, minusBigF }: Basis): void {
  const half = g.length >> 1;
  // -F g - q = -f G
  multiply(g, minusBigF, bigG, false);
  for (let i = 0; i < half; i++) {
    const j = i + half;
    const re = (bigG[i] ?? 0) - Q;
    const im = bigG[j] ?? 0;
    const fRe = minusF[i] ?? 0;
    const fIm = minusF[j] ?? 0;
    const inverse = 1 / (fRe * fRe + fIm * fIm);
    bigG[i] = (re * fRe + im * fIm) * inverse;
    bigG[j] = (im * fRe - re * fIm) * inverse;
  }
  transformBack(bigG);
  let farthest = 0;
  let largest = 0;
  for (let i = 0; i < bigG.length; i++) {
    const value = bigG[i] ?? 0;
    const rounded = Math.round(value);
    farthest = Math.max(farthest, Math.abs(value - rounded));
    largest = Math.max(largest, Math.abs(rounded));
    bigG[i] = rounded;
  }
  if (!(farthest < MOST_DISTANCE && largest <= MOST_BIG_G)) throw new TypeError('the secret key has no small G');
  transform(bigG);
}

/** Reads an encoded secret key of the right length. Throws TypeError for what is none. */
export function readBasis({ logDegree, smallBits }: FalconSet, secretKey: Uint8Array, basis: Basis): void {
  if (secretKey[0] !== 0x50 + logDegree) throw new TypeError('the secret key has another header');
  const smallBytes = (2 ** logDegree * smallBits) / 8;
  decode(secretKey.subarray(1), smallBits, -1, basis.minusF);
  decode(secretKey.subarray(1 + smallBytes), smallBits, 1, basis.g);
  decode(secretKey.subarray(1 + 2 * smallBytes), BIG_BITS, -1, basis.minusBigF);
  for (const polynomial of [basis.g, basis.minusF, basis.minusBigF]) transform(polynomial);
  completeBasis(basis);
}

export function gramOf({ g, minusF, bigG, minusBigF }: Basis, { g00, g01, g11 }: Gram): void {
  const half = g00.length;
  for (let i = 0; i < half; i++) {
    const j = i + half;
    const aRe = g[i] ?? 0;
    const aIm = g[j] ?? 0;
    const bRe = minusF[i] ?? 0;
    const bIm = minusF[j] ?? 0;
    const cRe = bigG[i] ?? 0;
    const cIm = bigG[j] ?? 0;
    const dRe = minusBigF[i] ?? 0;
    const dIm = minusBigF[j] ?? 0;
    g00[i] = aRe * aRe + aIm * aIm + bRe * bRe + bIm * bIm;
    g11[i] = cRe * cRe + cIm * cIm + dRe * dRe + dIm * dIm;
    g01[i] = aRe * cRe + aIm * cIm + (bRe * dRe + bIm * dIm);
    g01[j] = aIm * cRe - aRe * cIm + (bIm * dRe - bRe * dIm);
  }
}
