/** Changes to a proof and to its public inputs, of every part of them. */
import { concat } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { quotientWidthOf } from '@touchstone/core/stark/codec.ts';
import { P } from '@touchstone/core/stark/field.ts';
import type { Shape } from '@touchstone/core/stark/shape.ts';

export interface Part {
  readonly name: string;
  readonly start: number;
  readonly length: number;
  /** Bytes of one item of a list whose number stands before it. */
  readonly counted?: number;
  readonly isElements?: boolean;
}

const DIGEST = 32;
const ELEMENT = 20;
/** So many items of a list are more than a proof has room for. */
const MANY = 5000;

/** The parts of a proof in their order, as docs/formats.md lists them. */
export function partsOf(proof: Uint8Array, shape: Shape): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const take = (name: string, length: number, more: Partial<Part> = {}) => {
    parts.push({ name, start: at, length, ...more });
    at += length;
  };
  const list = (name: string, counted: number, more: Partial<Part> = {}) => {
    const count = (proof[at] ?? 0) + 256 * (proof[at + 1] ?? 0);
    take(`number of ${name}`, 2);
    take(name, count * counted, { counted, ...more });
  };
  const isElements = true;
  const { width, profile, layers, finalCoefficients } = shape;
  take('version', 1);
  take('profile', 1);
  take('trace root', DIGEST);
  take('quotient root', DIGEST);
  take('columns at z', ELEMENT * width, { isElements });
  take('columns at g·z', ELEMENT * width, { isElements });
  take('segments', ELEMENT * profile.quotientSegments, { isElements });
  take('mask', ELEMENT, { isElements });
  take('layer roots', DIGEST * layers);
  take('final polynomial', ELEMENT * finalCoefficients, { isElements });
  take('nonce', 4);
  for (const [tree, columns] of [
    ['trace', width],
    ['quotient', quotientWidthOf(shape)],
  ] as const) {
    take(`rows of the ${tree}`, 4 * profile.queries * columns, { isElements });
    take(`salts of the ${tree}`, profile.saltBytes * profile.queries);
    list(`siblings of the ${tree}`, DIGEST);
  }
  for (let layer = 0; layer < layers; layer++) {
    list(`values of layer ${layer}`, ELEMENT, { isElements });
    list(`siblings of layer ${layer}`, DIGEST);
  }
  if (at !== proof.length) throw new RangeError('the parts are not the whole proof');
  return parts;
}

export interface Mutant {
  readonly what: string;
  readonly proof: Uint8Array;
}

export type Choose = (below: number) => number;

function changed(proof: Uint8Array, start: number, change: (view: DataView) => void): Uint8Array {
  const copy = proof.slice();
  change(new DataView(copy.buffer, start));
  return copy;
}

/** One bit of each part. */
export function flips(proof: Uint8Array, parts: readonly Part[], choose: Choose): Mutant[] {
  return parts
    .filter(({ length }) => length > 0)
    .map(({ name, start, length }) => {
      const flip = (view: DataView) => view.setUint8(0, view.getUint8(0) ^ (1 << choose(8)));
      return { what: `a bit of: ${name}`, proof: changed(proof, start + choose(length), flip) };
    });
}

/** The same numbers, one of them written with p added. */
export function secondEncodings(proof: Uint8Array, parts: readonly Part[], choose: Choose): Mutant[] {
  return parts
    .filter(({ isElements, length }) => isElements === true && length > 0)
    .map(({ name, start, length }) => {
      const raise = (view: DataView) => view.setUint32(0, view.getUint32(0, true) + P, true);
      return { what: `not canonical: ${name}`, proof: changed(proof, start + 4 * choose(length / 4), raise) };
    });
}

/** Lists with an item too few or too many, and their number with them; then other lengths of the whole. */
export function lengths(proof: Uint8Array, parts: readonly Part[], choose: Choose): Mutant[] {
  const mutants: Mutant[] = [
    { what: 'empty', proof: new Uint8Array() },
    { what: 'cut by a byte', proof: proof.slice(0, -1) },
    { what: 'cut anywhere', proof: proof.slice(0, choose(proof.length)) },
    { what: 'longer by a byte', proof: concat(proof, Uint8Array.of(0)) },
    { what: 'twice', proof: concat(proof, proof) },
    { what: 'longer than any', proof: concat(proof, new Uint8Array(96 * 1024)) },
  ];
  for (const { name, start, length, counted } of parts) {
    if (counted === undefined || length === 0) continue;
    const end = start + length;
    const counting = (count: number) => Uint8Array.of(count & 255, count >> 8);
    const before = proof.slice(0, start - 2);
    const [items, after] = [proof.slice(start, end), proof.slice(end)];
    const count = length / counted;
    mutants.push(
      { what: `fewer: ${name}`, proof: concat(before, counting(count - 1), items.slice(counted), after) },
      { what: `more: ${name}`, proof: concat(before, counting(count + 1), items, items.slice(0, counted), after) },
      // Each number is right: the limit alone makes it undecodable.
      {
        what: `too many: ${name}`,
        proof: concat(before, counting(count + MANY), items, new Uint8Array(MANY * counted), after),
      },
    );
  }
  return mutants;
}

/** Public inputs that are not those of the proof; some are of no statement, some no I-JSON. */
export function otherInputs(inputs: JsonObject): { readonly what: string; readonly text: string }[] {
  const { bounds, set, ...others } = inputs;
  const commitment = String(inputs.value_commitment);
  const digit = commitment.startsWith('0') ? '1' : '0';
  const text = canonicalJson(inputs);
  const objects: Readonly<Record<string, JsonValue>> = {
    'another nonce': { ...inputs, nonce: '\u0002' },
    'a member more': { ...inputs, more: null },
    'a member less': Object.fromEntries(Object.entries(inputs).filter(([name]) => name !== 'subject')),
    'another commitment': { ...inputs, value_commitment: digit + commitment.slice(1) },
    'a commitment above p': { ...inputs, value_commitment: commitment.slice(0, 56) + 'ff'.repeat(4) },
    'a commitment in capitals': { ...inputs, value_commitment: commitment.toUpperCase() },
    'an unknown statement': { ...inputs, statement: 'age_threshold/v2' },
    'a list for a statement': { ...inputs, statement: [] },
    'limits of both kinds': { ...others, bounds: bounds ?? {}, set: set ?? ['a'], grade: 'E' },
    'no limits': { ...others, grade: null },
    'no object': [inputs],
  };
  return [
    ...Object.entries(objects).map(([what, value]) => ({ what, text: canonicalJson(value) })),
    { what: 'a name twice', text: `{"nonce":"",${text.slice(1)}` },
    { what: 'a lone surrogate', text: `{"more":"\\ud800",${text.slice(1)}` },
    { what: 'a number without a double', text: `{"more":0.10000000000000001,${text.slice(1)}` },
    { what: 'something after it', text: `${text},` },
  ];
}
