/** The classes of mistakes that verifiers of others have had (`research/stark.md`, section 2.6), each by its name there: challenges and masks. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { instantiate } from '@touchstone/core/stark/air.ts';
import { batchTermsOf } from '@touchstone/core/stark/deep.ts';
import { DEGREE, type Extension } from '@touchstone/core/stark/extension.ts';
import { add, P } from '@touchstone/core/stark/field.ts';
import { maskedColumn, randomElements } from '@touchstone/core/stark/mask.ts';
import { PROFILES } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { sampleElements } from '@touchstone/core/stark/sample.ts';
import { MASK_SHIFT, SHIFT, shapeOf } from '@touchstone/core/stark/shape.ts';
import { firstOutsideBase, leadingZeroBits, Transcript } from '@touchstone/core/stark/transcript.ts';
import { describe, expect, it } from 'vitest';
import { LABELS, withLabelsSwapped, withoutAbsorbing, withTranscript } from './changed-transcript.ts';
import { forge } from './forge.ts';
import { changed, decoded, honest, instance, refused, shape, trace, verdictOf } from './honest-proof.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

describe('public inputs not absorbed', () => {
  it('another text of public inputs is refused', () => {
    for (const other of ['', '{"statement":"toy/v2"}', '{"statement":"toy/v1"} ']) {
      expect(verdictOf(honest, utf8(other))).toEqual(refused('invalid'));
    }
  });

  it('another public value is refused', () => {
    const value = add(instance.publicValues[0] ?? 0, 1);
    const other = instantiate(instance.air, [value], instance.publicColumns);
    expect(verdictOf(honest, PUBLIC_BYTES, other)).toEqual(refused('invalid'));
  });

  it('another public column is refused, also where no constraint reads the row', () => {
    const column = [...(instance.publicColumns[0] ?? [])];
    for (const row of [0, 31]) {
      const other = column.map((value, i) => (i === row ? value + 1 : value));
      const otherInstance = instantiate(instance.air, instance.publicValues, [other]);
      expect(verdictOf(honest, PUBLIC_BYTES, otherInstance)).toEqual(refused('invalid'));
    }
  });
});

describe('degree or length not absorbed', () => {
  it('a proof is refused for a longer trace, another degree, another width', () => {
    for (const options of [{ rows: 64 }, { degree: 4 }, { degree: 2 }, { width: 3 }, { width: 1 }]) {
      expect(verdictOf(honest, PUBLIC_BYTES, toy(options).instance)).toMatchObject({ ok: false });
    }
  });

  /** Columns with their mask raised to this power of X: the same values on the rows, a higher degree. */
  const raisedTo = (top: (degreeBound: number) => number) =>
    forge(instance, trace, {
      columns: (columns, { degreeBound, rows }) =>
        columns.map((column) => {
          const longer = column.slice();
          const at = top(degreeBound);
          longer[at] = add(longer[at] ?? 0, 1);
          longer[at - rows] = add(longer[at - rows] ?? 0, P - 1);
          return longer;
        }),
    });

  it('a column of one coefficient more than the degree test admits is refused', () => {
    expect(verdictOf(raisedTo((degreeBound) => degreeBound + 1))).toMatchObject({
      reason: 'the final polynomial does not take a folded value',
    });
    // The test is of the quotient by x − z, which has a coefficient less: this is the last column that passes, as soundness.ts counts.
    expect(verdictOf(raisedTo((degreeBound) => degreeBound))).toMatchObject({ ok: true });
  });
});

describe('final polynomial not absorbed, or of unchecked length', () => {
  it('a shorter and a longer one are undecodable', () => {
    const { finalPolynomial } = decoded;
    for (const other of [
      finalPolynomial.subarray(DEGREE),
      Uint32Array.of(...finalPolynomial, 0, 0, 0, 0, 0),
      new Uint32Array(0),
    ]) {
      expect(verdictOf(changed({ finalPolynomial: other }))).toEqual(refused('undecodable'));
    }
  });

  it('a forged one is refused, though all later challenges follow from it', () => {
    for (const at of [0, 7, decoded.finalPolynomial.length - 1]) {
      const proof = forge(instance, trace, {
        finalPolynomial: (coefficients) => coefficients.map((value, i) => (i === at ? add(value, 1) : value)),
      });
      expect(verdictOf(proof)).toMatchObject({ reason: 'the final polynomial does not take a folded value' });
    }
  });

  it('a function that is far from low degree has no final polynomial that passes', () => {
    const random = seededRandom(8);
    const proof = forge(instance, trace, {
      batch: (values) => values.map((value) => ((random(1)[0] as number) < 128 ? value : value.map((x) => add(x, 1)))),
    });
    expect(verdictOf(proof)).toEqual(refused('invalid'));
  });
});

