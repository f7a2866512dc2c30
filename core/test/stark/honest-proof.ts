/** The proof that the tests of verifier mistakes change, and what they change it with. */
import { decodeProof, encodeProof, type Proof } from '@touchstone/core/stark/codec.ts';
import type { ProfileName } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { expect } from 'vitest';
import { shapeFor } from './forge.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

export const { instance, trace } = toy();
export const shape = shapeFor(instance);
export const honest = prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(1), profile: 'STANDARD' });
export const decoded = decodeProof(honest, shape) as Proof;

export const verdictOf = (
  proof: Uint8Array,
  publicBytes = PUBLIC_BYTES,
  of = instance,
  accept: readonly ProfileName[] = ['STANDARD'],
) => verify(of, publicBytes, proof, { accept });
export const refused = (code: 'undecodable' | 'invalid') => expect.objectContaining({ ok: false, code });
export const changed = (changes: Partial<Proof>) => encodeProof({ ...decoded, ...changes }, shape);

export function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
