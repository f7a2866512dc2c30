/** What the Proofs page and its worker say to each other. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';

/** A proof as it was answered. */
export interface CheckedProof {
  /** 64 hex digits. */
  readonly commitment: string;
  readonly publicInputs: JsonObject;
  /** Base64. */
  readonly proof: string;
  /** What the service states of it, with its signature; null where it states nothing. */
  readonly record: JsonObject | null;
}

/** An ML-DSA-65 key of a `service` key set. */
export interface ServiceKey {
  readonly keySetId: string;
  readonly publicKey: Uint8Array;
}

export type CheckState = 'passed' | 'failed' | 'not_performed';

export interface LocalCheck {
  /** Whether the commitment is the hash of the public inputs. */
  readonly commitment: CheckState;
  /** Whether the STARK proof holds for them. */
  readonly stark: CheckState;
  /** Whether the service signed this commitment; not performed where none of the keys at hand did. */
  readonly signature: CheckState;
  /** Proven security of a proof that holds, bits. */
  readonly provenBits: number | null;
  readonly profile: string | null;
}

export interface ToProofWorker {
  readonly id: number;
  readonly proof: CheckedProof;
  readonly keys: readonly ServiceKey[];
}

export type FromProofWorker = { readonly id: number } & (
  | { readonly type: 'checked'; readonly check: LocalCheck }
  /** The worker itself broke. Never a verdict. */
  | { readonly type: 'failed'; readonly message: string }
);
