/**
 * What one computing party does: the protocol of Ben-Or, Goldwasser and Wigderson for three parties of which one may be
 * curious. All parties run the same calls in the same order, each on its own shares. Nothing is opened but what says so.
 *
 * Comparison: for |d| < 2^60 the element 2d is even exactly where d is not negative (the modulus is odd). Its lowest bit comes
 * from opening 2d + r, where r has 61 random bits that nobody knows, and from comparing the opened number with those bits.
 */
import type { Random } from '../random.ts';
import {
  add,
  at,
  type Elements,
  FIELD_BITS,
  multiply as product,
  randomBits,
  randomElements,
  subtract,
} from './field.ts';
import { type SharesOfAll, secretOf, secretOfProduct, share } from './shamir.ts';

/** The way to the other parties. */
export interface Links {
  /** Gives each party its list, in the order of their numbers, and answers what each has given to this one, its own included. */
  exchange(lists: SharesOfAll): Promise<SharesOfAll>;
}

/** A party at work. */
export interface Party {
  readonly links: Links;
  readonly random: Random;
  /** What the computation took so far, which the transcript states. */
  readonly counts: { multiplications: number; openings: number };
}

export function createParty(links: Links, random: Random): Party {
  return { links, random, counts: { multiplications: 0, openings: 0 } };
}

/** Three shares that lie on no line: a party has left the protocol, or a participant has shared wrongly. */
export class InconsistentShares extends Error {
  constructor() {
    super('the shares of a value do not belong together');
  }
}

export function map(list: Elements, by: (element: bigint, index: number) => bigint): Elements {
  return BigUint64Array.from(list, by);
}

export function concatenated(...lists: readonly Elements[]): Elements {
  const all = new BigUint64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const list of lists) {
    all.set(list, offset);
    offset += list.length;
  }
  return all;
}

/** Opens values to all parties. Throws InconsistentShares. */
export async function open(party: Party, shares: Elements): Promise<Elements> {
  const [first, second, third] = await party.links.exchange([shares, shares, shares]);
  party.counts.openings += shares.length;
  return map(shares, (_, i) => {
    const value = secretOf(at(first, i), at(second, i), at(third, i));
    if (value === null) throw new InconsistentShares();
    return value;
  });
}

/** Whether all parties say yes. */
export async function agree(party: Party, isWell: boolean): Promise<boolean> {
  const word = BigUint64Array.of(isWell ? 1n : 0n);
  const words = await party.links.exchange([word, word, word]);
  return words.every((one) => at(one, 0) === 1n);
}

/** Products of two lists, element by element: each party shares its own product anew, and the degree is 1 again. */
export async function multiply(party: Party, a: Elements, b: Elements): Promise<Elements> {
  const own = map(a, (element, i) => product(element, at(b, i)));
  const [first, second, third] = await party.links.exchange(share(own, party.random));
  party.counts.multiplications += a.length;
  return map(own, (_, i) => secretOfProduct(at(first, i), at(second, i), at(third, i)));
}

/** Sums of what each party has shared. */
async function shared(party: Party, secrets: Elements): Promise<SharesOfAll> {
  return party.links.exchange(share(secrets, party.random));
}

/** Bits that nobody knows: the exclusive or of one bit of each party. */
async function unknownBits(party: Party, count: number): Promise<Elements> {
  const [first, second, third] = await shared(party, randomBits(count, party.random));
  return xor(party, await xor(party, first, second), third);
}

async function xor(party: Party, a: Elements, b: Elements): Promise<Elements> {
  const both = await multiply(party, a, b);
  return map(both, (element, i) => subtract(add(at(a, i), at(b, i)), add(element, element)));
}

/** Throws InconsistentShares unless the shares of every value lie on a line. What is opened is each value behind a random mask. */
export async function requireConsistent(party: Party, shares: Elements): Promise<void> {
  const masks = await shared(party, randomElements(shares.length, party.random));
  await open(
    party,
    map(shares, (element, i) => masks.reduce((sum, mask) => add(sum, at(mask, i)), element)),
  );
}

/** Shares of 1 for each value below zero, of 0 for the others. Right for values of at most 2^60 − 1 in size. */
export async function areNegative(party: Party, values: Elements): Promise<Elements> {
  const { length } = values;
  const bits = await unknownBits(party, length * FIELD_BITS);
  const masked = map(values, (value, i) => {
    let sum = 0n;
    for (let bit = FIELD_BITS - 1; bit >= 0; bit--) sum = add(add(sum, sum), at(bits, i * FIELD_BITS + bit));
    return add(add(value, value), sum);
  });
  const opened = await open(party, masked);
  // 2d = opened − r, or that plus the modulus, which is odd, where opened is below r.
  const isBelow = await areBelow(party, opened, bits);
  const lowest = map(opened, (element, i) => xorWithBit(at(bits, i * FIELD_BITS), element & 1n));
  return xor(party, lowest, isBelow);
}

/** Shares of 1 where an opened number is below the one with these shared bits, the lowest first. */
async function areBelow(party: Party, opened: Elements, bits: Elements): Promise<Elements> {
  const { length } = opened;
  const openedBit = (i: number) => (at(opened, Math.floor(i / FIELD_BITS)) >> BigInt(i % FIELD_BITS)) & 1n;
  // Of each stretch of bits: is it below, is it equal. Stretches are joined in pairs until one is left.
  let below = map(bits, (bit, i) => (openedBit(i) === 1n ? 0n : bit));
  let equal = map(bits, (bit, i) => subtract(1n, xorWithBit(bit, openedBit(i))));
  for (let width = FIELD_BITS; width > 1; width = Math.ceil(width / 2)) {
    const pairs = Math.floor(width / 2);
    const places = Array.from({ length: length * pairs }, (_, i) => Math.floor(i / pairs) * width + 2 * (i % pairs));
    const lower = (list: Elements) => BigUint64Array.from(places, (place) => at(list, place));
    const upper = (list: Elements) => BigUint64Array.from(places, (place) => at(list, place + 1));
    const equalAbove = upper(equal);
    const products = await multiply(
      party,
      concatenated(equalAbove, equalAbove),
      concatenated(lower(below), lower(equal)),
    );
    const belowAbove = upper(below);
    const joined = map(belowAbove, (element, i) => add(element, at(products, i)));
    const next = { width, pairs, length };
    below = withLeftOver(joined, below, next);
    equal = withLeftOver(products.subarray(places.length), equal, next);
  }
  return below;
}

/** The joined pairs of each number, with its uppermost stretch where that had none to be joined with. */
function withLeftOver(
  joined: Elements,
  before: Elements,
  { width, pairs, length }: { readonly width: number; readonly pairs: number; readonly length: number },
): Elements {
  if (width === 2 * pairs) return joined;
  const next = pairs + 1;
  return BigUint64Array.from({ length: length * next }, (_, i) => {
    const [number, place] = [Math.floor(i / next), i % next];
    return place < pairs ? at(joined, number * pairs + place) : at(before, number * width + width - 1);
  });
}

function xorWithBit(share: bigint, bit: bigint): bigint {
  return bit === 1n ? subtract(1n, share) : share;
}
