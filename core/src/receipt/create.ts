/**
 * Makes a receipt over a payload (decisions, section 5): substrate and compact receipt, three signatures over
 * on_chain_hash. The answer of `POST /v1/receipts` and the file `*.pqr.json` are this same document.
 */
import { toBase64, toHex } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '../keys/key-set.ts';
import type { Signer } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import { encodeCompactReceipt, encodeHandle } from './handle.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS, type ReceiptSlot, verificationHash } from './receipt.ts';
import { encodeSubstrate, onChainHash } from './substrate.ts';

/** ISO 8601 and ECMAScript both show times up to here; the verifier refuses later ones. */
const LAST_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export interface ReceiptPlan {
  /** `rcp_…`; not covered by the signatures. */
  readonly receiptId: string;
  /** Where the receipt can be read again; not covered by the signatures. */
  readonly verificationUrl: string;
  readonly payload: Uint8Array;
  /** A byte of `COMPUTATION_TYPES`; 0C ApiResponse for payloads of callers, 0D for seals of agent sessions. */
  readonly computationType: number;
  /** Whole milliseconds since 1970. */
  readonly issuedAt: number;
  /** 16 random bytes. */
  readonly nonce: Uint8Array;
  /** A set of use `receipt` (callers' payloads) or `service` (what the service itself asserts, S5). */
  readonly keySet: KeySet;
  /** Stored secret keys of that set by algorithm. The caller wipes them. */
  readonly secretKeys: ReadonlyMap<string, Uint8Array>;
}

/** The members in the order in which they are written. */
export interface ReceiptDocument {
  readonly receipt_id: string;
  /** 148 hex digits: on_chain_hash ‖ compact receipt. */
  readonly handle: string;
  /** SHA3-256 of the payload, 64 hex digits; unsalted and public (S11). */
  readonly commitment: string;
  readonly on_chain_hash: string;
  readonly substrate_hex: string;
  readonly receipt_hex: string;
  readonly computation_type: number;
  readonly issued_at: string;
  /** Base64. */
  readonly signatures: Readonly<Record<ReceiptSlot, string>>;
  readonly keyset_id: string;
  readonly verification_url: string;
}

/**
 * Signs a payload's receipt under one key set. SLH-DSA and FALCON are slow: give a signer that works off the event
 * loop. Throws TypeError for a set of another use or without one of the three keys, RangeError for an unknown
 * computation type, a nonce of another length or a time that is no whole millisecond from 1970 to 9999.
 */
export async function createReceipt(plan: ReceiptPlan, signer: Pick<Signer, 'sign'>): Promise<ReceiptDocument> {
  const { keySet, issuedAt, computationType } = plan;
  if (!Number.isInteger(issuedAt) || issuedAt < 0 || issuedAt > LAST_TIME_MS) {
    throw new RangeError('issuedAt must be whole milliseconds from 1970 to 9999');
  }
  const keys = receiptKeysOf(plan);
  const payloadHash = sha3_256(plan.payload);
  const timestampMs = BigInt(issuedAt);
  const substrate = encodeSubstrate({ computationType, payloadHash, timestampMs, nonce: plan.nonce });
  const signed = onChainHash(substrate);
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = await Promise.all([
    signer.sign(RECEIPT_ALGORITHMS.ml_dsa_65, keys.ml_dsa_65.secret, signed),
    signer.sign(RECEIPT_ALGORITHMS.falcon_512, keys.falcon_512.secret, signed),
    signer.sign(RECEIPT_ALGORITHMS.slh_dsa_sha2_128f, keys.slh_dsa_sha2_128f.secret, signed),
  ]);
  const publicKeys = {
    ml_dsa_65: keys.ml_dsa_65.public,
    falcon_512: keys.falcon_512.public,
    slh_dsa_sha2_128f: keys.slh_dsa_sha2_128f.public,
  };
  const covered = verificationHash(signed, publicKeys, { ml_dsa_65, falcon_512, slh_dsa_sha2_128f });
  const compact = encodeCompactReceipt(covered, timestampMs);
  return {
    receipt_id: plan.receiptId,
    handle: toHex(encodeHandle(signed, compact)),
    commitment: toHex(payloadHash),
    on_chain_hash: toHex(signed),
    substrate_hex: toHex(substrate),
    receipt_hex: toHex(compact),
    computation_type: computationType,
    issued_at: formatIsoTime(issuedAt),
    signatures: {
      ml_dsa_65: toBase64(ml_dsa_65),
      falcon_512: toBase64(falcon_512),
      slh_dsa_sha2_128f: toBase64(slh_dsa_sha2_128f),
    },
    keyset_id: keySet.keyset_id,
    verification_url: plan.verificationUrl,
  };
}

interface KeyOfSlot {
  readonly public: Uint8Array;
  readonly secret: Uint8Array;
}

/** The first key of each algorithm, as the verifier takes them; all or none, before anything is signed. */
function receiptKeysOf({ keySet, secretKeys }: ReceiptPlan): Readonly<Record<ReceiptSlot, KeyOfSlot>> {
  if (keySet.use !== 'receipt' && keySet.use !== 'service') {
    throw new TypeError(`a key set of use ${keySet.use} signs no receipts`);
  }
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = RECEIPT_SLOTS.map((slot): KeyOfSlot => {
    const algorithm = RECEIPT_ALGORITHMS[slot];
    const key = keySet.keys.find((candidate) => algorithmOf(candidate) === algorithm);
    const secret = secretKeys.get(algorithm);
    if (key === undefined || secret === undefined) throw new TypeError(`the key set has no ${algorithm} key to use`);
    return { public: publicKeyBytes(key), secret };
  });
  if (!ml_dsa_65 || !falcon_512 || !slh_dsa_sha2_128f) throw new TypeError('internal: a receipt has three slots');
  return { ml_dsa_65, falcon_512, slh_dsa_sha2_128f };
}
