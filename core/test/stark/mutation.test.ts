/**
 * No change to a proof is accepted: not of a byte, not of a field, not of several at once. Over 2,000 in `npm test`, over 100,000 in
 * `npm run soak`, where every single byte has its turn.
 */
import { decodeProof, encodeProof, type Proof } from '@touchstone/core/stark/codec.ts';
import { add, P } from '@touchstone/core/stark/field.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { describe, expect, it } from 'vitest';
import { SET_TIMEOUT_MS, SOAK } from '../vectors.ts';
import { shapeFor } from './forge.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

const { instance, trace } = toy({ width: 1 });
const shape = shapeFor(instance);
const honest = prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(1), profile: 'STANDARD' });
const decoded = decodeProof(honest, shape) as Proof;

const isAccepted = (proof: Uint8Array) => verify(instance, PUBLIC_BYTES, proof, { accept: ['STANDARD', 'STRONG'] }).ok;

/** All lists of numbers in a proof, with what puts another in their place. */
function fieldsOf(proof: Proof): { readonly values: Uint32Array; readonly with: (values: Uint32Array) => Proof }[] {
  const { outOfDomain } = proof;
  return [
    ...(['current', 'next', 'segments', 'mask'] as const).map((name) => ({
      values: outOfDomain[name],
      with: (values: Uint32Array) => ({ ...proof, outOfDomain: { ...outOfDomain, [name]: values } }),
    })),
    { values: proof.finalPolynomial, with: (finalPolynomial: Uint32Array) => ({ ...proof, finalPolynomial }) },
    ...(['trace', 'quotient'] as const).map((name) => ({
      values: proof[name].rows,
      with: (rows: Uint32Array) => ({ ...proof, [name]: { ...proof[name], rows } }),
    })),
    ...proof.layers.map((layer, i) => ({
      values: layer.others,
      with: (others: Uint32Array) => ({
        ...proof,
        layers: proof.layers.map((own, j) => (i === j ? { ...layer, others } : own)),
      }),
    })),
  ];
}

describe('changes of a proof', { timeout: SET_TIMEOUT_MS }, () => {
  it('of one byte: every part of a proof is bound or refused', () => {
    expect(isAccepted(honest)).toBe(true);
    const masks = SOAK ? [1, 2, 128, 255] : [1];
    const step = SOAK ? 1 : Math.floor(honest.length / 1500);
    const accepted: string[] = [];
    let mutants = 0;
    for (const mask of masks) {
      for (let at = 0; at < honest.length; at += at < 600 && mask === 1 ? 1 : step) {
        const mutant = honest.slice();
        mutant[at] = (mutant[at] ?? 0) ^ mask;
        mutants++;
        if (isAccepted(mutant)) accepted.push(`${at} ^ ${mask}`);
      }
    }
    expect(accepted).toEqual([]);
    expect(mutants).toBeGreaterThan(SOAK ? 4 * honest.length - 5 : 2000);
  });

  it('of one number, by one and to zero and to p − 1', () => {
    const accepted: string[] = [];
    for (const field of fieldsOf(decoded)) {
      const step = SOAK ? 1 : Math.ceil(field.values.length / 12);
      for (let at = 0; at < field.values.length; at += step) {
        const value = field.values[at] as number;
        for (const other of [add(value, 1), 0, P - 1]) {
          if (other === value) continue;
          const values = field.values.slice();
          values[at] = other;
          if (isAccepted(encodeProof(field.with(values), shape))) accepted.push(`${at}: ${other}`);
        }
      }
    }
    expect(accepted).toEqual([]);
  });

  it('of several bytes at random, cut, doubled and joined with another proof', () => {
    const random = seededRandom(11);
    const number = (below: number) => ((random(2)[0] as number) * 256 + (random(2)[1] as number)) % below;
    const other = prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(2), profile: 'STANDARD' });
    for (let i = 0; i < (SOAK ? 20_000 : 300); i++) {
      const at = number(honest.length);
      const mutants = [
        honest.map((byte, k) => (k >= at && k < at + 1 + (i % 40) ? byte ^ (1 + number(255)) : byte)),
        Uint8Array.of(...honest.subarray(0, at), ...other.subarray(at)),
        Uint8Array.of(...honest.subarray(0, at), ...honest.subarray(at + 1)),
        Uint8Array.of(...honest.subarray(0, at), 0, ...honest.subarray(at)),
      ];
      const mutant = mutants[i % 4] as Uint8Array;
      const isSame = mutant.length === honest.length && mutant.every((byte, k) => byte === honest[k]);
      const isOther = mutant.length === other.length && mutant.every((byte, k) => byte === other[k]);
      if (!isSame && !isOther) expect(isAccepted(mutant)).toBe(false);
    }
  });
});
