/** What the worker that keeps keys is asked, and what it answers. Secret keys go in and never come out, except into their file. */
import type { Profile } from './key-items.ts';

/** Keys as `bfv/keygen` answers them, which is the form of the key file too. Base64 of envelopes. */
export interface KeyFile {
  readonly key_id: string;
  readonly public_key: string;
  readonly relin_key: string;
  /** With client custody. */
  readonly secret_key?: string;
}

/** What the page knows of a pair that it holds. */
export interface HeldPair {
  readonly id: string;
  readonly profile: Profile;
  readonly custody: 'server' | 'client';
  /** SHA-256 of the public key. */
  readonly fingerprint: string;
  /** Whether the service made it: keys that were made in a page have no MAC, and the service computes no products with them. */
  readonly isIssued: boolean;
  readonly hasSecret: boolean;
}

export type FheJob =
  /** Makes a pair in the worker. */
  | { readonly kind: 'make'; readonly profile: Profile }
  /** Takes a pair that the service made, or that stands in a file. */
  | { readonly kind: 'hold'; readonly file: KeyFile }
  | { readonly kind: 'encrypt'; readonly id: string; readonly values: readonly number[] }
  | { readonly kind: 'multiply'; readonly id: string; readonly a: string; readonly b: string }
  | { readonly kind: 'decrypt'; readonly id: string; readonly ciphertext: string }
  /** The key file's text, the secret key in it where there is one. */
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'drop'; readonly id: string };

/** What the worker finds wrong with a ciphertext. */
export type Refusal = 'not-held' | 'invalid' | 'exhausted';

export type Answered<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: Refusal };

export interface FheResults {
  readonly make: HeldPair;
  /** Null for what are no keys that belong together. */
  readonly hold: HeldPair | null;
  readonly encrypt: Answered<string>;
  readonly multiply: Answered<string>;
  readonly decrypt: Answered<readonly number[]>;
  readonly file: Answered<string>;
  readonly drop: null;
}
