/** Whom this run believes: the trust store of the data folder and the key sets named on the command line. Reads only. */
import path from 'node:path';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { type KeySet, parseKeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, pinKeySet, readTrustStore, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { homeFolder } from '../home-folder.ts';
import { Refusal } from '../refusal.ts';
import { type FileRead, findTargets, isAbsent, isFolder, readBounded } from './files.ts';
import { nameFault } from './names.ts';

export const TRUST_STORE_FILE = 'trust-store.json';
export const KEY_SET_EXTENSION = '.pqkeys.json';

/**
 * The store in a data folder; empty only where there is really none, since an empty store knows no revocations. Throws
 * Refusal where it cannot be read or understood.
 */
export function readTrust(dataFolder: string): TrustStore {
  const file = path.join(dataFolder, TRUST_STORE_FILE);
  const read = readBounded(file);
  if (!read.ok && isAbsent(file)) return EMPTY_TRUST_STORE;
  const parsed = parseStrictJson(bytesOf(file, read));
  if (!parsed.ok) throw new Refusal(`${file}, line ${parsed.line}, column ${parsed.column}: ${parsed.message}`);
  const result = readTrustStore(parsed.value);
  if (!result.ok) throw new Refusal(`${file}, ${result.field}: ${result.message}`);
  return result.store;
}

/**
 * Adds key sets for this run. A folder gives every key set file in it; a saved answer of `GET /api/svc-key/keys/public`
 * gives every set that it lists. Editions of one set are added in the order of their serials, however the files are called.
 */
export function withKeySets(store: TrustStore, names: readonly string[], now: number): TrustStore {
  const named = findTargets(names, KEY_SET_EXTENSION).targets.flatMap((target) => {
    if ('fault' in target) throw new Refusal(`${target.path}: ${target.fault}`);
    return readKeySetsFile(target.path).map((keySet) => ({ keySet, source: target.path }));
  });
  let trust = store;
  for (const { keySet, source } of named.sort((a, b) => a.keySet.serial - b.keySet.serial)) {
    const change = pinKeySet(trust, keySet, { at: now, by: 'this command line', source });
    if (!change.ok) throw new Refusal(`${source}: ${change.message}`);
    trust = change.store;
  }
  return trust;
}

/** The one key set of a file, or those of `{"keysets": [...]}`. */
function readKeySetsFile(name: string): readonly KeySet[] {
  const bytes = bytesOf(name, readBounded(name));
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value) || !Array.isArray(parsed.value.keysets)) return [keySetOf(name, bytes)];
  const foreign = Object.keys(parsed.value).find((member) => member !== 'keysets');
  if (foreign !== undefined) throw unusable(name, foreign, 'A list of key sets has the member `keysets` only.');
  return parsed.value.keysets.map((value: JsonValue, index) => {
    const result = readKeySet(value);
    if (result.ok) return result.keySet;
    throw unusable(name, `keysets[${index}]${result.field === '' ? '' : `.${result.field}`}`, result.message);
  });
}

/** Reads one `*.pqkeys.json` file. Throws Refusal naming file and member. */
export function readKeySetFile(name: string): KeySet {
  return keySetOf(name, bytesOf(name, readBounded(name)));
}

function keySetOf(name: string, bytes: Uint8Array): KeySet {
  const result = parseKeySet(bytes);
  if (result.ok) return result.keySet;
  throw unusable(name, result.field, result.message);
}

function unusable(name: string, field: string, message: string): Refusal {
  return new Refusal(`${name} is not a usable key set. ${field === '' ? '' : `${field}: `}${message}`);
}

/**
 * The data folder of this run: `--data-dir`, else `$TOUCHSTONE_DATA_DIR`, else the platform's place. One that a person names
 * must exist, since a slip there would lose the revocations; the platform's need not, and is null where the user has no
 * home folder.
 */
export function trustFolder(named: string | undefined): string | null {
  if (named !== undefined) return requireFolder(named);
  const { TOUCHSTONE_DATA_DIR: chosen } = process.env;
  if (chosen !== undefined && chosen !== '') return requireFolder(chosen, 'TOUCHSTONE_DATA_DIR');
  const folder = defaultDataFolder({ env: process.env, platform: process.platform, home: homeFolder(), path });
  if (!path.isAbsolute(folder)) return null;
  const fault = nameFault(folder);
  if (fault !== null) throw new Refusal(`${folder}: ${fault} Or name a data folder with --data-dir.`);
  return folder;
}

/**
 * Throws Refusal where a data folder that a person names does not exist.
 *
 * @param from the option or variable that names it
 */
export function requireFolder(name: string, from = '--data-dir'): string {
  const fault = nameFault(name);
  if (fault !== null) throw new Refusal(`${from} ${name}: ${fault}`);
  if (!isFolder(name)) throw new Refusal(`${from} ${name}: there is no such folder.`);
  return name;
}

function bytesOf(name: string, file: FileRead): Uint8Array {
  if (file.ok) return file.bytes;
  throw new Refusal(`${name}: ${'fault' in file ? file.fault : 'The file is too large.'}`);
}
