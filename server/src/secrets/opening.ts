/**
 * Openings of the same secret that are under way together. What costs most of an opening is making the key of the version
 * anew from its seed, so those that begin within a moment of each other share it: a fleet that starts asks for one secret
 * many times at once.
 */
import { equalBytes, wipe } from '@touchstone/core/bytes.ts';
import { kem } from '../crypto/kem.ts';
import type { Vault } from '../vault/envelope.ts';
import { createLeases } from '../vault/lease.ts';
import { openBox, openSecret, type SecretRow, secretPlace } from './at-rest.ts';
import type { SealedSecret } from './store/secrets.ts';

/** The value, which the caller wipes; null where row, envelope and box do not belong together. */
export type OpenSecret = (row: SecretRow, sealed: SealedSecret) => Promise<Uint8Array | null>;

export interface SecretOpenings {
  /** Runs an action that may open the secret of an id. */
  opening<T>(id: string, action: (open: OpenSecret) => Promise<T>): Promise<T>;
}

/** What is shared of an id from the first request on; which row it is, only its transaction knows. */
interface Shared {
  opened: { readonly row: SecretRow; readonly envelope: Uint8Array; readonly seed: Uint8Array } | null;
}

export function createSecretOpenings(vault: Vault): SecretOpenings {
  const leases = createLeases<Shared>(({ opened }) => wipe(opened?.seed));

  async function openShared(shared: Shared, row: SecretRow, sealed: SealedSecret): Promise<Uint8Array | null> {
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

  return {
    opening: (id, action) =>
      leases.lend((borrow) => {
        const shared = borrow(id, () => ({ opened: null }));
        return action((row, sealed) => openShared(shared, row, sealed));
      }),
  };
}

function isSameRow(a: SecretRow, b: SecretRow): boolean {
  return a.projectId === b.projectId && a.id === b.id && a.version === b.version;
}
