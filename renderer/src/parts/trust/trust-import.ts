import { heldByFingerprint, heldEditions, isRevoked } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Revocation, TrustStore } from '@touchstone/core/keys/trust.ts';
import { readTrustStore } from '@touchstone/core/keys/trust-document.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';

export type TrustStoreRead =
  | { readonly ok: true; readonly store: TrustStore }
  | { readonly ok: false; readonly message: string };

/** Reads an exported `trust-store.json`. */
export function readTrustStoreText(text: string): TrustStoreRead {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return { ok: false, message: parsed.message };
  const result = readTrustStore(parsed.value);
  if (result.ok) return { ok: true, store: result.store };
  return { ok: false, message: result.field === '' ? result.message : `${result.field}: ${result.message}` };
}

/** What an imported store holds that `store` lacks. A key set of it is only an offer: a person compares each. */
export function missingFrom(
  store: TrustStore,
  imported: TrustStore,
): { readonly keySets: readonly KeySet[]; readonly revocations: readonly Revocation[] } {
  const isPinned = ({ fingerprint }: KeySet) => heldByFingerprint(store, fingerprint) !== undefined;
  return {
    keySets: heldEditions(imported)
      .map(({ keySet }) => keySet)
      .filter((keySet) => !isPinned(keySet)),
    revocations: imported.revocations.filter(({ thumbprint }) => !isRevoked(store, thumbprint)),
  };
}
