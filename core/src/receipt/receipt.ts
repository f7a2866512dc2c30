/** The receipt file `*.pqr.json` (decisions, section 5): its members, their spelling and the hash that ties keys and signatures to it. */
import { concat, fromBase64, fromHex, uint32, utf8 } from '../bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import type { SignatureAlgorithm } from '../sign/family.ts';
import { parseIsoTime } from '../time.ts';
import { COMPACT_RECEIPT_LENGTH, HANDLE_LENGTH } from './handle.ts';
import { SUBSTRATE_LENGTH } from './substrate.ts';

/** Wire names in the order of pk1 pk2 pk3. */
export const RECEIPT_SLOTS = ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'] as const;
export type ReceiptSlot = (typeof RECEIPT_SLOTS)[number];

export const RECEIPT_ALGORITHMS: Readonly<Record<ReceiptSlot, SignatureAlgorithm>> = {
  ml_dsa_65: 'ML-DSA-65',
  falcon_512: 'FALCON-512',
  slh_dsa_sha2_128f: 'SLH-DSA-SHA2-128f',
};

export interface Receipt {
  readonly onChainHash: Uint8Array;
  readonly substrate: Uint8Array;
  readonly compactReceipt: Uint8Array;
  readonly receiptId: string | null;
  readonly handle: Uint8Array | null;
  readonly commitment: Uint8Array | null;
  readonly computationType: number | null;
  readonly issuedAt: string | null;
  readonly keysetId: string | null;
  /** Decoded base64; null in a file that carries the structure only. A signature that is not base64 is empty here. */
  readonly signatures: Readonly<Record<ReceiptSlot, Uint8Array>> | null;
  /** Members that no rule names. */
  readonly unknownMembers: readonly string[];
}

export interface ReceiptFault {
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

export type ReceiptResult =
  | { readonly ok: true; readonly receipt: Receipt }
  | { readonly ok: false; readonly faults: readonly ReceiptFault[] };

/** SHA3-256 of ASCII `svc:pq3:v1:full:`, on_chain_hash, then for pk1 pk2 pk3 sig1 sig2 sig3: u32 big-endian length, bytes. */
export function verificationHash(
  onChainHash: Uint8Array,
  publicKeys: Readonly<Record<ReceiptSlot, Uint8Array>>,
  signatures: Readonly<Record<ReceiptSlot, Uint8Array>>,
): Uint8Array {
  const parts = [publicKeys, signatures].flatMap((record) => RECEIPT_SLOTS.map((slot) => record[slot]));
  return sha3_256(
    concat(utf8('svc:pq3:v1:full:'), onChainHash, ...parts.flatMap((part) => [uint32(part.length), part])),
  );
}

const MEMBERS = [
  'receipt_id',
  'handle',
  'commitment',
  'on_chain_hash',
  'substrate_hex',
  'receipt_hex',
  'computation_type',
  'issued_at',
  'signatures',
  'keyset_id',
  'verification_url',
];

/** Reads the shape of a receipt file and collects every fault. Hashes and signatures are not judged here. */
export function readReceipt(value: JsonValue): ReceiptResult {
  if (!isJsonObject(value)) return { ok: false, faults: [{ field: '', expected: 'an object', found: show(value) }] };
  const faults: ReceiptFault[] = [];
  const hex = (field: string, length: number): Uint8Array | null => {
    const text = value[field];
    const bytes = typeof text === 'string' ? fromHex(text) : null;
    if (bytes?.length === length) return bytes;
    faults.push({ field, expected: `${2 * length} lower-case hexadecimal digits`, found: show(text) });
    return null;
  };
  const text = (field: string): string | null => {
    const found = value[field];
    if (found === undefined) return null;
    if (typeof found === 'string' && found !== '') return found;
    faults.push({ field, expected: 'a string that is not empty', found: show(found) });
    return null;
  };
  const onChainHash = hex('on_chain_hash', 32);
  const substrate = hex('substrate_hex', SUBSTRATE_LENGTH);
  const compactReceipt = hex('receipt_hex', COMPACT_RECEIPT_LENGTH);
  const handle = value.handle === undefined ? null : hex('handle', HANDLE_LENGTH);
  const commitment = value.commitment === undefined ? null : hex('commitment', 32);
  const computationType = value.computation_type;
  if (computationType !== undefined && !(typeof computationType === 'number' && isByte(computationType))) {
    faults.push({ field: 'computation_type', expected: 'a whole number from 0 to 255', found: show(computationType) });
  }
  const issuedAt = text('issued_at');
  if (issuedAt !== null && parseIsoTime(issuedAt) === null) {
    faults.push({ field: 'issued_at', expected: 'an ISO 8601 date-time with its zone', found: show(issuedAt) });
  }
  const receiptId = text('receipt_id');
  const keysetId = text('keyset_id');
  text('verification_url');
  const signatures = value.signatures === undefined ? null : readSignatures(value.signatures, faults);
  if (value.signatures !== undefined && value.keyset_id === undefined) {
    faults.push({ field: 'keyset_id', expected: 'the key set that signed', found: 'nothing' });
  }
  if (faults.length > 0 || onChainHash === null || substrate === null || compactReceipt === null) {
    return { ok: false, faults };
  }
  const unknownMembers = Object.keys(value).filter((name) => !MEMBERS.includes(name));
  return {
    ok: true,
    receipt: {
      onChainHash,
      substrate,
      compactReceipt,
      receiptId,
      handle,
      commitment,
      computationType: typeof computationType === 'number' ? computationType : null,
      issuedAt,
      keysetId,
      signatures,
      unknownMembers,
    },
  };
}

/** All three members and no other: which signatures are required is never the file's choice (security, S11). */
function readSignatures(value: JsonValue, faults: ReceiptFault[]): Receipt['signatures'] {
  if (!isJsonObject(value)) {
    faults.push({ field: 'signatures', expected: 'an object', found: show(value) });
    return null;
  }
  const foreign = Object.keys(value).find((name) => !RECEIPT_SLOTS.some((slot) => slot === name));
  if (foreign !== undefined) {
    faults.push({ field: 'signatures', expected: `${RECEIPT_SLOTS.join(', ')} only`, found: show(foreign) });
  }
  const read = (slot: ReceiptSlot): Uint8Array => {
    const text = (value as JsonObject)[slot];
    if (typeof text === 'string' && text !== '') return fromBase64(text) ?? new Uint8Array();
    faults.push({ field: `signatures.${slot}`, expected: 'a signature in base64', found: show(text) });
    return new Uint8Array();
  };
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = RECEIPT_SLOTS.map(read);
  if (!ml_dsa_65 || !falcon_512 || !slh_dsa_sha2_128f) return null;
  return { ml_dsa_65, falcon_512, slh_dsa_sha2_128f };
}

function isByte(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 255;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
