/** The classes of mistakes that verifiers of others have had (`research/stark.md`, section 2.6), each by its name there. */

import { concat, utf8 } from '@touchstone/core/bytes.ts';
import { instantiate } from '@touchstone/core/stark/air.ts';
import { decodeProof, encodeProof, type Proof, profileCodeOf, quotientWidthOf } from '@touchstone/core/stark/codec.ts';
import { batchTermsOf } from '@touchstone/core/stark/deep.ts';
import { DEGREE, type Extension } from '@touchstone/core/stark/extension.ts';
import { add, P } from '@touchstone/core/stark/field.ts';
import { maskedColumn, randomElements } from '@touchstone/core/stark/mask.ts';
import { PROFILES, type ProfileName } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { sampleElements } from '@touchstone/core/stark/sample.ts';
import { MASK_SHIFT, SHIFT, shapeOf } from '@touchstone/core/stark/shape.ts';
import { firstOutsideBase, leadingZeroBits, Transcript } from '@touchstone/core/stark/transcript.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { describe, expect, it } from 'vitest';
import { LABELS, withLabelsSwapped, withoutAbsorbing, withTranscript } from './changed-transcript.ts';
import { forge, shapeFor } from './forge.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

const { instance, trace } = toy();
const shape = shapeFor(instance);
const honest = prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(1), profile: 'STANDARD' });
const decoded = decodeProof(honest, shape) as Proof;

const verdictOf = (
  proof: Uint8Array,
  publicBytes = PUBLIC_BYTES,
  of = instance,
  accept: readonly ProfileName[] = ['STANDARD'],
) => verify(of, publicBytes, proof, { accept });
const refused = (code: 'undecodable' | 'invalid') => expect.objectContaining({ ok: false, code });
const changed = (changes: Partial<Proof>) => encodeProof({ ...decoded, ...changes }, shape);

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = bytes.slice();
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

it('the proof that everything here is made from is accepted', () => {
  expect(verdictOf(honest)).toMatchObject({ ok: true });
  expect(encodeProof(decoded, shape)).toEqual(honest);
});

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

describe('zero queries, or parameters taken from the proof', () => {
  it.each([0, 1, 24, 47, 49])('a proof of %i queries is refused', (queries) => {
    const proof =
      queries === 0
        ? changed({
            trace: { rows: new Uint32Array(0), salts: new Uint8Array(0), siblings: [] },
            quotient: { rows: new Uint32Array(0), salts: new Uint8Array(0), siblings: [] },
            layers: decoded.layers.map(() => ({ others: new Uint32Array(0), siblings: [] })),
          })
        : forge(instance, trace, { shape: (own) => ({ ...own, profile: { ...own.profile, queries } }) });
    expect(verdictOf(proof)).toMatchObject({ ok: false });
  });

  it('a proof of less grinding or less blow-up is refused', () => {
    for (const change of [{ grindingBits: 0 }, { blowUp: 8 }]) {
      const proof = forge(instance, trace, {
        shape: (own) => {
          const profile = { ...own.profile, ...change };
          return { ...own, profile, domainSize: own.degreeBound * profile.blowUp };
        },
      });
      expect(verdictOf(proof)).toMatchObject({ ok: false });
    }
  });

  it('the profile’s byte only names a profile that the verifier accepts', () => {
    expect(verdictOf(honest, PUBLIC_BYTES, instance, ['STRONG'])).toEqual(refused('invalid'));
    expect(verdictOf(honest, PUBLIC_BYTES, instance, [])).toEqual(refused('invalid'));
    for (let code = 0; code < 256; code++) {
      const other = honest.slice();
      other[1] = code;
      const verdict = verdictOf(other, PUBLIC_BYTES, instance, ['STANDARD', 'STRONG']);
      expect(verdict).toMatchObject(code === 1 ? { ok: true } : { ok: false, code: 'undecodable' });
    }
  });

  it('a STRONG proof is accepted where STRONG is, and not as a STANDARD one', () => {
    const strong = prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(3), profile: 'STRONG' });
    expect(verdictOf(strong, PUBLIC_BYTES, instance, ['STRONG'])).toMatchObject({ ok: true, profile: 'STRONG' });
    expect(verdictOf(strong)).toEqual(refused('invalid'));
    strong[1] = 1;
    expect(verdictOf(strong)).toEqual(refused('undecodable'));
  });
});

