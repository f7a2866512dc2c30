/**
 * Verifies the answer of a 3-key signing as a file, offline (decisions, section 6; security, S7): its form, what was
 * signed where it is given, then each family alone under a trusted key set of use `3key`. The answer names no key set and
 * carries no key, so the trusted sets are tried; keys that somebody put into the file count for nothing.
 */

import { fromHex, toHex } from '../bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import { type HeldEdition, heldEditions, revocationOf } from '../keys/editions.ts';
import { algorithmOf, type KeySet } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { memberPath } from '../text/member-path.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { CheckList, PAYLOAD_CHECK } from '../verdict/checks.ts';
import { type ConclusionWords, conclude } from '../verdict/conclusion.ts';
import { identifyFile } from '../verdict/file-identity.ts';
import { readJson } from '../verdict/format-checks.ts';
import { checkOneSigner } from '../verdict/one-signer.ts';
import { trustUsed } from '../verdict/trust-used.ts';
import { internalFault, skipLaterChecks, unreadable } from '../verdict/unreadable.ts';
import {
  OUTCOME_CODES,
  type OutcomeCode,
  type SlotReport,
  type VerificationReport,
} from '../verdict/verification-report.ts';
import {
  parseThreeKey,
  THREE_KEY_ALGORITHM,
  THREE_KEY_FAMILIES,
  THREE_KEY_SLOTS,
  type ThreeKeyBytes,
  type ThreeKeyFamily,
  threeKeyMessageOf,
  threeKeysOf,
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
    ({ slots, signer } = await judgeFamilies(file, options, checks));
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

interface JudgedSigner {
  readonly pinned: HeldEdition;
  /** Per family, in the order of `THREE_KEY_FAMILIES`. */
  readonly holds: readonly boolean[];
}

interface Signer {
  readonly slots: Readonly<Record<string, SlotReport>>;
  readonly signer: HeldEdition | null;
}

async function judgeFamilies(
  { signatures, dataHash, unknownMembers }: ThreeKeyFile,
  { trust, verifier, now }: VerifyThreeKeyFileOptions,
  checks: CheckList,
): Promise<Signer> {
  const message = threeKeyMessageOf(dataHash);
  const judged = await Promise.all(
    heldEditions(trust).map(async (pinned): Promise<JudgedSigner | null> => {
      const keys = threeKeysOf(pinned.keySet);
      if (keys === null) return null;
      const holds = await Promise.all(
        THREE_KEY_FAMILIES.map((family) => verifier.verify(family, keys[family], message, signatures[family])),
      );
      return { pinned, holds };
    }),
  );
  const best = bestOf(judged.filter((entry) => entry !== null));
  const expected = 'a trusted key set of use 3key that made the signatures';
  if (best === null)
    return untrusted(
      judged.some((entry) => entry !== null),
      unknownMembers,
      expected,
      checks,
    );
  const { pinned, holds } = best;
  const { keySet } = pinned;
  const families = THREE_KEY_FAMILIES.map((family, at) => ({
    slot: THREE_KEY_SLOTS[family],
    algorithm: family,
    holds: holds[at] === true,
    isRevoked: isFamilyRevoked(trust, keySet, family),
  }));
  const words = {
    covered: 'the hash',
    basis: 'at the time of verification, since no time is signed',
  };
  return {
    slots: checkOneSigner(families, { edition: pinned, trust, at: now, expected, words }, checks),
    signer: pinned,
  };
}

/** The set that made most of the signatures; null where none of the sets made any. */
function bestOf(judged: readonly JudgedSigner[]): JudgedSigner | null {
  const count = ({ holds }: JudgedSigner) => holds.filter((held) => held).length;
  const most = Math.max(0, ...judged.map(count));
  return most === 0 ? null : (judged.find((entry) => count(entry) === most) ?? null);
}

function untrusted(wasTried: boolean, unknownMembers: readonly string[], expected: string, checks: CheckList): Signer {
  for (const family of THREE_KEY_FAMILIES) {
    checks.skip('signature', THREE_KEY_SLOTS[family], `The ${family} signature.`, 'trust.key_set');
  }
  const sentence = [
    wasTried
      ? 'No key set of use 3key that you trust made any of the signatures.'
      : 'You trust no key set of use 3key yet. Import the one of the service and compare its fingerprint.',
    ...(unknownMembers.some((name) => KEY_MEMBERS.includes(name))
      ? [
          'The file brings keys along; keys that come with a signature prove nothing until their fingerprint was compared.',
        ]
      : ['The file carries no public keys and names no key set.']),
  ].join(' ');
  const found = wasTried ? 'trusted sets, but not the one that signed' : 'none';
  checks.add('trust', 'key_set', { status: 'pending', sentence, expected, found, reason: 'SIGNER_NOT_TRUSTED' });
  checks.skip('trust', 'revocation', 'Whether a key that signed is revoked.', 'trust.key_set');
  checks.skip('validity', 'key_period', 'Whether the key set is valid.', 'trust.key_set');
  const reason = 'No trusted key set made any of the signatures, so this one could not be judged.';
  return { slots: everySlot((family) => ({ status: 'untrusted', algorithm: family, reason })), signer: null };
}

function isFamilyRevoked(trust: Trust, keySet: KeySet, family: ThreeKeyFamily): boolean {
  const key = keySet.keys.find((candidate) => algorithmOf(candidate) === family);
  return key !== undefined && revocationOf(trust, keySet, key) !== undefined;
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

function everySlot(make: (family: ThreeKeyFamily) => SlotReport): Record<string, SlotReport> {
  return Object.fromEntries(THREE_KEY_FAMILIES.map((family) => [THREE_KEY_SLOTS[family], make(family)]));
}
