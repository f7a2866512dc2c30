/** RFC 6962 section 2.1 as it is written there, with Node's SHA-256: what the quick implementation is compared with. */
import { createHash } from 'node:crypto';

export function sha256Of(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

/** MTH(D[n]). */
export function naiveRoot(data: readonly Uint8Array[]): Uint8Array {
  const [only] = data;
  if (only === undefined) return sha256Of();
  if (data.length === 1) return sha256Of(Uint8Array.of(0), only);
  const k = split(data.length);
  return sha256Of(Uint8Array.of(1), naiveRoot(data.slice(0, k)), naiveRoot(data.slice(k)));
}

/** PATH(m, D[n]). */
export function naivePath(index: number, data: readonly Uint8Array[]): Uint8Array[] {
  if (data.length === 1) return [];
  const k = split(data.length);
  return index < k
    ? [...naivePath(index, data.slice(0, k)), naiveRoot(data.slice(k))]
    : [...naivePath(index - k, data.slice(k)), naiveRoot(data.slice(0, k))];
}

/** PROOF(m, D[n]). */
export function naiveConsistency(first: number, data: readonly Uint8Array[]): Uint8Array[] {
  return subProof(first, data, true);
}

function subProof(first: number, data: readonly Uint8Array[], isWhole: boolean): Uint8Array[] {
  if (first === data.length) return isWhole ? [] : [naiveRoot(data)];
  const k = split(data.length);
  return first <= k
    ? [...subProof(first, data.slice(0, k), isWhole), naiveRoot(data.slice(k))]
    : [...subProof(first - k, data.slice(k), false), naiveRoot(data.slice(0, k))];
}
