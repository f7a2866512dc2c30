/**
 * The record of a code grade: the file `*.pqgrade.json`, and without its losses, which name the owner's files, what is submitted.
 * The signature covers all of it but itself and the losses, of which it covers the hash.
 */
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { DIMENSIONS, type Dimensions, LETTERS, type Letter } from '../stark/statements/code-grade/scoring.ts';
import { parseStrictJson } from '../strict-json.ts';
import { count, exactly, hash, oneOf, text, time, Unreadable } from '../strict-members.ts';
import { isInvisible } from '../text/visible-text.ts';
import { type Loss, readLosses } from './losses.ts';
import { RULES_VERSIONS, type RulesVersion } from './rules.ts';
import { saltLanes } from './salt.ts';
import { isServiceRecord, readServiceRecord, SERVICE_MEMBERS, type ServiceRecord } from './service-record.ts';

export const GRADE_FORMAT = 'svc-code-grade/v1';
export const GRADE_EXTENSION = '.pqgrade.json';

/** What the signature covers. */
export interface GradeBody {
  readonly format: typeof GRADE_FORMAT;
  readonly score: number;
  readonly grade: Letter;
  readonly dimensions: Dimensions;
  readonly rules_version: RulesVersion;
  /** What its owner calls the tree. */
  readonly project: string;
  /** ISO 8601 UTC: the clock of the machine that graded. */
  readonly date: string;
  /** 64 hex digits. */
  readonly file_root: string;
  readonly files: number;
  /** 64 hex digits. */
  readonly losses_hash: string;
  /** The commitment to the dimensions, 64 hex digits. */
  readonly value_commitment: string;
  /** What opens the commitment beside the dimensions, 40 hex digits. */
  readonly commitment_salt: string;
  /** `stark:` and base64. */
  readonly proof: string;
}

/** What others are given. */
export interface GradeRecord extends GradeBody {
  /** `3key:` and three signatures. */
  readonly signature: string;
}

/** What its owner keeps. */
export interface GradeFile extends GradeRecord {
  readonly losses: readonly Loss[];
}

const BODY_MEMBERS = [
  'format',
  'score',
  'grade',
  'dimensions',
  'rules_version',
  'project',
  'date',
  'file_root',
  'files',
  'losses_hash',
  'value_commitment',
  'commitment_salt',
  'proof',
] as const satisfies readonly (keyof GradeBody)[];
const MOST_PROJECT_CHARACTERS = 128;

/** The bytes that the 3-key signature is over. */
export function gradeMessage({ dimensions, ...record }: GradeBody): Uint8Array {
  const body: JsonObject = { ...record, dimensions: { ...dimensions } };
  return canonicalBytes(Object.fromEntries(BODY_MEMBERS.map((name) => [name, body[name] as JsonValue])));
}

/** The record without what its owner keeps. */
export function publicGrade({ losses: _, ...record }: GradeFile): GradeRecord {
  return record;
}

export type GradeResult =
  | {
      readonly ok: true;
      readonly record: GradeRecord;
      readonly losses: readonly Loss[] | null;
      /** Of an answer of a service that was saved. */
      readonly service: ServiceRecord | null;
    }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Reads a file strictly, or a saved answer of a service; whether it holds is `verifyGrade`'s to say. */
export function parseGrade(bytes: Uint8Array): GradeResult {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  return readGrade(parsed.value);
}

/** The same of a parsed value. */
export function readGrade(value: JsonValue): GradeResult {
  try {
    if (isJsonObject(value) && isServiceRecord(value)) {
      const members = exactly(value, '', [...BODY_MEMBERS, 'signature', ...SERVICE_MEMBERS]);
      return { ok: true, record: readRecord(members), losses: null, service: readServiceRecord(members) };
    }
    const members = exactly(value, '', [...BODY_MEMBERS, 'signature'], ['losses']);
    const losses = members.losses === undefined ? null : readLosses(members.losses, 'losses');
    return { ok: true, record: readRecord(members), losses, service: null };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function readRecord(members: JsonObject): GradeRecord {
  const dimensions = exactly(members.dimensions, 'dimensions', DIMENSIONS);
  const scores = DIMENSIONS.map((name) => [name, percent(dimensions[name], `dimensions.${name}`)]);
  return {
    format: oneOf(members.format, 'format', [GRADE_FORMAT]),
    score: percent(members.score, 'score'),
    grade: oneOf(members.grade, 'grade', LETTERS),
    dimensions: Object.fromEntries(scores) as Dimensions,
    rules_version: oneOf(members.rules_version, 'rules_version', RULES_VERSIONS),
    project: projectName(members.project, 'project'),
    date: time(members.date, 'date'),
    file_root: hash(members.file_root, 'file_root'),
    files: count(members.files, 'files', 1),
    losses_hash: hash(members.losses_hash, 'losses_hash'),
    value_commitment: hash(members.value_commitment, 'value_commitment'),
    commitment_salt: saltText(members.commitment_salt, 'commitment_salt'),
    proof: text(members.proof, 'proof'),
    signature: text(members.signature, 'signature'),
  };
}

function percent(value: JsonValue | undefined, field: string): number {
  const number = count(value, field, 0);
  if (number > 100) throw new Unreadable(field, 'It is no whole number from 0 to 100.');
  return number;
}

function saltText(value: JsonValue | undefined, field: string): string {
  const salt = text(value, field);
  if (saltLanes(salt) !== null) return salt;
  throw new Unreadable(field, 'It is no salt of a commitment, 40 lower-case hex digits.');
}

/** Whether a text may name a project: 1 to 128 visible characters. */
export function isProjectName(name: string): boolean {
  const characters = [...name];
  return (
    characters.length > 0 && characters.length <= MOST_PROJECT_CHARACTERS && !characters.some((one) => isInvisible(one))
  );
}

function projectName(value: JsonValue | undefined, field: string): string {
  const name = text(value, field);
  if (isProjectName(name)) return name;
  throw new Unreadable(field, `It is no text of at most ${MOST_PROJECT_CHARACTERS} visible characters.`);
}
