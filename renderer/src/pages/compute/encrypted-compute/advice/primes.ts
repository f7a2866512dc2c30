/** Bits of Q as people enter them: a total, or those of each prime. */
import { numberList } from '../../../../lib/text/number-list.ts';

const MOST_PRIMES = 64;
const MOST_PRIME_BITS = 60;

/** Null for what the contract would refuse. */
export function readBits(typed: string): number | number[] | null {
  const list = numberList(typed, false);
  if (!list.ok) return null;
  const { parts } = list;
  if (parts.length === 0 || parts.length > MOST_PRIMES || !parts.every((part) => /^\d{1,4}$/.test(part))) return null;
  const bits = parts.map(Number);
  const most = bits.length === 1 ? MOST_PRIMES * MOST_PRIME_BITS : MOST_PRIME_BITS;
  if (bits.some((each) => each < 1 || each > most)) return null;
  const [total] = bits;
  return bits.length === 1 && total !== undefined ? total : bits;
}
