/** Key sets as commands print them. */
import { algorithmOf, type KeySet, keyThumbprint, type PublicJwk } from '@touchstone/core/keys/key-set.ts';
import { say } from '../command-line/context.ts';
import { shown } from '../terminal/terminal.ts';

/** A label and its text; without a label it goes on with the fact above it. */
export function fact(label: string, text: string): void {
  say(`${(label === '' ? '' : `${label}:`).padEnd(13)}${text}`);
}

/** What a key set states, and its fingerprint. */
export function showKeySet(keySet: KeySet): void {
  fact('Key set', `${shown(keySet.keyset_id)}, edition ${keySet.serial}${keySet.demo === true ? DEMO : ''}`);
  fact('Issuer', `${shown(keySet.issuer)}, ${shown(keySet.principal)} (use: ${keySet.use})`);
  fact('Valid', `${keySet.not_before} to ${keySet.not_after}`);
  for (const key of keySet.keys) say(`  ${describeKey(key)}`);
  fact('Fingerprint', keySet.fingerprint);
}

const DEMO = ' (demo: an example without authority)';

export function describeKey(key: PublicJwk): string {
  const thumbprint = keyThumbprint(key);
  return `${algorithmOf(key).padEnd(19)} ${thumbprint}${key.kid === thumbprint ? '' : ` (kid ${shown(key.kid)})`}`;
}
