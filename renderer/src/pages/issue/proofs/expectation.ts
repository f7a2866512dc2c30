/** What a relying party expects of a commitment: as it is typed, as it is sent, and compared with what the proof states. */
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { Expected } from '@touchstone/core/api/privacy/proof-schema.ts';
import { meetsExpectation } from '@touchstone/core/privacy/expected.ts';
import { words } from '../../../words/issue/proofs.ts';
import { readList } from './claim-draft.ts';
import type { ClaimType } from './claims.ts';
import { jsonOf } from './proof-file.ts';
import type { Proof } from './queries.ts';

type ExpectedMembers = NonNullable<InputOf<typeof privacy.verify>['body']['expected']>;

/** The members of `expected`, as the operation takes them. */
export type Expectation = ExpectedMembers;
export const NOTHING_EXPECTED: Expectation = {};

/** Limits that can be named by themselves, in the order of the nine requests. */
const LIMITS = [
  'minimum_age',
  'attribute',
  'allowed_set',
  'checks',
  'token_mint',
  'min_balance',
  'max_balance',
  'protocol',
  'min_ratio',
  'min_value_usd',
] as const satisfies readonly (keyof ExpectedMembers)[];
type Limit = (typeof LIMITS)[number];

const LISTS: readonly Limit[] = ['allowed_set', 'checks'];
const TEXTS: readonly Limit[] = ['attribute', 'token_mint', 'protocol'];

export type LimitsRead =
  | { readonly ok: true; readonly limits: Partial<Pick<Expectation, Limit>> }
  | { readonly ok: false; readonly message: string };

/** Lines of the form `minimum_age = 18`; lists are separated by commas. */
export function readLimits(text: string): LimitsRead {
  const limits: Record<string, unknown> = {};
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const [, name = '', value = ''] = /^([a-z_]+)\s*[=:]\s*(\S.*)$/.exec(line) ?? [];
    if (name === '') return { ok: false, message: words.verify.limitsTrouble(line) };
    const limit = LIMITS.find((one) => one === name);
    if (limit === undefined) return { ok: false, message: words.verify.limitsUnknown(name) };
    const read = readValue(limit, value);
    if (read === null) return { ok: false, message: words.verify.limitsTrouble(line) };
    limits[limit] = read;
  }
  return { ok: true, limits };
}

function readValue(limit: Limit, value: string): unknown {
  if (LISTS.includes(limit)) return readList(value);
  if (TEXTS.includes(limit)) return value;
  const number = Number(value);
  return Number.isFinite(number) && (limit !== 'minimum_age' || Number.isInteger(number)) ? number : null;
}

export interface ExpectedParts {
  readonly kind: ClaimType | 'any';
  readonly nonce: string;
  readonly subject: string;
  readonly limits: Partial<Pick<Expectation, Limit>>;
}

/** What was left empty is not demanded. */
export function expectationOf({ kind, nonce, subject, limits }: ExpectedParts): Expectation {
  return {
    ...limits,
    ...(kind === 'any' ? {} : { attestation_type: kind }),
    ...(nonce.trim() === '' ? {} : { nonce: nonce.trim() }),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
  };
}

/** Whether a commitment that somebody else has read from the ledger would pass as well. */
export function isBearer({ nonce, subject }: Expectation): boolean {
  return nonce === undefined && subject === undefined;
}

export interface Comparison {
  readonly name: string;
  readonly expected: string;
  /** Null where the proof does not say. */
  readonly found: string | null;
  readonly isEqual: boolean;
}

/** Each member that is demanded beside what the proof states, by the rule of the service, so that a refusal has its reason. */
export function compareWith(
  expected: Expectation,
  { public_inputs: inputs, attestation_type }: Proof,
): readonly Comparison[] {
  if (inputs === undefined) return [];
  const stated: Readonly<Record<string, unknown>> = {
    ...inputs,
    ...inputs.bounds,
    allowed_set: inputs.set,
    attestation_type,
  };
  const publicInputs = jsonOf(inputs);
  return Object.entries(jsonOf(expected)).map(([name, wanted]) => ({
    name,
    expected: textOf(wanted),
    found: stated[name] === undefined ? null : textOf(stated[name]),
    isEqual: meetsExpectation({ [name]: wanted }, publicInputs),
  }));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** The most characters of a text that is demanded. */
export const EXPECTED_TEXTS = { nonce: Expected.properties.nonce, subject: Expected.properties.subject };