describe('out-of-domain openings not absorbed before the batching challenge', () => {
  it('each of them moves every coefficient of the batch', () => {
    const draws = (proof: Uint8Array) => {
      const drawn: Uint32Array[] = [];
      withTranscript(
        ({ drawExtensions }) => ({
          drawExtensions(label, count) {
            const all = drawExtensions.call(this, label, count);
            if (label === 'batch coefficients') drawn.push(all);
            return all;
          },
        }),
        () => verdictOf(proof),
      );
      return drawn[0] as Uint32Array;
    };
    const before = draws(honest);
    for (const name of ['current', 'next', 'segments', 'mask'] as const) {
      const values = decoded.outOfDomain[name].slice();
      values[values.length - 1] = add(values.at(-1) ?? 0, 1);
      const after = draws(changed({ outOfDomain: { ...decoded.outOfDomain, [name]: values } }));
      expect(after.every((value, i) => value !== before[i])).toBe(true);
    }
  });
});

describe('values used after a challenge not absorbed', () => {
  it.each(LABELS)(
    'a prover that leaves out "%s" is refused, and so is one by a verifier that leaves it out',
    (label) => {
      const options = { random: seededRandom(2), profile: 'STANDARD' } as const;
      const without = withoutAbsorbing(label, () => prove(instance, PUBLIC_BYTES, trace, options));
      expect(verdictOf(without)).toMatchObject({ ok: false });
      expect(withoutAbsorbing(label, () => verdictOf(honest))).toMatchObject({ ok: false });
      // It is this alone that they disagree about.
      expect(withoutAbsorbing(label, () => verdictOf(without))).toMatchObject({ ok: true });
    },
  );

  it('no two labels can change places', () => {
    for (const [i, one] of LABELS.entries()) {
      for (const other of LABELS.slice(i + 1)) {
        if (withLabelsSwapped(one, other, () => verdictOf(honest)).ok) expect.fail(`${one}, ${other}`);
      }
    }
  });

  it('no two sequences of messages are one string', () => {
    const stateOf = (...messages: readonly string[]) => {
      const transcript = new Transcript();
      for (const message of messages) transcript.absorb('layer root', utf8(message));
      return [...transcript.drawExtensions('folding challenge', 1)].join();
    };
    const states = [stateOf('ab', 'c'), stateOf('a', 'bc'), stateOf('abc'), stateOf('abc', ''), stateOf('', 'abc')];
    expect(new Set(states).size).toBe(states.length);
  });
});

describe('missing randomness when mixing degrees', () => {
  it('every batched function has a coefficient of its own, and so has every constraint', () => {
    const counts: Record<string, number> = {};
    withTranscript(
      ({ drawExtensions }) => ({
        drawExtensions(label, count) {
          counts[label] = (counts[label] ?? 0) + count;
          return drawExtensions.call(this, label, count);
        },
      }),
      () => verdictOf(honest),
    );
    expect(counts).toEqual({
      'constraint coefficients': instance.air.constraints.length,
      'out-of-domain point': 1,
      'batch coefficients': 2 * instance.air.width + 4 + 1,
      'folding challenge': shape.layers,
    });
    expect(batchTermsOf(shape)).toBe(2 * instance.air.width + 5);
  });
});

describe('grinding not checked, or its bound overflows', () => {
  it('a nonce with a bit too few is refused, though the places follow from it', () => {
    const proof = forge(instance, trace, { nonce: (bits) => bits === 11 });
    expect(verdictOf(proof)).toMatchObject({ reason: 'the proof of work is missing' });
  });

  it('counts beyond 32 bits, where 1 << 32 is 1', () => {
    expect(leadingZeroBits(Uint8Array.of(0, 0, 0, 0, 0, 1))).toBe(47);
    expect(leadingZeroBits(Uint8Array.of(0, 0, 0, 0, 128))).toBe(32);
    expect(leadingZeroBits(Uint8Array.of(1))).toBe(7);
    expect(leadingZeroBits(new Uint8Array(32))).toBe(256);
  });
});

