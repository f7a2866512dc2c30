/**
 * The substrate of a receipt (decisions, section 5), 58 bytes: 01 · computation type 1 · SHA3-256(payload) 32 ·
 * timestamp in milliseconds, u64 big-endian 8 · nonce 16. Its SHA3-256 is `on_chain_hash`, which is signed and anchored.
 */
import { concat } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';

export const SUBSTRATE_VERSION = 0x01;
export const SUBSTRATE_LENGTH = 58;
export const NONCE_LENGTH = 16;

/** The computation types that may be written or accepted; every other byte is refused. */
export const COMPUTATION_TYPES: ReadonlyMap<number, string> = new Map([
  [0x01, 'BiometricAuth'],
  [0x02, 'FraudScore'],
  [0x03, 'FedNowPayment'],
  [0x04, 'SolanaAttestation'],
  [0x05, 'HatsGovernance'],
  [0x06, 'BitcoinUtxo'],
  [0x07, 'KycVerification'],
  [0x08, 'ShareComputation'],
  [0x09, 'ArchiveSign'],
  [0x0a, 'MedVaultPhi'],
  [0x0b, 'VaultKeyOp'],
  [0x0c, 'ApiResponse'],
  [0x0d, 'AiInference'],
  [0x0e, 'CaptureTimeMedia'],
  [0x0f, 'LegalEvidence'],
  [0x10, 'DocumentVersion'],
  [0x11, 'LoanApplication'],
  [0x12, 'MedicalArbitration'],
  [0x13, 'AuthEvent'],
  [0x14, 'DasAssetResponse'],
  [0x15, 'CacheConfig'],
  [0x16, 'FinancialData'],
  [0x17, 'FitnessMetric'],
  [0x18, 'SbaForm'],
  [0x1e, 'WebhookFrame'],
  [0x1f, 'StreamSegment'],
  [0x20, 'MerkleBatchRoot'],
  [0x21, 'PolygonAnchor'],
  [0x22, 'PolygonZkEvmAnchor'],
  [0x60, 'ShieldIdentity'],
  [0x61, 'ShieldCompliance'],
  [0x62, 'ShieldBalance'],
  [0x63, 'ShieldDeFi'],
  [0xff, 'GenericFhe'],
]);

export interface Substrate {
  readonly version: number;
  readonly computationType: number;
  /** SHA3-256 of the payload, 32 bytes: the receipt's `commitment`. */
  readonly payloadHash: Uint8Array;
  /** Milliseconds since 1970, an unsigned 64-bit value. */
  readonly timestampMs: bigint;
  /** 16 bytes. */
  readonly nonce: Uint8Array;
}

/** The 58 bytes of a substrate of version 01. Throws RangeError for an unknown type, a wrong length or a time before 1970. */
export function encodeSubstrate(substrate: Omit<Substrate, 'version'>): Uint8Array {
  const { computationType, payloadHash, timestampMs, nonce } = substrate;
  if (!COMPUTATION_TYPES.has(computationType)) throw new RangeError(`unknown computation type ${computationType}`);
  if (payloadHash.length !== 32) throw new RangeError('the payload hash has 32 bytes');
  if (nonce.length !== NONCE_LENGTH) throw new RangeError(`the nonce has ${NONCE_LENGTH} bytes`);
  return concat(new Uint8Array([SUBSTRATE_VERSION, computationType]), payloadHash, encodeTimestamp(timestampMs), nonce);
}

/** Takes 58 bytes apart; null for any other length. Version and type are returned as they stand: the verifier judges them. */
export function decodeSubstrate(bytes: Uint8Array): Substrate | null {
  if (bytes.length !== SUBSTRATE_LENGTH) return null;
  return {
    version: bytes[0] ?? 0,
    computationType: bytes[1] ?? 0,
    payloadHash: bytes.slice(2, 34),
    timestampMs: decodeTimestamp(bytes.subarray(34, 42)),
    nonce: bytes.slice(42),
  };
}

/** on_chain_hash, 32 bytes. */
export function onChainHash(substrate: Uint8Array): Uint8Array {
  return sha3_256(substrate);
}

/** u64 big-endian. Throws RangeError outside 0…2⁶⁴−1. */
export function encodeTimestamp(timestampMs: bigint): Uint8Array {
  if (timestampMs < 0n || timestampMs > 0xffff_ffff_ffff_ffffn) throw new RangeError('not an unsigned 64-bit value');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, timestampMs);
  return bytes;
}

export function decodeTimestamp(bytes: Uint8Array): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0);
}
