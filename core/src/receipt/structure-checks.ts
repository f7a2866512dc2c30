/** The structure of a receipt as checks: versions, flags, hashes, times, and the payload where it is given (security, S11). */

import { toHex } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import { parseIsoTime } from '../time.ts';
import type { CheckList } from '../verdict/checks.ts';
import {
  ALL_FLAGS,
  COMPACT_RECEIPT_VERSION,
  type CompactReceipt,
  decodeCompactReceipt,
  encodeHandle,
} from './handle.ts';
import type { Receipt } from './receipt.ts';
import { COMPUTATION_TYPES, decodeSubstrate, onChainHash, SUBSTRATE_VERSION, type Substrate } from './substrate.ts';

/** The last time that ECMAScript (section 21.4.1.1) and ISO 8601 with four-digit years can both show. */
const LAST_TIME_MS = BigInt(Date.UTC(9999, 11, 31, 23, 59, 59, 999));

export function checkStructure(receipt: Receipt, data: Uint8Array | undefined, checks: CheckList): void {
  const { substrate, compact } = partsOf(receipt);
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  checks.compare('integrity', 'substrate_version', {
    expected: byte(SUBSTRATE_VERSION),
    found: byte(substrate.version),
    code: 'HASH_MISMATCH',
    passed: 'The substrate is of version 01.',
    failed: 'The substrate is of no version that exists.',
  });
  const type = COMPUTATION_TYPES.get(substrate.computationType);
  checks.compare('integrity', 'computation_type', {
    expected: type === undefined ? 'a known computation type' : byte(substrate.computationType),
    found: byte(substrate.computationType),
    code: 'HASH_MISMATCH',
    passed: `The computation type is ${type ?? ''}.`,
    failed: 'The substrate names a computation type that does not exist.',
  });
  compareStatedType(receipt, substrate, checks);
  checks.compare('integrity', 'on_chain_hash', {
    expected: toHex(receipt.onChainHash),
    found: toHex(onChainHash(receipt.substrate)),
    code: 'HASH_MISMATCH',
    passed: 'on_chain_hash is the SHA3-256 of the substrate.',
    failed: 'on_chain_hash is not the SHA3-256 of the substrate: one of the two was changed.',
  });
  checks.compare('integrity', 'receipt_version', {
    expected: byte(COMPACT_RECEIPT_VERSION),
    found: byte(compact.version),
    code: 'HASH_MISMATCH',
    passed: 'The compact receipt is of version 01.',
    failed: 'The compact receipt is of no version that exists.',
  });
  checks.compare('integrity', 'flags', {
    expected: byte(ALL_FLAGS),
    found: byte(compact.flags),
    code: 'HASH_MISMATCH',
    passed: 'The flags name all three signature families.',
    failed: 'The flags do not name all three signature families.',
  });
  checkTimes(receipt, substrate, compact, checks);
  if (receipt.handle !== null) {
    checks.compare('integrity', 'handle', {
      expected: toHex(encodeHandle(receipt.onChainHash, receipt.compactReceipt)),
      found: toHex(receipt.handle),
      code: 'HASH_MISMATCH',
      passed: 'The handle is on_chain_hash followed by the compact receipt.',
      failed: 'The handle belongs to another receipt.',
    });
  }
  if (receipt.commitment !== null) {
    checks.compare('integrity', 'commitment', {
      expected: toHex(substrate.payloadHash),
      found: toHex(receipt.commitment),
      code: 'HASH_MISMATCH',
      passed: 'The commitment is the payload hash in the substrate.',
      failed: 'The commitment is not the payload hash in the substrate.',
    });
  }
  if (data === undefined) {
    checks.add('integrity', 'payload', {
      status: 'not_performed',
      sentence: 'Whether the receipt belongs to a certain payload.',
      expected: toHex(substrate.payloadHash),
      reason: 'No payload was given.',
    });
  } else {
    checks.compare('integrity', 'payload', {
      expected: toHex(substrate.payloadHash),
      found: toHex(sha3_256(data)),
      code: 'HASH_MISMATCH',
      passed: 'The payload given has the SHA3-256 that the receipt commits to.',
      failed: 'The payload given is not the one that the receipt commits to.',
    });
  }
}

function compareStatedType(receipt: Receipt, substrate: Substrate, checks: CheckList): void {
  if (receipt.computationType === null) {
    const sentence = 'The file states no computation type beside the one in the substrate.';
    const reason = 'computation_type is absent.';
    checks.add('integrity', 'stated_computation_type', { status: 'not_performed', sentence, reason });
    return;
  }
  checks.compare('integrity', 'stated_computation_type', {
    expected: String(substrate.computationType),
    found: String(receipt.computationType),
    code: 'HASH_MISMATCH',
    passed: 'The stated computation type is the one in the substrate.',
    failed: 'The stated computation type is not the one in the substrate.',
  });
}

/** Substrate, compact receipt and issued_at must name one time (S11). */
function checkTimes(receipt: Receipt, substrate: Substrate, compact: CompactReceipt, checks: CheckList): void {
  const time = substrate.timestampMs;
  checks.compare('integrity', 'timestamp', {
    expected: String(time),
    found: String(compact.timestampMs),
    code: 'ISSUED_AT_MISMATCH',
    passed: 'Substrate and compact receipt name the same time.',
    failed: 'Substrate and compact receipt name different times.',
  });
  checks.compare('integrity', 'timestamp_range', {
    expected: time <= LAST_TIME_MS ? String(time) : `at most ${LAST_TIME_MS}`,
    found: String(time),
    code: 'ISSUED_AT_MISMATCH',
    passed: 'The time is a calendar time.',
    failed: 'The time lies beyond the year 9999.',
  });
  if (receipt.issuedAt === null) {
    const sentence = 'The file states no time of issue beside the one in the substrate.';
    checks.add('integrity', 'issued_at', { status: 'not_performed', sentence, reason: 'issued_at is absent.' });
    return;
  }
  // The substrate counts milliseconds: digits below them cannot agree with it.
  const isFiner = /\.\d{3}\d*[1-9]/.test(receipt.issuedAt);
  checks.compare('integrity', 'issued_at', {
    expected: String(time),
    found: isFiner ? receipt.issuedAt : String(parseIsoTime(receipt.issuedAt)),
    code: 'ISSUED_AT_MISMATCH',
    passed: 'issued_at is the time in the substrate.',
    failed: 'issued_at is not the time in the substrate.',
  });
}

/** `readReceipt` has checked the lengths, so failure is a broken invariant. */
export function partsOf(receipt: Receipt): { substrate: Substrate; compact: CompactReceipt } {
  const substrate = decodeSubstrate(receipt.substrate);
  const compact = decodeCompactReceipt(receipt.compactReceipt);
  if (substrate === null || compact === null) throw new TypeError('internal: a receipt of wrong lengths was accepted');
  return { substrate, compact };
}
