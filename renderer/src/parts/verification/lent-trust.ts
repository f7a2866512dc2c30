/**
 * The demo trust store that an example of the package lends to its own verification. It is never pinned: it counts for
 * that one opening and goes with it.
 */
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type Trust, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { mergeTrustStores, pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { readTrustStore } from '@touchstone/core/keys/trust-document.ts';

/** An example as far as its trust goes. Files are named by their paths in the examples. */
export interface ExampleTrust {
  readonly file: string;
  /** Paths of the key sets that its signers are known by. */
  readonly keys: readonly string[];
  /** Folder of the trust store that it is judged by; null where its key sets are enough. */
  readonly dataDir: string | null;
}

/** Who pinned a lent key set, as reports say it. */
export const LENDER = 'lent by the example, not in the trust store';

/**
 * The key sets that an entry names, and the trust store of its folder. A set that is not marked `demo`, or a file that
 * cannot be read, is our own mistake and refused.
 *
 * @param files text of the package's examples by path
 * @param now when they are lent, milliseconds since 1970
 */
export function exampleTrust(
  { file, keys, dataDir }: ExampleTrust,
  files: Readonly<Record<string, string>>,
  now: number,
): TrustStore {
  const ofKeys = keys.reduce<TrustStore>((store, path) => {
    const parsed = parseKeySet(files[path] ?? '');
    if (!parsed.ok) throw new TypeError(`${file} needs ${path}: ${parsed.message}`);
    const pinned = pinKeySet(store, parsed.keySet, { at: now, by: LENDER, source: path });
    if (!pinned.ok) throw new TypeError(`${file} needs ${path}: ${pinned.message}`);
    return pinned.store;
  }, EMPTY_TRUST_STORE);
  const store = dataDir === null ? ofKeys : mergeTrustStores(ofKeys, storeAt(`${dataDir}/trust-store.json`, files));
  if (store.key_sets.some(({ key_set }) => key_set.demo !== true)) {
    throw new TypeError(`${file}: only demo key sets are lent`);
  }
  return store;
}

/**
 * What one opening is judged by: the trust store and what is lent. A lent set is given for this check, so that nothing says
 * of it that a person pinned it (decisions 12.6).
 */
export function withLent(store: TrustStore, lent: TrustStore | null): Trust {
  if (lent === null) return store;
  const merged = mergeTrustStores(store, lent);
  const key_sets = merged.key_sets.map((entry) =>
    entry.by === LENDER && entry.untrusted === undefined
      ? ({ key_set: entry.key_set, held: 'given', source: `${entry.source}, ${LENDER}` } as const)
      : entry,
  );
  return { ...merged, key_sets };
}

function storeAt(path: string, files: Readonly<Record<string, string>>): TrustStore {
  const read = readTrustStore(JSON.parse(files[path] ?? 'null'));
  if (!read.ok) throw new TypeError(`${path}: ${read.message}`);
  return { ...read.store, key_sets: read.store.key_sets.map((pinned) => ({ ...pinned, by: LENDER })) };
}
