/**
 * Verifies the answer of a 3-key signing as a file, offline (decisions, section 6; security, S7): its form, what was
 * signed where it is given, then each family alone under a trusted key set of use `3key`. The answer names no key set and
 * carries no key, so the trusted sets are tried; keys that somebody put into the file count for nothing.
 */

import { fromHex, toHex } from '../bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import type { HeldEdition } from '../keys/editions.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { memberPath } from '../text/member-path.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { CheckList, PAYLOAD_CHECK } from '../verdict/checks.ts';
import { type ConclusionWords, conclude } from '../verdict/conclusion.ts';
import { identifyFile } from '../verdict/file-identity.ts';
import { readJson } from '../verdict/format-checks.ts';
import { trustUsed } from '../verdict/trust-used.ts';
import { internalFault, skipLaterChecks, unreadable } from '../verdict/unreadable.ts';
import { OUTCOME_CODES, type OutcomeCode, type VerificationReport } from '../verdict/verification-report.ts';
import { everySlot, judgeThreeKey } from './judge-three-key.ts';
import {
  parseThreeKey,
  THREE_KEY_ALGORITHM,
  THREE_KEY_FAMILIES,
  THREE_KEY_SLOTS,
  type ThreeKeyBytes,
} from './three-key.ts';

export interface VerifyThreeKeyFileOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: VerificationReport['verifier'];
  /** What was signed; without it the signatures are judged over the stated hash, and nothing is concluded. */
  readonly data?: Uint8Array;
}

export interface ThreeKeyVerification {
  readonly report: VerificationReport;
  /** The parsed file; null where it is not I-JSON with an object on top. */
  readonly document: JsonObject | null;
}

interface ThreeKeyFile {
  readonly signatures: ThreeKeyBytes;
  readonly dataHash: Uint8Array;
  /** Members that no rule names. */
  readonly unknownMembers: readonly string[];
}

const MEMBERS = ['signature', 'algorithm', 'families', 'data_hash', 'timestamp'];
/** Members by which somebody may have added public keys to the answer. */
const KEY_MEMBERS = ['keys', 'keyset', 'keysets', 'key_set', 'key_sets', 'public_key', 'public_keys'];

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyThreeKeyFile(
  bytes: Uint8Array,
  options: VerifyThreeKeyFileOptions,
): Promise<ThreeKeyVerification> {
  return judgeThreeKeyFile(bytes, options).catch((error: unknown) => ({
    report: unreadable('signature', Object.values(THREE_KEY_SLOTS), internalFault(error, bytes.length), options),
    document: null,
  }));
}

async function judgeThreeKeyFile(bytes: Uint8Array, options: VerifyThreeKeyFileOptions): Promise<ThreeKeyVerification> {
  const checks = new CheckList();
  const value = readJson(bytes, checks);
  const file = value === undefined ? null : readFile(value, checks);
  let slots = everySlot(() => ({ status: 'not_performed', algorithm: '', reason: 'The file could not be read.' }));
  let signer: HeldEdition | null = null;
  if (file === null) skipLaterChecks('signature', checks);
  else {
    checkPayload(file, options.data, checks);
    const { trust, verifier, now: at } = options;
    const words = { covered: 'the hash', basis: 'at the time of verification, since no time is signed' };
    const judging = { trust, verifier, at, words, aboutKeys: aboutKeys(file) };
    ({ slots, signer } = await judgeThreeKey(file.signatures, file.dataHash, judging, checks));
    checkScope(file, checks);
  }
  const conclusion = conclude(checks.all, THREE_KEY_WORDS, REQUIRED_CHECKS);
  const used = signer === null ? [] : [{ edition: signer, boundAt: null }];
  const report: VerificationReport = {
    kind: 'signature',
    ...conclusion,
    claimed_verdict: null,
    summary_bound: false,
    demo: signer?.keySet.demo === true,
    ...trustUsed(options.trust, used, conclusion.outcome === 'VERIFIED', options.now),
    checks: checks.all,
    signatures: slots,
    not_covered: file === null ? [] : notCovered(file),
    file: identifyFile(bytes, options.fileName),
    verifier: options.product,
    verified_at: formatIsoTime(options.now),
  };
  return { report, document: isJsonObject(value) ? value : null };
}

