/**
 * `vault_check` of the settings: a box by which a wrong master key is told at once. Its version says whether the rows that open
 * doors were sealed (S35), so that this cannot be taken back without the master key, or a copy of the folder from before.
 */
import { fromHex, toHex, utf8, wipe } from '@touchstone/core/bytes.ts';
import type { Place, Vault } from './envelope.ts';

/**
 * 1: from before rows were sealed. 2: a row without its seal is not this service's. 3: and a database without a mark beside it,
 * or without the digest over those rows, was tampered with (S36).
 */
export type CheckVersion = 1 | 2 | 3;

const placeOf = (version: CheckVersion): Place => ({
  kind: 'vault-check',
  project: '',
  object: 'vault',
  column: 'check',
  version,
});

/** The check of a folder, hex. */
export function newVaultCheck(vault: Pick<Vault, 'seal'>, version: CheckVersion = 3): string {
  return toHex(vault.seal(placeOf(version), utf8('touchstone')));
}

/** The version of a check that a master key opens; null for another master key's. */
export function vaultCheckVersion(vault: Pick<Vault, 'open'>, check: string): CheckVersion | null {
  const box = fromHex(check);
  if (box === null) return null;
  for (const version of [3, 2, 1] as const) {
    const plaintext = vault.open(placeOf(version), box);
    wipe(plaintext ?? undefined);
    if (plaintext !== null) return version;
  }
  return null;
}
