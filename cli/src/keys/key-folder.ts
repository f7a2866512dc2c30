/** The key files of this machine: `<data folder>/keys/`, 0600, one pair of files for each own key set. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { readSecretKeysHeader } from '@touchstone/core/keys/secret-keys.ts';
import { readBytes, writeNew } from '../files/read-and-write.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { KEY_SET_EXTENSION } from '../verifier/trust.ts';

export const SECRET_EXTENSION = '.pqsecret.json';

export interface OwnKeySet {
  readonly keySet: KeySet;
  readonly secretFile: string;
}

export function keyFolder(dataFolder: string): string {
  return path.join(dataFolder, 'keys');
}

/** Own key sets, by the readable part of their secret files. A file that cannot be read as one is left out. */
export function ownKeySets(dataFolder: string): readonly OwnKeySet[] {
  const folder = keyFolder(dataFolder);
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch {
    return []; // No folder: no own keys yet.
  }
  return names.flatMap((name) => {
    if (!name.endsWith(SECRET_EXTENSION)) return [];
    const secretFile = path.join(folder, name);
    const keySet = readSecretKeysHeader(readBytes(secretFile));
    return keySet === null ? [] : [{ keySet, secretFile }];
  });
}

/** The name of a set's public file, beside the secret one. */
export function publicFileOf({ secretFile }: Pick<OwnKeySet, 'secretFile'>): string {
  return `${secretFile.slice(0, -SECRET_EXTENSION.length)}${KEY_SET_EXTENSION}`;
}

/** Writes both files of a new own key set, or none, readable by their owner only. Answers their names. */
export function saveKeySet(
  dataFolder: string,
  keySet: KeySet,
  secretText: string,
): OwnKeySet & { readonly publicFile: string } {
  const folder = keyFolder(dataFolder);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Refusal(`${folder} could not be made: ${systemReason(error)}.`);
  }
  const name = fileNameOf(keySet);
  const secretFile = path.join(folder, `${name}${SECRET_EXTENSION}`);
  const publicFile = publicFileOf({ secretFile });
  writeNew(secretFile, secretText, 0o600);
  try {
    writeNew(publicFile, keySetText(keySet), 0o600);
  } catch (error) {
    // Nothing was signed with them yet, and alone they would stand in the way of the next attempt.
    rmSync(secretFile, { force: true });
    throw error;
  }
  return { keySet, secretFile, publicFile };
}

export function keySetText(keySet: KeySet): string {
  return `${JSON.stringify(keySet, null, 2)}\n`;
}

/** Id and serial, reduced to characters that every file system takes. */
export function fileNameOf({ keyset_id: id, serial }: KeySet): string {
  return `${id.replace(/[^A-Za-z0-9._-]/g, '_')}${serial === 1 ? '' : `-${serial}`}`;
}

/** Key sets as the lines of a message that asks for one of them. */
export function choicesOf(sets: readonly KeySet[]): readonly string[] {
  const unique = new Map(sets.map((keySet) => [keySet.fingerprint, keySet]));
  return [...unique.values()].map(
    ({ keyset_id: id, serial, principal, fingerprint }) => `${id}, edition ${serial}, ${principal}, ${fingerprint}`,
  );
}