describe('wrong shapes', () => {
  it('fewer or more layers, roots, values or rows are undecodable or refused', () => {
    const [layer] = decoded.layers;
    if (layer === undefined) throw new Error('no layer');
    const { trace: opened, outOfDomain } = decoded;
    const shapes: Partial<Proof>[] = [
      { layers: [], layerRoots: [] },
      { layers: [...decoded.layers, layer], layerRoots: [...decoded.layerRoots, decoded.layerRoots[0] as Uint8Array] },
      { layers: [] },
      { layerRoots: [] },
      { outOfDomain: { ...outOfDomain, current: outOfDomain.current.subarray(DEGREE) } },
      { outOfDomain: { ...outOfDomain, next: new Uint32Array(0) } },
      { outOfDomain: { ...outOfDomain, segments: outOfDomain.segments.subarray(DEGREE) } },
      { outOfDomain: { ...outOfDomain, mask: new Uint32Array(0) } },
      { trace: { ...opened, rows: opened.rows.subarray(1) } },
      { trace: { ...opened, salts: opened.salts.subarray(16) } },
      { trace: { ...opened, siblings: [] } },
      { layers: [{ ...layer, others: layer.others.subarray(DEGREE) }] },
      { layers: [{ ...layer, others: Uint32Array.of(...layer.others, 1, 2, 3, 4, 5) }] },
      { layers: [{ ...layer, others: new Uint32Array(0) }] },
    ];
    for (const wrong of shapes) expect(verdictOf(changed(wrong))).toMatchObject({ ok: false });
  });

  it('an arity or a final length of the prover’s choice is refused', () => {
    const proof = forge(instance, trace, { shape: (own) => ({ ...own, layers: 2, finalCoefficients: 8 }) });
    expect(verdictOf(proof)).toMatchObject({ ok: false });
    const unfolded = forge(instance, trace, { shape: (own) => ({ ...own, layers: 0, finalCoefficients: 128 }) });
    expect(verdictOf(unfolded)).toMatchObject({ ok: false });
  });
});

describe('Merkle: width not bound, unconsumed or duplicate siblings, unsorted places', () => {
  const openings = ['trace', 'quotient'] as const;

  it.each(openings)('a sibling too many, too few, doubled or moved in the tree of the %s is refused', (name) => {
    const opening = decoded[name];
    const { siblings } = opening;
    for (const other of [
      [...siblings, siblings[0] as Uint8Array],
      siblings.slice(1),
      siblings.slice(0, -1),
      [siblings[0] as Uint8Array, ...siblings],
      [siblings[1] as Uint8Array, siblings[0] as Uint8Array, ...siblings.slice(2)],
    ]) {
      expect(verdictOf(changed({ [name]: { ...opening, siblings: other } }))).toEqual(refused('invalid'));
    }
  });

  it('so is one of a layer', () => {
    decoded.layers.forEach((layer, i) => {
      for (const siblings of [[...layer.siblings, new Uint8Array(32)], layer.siblings.slice(1)]) {
        const layers = decoded.layers.map((other, j) => (i === j ? { ...layer, siblings } : other));
        expect(verdictOf(changed({ layers }))).toEqual(refused('invalid'));
      }
    });
  });

  it('rows in another order than their places are refused', () => {
    const { trace: opened } = decoded;
    const { width } = instance.air;
    const rows = Uint32Array.of(
      ...opened.rows.slice(width, 2 * width),
      ...opened.rows.slice(0, width),
      ...opened.rows.slice(2 * width),
    );
    const salts = concat(opened.salts.slice(16, 32), opened.salts.slice(0, 16), opened.salts.slice(32));
    expect(verdictOf(changed({ trace: { ...opened, rows, salts } }))).toEqual(refused('invalid'));
  });

  it('a row of the other tree is refused: the width is in the leaf', () => {
    const { trace: first, quotient: second } = decoded;
    expect(verdictOf(changed({ traceRoot: decoded.quotientRoot, quotientRoot: decoded.traceRoot }))).toMatchObject({
      ok: false,
    });
    expect(verdictOf(changed({ trace: { ...first, siblings: second.siblings } }))).toEqual(refused('invalid'));
    expect(quotientWidthOf(shape)).not.toBe(instance.air.width);
  });
});

