/** The classes of mistakes that verifiers of others have had (`research/stark.md`, section 2.6), each by its name there: shapes and bytes. */
import { concat } from '@touchstone/core/bytes.ts';
import { decodeProof, encodeProof, type Proof, profileCodeOf, quotientWidthOf } from '@touchstone/core/stark/codec.ts';
import { DEGREE } from '@touchstone/core/stark/extension.ts';
import { P } from '@touchstone/core/stark/field.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { describe, expect, it } from 'vitest';
import { forge } from './forge.ts';
import { changed, decoded, flipped, honest, instance, refused, shape, trace, verdictOf } from './honest-proof.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES } from './toy.ts';

it('the proof that everything here is made from is accepted', () => {
  expect(verdictOf(honest)).toMatchObject({ ok: true });
  expect(encodeProof(decoded, shape)).toEqual(honest);
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
