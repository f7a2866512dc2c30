/**
 * The compact receipt, 42 bytes: 01 · verification_hash 32 · timestamp in milliseconds, u64 big-endian 8 · flags 1; and
 * the portable handle, 74 bytes = on_chain_hash 32 ‖ compact receipt 42 (decisions, section 5).
 */
import { concat } from '../bytes.ts';
import { decodeTimestamp, encodeTimestamp } from './substrate.ts';

export const COMPACT_RECEIPT_VERSION = 0x01;
export const COMPACT_RECEIPT_LENGTH = 42;
export const HANDLE_LENGTH = 74;

/** 01 ML-DSA-65, 02 FALCON-512, 04 SLH-DSA-SHA2-128f. Every receipt is signed by all three (security, S11). */
export const ALL_FLAGS = 0x07;

export interface CompactReceipt {
  readonly version: number;
  /** 32 bytes. */
  readonly verificationHash: Uint8Array;
  /** Milliseconds since 1970, an unsigned 64-bit value. */
  readonly timestampMs: bigint;
  readonly flags: number;
}

/** The 42 bytes of a compact receipt of version 01 with all flags. Throws RangeError for a hash of another length. */
export function encodeCompactReceipt(verificationHash: Uint8Array, timestampMs: bigint): Uint8Array {
  if (verificationHash.length !== 32) throw new RangeError('verification_hash has 32 bytes');
  return concat(
    new Uint8Array([COMPACT_RECEIPT_VERSION]),
    verificationHash,
    encodeTimestamp(timestampMs),
    new Uint8Array([ALL_FLAGS]),
  );
}

/** Takes 42 bytes apart; null for any other length. Version and flags are returned as they stand: the verifier judges them. */
export function decodeCompactReceipt(bytes: Uint8Array): CompactReceipt | null {
  if (bytes.length !== COMPACT_RECEIPT_LENGTH) return null;
  return {
    version: bytes[0] ?? 0,
    verificationHash: bytes.slice(1, 33),
    timestampMs: decodeTimestamp(bytes.subarray(33, 41)),
    flags: bytes[41] ?? 0,
  };
}

/** The 74 bytes that stand for a receipt. Throws RangeError for parts of other lengths. */
export function encodeHandle(onChainHash: Uint8Array, compactReceipt: Uint8Array): Uint8Array {
  if (onChainHash.length !== 32 || compactReceipt.length !== COMPACT_RECEIPT_LENGTH) {
    throw new RangeError('a handle is 32 bytes of on_chain_hash and 42 bytes of compact receipt');
  }
  return concat(onChainHash, compactReceipt);
}

/** Splits a handle into its two parts; null for any other length than 74. */
export function decodeHandle(
  bytes: Uint8Array,
): { readonly onChainHash: Uint8Array; readonly compactReceipt: Uint8Array } | null {
  if (bytes.length !== HANDLE_LENGTH) return null;
  return { onChainHash: bytes.slice(0, 32), compactReceipt: bytes.slice(32) };
}
