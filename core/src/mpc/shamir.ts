/**
 * Shamir's sharing among the three computing parties, with polynomials of degree 1: party i holds f(i), the secret is f(0).
 * One share says nothing; two give the secret. The third is what shows that the three belong together.
 */
import type { Random } from '../random.ts';
import { add, at, type Elements, MODULUS, multiply, randomElements, subtract } from './field.ts';

/** The computing parties, by the coordinates of their shares. */
export const PARTIES = [1, 2, 3] as const;
export type PartyNumber = (typeof PARTIES)[number];

/** One list of shares for each party, in their order. */
export type SharesOfAll = readonly [Elements, Elements, Elements];

/** Shares each secret of a list by a polynomial of its own. */
export function share(secrets: Elements, random: Random): SharesOfAll {
  const { length } = secrets;
  const slopes = randomElements(length, random);
  const shares = [new BigUint64Array(length), new BigUint64Array(length), new BigUint64Array(length)] as const;
  for (let i = 0; i < length; i++) {
    let value = at(secrets, i);
    for (const list of shares) {
      value = add(value, at(slopes, i));
      list[i] = value;
    }
  }
  slopes.fill(0n);
  return shares;
}

/** f(0) of the line through the shares; null where the three do not lie on one. */
export function secretOf(first: bigint, second: bigint, third: bigint): bigint | null {
  const isLine = add(first, third) === add(second, second);
  return isLine ? subtract(add(first, first), second) : null;
}

/** f(0) of a polynomial of degree 2, such as the product of two lines: 3·f(1) − 3·f(2) + f(3). */
export function secretOfProduct(first: bigint, second: bigint, third: bigint): bigint {
  return add(multiply(3n, first), add(third, multiply(MODULUS - 3n, second)));
}
