/**
 * The trust store: which key sets this machine goes by, and which keys are revoked (security, S8; decisions 12.4–12.12).
 * One JSON document, `trust-store.json` in the data folder; nothing is trusted out of the box. `trust-document.ts` reads and
 * writes it, `editions.ts` says which of its sets are held, `trust-changes.ts` makes the next one.
 */
import type { Line } from './endorsement.ts';
import type { KeySet } from './key-set.ts';

interface Accepted {
  readonly key_set: KeySet;
  /** When it was accepted, ISO 8601 UTC. */
  readonly at: string;
  /** Who accepted it, as they named themselves. */
  readonly by: string;
  /** File name or address that it came from. */
  readonly source: string;
  /** Set where a person withdrew trust; the entry is kept so that nothing brings it back by itself. */
  readonly untrusted?: { readonly at: string; readonly by: string };
}

/** A person compared the fingerprint with one that came another way. */
export interface PinnedKeySet extends Accepted {
  readonly held: 'pinned';
}

/** A person let it in because the edition before vouches for it; trust in it ends with trust in that edition. */
export interface EndorsedKeySet extends Accepted {
  readonly held: 'endorsed';
  /** Fingerprint of the endorsing edition. */
  readonly endorsed_by: string;
}

/** An entry of the store. */
export type StoredKeySet = PinnedKeySet | EndorsedKeySet;

/** A key set named for one run; `source` is its path. `endorsed_by` where it counts only because that edition vouches for it. */
export interface GivenKeySet {
  readonly key_set: KeySet;
  readonly held: 'given';
  readonly source: string;
  readonly endorsed_by?: string;
}

/** A set of the service on this machine, which nobody pinned (decisions 12.18). */
export interface OwnServiceKeySet {
  readonly key_set: KeySet;
  readonly held: 'own_service';
  readonly state: 'current' | 'retired';
}

export type TrustedKeySet = StoredKeySet | GivenKeySet | OwnServiceKeySet;

export interface Revocation {
  /** RFC 7638 thumbprint of the key. */
  readonly thumbprint: string;
  /** As stated by whoever revoked it; shown, and without any effect on an outcome. */
  readonly revoked_at: string;
  readonly reason: string;
  /** Where it came from: a file's name, or `entered by hand`. */
  readonly source: string;
  /** When this store learnt of it, ISO 8601 UTC. */
  readonly recorded_at: string;
  /** Where it counts; absent: wherever the key appears. */
  readonly line?: Line;
}

/** From stores of version 1: a set that was no longer trusted, with its highest serial. Kept so that a restore does not bring it back. */
export interface RetiredKeySet extends Line {
  readonly keyset_id: string;
  readonly serial: number;
}

/** What a verification goes by: a trust store, alone or joined with what was given for one run (`join-trust.ts`). Plain data. */
export interface Trust {
  /** Every edition, also untrusted ones; `heldEditions` says which count. */
  readonly key_sets: readonly TrustedKeySet[];
  readonly revocations: readonly Revocation[];
  /** Editions of which only the order of their lines is believed (12.18, `--pinned-only`): they supersede, and count for nothing else. */
  readonly order_only?: readonly KeySet[];
  /** Which trust store was read: its path or another name. Null: none, so nothing is known of revocations (12.12). Absent: this one. */
  readonly store_name?: string | null;
}

export interface TrustStore extends Trust {
  readonly version: 2;
  readonly key_sets: readonly StoredKeySet[];
  readonly retired?: readonly RetiredKeySet[];
}

export const EMPTY_TRUST_STORE: TrustStore = { version: 2, key_sets: [], revocations: [] };

/** A set that stands against another one, for a message that names both. `path` is null for one of the trust store. */
export interface ConflictingSet {
  readonly path: string | null;
  readonly fingerprint: string;
}

export const ENTERED_BY_HAND = 'entered by hand';

/** When a store last changed, ISO 8601 UTC; null for one that holds nothing. */
export function lastChangeOf(trust: Trust): string | null {
  const times = [
    ...trust.key_sets.flatMap((entry) => ('at' in entry ? [entry.at, entry.untrusted?.at ?? entry.at] : [])),
    ...trust.revocations.map(({ recorded_at }) => recorded_at),
  ];
  return times.reduce<string | null>((latest, time) => (latest === null || time > latest ? time : latest), null);
}
