/** Blocks of the embedded ledger: a header that names the one before it and a Merkle root over the anchors (decisions, section 8). */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import { createMerkleBatch, type InclusionProof } from '../receipt/merkle-batch.ts';
import { type AnchorEntry, entryBytes } from './anchor.ts';

/** Says that the data folder was restored before this block: what came after the backup is gone (S27). */
export interface RestoreMark {
  readonly restored_at: string;
  readonly backup_created_at: string;
  /** The ledger of the block before; null where there is none. */
  readonly previous_ledger_id: string | null;
}

/** What the service signs: a statement of kind `ledger-header`. */
export interface LedgerHeader {
  readonly ledger_id: string;
  readonly network: string;
  /** Counts from 1. */
  readonly height: number;
  /** Hash of the header before; null in the first. */
  readonly previous: string | null;
  /** Merkle root over the entries, 64 hex digits; SHA3-256 of nothing where there are none. */
  readonly anchors_root: string;
  readonly anchors: number;
  /** Position of the first anchor; of the next one where there are none. */
  readonly first_position: number;
  /** How many confirmations an anchor of this block needs to be confirmed. */
  readonly depth: number;
  readonly created_at: string;
  /** Set in the first block after a restore, else null. */
  readonly restored: RestoreMark | null;
  readonly keyset_id: string;
}

export interface LedgerBlock {
  readonly header: LedgerHeader;
  /** Base64, ML-DSA-65. */
  readonly signature: string;
  /** In the order of their positions. */
  readonly anchors: readonly AnchorEntry[];
}

/** The signed body. */
export function headerBody(header: LedgerHeader): JsonObject {
  const { restored } = header;
  return { ...header, restored: restored === null ? null : { ...restored } };
}

/** SHA3-256 of the header's JCS, hex: what the next header names. */
export function headerHash(header: LedgerHeader): string {
  return toHex(sha3_256(canonicalBytes(headerBody(header))));
}

/** The root of RFC 6962's tree over the entries, with SHA3-256 (`receipt/merkle-batch.ts`), hex. */
export function anchorsRoot(entries: readonly AnchorEntry[]): string {
  if (entries.length === 0) return toHex(sha3_256(new Uint8Array(0)));
  return toHex(createMerkleBatch(entries.map(entryBytes)).root);
}

/** That one entry is in its block. Throws RangeError for an index that the block does not have. */
export function proveAnchor(entries: readonly AnchorEntry[], index: number): InclusionProof {
  return createMerkleBatch(entries.map(entryBytes)).proveInclusion(index);
}
