/** What is proven is accepted; a false claim is not proven, and what somebody proves of it all the same is refused. */

import { toHex } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { instantiate } from '@touchstone/core/stark/air.ts';
import { combineAtPoint, zerofierAt } from '@touchstone/core/stark/evaluate.ts';
import {
  addExtension,
  elementAt,
  inverseExtension,
  multiplyExtension,
  powerExtension,
  subtractExtension,
} from '@touchstone/core/stark/extension.ts';
import { add, P } from '@touchstone/core/stark/field.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { describe, expect, it } from 'vitest';
import { forge } from './forge.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

const BOTH = { accept: ['STANDARD', 'STRONG'] } as const;
const STANDARD = { accept: ['STANDARD'] } as const;

describe('an honest proof', () => {
  it.each([
    [32, 1, 2],
    [32, 3, 3],
    [32, 2, 4],
    [64, 2, 4],
    [128, 3, 4],
  ])('of %i rows, %i columns, degree %i is accepted in both profiles', (rows, width, degree) => {
    const { instance, trace } = toy({ rows, width, degree });
    for (const profile of ['STANDARD', 'STRONG'] as const) {
      const proof = prove(instance, PUBLIC_BYTES, trace, { random: systemRandom, profile });
      const verdict = verify(instance, PUBLIC_BYTES, proof, BOTH);
      expect(verdict).toEqual({ ok: true, profile, provenBits: profile === 'STANDARD' ? 106 : 120 });
      expect(proof.length).toBeLessThan(64 * 1024);
    }
  });

  it('is the same for the same random bytes, and another for others', () => {
    const { instance, trace } = toy();
    const proofBy = (seed: number) =>
      prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(seed), profile: 'STANDARD' });
    expect(proofBy(1)).toEqual(proofBy(1));
    expect(proofBy(1)).not.toEqual(proofBy(2));
  });

  it('is byte for byte what version 1 was published with', () => {
    const { instance, trace } = toy({ rows: 64, width: 3, degree: 4 });
    const hashes = (['STANDARD', 'STRONG'] as const).map((profile) =>
      toHex(sha256(prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(19), profile }))),
    );
    expect(hashes).toEqual([
      'b321fb6332b67a2ad11ab70a8c8b5fc78fa2b3519ff82d63bd0ce19a9a33f407',
      '68f5cad98004ac2b298d58b9e19d2903da4b7a5760ba1fb2dcadd50d3fd445dc',
    ]);
  });

  it('is what the forging prover of these tests makes where it forges nothing', () => {
    const { instance, trace } = toy();
    expect(verify(instance, PUBLIC_BYTES, forge(instance, trace), STANDARD)).toMatchObject({ ok: true });
  });
});

describe('a false claim', () => {
  const { instance, trace } = toy();
  const wrong = trace.map((column) => column.slice());
  (wrong[0] as Uint32Array)[5] = add(wrong[0]?.[5] ?? 0, 1);

  it('is not proven', () => {
    const options = { random: systemRandom, profile: 'STANDARD' } as const;
    expect(() => prove(instance, PUBLIC_BYTES, wrong, options)).toThrow(RangeError);
    expect(() => prove(instance, PUBLIC_BYTES, trace.slice(1), options)).toThrow(RangeError);
    expect(() =>
      prove(
        instance,
        PUBLIC_BYTES,
        trace.map((column) => column.slice(1)),
        options,
      ),
    ).toThrow(RangeError);
    const otherEnd = instantiate(instance.air, [add(instance.publicValues[0] ?? 0, 1)], instance.publicColumns);
    expect(() => prove(otherEnd, PUBLIC_BYTES, trace, options)).toThrow(RangeError);
  });

  it('is not proven whichever cell of the witness is changed', () => {
    const options = { random: seededRandom(3), profile: 'STANDARD' } as const;
    for (let i = 0; i < 2 * 32; i += 7) {
      const changed = trace.map((column) => column.slice());
      const column = changed[i % 2] as Uint32Array;
      column[i >> 1] = (column[i >> 1] as number) === P - 1 ? 0 : (column[i >> 1] as number) + 1;
      expect(() => prove(instance, PUBLIC_BYTES, changed, options)).toThrow('does not keep the constraints');
    }
  });

  it('is refused where its quotient is cut off', () => {
    expect(verify(instance, PUBLIC_BYTES, forge(instance, wrong), STANDARD)).toEqual({
      ok: false,
      code: 'invalid',
      reason: 'the constraints do not hold at the out-of-domain point',
    });
  });

  it('is refused where a value outside the domain is claimed that makes the constraints hold there', () => {
    const forged = forge(instance, wrong, {
      outOfDomain: (claimed, { shape, alpha, point }) => {
        const needed = combineAtPoint(instance, point, claimed.current, claimed.next, alpha);
        const quotient = multiplyExtension(needed, inverseExtension(zerofierAt(shape.rows, point)));
        const step = powerExtension(point, shape.segmentStep);
        let others = elementAt(claimed.segments, 3);
        for (const s of [2, 1]) others = addExtension(multiplyExtension(others, step), elementAt(claimed.segments, s));
        const segments = claimed.segments.slice();
        const first = subtractExtension(addExtension(quotient, claimed.mask), multiplyExtension(others, step));
        segments.set(first, 0);
        return { ...claimed, segments };
      },
    });
    // The batch is then no polynomial of low degree.
    expect(verify(instance, PUBLIC_BYTES, forged, STANDARD)).toEqual({
      ok: false,
      code: 'invalid',
      reason: 'the final polynomial does not take a folded value',
    });
  });
});
