/**
 * What is proven in the benches: three statements of the product at their full size, and one of the tests' that is wider than all
 * of them. A verifier is given what goes into a file: public inputs, or the size of the last.
 */
import { canonicalBytes, type JsonObject } from '../src/canonical-json.ts';
import { systemRandom } from '../src/random.ts';
import type { Instance } from '../src/stark/air.ts';
import { PROVERS } from '../src/stark/provers.ts';
import type { Prover } from '../src/stark/statements/prover.ts';
import { instanceOf } from '../src/stark/statements.ts';
import { PUBLIC_BYTES, toy } from '../test/stark/toy.ts';

/** Columns of degree four. */
const COLUMNS = 48;

export type Given = { readonly rows: number } | { readonly inputs: JsonObject };

export interface Stated {
  readonly instance: Instance;
  readonly publicBytes: Uint8Array;
}

export interface Subject extends Stated {
  readonly name: string;
  readonly given: Given;
  readonly trace: readonly Uint32Array[];
}

const toys = new Map<number, ReturnType<typeof toy>>();

function toyOf(rows: number): ReturnType<typeof toy> {
  const made = toys.get(rows) ?? toy({ rows, width: COLUMNS, degree: 4 });
  toys.set(rows, made);
  return made;
}

/** What a proof is verified against. */
export function statedBy(given: Given): Stated {
  if ('rows' in given) return { instance: toyOf(given.rows).instance, publicBytes: PUBLIC_BYTES };
  const instance = instanceOf(given.inputs);
  if (instance === null) throw new TypeError('the inputs are of no statement');
  return { instance, publicBytes: canonicalBytes(given.inputs) };
}

function claimed<Witness>(prover: Prover<Witness>, limits: JsonObject, witness: Witness): Subject {
  const { statement } = prover;
  const { valueCommitment, salt } = prover.commit(witness, systemRandom);
  const inputs = { statement: statement.id, value_commitment: valueCommitment, nonce: 'bench', ...limits };
  const claim = prover.claim(inputs, witness, salt);
  if (claim === null) throw new TypeError(`${statement.id}: the claim does not hold`);
  return { name: statement.id, given: { inputs }, ...claim, publicBytes: canonicalBytes(inputs) };
}

const SUBJECTS = {
  '32 rows': () => ofToy(32),
  '64 rows': () => ofToy(64),
  '128 rows': () => ofToy(128),
  'age_threshold/v1': () => claimed(PROVERS.age_threshold, { bounds: { minimum_age: 18 } }, { age: 36 }),
  'collateral_ratio/v1': () =>
    claimed(
      PROVERS.collateral_ratio,
      { bounds: { protocol: 'lending', min_ratio: 1.5 } },
      { collateralUnits: 2 ** 52, debtUnits: 2 ** 51 },
    ),
  'jurisdiction_membership/v1': () =>
    claimed(
      PROVERS.jurisdiction_membership,
      { set: Array.from({ length: 256 }, (_, i) => `jurisdiction ${i}`) },
      { jurisdiction: 'jurisdiction 200' },
    ),
} as const satisfies Readonly<Record<string, () => Subject>>;

export type SubjectName = keyof typeof SUBJECTS;
export const SUBJECT_NAMES = Object.keys(SUBJECTS) as readonly SubjectName[];

export function subjectOf(name: SubjectName): Subject {
  return SUBJECTS[name]();
}

function ofToy(rows: number): Subject {
  const { instance, trace } = toyOf(rows);
  return { name: `${rows} rows`, given: { rows }, instance, trace, publicBytes: PUBLIC_BYTES };
}