function readFile(value: JsonValue, checks: CheckList): ThreeKeyFile | null {
  const fault = (field: string, sentence: string, expected: string) => {
    const name = field === '' ? 'schema' : `schema.${field}`;
    checks.add('format', name, { status: 'failed', sentence, expected, reason: 'FORMAT' });
  };
  if (!isJsonObject(value)) {
    fault('', 'The answer of a signing is a JSON object.', 'an object');
    return null;
  }
  const { signature, algorithm, families, data_hash: hash, timestamp } = value;
  const signatures = typeof signature === 'string' ? parseThreeKey(signature) : null;
  if (signatures === null) {
    fault('signature', '`signature` must be 3key: and three signatures.', '3key:<base64>:<base64>:<base64>');
  }
  if (algorithm !== THREE_KEY_ALGORITHM) {
    fault('algorithm', `\`algorithm\` must be ${THREE_KEY_ALGORITHM}.`, THREE_KEY_ALGORITHM);
  }
  const isInOrder =
    Array.isArray(families) &&
    families.length === THREE_KEY_FAMILIES.length &&
    THREE_KEY_FAMILIES.every((family, at) => families[at] === family);
  if (!isInOrder) {
    const order = THREE_KEY_FAMILIES.join(', ');
    fault('families', '`families` must name the three families in the order of the signatures.', order);
  }
  const dataHash = typeof hash === 'string' ? fromHex(hash) : null;
  if (dataHash?.length !== 32) {
    const expected = '64 lower-case hexadecimal digits';
    fault('data_hash', '`data_hash` must be the SHA3-256 of what was signed.', expected);
  }
  if (timestamp !== undefined && (typeof timestamp !== 'string' || parseIsoTime(timestamp) === null)) {
    fault('timestamp', '`timestamp` must be a time.', 'an ISO 8601 date-time with its zone');
  }
  if (signatures === null || dataHash === null || checks.all.some(({ status }) => status === 'failed')) return null;
  checks.add('format', 'schema', { status: 'passed', sentence: 'The file has the members of a 3-key signature.' });
  return { signatures, dataHash, unknownMembers: Object.keys(value).filter((name) => !MEMBERS.includes(name)) };
}

function checkPayload({ dataHash }: ThreeKeyFile, data: Uint8Array | undefined, checks: CheckList): void {
  if (data === undefined) {
    checks.add('integrity', 'payload', {
      status: 'pending',
      sentence: 'Whether your payload is the one that was signed: none was given yet.',
      expected: toHex(dataHash),
      reason: 'NO_PAYLOAD',
    });
    return;
  }
  checks.compare('integrity', 'payload', {
    expected: toHex(dataHash),
    found: toHex(sha3_256(data)),
    code: 'HASH_MISMATCH',
    passed: 'The payload given has the SHA3-256 that the signatures cover.',
    failed: 'The payload given is not the one that was signed.',
  });
}

/** Keys that came along prove nothing, and the form has no place for any. */
function aboutKeys({ unknownMembers }: ThreeKeyFile): string {
  return unknownMembers.some((name) => KEY_MEMBERS.includes(name))
    ? 'The file brings keys along; keys that come with a signature prove nothing until their fingerprint was compared.'
    : 'The file carries no public keys and names no key set.';
}

/** What this verification does not say; never shown as passed. */
function checkScope(file: ThreeKeyFile, checks: CheckList): void {
  checks.leaveUncovered(notCovered(file), 'The signatures cover the SHA3-256 of the payload only.');
  checks.leaveOpen(
    'sender',
    'Who handed the payload to the service, and what it means.',
    'A signature means that the service saw these bytes.',
  );
  checks.leaveOpen(
    'independent_time',
    'No proof of the time was examined.',
    'The time in the file is not signed; verification uses no network.',
  );
}

function notCovered({ unknownMembers }: ThreeKeyFile): readonly string[] {
  return ['timestamp', ...unknownMembers.map((name) => memberPath('', name))];
}

export const THREE_KEY_WORDS: ConclusionWords<OutcomeCode> = {
  codes: OUTCOME_CODES,
  thing: 'a valid 3-key signature',
  pending: [
    ['KEY_REVOKED', 'Inconclusive: a key that signed is revoked.'],
    ['SIGNER_NOT_TRUSTED', 'Inconclusive: no trusted key set made these signatures. Untrusted is not invalid.'],
    ['KEY_SUPERSEDED', null],
    ['KEY_NOT_VALID', 'Inconclusive: the signing keys are not valid today.'],
    [
      'NO_PAYLOAD',
      'Inconclusive: the signatures hold over a hash. Give the payload to see whether it is the signed one.',
    ],
  ],
  verified: 'The payload is the signed one, and all three signatures are valid under one trusted key set.',
};

/** Without these nothing is VERIFIED. */
const REQUIRED_CHECKS = [...THREE_KEY_FAMILIES.map((family) => `signature.${THREE_KEY_SLOTS[family]}`), PAYLOAD_CHECK];
