/** The key files of this machine: `<data folder>/keys/`, 0600, one pair of files for each own key set. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isSameLine } from '@touchstone/core/keys/endorsement.ts';
import { type KeySet, parseKeySet } from '@touchstone/core/keys/key-set.ts';
import { readSecretKeysHeader } from '@touchstone/core/keys/secret-keys.ts';
import { readBytes, writeNew } from '../files/read-and-write.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { isAbsent } from '../verifier/targets.ts';
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
  return filesIn(dataFolder, SECRET_EXTENSION).flatMap((secretFile) => {
    const keySet = readSecretKeysHeader(readBytes(secretFile));
    return keySet === null ? [] : [{ keySet, secretFile }];
  });
}

/**
 * As `ownKeySets`, for who signs by the latest edition or makes the next one: a damaged file may be that edition. Throws Refusal
 * naming it.
 */
export function soundKeySets(dataFolder: string): readonly OwnKeySet[] {
  return filesIn(dataFolder, SECRET_EXTENSION).map((secretFile) => {
    const keySet = readSecretKeysHeader(readBytes(secretFile));
    if (keySet !== null) return { keySet, secretFile };
    throw damaged(secretFile, 'is no file of secret keys.');
  });
}

/** The sets of the public files, of others too. Throws Refusal naming a damaged one. */
export function publicKeySets(dataFolder: string): readonly { readonly keySet: KeySet; readonly publicFile: string }[] {
  return filesIn(dataFolder, KEY_SET_EXTENSION).map((publicFile) => {
    const parsed = parseKeySet(readBytes(publicFile));
    if (parsed.ok) return { keySet: parsed.keySet, publicFile };
    throw damaged(
      publicFile,
      `is no public key set. ${parsed.field === '' ? '' : `${parsed.field}: `}${parsed.message}`,
    );
  });
}

function damaged(file: string, fault: string): Refusal {
  return new Refusal(
    `${file} is damaged, or ${fault} Nothing is done while it is not known which keys it holds: bring it back from a copy, or move it away.`,
  );
}

/** Files of the key folder with an ending in any case, sorted. */
function filesIn(dataFolder: string, extension: string): readonly string[] {
  const folder = keyFolder(dataFolder);
  let names: string[];
  try {
    names = readdirSync(folder).sort();
  } catch (error) {
    if (isAbsent(folder)) return []; // No own keys yet.
    throw new Refusal(`${folder} could not be read: ${systemReason(error)}.`);
  }
  // macOS puts a file `._NAME` beside each one on a medium that does not know its attributes.
  return names
    .filter((name) => name.toLowerCase().endsWith(extension) && !name.startsWith('._'))
    .map((name) => path.join(folder, name));
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

/**
 * Takes both files of a new set away again and throws Refusal where another run has made the same edition at the same time: of
 * two runs, the one that looks later sees the other's.
 */
export function requireOnly(dataFolder: string, saved: ReturnType<typeof saveKeySet>): void {
  const { keySet, secretFile, publicFile } = saved;
  const twin = ownKeySets(dataFolder).find(
    (other) =>
      other.secretFile !== secretFile && other.keySet.serial === keySet.serial && isSameLine(other.keySet, keySet),
  );
  if (twin === undefined) return;
  for (const file of [secretFile, publicFile]) rmSync(file, { force: true });
  throw new Refusal(
    `Another run has made edition ${keySet.serial} at the same time (${twin.secretFile}): nothing of this one was kept.`,
  );
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