describe('the out-of-domain point in the domain, or at a queried point', () => {
  it('a point in the base field is drawn again: it could lie in either domain', () => {
    const inBase = [0, 1, SHIFT, P - 1].map((value) => Uint32Array.of(value, 0, 0, 0, 0));
    const outside = Uint32Array.of(0, 0, 0, 0, 1);
    const draws: Extension[] = [...inBase, outside];
    expect(firstOutsideBase(() => draws.shift() as Extension)).toBe(outside);
    expect(draws).toEqual([]);
  });

  it('prover and verifier draw the same one again', () => {
    let isFirst = true;
    const sometimes = <T>(run: () => T) => {
      isFirst = true;
      return withTranscript(
        ({ drawExtensions }) => ({
          drawExtensions(label, count) {
            const drawn = drawExtensions.call(this, label, count);
            const isReplaced = label === 'out-of-domain point' && isFirst;
            if (isReplaced) isFirst = false;
            return isReplaced ? Uint32Array.of(SHIFT, 0, 0, 0, 0) : drawn;
          },
        }),
        run,
      );
    };
    const proof = sometimes(() =>
      prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(4), profile: 'STANDARD' }),
    );
    expect(sometimes(() => verdictOf(proof))).toMatchObject({ ok: true });
    expect(verdictOf(proof)).toMatchObject({ ok: false });
    expect(MASK_SHIFT).not.toBe(1);
  });
});

describe('biased sampling', () => {
  it('what is not below p is skipped, not reduced', () => {
    const bytes = new Uint8Array(new Uint32Array([P, 2 ** 31 - 1, P - 1, 0x80000000 + 5, P + 1, 6]).buffer);
    expect([...sampleElements(() => bytes, 3)]).toEqual([P - 1, 5, 6]);
  });

  it('places differ, are all there and favour none', () => {
    const counts = new Uint32Array(64);
    for (let i = 0; i < 400; i++) {
      const transcript = new Transcript();
      transcript.absorbNumbers('grinding nonce', [i]);
      const indices = transcript.drawIndices(48, 64);
      expect(indices).toEqual([...new Set(indices)].sort((one, other) => one - other));
      expect(indices).toHaveLength(48);
      for (const index of indices) counts[index] = (counts[index] ?? 0) + 1;
    }
    // Each is there in 300 of 400 on average; six standard deviations are 52.
    for (const count of counts) expect(Math.abs(count - 300)).toBeLessThan(52);
    expect(() => new Transcript().drawIndices(5, 4)).toThrow(RangeError);
  });
});

describe('hiding with weak or cloned randomness', () => {
  it('no salt occurs twice, in either tree', () => {
    const salts = [decoded.trace.salts, decoded.quotient.salts].flatMap((all) =>
      Array.from({ length: all.length / 16 }, (_, i) => all.slice(16 * i, 16 * (i + 1)).join()),
    );
    expect(salts).toHaveLength(96);
    expect(new Set(salts).size).toBe(96);
  });

  it('fewer masks than the count are refused before anything is committed', () => {
    const random = seededRandom(6);
    for (const rows of [32, 64, 128]) {
      for (const profile of Object.values(PROFILES)) {
        const own = shapeOf(rows, 2, 3, profile);
        const column = new Uint32Array(rows);
        const masks = (count: number) => randomElements(random, count);
        expect(maskedColumn(column, masks(own.maskCoefficients), own)).toHaveLength(own.degreeBound);
        expect(() => maskedColumn(column, masks(own.maskCoefficients - 1), own)).toThrow('too few masks');
      }
    }
  });

  it('every mask and salt is asked of the source, and none twice', () => {
    let bytes = 0;
    const random = seededRandom(7);
    prove(instance, PUBLIC_BYTES, trace, {
      random: (length) => {
        bytes += length;
        return random(length);
      },
      profile: 'STANDARD',
    });
    const { maskCoefficients, degreeBound, segmentStep, domainSize, width } = shape;
    const elements = width * maskCoefficients + 2 * DEGREE * degreeBound + 3 * DEGREE * (degreeBound - segmentStep);
    expect(bytes).toBeGreaterThanOrEqual(4 * elements + 2 * 16 * domainSize);
  });
});
