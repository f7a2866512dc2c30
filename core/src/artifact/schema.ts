/** Reads the shape of an artifact: which members, which types, which constants. Says nothing of hashes or signatures. */
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { memberPath } from '../text/member-path.ts';
import { parseIsoTime } from '../time.ts';
import {
  ARTIFACT_ID,
  type Artifact,
  attestationMember,
  CATEGORIES,
  CYCLE_ID,
  hashMember,
  PILLARS,
  PUBLISHING_RULE,
  PUBLISHING_RULE_OPENING,
  SCHEMA_VERSION,
  SHA3_384_HEX,
  SLOTS,
  VERDICTS,
  VERIFIER_COMMAND,
} from './artifact.ts';
import type { BoundMember } from './integrity-checks.ts';

export interface SchemaFault {
  /** Path of the member, for example `subject.category`. */
  readonly field: string;
  readonly message: string;
  readonly expected: string;
  readonly found: string;
}

export type SchemaResult =
  | { readonly ok: true; readonly artifact: Artifact }
  | { readonly ok: false; readonly faults: readonly SchemaFault[] };

type Rule = (value: JsonValue) => string | null;

const text: Rule = (value) => (typeof value === 'string' ? null : 'a string');
const filled: Rule = (value) => (typeof value === 'string' && value !== '' ? null : 'a string that is not empty');
const object: Rule = (value) => (isJsonObject(value) ? null : 'an object');
const constant =
  (wanted: string): Rule =>
  (value) =>
    value === wanted ? null : JSON.stringify(wanted);
const oneOf =
  (words: readonly string[]): Rule =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? null : `one of ${words.join(', ')}`;
const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? null : `text of the form ${pattern.source}`;
const dateTime: Rule = (value) =>
  typeof value === 'string' && parseIsoTime(value) !== null ? null : 'an ISO 8601 date-time with its zone';
const listOf =
  (rule: Rule, what: string): Rule =>
  (value) =>
    Array.isArray(value) && value.every((item: JsonValue) => rule(item) === null) ? null : `a list of ${what}`;
/** RFC 3986 section 3: a scheme and something after it. */
const uri: Rule = (value) =>
  typeof value === 'string' &&
  /^[A-Za-z][A-Za-z0-9+.-]*:[\x21\x23-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7e]+$/.test(value)
    ? null
    : 'a URI';
const publishingRule: Rule = (value) =>
  typeof value === 'string' && value.startsWith(PUBLISHING_RULE_OPENING)
    ? null
    : `text that begins with ${JSON.stringify(PUBLISHING_RULE_OPENING)}`;

/** Path, rule, and whether the member may be absent. Parents stand before their members. */
const RULES: readonly (readonly [path: string, rule: Rule, optional?: 'optional'])[] = [
  ['schema_version', constant(SCHEMA_VERSION)],
  ['artifact_id', matching(ARTIFACT_ID)],
  ['cycle_id', matching(CYCLE_ID)],
  ['issued_at', dateTime],
  ['issuer', object],
  ['issuer.name', filled],
  ['issuer.principal', filled],
  ['human_summary', object],
  ['human_summary.claim', filled],
  ['human_summary.verdict', oneOf(VERDICTS)],
  ['human_summary.evidence_summary', filled],
  ['human_summary.load_bearing_pillars', listOf(oneOf(PILLARS), `the pillars ${PILLARS.join(', ')}`), 'optional'],
  ['human_summary.additional_assurances', listOf(text, 'strings'), 'optional'],
  ['subject', object],
  ['subject.name', filled],
  ['subject.category', oneOf(CATEGORIES)],
  ['subject.description', text, 'optional'],
  ['subject.product', text, 'optional'],
  ['attestations', object],
  ...PILLARS.map((pillar) => [`attestations.${attestationMember(pillar)}`, object] as const),
  ['attestation_hashes', object, 'optional'],
  ...PILLARS.map((pillar) => [`attestation_hashes.${hashMember(pillar)}`, matching(SHA3_384_HEX)] as const),
  ['manifest_hash', matching(SHA3_384_HEX)],
  ['signatures', object],
  ...SLOTS.map((slot) => [`signatures.${slot}`, filled] as const),
  ['verifier_command', constant(VERIFIER_COMMAND)],
  ['verifier_url', uri, 'optional'],
  ['publishing_rule', publishingRule],
];

/** The member names that the schema gives to an object, by the object's path; '' is the file itself. */
const KNOWN = new Map<string, Set<string>>();
for (const [path] of RULES) {
  const dot = path.lastIndexOf('.');
  const parent = dot < 0 ? '' : path.slice(0, dot);
  KNOWN.set(parent, (KNOWN.get(parent) ?? new Set()).add(path.slice(dot + 1)));
}

/** Checks a parsed file against the schema and collects every fault, not just the first. */
export function readArtifact(value: JsonValue): SchemaResult {
  if (!isJsonObject(value)) {
    return {
      ok: false,
      faults: [{ field: '', message: 'An artifact is a JSON object.', expected: 'an object', found: kind(value) }],
    };
  }
  const faults: SchemaFault[] = [];
  for (const [path, rule, optional] of RULES) {
    const dot = path.lastIndexOf('.');
    const parent = dot < 0 ? value : memberAt(value, path.slice(0, dot));
    if (!isJsonObject(parent)) continue;
    const name = path.slice(dot + 1);
    const found = parent[name];
    if (found === undefined) {
      if (optional === undefined) faults.push(fault(path, 'a value', 'nothing', `\`${path}\` is missing.`));
      continue;
    }
    const expected = rule(found);
    if (expected !== null) faults.push(fault(path, expected, show(found), `\`${path}\` must be ${expected}.`));
  }
  // The rules above have established every member of the type.
  return faults.length > 0 ? { ok: false, faults } : { ok: true, artifact: value as JsonObject & Artifact };
}

/**
 * Paths of the members that no signature covers (decisions, section 4): what the schema leaves out of the manifest, and
 * every member that the schema does not name. `bound` names those of summary, id and time that `presentation` binds.
 */
export function notCoveredMembers(artifact: Artifact, bound: ReadonlySet<BoundMember>): readonly string[] {
  const root = artifact as Artifact & JsonObject;
  const paths = [bound.has('human_summary') ? 'human_summary.verdict' : 'human_summary'];
  for (const name of ['artifact_id', 'issued_at'] as const) if (!bound.has(name)) paths.push(name);
  if (artifact.verifier_url !== undefined) paths.push('verifier_url');
  if (artifact.publishing_rule !== PUBLISHING_RULE) paths.push('publishing_rule');
  for (const parent of ['', 'attestations', 'attestation_hashes', 'signatures']) {
    const members = parent === '' ? root : root[parent];
    if (!isJsonObject(members)) continue;
    for (const name of Object.keys(members)) {
      if (!KNOWN.get(parent)?.has(name)) paths.push(memberPath(parent, name));
    }
  }
  return paths;
}

function memberAt(root: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function fault(field: string, expected: string, found: string, message: string): SchemaFault {
  return { field, expected, found, message };
}

function kind(value: JsonValue): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}

function show(value: JsonValue): string {
  if (typeof value === 'object' && value !== null) return kind(value);
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
