/**
 * Verifies a receipt offline (decisions, section 5; security, S11): structure first, then the payload where it is given,
 * then the signatures where the file carries them and a trusted key set of use `receipt` or `service` has the stated id.
 */

import { equalBytes, toHex } from '../bytes.ts';
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import { type HeldEdition, heldById, revocationOf } from '../keys/editions.ts';
import { algorithmOf, type PublicJwk, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { memberPath } from '../text/member-path.ts';
import { formatIsoTime } from '../time.ts';
import { CheckList, PAYLOAD_CHECK } from '../verdict/checks.ts';
import { type ConclusionWords, conclude } from '../verdict/conclusion.ts';
import { identifyFile } from '../verdict/file-identity.ts';
import { readJson } from '../verdict/format-checks.ts';
import { checkOneSigner } from '../verdict/one-signer.ts';
import { checkClock, trustUsed, type UsedEdition } from '../verdict/trust-used.ts';
import { internalFault, NOT_JUDGED, skipLaterChecks, unreadable } from '../verdict/unreadable.ts';
import type { OutcomeCode, SlotReport, VerificationReport } from '../verdict/verification-report.ts';
import { OUTCOME_CODES } from '../verdict/verification-report.ts';
import {
  RECEIPT_ALGORITHMS,
  RECEIPT_SLOTS,
  type Receipt,
  type ReceiptSlot,
  readReceipt,
  verificationHash,
} from './receipt.ts';
import { checkStructure, partsOf } from './structure-checks.ts';

export interface VerifyReceiptOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: { readonly name: string; readonly version: string };
  /** The payload's bytes; without them the payload check is not performed. */
  readonly data?: Uint8Array;
}

export interface ReceiptVerification {
  readonly report: VerificationReport;
  /** The parsed file; null where it is not I-JSON with an object on top. */
  readonly document: JsonObject | null;
  /** What the report rests on, for whoever judges more than this receipt. */
  readonly used: readonly UsedEdition[];
}

/** Judges one receipt file. Never rejects for anything that a file can hold. */
export async function verifyReceipt(bytes: Uint8Array, options: VerifyReceiptOptions): Promise<ReceiptVerification> {
  return judgeReceipt(bytes, options).catch((error: unknown) => ({
    report: unreadable('receipt', RECEIPT_SLOTS, internalFault(error, bytes.length), options),
    document: null,
    used: [],
  }));
}

async function judgeReceipt(bytes: Uint8Array, options: VerifyReceiptOptions): Promise<ReceiptVerification> {
  const checks = new CheckList();
  const parsed = parse(bytes, checks);
  let slots: Readonly<Record<string, SlotReport>> = allSlots(() => NOT_JUDGED);
  let signer: HeldEdition | null = null;
  let used: readonly UsedEdition[] = [];
  if (parsed.receipt !== null) {
    checkStructure(parsed.receipt, options.data, checks);
    ({ slots, signer } = await checkSigner(parsed.receipt, options, checks));
    const boundAt = Number(partsOf(parsed.receipt).substrate.timestampMs);
    used = signer === null ? [] : [{ edition: signer, boundAt }];
    checkScope(parsed.receipt, checks);
  }
  const conclusion = conclude(checks.all, RECEIPT_WORDS, SIGNATURE_CHECKS);
  const report: VerificationReport = {
    kind: 'receipt',
    ...conclusion,
    claimed_verdict: null,
    summary_bound: false,
    demo: signer?.keySet.demo === true,
    ...trustUsed(options.trust, used, conclusion.outcome === 'VERIFIED', options.now),
    checks: checks.all,
    signatures: slots,
    not_covered: parsed.receipt === null ? [] : notCovered(parsed.receipt),
    file: identifyFile(bytes, options.fileName),
    verifier: options.product,
    verified_at: formatIsoTime(options.now),
  };
  return { report, document: parsed.document, used };
}

function parse(bytes: Uint8Array, checks: CheckList): { receipt: Receipt | null; document: JsonObject | null } {
  const value = readJson(bytes, checks);
  if (value === undefined) return refused(null, checks);
  const document = isJsonObject(value) ? value : null;
  const result = readReceipt(value);
  if (result.ok) {
    checks.add('format', 'schema', { status: 'passed', sentence: 'The file has the members of a receipt.' });
    return { receipt: result.receipt, document };
  }
  for (const { field, expected, found } of result.faults) {
    const name = field === '' ? 'schema' : `schema.${field}`;
    const message = field === '' ? 'A receipt is a JSON object.' : `\`${field}\` must be ${expected}.`;
    checks.add('format', name, { status: 'failed', sentence: message, expected, found, reason: 'FORMAT' });
  }
  return refused(document, checks);
}

