/** The handle and the substrate of a receipt, cut into the parts that decisions, section 5, names. */
import { fromHex } from '@touchstone/core/bytes.ts';
import { decodeCompactReceipt, decodeHandle } from '@touchstone/core/receipt/handle.ts';
import { RECEIPT_ALGORITHMS } from '@touchstone/core/receipt/receipt.ts';
import { decodeSubstrate } from '@touchstone/core/receipt/substrate.ts';
import { words } from '../../../words/issue/receipts.ts';
import { kindCode } from '../../../words/parts/receipt-kinds.ts';

const { bytes } = words;

export interface BytePart {
  readonly name: string;
  /** Position of the first byte. */
  readonly offset: number;
  readonly bytes: number;
  readonly hex: string;
  /** What the bytes say; null for hashes and random bytes. */
  readonly says: string | null;
}

/** The 74 bytes: on_chain_hash 32, version 1, verification_hash 32, time 8, flags 1. Null for any other length. */
export function handleParts(handle: string): readonly BytePart[] | null {
  const decoded = decodeHandle(fromHex(handle) ?? new Uint8Array());
  const compact = decoded === null ? null : decodeCompactReceipt(decoded.compactReceipt);
  if (compact === null) return null;
  return cut(handle, [
    [bytes.parts.onChainHash, 32, null],
    [bytes.parts.version, 1, bytes.versionIs(compact.version)],
    [bytes.parts.verificationHash, 32, null],
    [bytes.parts.time, 8, timeText(compact.timestampMs)],
    [bytes.parts.flags, 1, flagsText(compact.flags)],
  ]);
}

/** The 58 bytes: version 1, computation type 1, payload hash 32, time 8, nonce 16. Null for any other length. */
export function substrateParts(substrate: string): readonly BytePart[] | null {
  const decoded = decodeSubstrate(fromHex(substrate) ?? new Uint8Array());
  if (decoded === null) return null;
  return cut(substrate, [
    [bytes.parts.version, 1, bytes.versionIs(decoded.version)],
    [bytes.parts.kind, 1, bytes.kindIs(decoded.computationType, kindCode(decoded.computationType))],
    [bytes.parts.payloadHash, 32, null],
    [bytes.parts.time, 8, timeText(decoded.timestampMs)],
    [bytes.parts.nonce, 16, null],
  ]);
}

function cut(hex: string, parts: readonly (readonly [name: string, bytes: number, says: string | null])[]): BytePart[] {
  let offset = 0;
  return parts.map(([name, bytes, says]) => {
    const part = { name, offset, bytes, hex: hex.slice(2 * offset, 2 * (offset + bytes)), says };
    offset += bytes;
    return part;
  });
}

/** The last time that a JavaScript date can be. */
const LAST_DATE_MS = 8_640_000_000_000_000n;

function timeText(milliseconds: bigint): string {
  return milliseconds > LAST_DATE_MS ? bytes.milliseconds(milliseconds) : new Date(Number(milliseconds)).toISOString();
}

const FLAG_BITS = [
  [0x01, RECEIPT_ALGORITHMS.ml_dsa_65],
  [0x02, RECEIPT_ALGORITHMS.falcon_512],
  [0x04, RECEIPT_ALGORITHMS.slh_dsa_sha2_128f],
] as const;

function flagsText(flags: number): string {
  const named = FLAG_BITS.filter(([bit]) => (flags & bit) !== 0).map(([, algorithm]) => algorithm);
  return named.length === 0 ? bytes.noFlags : named.join(', ');
}
