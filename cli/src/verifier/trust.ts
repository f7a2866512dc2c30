/** Whom this run believes: the trust store of the data folder and the key sets named on the command line. Reads only. */
import path from 'node:path';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { type KeySet, parseKeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, pinKeySet, readTrustStore, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { Refusal } from '../refusal.ts';
import { type FileRead, findTargets, isAbsent, isFolder, readBounded } from './files.ts';

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
 * gives every set that it lists.
 */
export function withKeySets(store: TrustStore, names: readonly string[], now: number): TrustStore {
  let trust = store;
  for (const target of findTargets(names, KEY_SET_EXTENSION).targets) {
    if ('fault' in target) throw new Refusal(`${target.path}: ${target.fault}`);
    for (const keySet of readKeySetsFile(target.path)) {
      const change = pinKeySet(trust, keySet, { at: now, by: 'this command line', source: target.path });
      if (!change.ok) throw new Refusal(`${target.path}: ${change.message}`);
      trust = change.store;
    }
  }
  return trust;
}

/** The one key set of a file, or those of `{"keysets": [...]}`, editions of one set in the order of their serials. */
function readKeySetsFile(name: string): readonly KeySet[] {
  const bytes = bytesOf(name, readBounded(name));
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value) || !Array.isArray(parsed.value.keysets)) return [keySetOf(name, bytes)];
  const foreign = Object.keys(parsed.value).find((member) => member !== 'keysets');
  if (foreign !== undefined) throw unusable(name, foreign, 'A list of key sets has the member `keysets` only.');
  const keySets = parsed.value.keysets.map((value: JsonValue, index) => {
    const result = readKeySet(value);
    if (result.ok) return result.keySet;
    throw unusable(name, `keysets[${index}]${result.field === '' ? '' : `.${result.field}`}`, result.message);
  });
  return keySets.sort((a, b) => a.serial - b.serial);
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

/** A data folder that a person names must exist; the default one need not. */
export function requireFolder(name: string): string {
  if (!isFolder(name)) {
    throw new Refusal(`--data-dir ${name}: there is no such folder.`);
  }
  return name;
}

function bytesOf(name: string, file: FileRead): Uint8Array {
  if (file.ok) return file.bytes;
  throw new Refusal(`${name}: ${'fault' in file ? file.fault : 'The file is too large.'}`);
}