function refused(document: JsonObject | null, checks: CheckList): { receipt: null; document: JsonObject | null } {
  skipLaterChecks('receipt', checks);
  return { receipt: null, document };
}

interface Signer {
  readonly slots: Readonly<Record<string, SlotReport>>;
  readonly signer: HeldEdition | null;
}

async function checkSigner(receipt: Receipt, options: VerifyReceiptOptions, checks: CheckList): Promise<Signer> {
  // The signatures cover the receipt, not what somebody holds beside it: a wrong payload says nothing about them.
  const broken = checks.all.find(({ id, status }) => status === 'failed' && id !== PAYLOAD_CHECK)?.id;
  if (broken !== undefined) {
    for (const slot of RECEIPT_SLOTS) checks.skip('signature', slot, `The ${slot} signature.`, broken);
    checks.skip('trust', 'key_set', 'Whether the signer is trusted.', broken);
    return { slots: allSlots(() => NOT_JUDGED), signer: null };
  }
  if (receipt.signatures === null) return noSignatures(checks);
  const candidate = findSigner(receipt, options.trust);
  const expected = `a trusted key set ${receipt.keysetId ?? ''} of use receipt or service`;
  if (candidate === null) {
    const sentence = 'No trusted key set has the id that the receipt states. Import one and compare its fingerprint.';
    const finding = { status: 'pending', sentence, expected, found: 'none', reason: 'SIGNER_NOT_TRUSTED' } as const;
    for (const slot of RECEIPT_SLOTS) checks.skip('signature', slot, `The ${slot} signature.`, 'trust.key_set');
    checks.skip('integrity', 'verification_hash', 'The hash over keys and signatures.', 'trust.key_set');
    checks.add('trust', 'key_set', finding);
    checks.skip('trust', 'revocation', 'Whether a key that signed is revoked.', 'trust.key_set');
    checks.skip('validity', 'key_period', 'Whether the key set was valid.', 'trust.key_set');
    const reason = 'No trusted key set has the id that the receipt states, so the signature could not be judged.';
    return {
      slots: allSlots((slot): SlotReport => ({ status: 'untrusted', algorithm: RECEIPT_ALGORITHMS[slot], reason })),
      signer: null,
    };
  }
  return judgeSignatures(receipt, receipt.signatures, candidate, options, expected, checks);
}

function noSignatures(checks: CheckList): Signer {
  const reason = 'The file carries no signatures.';
  const notPerformed = { status: 'not_performed', reason } as const;
  checks.add('integrity', 'verification_hash', { ...notPerformed, sentence: 'The hash over keys and signatures.' });
  for (const slot of RECEIPT_SLOTS) {
    const sentence = `${RECEIPT_ALGORITHMS[slot]}: the file carries no signature.`;
    checks.add('signature', slot, { status: 'pending', sentence, reason: 'SIGNATURE_PENDING' });
  }
  checks.add('trust', 'key_set', { ...notPerformed, sentence: 'Whether the signer is trusted.' });
  return {
    slots: allSlots((slot): SlotReport => ({ status: 'pending', algorithm: RECEIPT_ALGORITHMS[slot], reason })),
    signer: null,
  };
}

interface Candidate {
  readonly pinned: HeldEdition;
  readonly keys: Readonly<Record<ReceiptSlot, PublicJwk>>;
}

/**
 * The trusted set that the receipt names; its use and its three keys decide, never the file. Where two issuers use one
 * id, it is the set that the compact receipt covers.
 */
function findSigner(receipt: Receipt, trust: Trust): Candidate | null {
  const candidates: Candidate[] = [];
  for (const pinned of heldById(trust, receipt.keysetId ?? '')) {
    const { use, keys } = pinned.keySet;
    if (use !== 'receipt' && use !== 'service') continue;
    const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = RECEIPT_SLOTS.map((slot) =>
      keys.find((key) => algorithmOf(key) === RECEIPT_ALGORITHMS[slot]),
    );
    if (ml_dsa_65 && falcon_512 && slh_dsa_sha2_128f) {
      candidates.push({ pinned, keys: { ml_dsa_65, falcon_512, slh_dsa_sha2_128f } });
    }
  }
  const { compact } = partsOf(receipt);
  const covered = ({ keys }: Candidate) =>
    receipt.signatures !== null &&
    equalBytes(compact.verificationHash, verificationHash(receipt.onChainHash, publicKeysOf(keys), receipt.signatures));
  return candidates.find(covered) ?? candidates[0] ?? null;
}

