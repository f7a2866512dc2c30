/** What the commands about keys share: the trust store file, and key sets that a person names. */
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { bareFingerprint } from '@touchstone/core/keys/fingerprint.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { TrustChange } from '@touchstone/core/keys/trust-changes.ts';
import { changeTrustStoreFile } from '@touchstone/server/trust/store-file.ts';
import type { Options } from '../command-line/options.ts';
import { choicesOf } from '../keys/key-folder.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { TRUST_STORE_FILE } from '../verifier/trust.ts';

/** Changes the trust store file under the lock that a running server respects too. */
export async function changeTrust(
  folder: string,
  apply: (store: TrustStore) => TrustChange,
): Promise<TrustChange & { readonly ok: true }> {
  const file = path.join(folder, TRUST_STORE_FILE);
  let change: TrustChange;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    change = await changeTrustStoreFile(file, apply);
  } catch (error) {
    throw new Refusal(`${file} could not be changed: ${systemReason(error)}.`);
  }
  if (change.ok) return change;
  // A conflict is a wrong command line (decisions 12.5), all else a refusal.
  throw new Refusal(change.message, change.code === 'KEY_SET_CONFLICT' ? 2 : 1);
}

/**
 * The one set of `known` that a word names: by fingerprint, id or, where there is one edition only, principal. Throws Refusal
 * that lists what there is.
 *
 * @param place what holds them, for the message
 */
export function namedSet(known: readonly KeySet[], word: string, place: string): KeySet {
  const unique = [...new Map(known.map((keySet) => [keySet.fingerprint, keySet])).values()];
  const exact = unique.filter(({ keyset_id: id, fingerprint }) => id === word || fingerprint === bareFingerprint(word));
  const found = exact.length > 0 ? exact : unique.filter(({ principal }) => principal === word);
  const [only, ...more] = found;
  if (only !== undefined && more.length === 0) return only;
  if (only !== undefined) {
    throw new Refusal(
      `${place} contains several key sets of that name. Name one by its fingerprint:`,
      2,
      null,
      choicesOf(found),
    );
  }
  const there = unique.length === 0 ? ' There are none at all.' : ' There are:';
  throw new Refusal(`${place} contains no key set called ${word}.${there}`, 2, null, choicesOf(unique));
}

/** Who does it: `--by`, else the user. Throws Refusal where the system has no name for the user, as in a container. */
export function actorOf(options: Options): string {
  const named = options.value('--by');
  if (named !== undefined) return named;
  try {
    return userInfo().username;
  } catch {
    throw new Refusal('--by is required, because this system does not know your user name.');
  }
}

export function oneWord(options: Options, what: string): string {
  const [word, ...more] = options.words;
  if (word === undefined || more.length > 0) throw new Refusal(`Exactly one argument is required: ${what}.`);
  return word;
}
