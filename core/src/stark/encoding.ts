/**
 * How values of the outside become limbs and lanes of the circuit: exact, and shared by whoever proves and whoever verifies.
 */
import { fromHex, utf8 } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';

/** An amount in millionths is low + 2²⁸·high, with 28 and 25 bits; both fit a range check without a wrap modulo p. */
export const LOW_BITS = 28;
export const HIGH_BITS = 25;
/** Amounts have six decimal places at most. */
export const UNITS_PER_ONE = 1_000_000;
const DECIMAL_PLACES = 6;

/**
 * The millionths in an amount, from the number's shortest text in decimal; null for what is negative, has more than six
 * decimal places or reaches 2⁵³ millionths. (A double is written with an exponent only below 10⁻⁶ and from 10²¹ on.)
 */
export function unitsOf(amount: unknown): number | null {
  if (typeof amount !== 'number') return null;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(`${amount}`) ?? [];
  if (whole === undefined || fraction.length > DECIMAL_PLACES) return null;
  const units = BigInt(whole + fraction.padEnd(DECIMAL_PLACES, '0'));
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : null;
}

/** The limbs of a whole number below 2⁵³. Throws RangeError for any other. */
export function amountLimbs(units: number): [number, number] {
  if (!Number.isSafeInteger(units) || units < 0) throw new RangeError('units are whole numbers below 2⁵³');
  return [units % 2 ** LOW_BITS, Math.floor(units / 2 ** LOW_BITS)];
}

/** The whole number that has these two limbs. */
export function unitsOfLimbs([low = 0, high = 0]: readonly number[]): number {
  return low + high * 2 ** LOW_BITS;
}

/** Limbs of 14 bits, lowest first, for products; each half of an amount is two of them. */
export function productLimbs(units: number): number[] {
  return amountLimbs(units).flatMap((half) => [half % 2 ** 14, Math.floor(half / 2 ** 14)]);
}

const LANE_BITS = 29;

/** 32 bytes as 8 lanes of 29 bits and a rest of 24 bits, read as one little-endian number. */
export function hashLanes(hash: Uint8Array): { readonly lanes: number[]; readonly rest: number } {
  if (hash.length !== 32) throw new RangeError('a hash has 32 bytes');
  const lanes: number[] = [];
  let rest = 0;
  let bits = 0;
  for (const byte of hash) {
    // At most 28 bits are left over before a byte, so this stays below 2³⁷.
    rest += byte * 2 ** bits;
    bits += 8;
    if (bits >= LANE_BITS) {
      lanes.push(rest % 2 ** LANE_BITS);
      rest = Math.floor(rest / 2 ** LANE_BITS);
      bits -= LANE_BITS;
    }
  }
  return { lanes, rest };
}

/** The 32 bytes of 64 lower-case hexadecimal digits, or null. */
export function hashBytes(text: unknown): Uint8Array | null {
  return typeof text === 'string' && text.length === 64 ? fromHex(text) : null;
}

const LONGEST_PACKED = 7;
/** What stands in place of a length where a text is longer than seven bytes. */
const LONG_TEXT = 8;

/** What a text is in the circuit. The limbs of the empty text alone begin with 0. */
export interface EncodedText {
  readonly limbs: [number, number];
  readonly lanes: number[];
}

/**
 * A text of at most seven bytes of UTF-8 is its length + 16·bytes (little-endian), cut into two limbs of 30 bits, with lanes
 * of 0; a longer one is 8, the rest of its SHA3-256 and the lanes of that. No two texts look the same (S18).
 */
export function encodeText(text: string): EncodedText {
  const bytes = utf8(text);
  if (bytes.length > LONGEST_PACKED) {
    const { lanes, rest } = hashLanes(sha3_256(bytes));
    return { limbs: [LONG_TEXT, rest], lanes };
  }
  const number = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) * 16n + BigInt(bytes.length);
  return { limbs: [Number(number & 0x3fff_ffffn), Number(number >> 30n)], lanes: Array.from({ length: 8 }, () => 0) };
}