function publicKeysOf(keys: Candidate['keys']): Record<ReceiptSlot, Uint8Array> {
  return allSlots((slot) => publicKeyBytes(keys[slot]));
}

async function judgeSignatures(
  receipt: Receipt,
  signatures: NonNullable<Receipt['signatures']>,
  { pinned, keys }: Candidate,
  { trust, verifier, now }: VerifyReceiptOptions,
  expected: string,
  checks: CheckList,
): Promise<Signer> {
  const { keySet } = pinned;
  const { substrate, compact } = partsOf(receipt);
  const publicKeys = publicKeysOf(keys);
  const holds = await Promise.all(
    RECEIPT_SLOTS.map((slot) =>
      verifier.verify(RECEIPT_ALGORITHMS[slot], publicKeys[slot], receipt.onChainHash, signatures[slot]),
    ),
  );
  checks.compare('integrity', 'verification_hash', {
    expected: toHex(compact.verificationHash),
    found: toHex(verificationHash(receipt.onChainHash, publicKeys, signatures)),
    code: 'HASH_MISMATCH',
    passed: 'The compact receipt covers exactly these keys and signatures.',
    failed: 'The compact receipt covers other keys or signatures.',
  });
  const time = Number(substrate.timestampMs);
  const judged = RECEIPT_SLOTS.map((slot, at) => ({
    slot,
    algorithm: RECEIPT_ALGORITHMS[slot],
    holds: holds[at] === true,
    isRevoked: revocationOf(trust, keySet, keys[slot]) !== undefined,
  }));
  const words = {
    covered: 'on_chain_hash',
    basis: 'at the signed time',
  };
  const slots = checkOneSigner(judged, { edition: pinned, trust, at: time, expected, words }, checks);
  if (judged.some((signature) => !signature.holds)) return { slots, signer: pinned };
  checkClock('The signed time', time, now, 'issued_at', checks);
  return { slots, signer: pinned };
}

/** What this verification does not say; never shown as passed. */
function checkScope(receipt: Receipt, checks: CheckList): void {
  checks.leaveUncovered(
    notCovered(receipt),
    'The signatures cover the substrate only: type, payload hash, time and nonce.',
  );
  checks.leaveOpen(
    'payload_secrecy',
    'Whether the payload stays secret.',
    'The commitment is an unsalted, public hash: a short or guessable payload can be found by trying.',
  );
  checks.leaveOpen(
    'independent_time',
    'No independent proof of the time was examined.',
    'The file carries none; verification uses no network.',
  );
}

function notCovered(receipt: Receipt): readonly string[] {
  return ['receipt_id', 'keyset_id', 'verification_url', ...receipt.unknownMembers.map((name) => memberPath('', name))];
}

export const RECEIPT_WORDS: ConclusionWords<OutcomeCode> = {
  codes: OUTCOME_CODES,
  thing: 'a valid receipt',
  pending: [
    ['NO_SIGNATURE', 'Inconclusive: the structure holds, but the file carries no signatures.', 'SIGNATURE_PENDING'],
    ['KEY_REVOKED', 'Inconclusive: a key that signed is revoked.'],
    ['SIGNER_NOT_TRUSTED', 'Inconclusive: no trusted key set has the stated id. Untrusted is not invalid.'],
    ['KEY_SUPERSEDED', null],
    ['KEY_NOT_VALID', null],
    ['TIME_AHEAD', null],
  ],
  verified: 'The receipt is intact and all three signatures are valid under one trusted key set.',
};

/** Without these nothing is VERIFIED. */
const SIGNATURE_CHECKS = RECEIPT_SLOTS.map((slot) => `signature.${slot}`);

function allSlots<T>(make: (slot: ReceiptSlot) => T): Record<ReceiptSlot, T> {
  return {
    ml_dsa_65: make('ml_dsa_65'),
    falcon_512: make('falcon_512'),
    slh_dsa_sha2_128f: make('slh_dsa_sha2_128f'),
  };
}
