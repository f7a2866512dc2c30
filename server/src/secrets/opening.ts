/**
 * Openings of the same secret that are under way together. What costs most of an opening is making the key of the version
 * anew from its seed, so those that begin within a moment of each other share it: a fleet that starts asks for one secret
 * many times at once. The seed is wiped when the last of them is answered, and never begins to serve anybody later than
 * that moment.
 */
import { equalBytes, wipe } from '@touchstone/core/bytes.ts';
import { kem } from '../crypto/kem.ts';
import type { Vault } from '../vault/envelope.ts';
import { openBox, openSecret, type SecretRow, secretPlace } from './at-rest.ts';
import type { SealedSecret } from './store/secrets.ts';

/** The value, which the caller wipes; null where row, envelope and box do not belong together. */
export type OpenSecret = (row: SecretRow, sealed: SealedSecret) => Promise<Uint8Array | null>;

/** Openings that begin within this time of the first, while one is under way, share the seed. */
const SHARED_MS = 100;

interface Shared {
  users: number;
  readonly until: number;
  opened: { readonly row: SecretRow; readonly envelope: Uint8Array; readonly seed: Uint8Array } | null;
}

const sharing = new WeakMap<Vault, Map<string, Shared>>();

/** Runs an action that may open the secret of an id. */
export async function openingTogether<T>(
  vault: Vault,
  id: string,
  action: (open: OpenSecret) => Promise<T>,
): Promise<T> {
  const all = sharing.get(vault) ?? new Map<string, Shared>();
  sharing.set(vault, all);
  const now = performance.now();
  const known = all.get(id);
  const shared =
    known !== undefined && now < known.until ? known : ({ users: 0, until: now + SHARED_MS, opened: null } as Shared);
  all.set(id, shared);
  shared.users++;
  try {
    return await action((row, sealed) => openShared(vault, shared, row, sealed));
  } finally {
    shared.users--;
    if (shared.users === 0) {
      wipe(shared.opened?.seed);
      if (all.get(id) === shared) all.delete(id);
    }
  }
}

async function openShared(
  vault: Vault,
  shared: Shared,
  row: SecretRow,
  sealed: SealedSecret,
): Promise<Uint8Array | null> {
  const { envelope } = sealed;
  if (shared.opened === null) {
    const seed = vault.open(secretPlace(row), envelope);
    if (seed === null) return null;
    shared.opened = { row, envelope, seed };
  }
  const { opened } = shared;
  // A row that was changed meanwhile is opened for itself.
  if (!isSameRow(opened.row, row) || !equalBytes(opened.envelope, envelope)) {
    return openSecret({ kem, vault }, row, sealed);
  }
  return openBox(kem, row, opened.seed, sealed);
}

function isSameRow(a: SecretRow, b: SecretRow): boolean {
  return a.projectId === b.projectId && a.id === b.id && a.version === b.version;
}