describe('non-canonical field elements', () => {
  it('an element plus p, which is the same modulo p, is undecodable wherever it stands', () => {
    const { outOfDomain, trace: opened, quotient, layers, finalPolynomial } = decoded;
    const twin = (values: Uint32Array, at: number) => values.map((value, i) => (i === at ? value + P : value));
    const twins: Partial<Proof>[] = [
      { outOfDomain: { ...outOfDomain, current: twin(outOfDomain.current, 0) } },
      { outOfDomain: { ...outOfDomain, next: twin(outOfDomain.next, 3) } },
      { outOfDomain: { ...outOfDomain, segments: twin(outOfDomain.segments, 19) } },
      { outOfDomain: { ...outOfDomain, mask: twin(outOfDomain.mask, 4) } },
      { finalPolynomial: twin(finalPolynomial, 11) },
      { trace: { ...opened, rows: twin(opened.rows, 5) } },
      { quotient: { ...quotient, rows: twin(quotient.rows, 29) } },
      { layers: layers.map((layer) => ({ ...layer, others: twin(layer.others, 0) })) },
    ];
    for (const proof of twins) expect(verdictOf(changed(proof))).toEqual(refused('undecodable'));
  });

  it('p itself is undecodable, p − 1 is not', () => {
    const { outOfDomain } = decoded;
    const withValue = (value: number) =>
      changed({ outOfDomain: { ...outOfDomain, mask: Uint32Array.of(value, 0, 0, 0, 0) } });
    expect(verdictOf(withValue(P))).toEqual(refused('undecodable'));
    expect(verdictOf(withValue(P - 1))).toEqual(refused('invalid'));
  });
});

describe('trailing bytes', () => {
  it('nothing may follow a proof, nothing may be missing', () => {
    expect(verdictOf(concat(honest, Uint8Array.of(0)))).toEqual(refused('undecodable'));
    expect(verdictOf(concat(Uint8Array.of(0), honest))).toEqual(refused('undecodable'));
    for (const length of [0, 1, 2, 3, 66, 1000, honest.length - 33, honest.length - 1]) {
      expect(verdictOf(honest.slice(0, length))).toEqual(refused('undecodable'));
    }
    expect(profileCodeOf(new Uint8Array(96 * 1024 + 1).fill(1))).toBeNull();
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

describe('panics on malformed proofs', () => {
  it('answers to any bytes with a value', () => {
    const random = seededRandom(9);
    for (let i = 0; i < 300; i++) {
      const length = (random(1)[0] as number) * (i % 7 === 0 ? 300 : 1);
      const bytes = random(length);
      if (i % 2 === 0) bytes.set(Uint8Array.of(1, 1 + (i % 3)).subarray(0, length));
      expect(verdictOf(bytes, PUBLIC_BYTES, instance, ['STANDARD', 'STRONG'])).toMatchObject({ ok: false });
    }
  });

  it('reads proofs at any place of a larger buffer', () => {
    const larger = concat(new Uint8Array(3), honest, new Uint8Array(5));
    expect(verdictOf(larger.subarray(3, 3 + honest.length))).toMatchObject({ ok: true });
  });
});

describe('data in the prover’s order trusted', () => {
  it('values of a layer are taken by place, so that an exchange of two is refused', () => {
    const [layer] = decoded.layers;
    if (layer === undefined) throw new Error('no layer');
    const others = Uint32Array.of(
      ...layer.others.slice(DEGREE, 2 * DEGREE),
      ...layer.others.slice(0, DEGREE),
      ...layer.others.slice(2 * DEGREE),
    );
    expect(verdictOf(changed({ layers: [{ ...layer, others }] }))).toEqual(refused('invalid'));
  });

  it('a root of another proof of the same witness is refused', () => {
    const other = decodeProof(
      prove(instance, PUBLIC_BYTES, trace, { random: seededRandom(5), profile: 'STANDARD' }),
      shape,
    ) as Proof;
    for (const part of [
      'traceRoot',
      'quotientRoot',
      'outOfDomain',
      'finalPolynomial',
      'trace',
      'quotient',
      'layers',
      'layerRoots',
    ] as const) {
      expect(verdictOf(changed({ [part]: other[part] }))).toMatchObject({ ok: false });
    }
    expect(verdictOf(flipped(honest, 0))).toEqual(refused('undecodable'));
  });
});
