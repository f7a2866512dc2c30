/**
 * The one rule about unusual Ed25519 keys and signatures. RFC 8032 leaves open whether the cofactored or the
 * cofactorless equation is checked and which encodings of points pass, and libraries differ even between patch
 * releases. With this rule before every backend only such inputs are left on which all of them agree:
 * S below L, A and R canonical and not of small order, A without a torsion component.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { toHex } from '../bytes.ts';

/** Field prime p = 2²⁵⁵ − 19 and group order L = 2²⁵² + 27742317777372353535851937790883648493 (RFC 8032 section 5.1), little-endian hex. */
const FIELD_PRIME = littleEndian('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f');
const GROUP_ORDER = littleEndian('edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010');

/**
 * The y coordinates of the eight points of small order, little-endian hex: order 1, order 2, order 4 (two points),
 * order 8 (two values with two points each). The sign bit of x is masked before the comparison.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
]);

/** The torsion check costs a scalar multiplication, so its answer is kept for the keys seen last. */
const REMEMBERED_KEYS = 1024;
const rememberedKeys = new Map<string, boolean>();

/**
 * Whether a public key (32 bytes) and a signature (64 bytes) are of the kind on which all backends agree. R need not
 * be on the curve: every backend refuses such an R by itself, since no computed point has that encoding.
 */
export function passesEdgeRule(publicKey: Uint8Array, signature: Uint8Array): boolean {
  return (
    isBelow(signature.subarray(32), GROUP_ORDER) &&
    isCanonicalAndLarge(signature.subarray(0, 32)) &&
    isCanonicalAndLarge(publicKey) &&
    hasPrimeOrder(publicKey)
  );
}

/** Whether R of a signature has no torsion component: a cofactored check such as noble's needs it to agree with the cofactorless one. */
export function isTorsionFree(encodedPoint: Uint8Array): boolean {
  try {
    return ed25519.Point.fromBytes(encodedPoint, false).isTorsionFree();
  } catch {
    return false;
  }
}

function hasPrimeOrder(publicKey: Uint8Array): boolean {
  const name = toHex(publicKey);
  const remembered = rememberedKeys.get(name);
  if (remembered !== undefined) return remembered;
  const answer = isTorsionFree(publicKey);
  const oldest = rememberedKeys.size >= REMEMBERED_KEYS ? rememberedKeys.keys().next().value : undefined;
  if (oldest !== undefined) rememberedKeys.delete(oldest);
  rememberedKeys.set(name, answer);
  return answer;
}

/** y below p, and not the y of a small-order point. This also refuses x = 0 with the sign bit set: both such points have small order. */
function isCanonicalAndLarge(encodedPoint: Uint8Array): boolean {
  const y = new Uint8Array(encodedPoint);
  y[31] = (y[31] ?? 0) & 0x7f;
  return isBelow(y, FIELD_PRIME) && !SMALL_ORDER_Y.has(toHex(y));
}

/** Little-endian comparison of 32-byte numbers. The values are public. */
function isBelow(value: Uint8Array, bound: Uint8Array): boolean {
  for (let i = 31; i >= 0; i--) {
    const difference = (value[i] ?? 0) - (bound[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function littleEndian(hex: string): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));
}
