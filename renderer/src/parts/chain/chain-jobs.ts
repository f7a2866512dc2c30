/** What the chain worker is asked, and what it finds. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';

/** An entry of a chain of the service: the body as it was hashed and signed, and the signature, base64. */
export interface ChainEntry {
  readonly body: JsonObject;
  readonly signature: string;
}

export interface ChainPlace {
  readonly position: number;
  /** SHA3-256 of the entry there, hex; null before the first. */
  readonly hash: string | null;
}

export const CHAIN_START: ChainPlace = { position: 0, hash: null };

/** Whose chain it is. */
export type ChainOwner =
  | { readonly chain: 'secrets'; readonly projectId: string }
  | { readonly chain: 'health-session'; readonly projectId: string; readonly sessionId: string };

/** An ML-DSA-65 key of a `service` key set. */
export interface ChainKey {
  readonly keySetId: string;
  readonly publicKey: Uint8Array;
}

/** `unknown-key`: none of the key sets at hand has signed it, so nothing can be concluded. */
export type SignatureState = 'holds' | 'fails' | 'unknown-key';

export interface Walked {
  /** The last entry up to which everything holds. */
  readonly head: ChainPlace;
  /** Position of the first one that does not. */
  readonly brokenAt: number | null;
}

export interface WalkJob {
  readonly kind: 'walk';
  readonly owner: ChainOwner;
  readonly entries: readonly ChainEntry[];
  readonly from: ChainPlace;
  readonly keys: readonly ChainKey[];
}

export interface CheckJob {
  readonly kind: 'check';
  readonly chain: ChainOwner['chain'];
  readonly entries: readonly ChainEntry[];
  readonly keys: readonly ChainKey[];
}

export type ChainJob = WalkJob | CheckJob;

export interface ChainResults {
  readonly walk: Walked;
  /** In the order of the entries. */
  readonly check: readonly SignatureState[];
}
