/** Whom this run believes: the trust store of the data folder and the key sets named on the command line. Reads only. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { joinTrust } from '@touchstone/core/keys/join-trust.ts';
import { type KeySet, parseKeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { OWN_SERVICE_FILE, type OwnService, readOwnService } from '@touchstone/core/keys/own-service.ts';
import { parseRevocation, type RevocationFile } from '@touchstone/core/keys/revocation.ts';
import { EMPTY_TRUST_STORE, type Trust, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseTrustStore } from '@touchstone/core/keys/trust-document.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type FileRead, readBounded } from '../files/bounded-read.ts';
import { homeFolder } from '../files/home-folder.ts';
import { nameFault } from '../files/names.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { shown } from '../terminal/terminal.ts';
import { findTargets, isAbsent, isFolder } from './targets.ts';

export const TRUST_STORE_FILE = 'trust-store.json';
export const KEY_SET_EXTENSION = '.pqkeys.json';

/**
 * The store in a data folder; empty only where there is really none, since an empty store knows no revocations. Throws
 * Refusal where it cannot be read or understood, or is damaged.
 */
export function readTrust(dataFolder: string): TrustStore {
  return readStore(dataFolder) ?? EMPTY_TRUST_STORE;
}

/** As `readTrust`; null where there is none. */
function readStore(dataFolder: string): TrustStore | null {
  const file = path.join(dataFolder, TRUST_STORE_FILE);
  const read = readBounded(file);
  if (!read.ok && isAbsent(file)) return null;
  const result = parseTrustStore(bytesOf(file, read));
  if (!result.ok) throw new Refusal(`${file}, ${result.field}: ${result.message}`);
  return result.store;
}

/** What one run is told to go by. */
export interface TrustNames {
  readonly dataFolder: string | null;
  /** Files and folders of key sets. */
  readonly keys: readonly string[];
  /** Files of revocations. */
  readonly revocations: readonly string[];
  /** Whether sets of the service on this machine count only where they are pinned. */
  readonly isPinnedOnly: boolean;
}

/**
 * Joins the trust store of the data folder, what was given for this run, and the service of this user on this machine. Throws
 * Refusal where something of it cannot be read, a revocation does not count, or key sets contradict each other.
 *
 * @param now milliseconds since 1970
 */
export async function trustOf(
  { dataFolder, keys, revocations, isPinnedOnly }: TrustNames,
  verifier: SignatureVerifier,
  now: number,
): Promise<Trust> {
  const store = dataFolder === null ? null : readStore(dataFolder);
  const storeFile = dataFolder === null ? null : path.join(dataFolder, TRUST_STORE_FILE);
  const joined = await joinTrust(
    {
      store: store === null || storeFile === null ? null : { store, name: storeFile },
      given: givenKeySets(keys),
      revocations: revocations.map((name) => ({ file: readRevocationFile(name), path: name })),
      own: dataFolder === null ? null : readOwnServiceFile(dataFolder),
      isPinnedOnly,
    },
    verifier,
    now,
  );
  if (joined.ok) return joined.trust;
  if (joined.code !== 'KEY_SET_CONFLICT') throw new Refusal(joined.message);
  // For the reader of `--json`, a set of the store has the store's path.
  const sets = joined.sets.map(({ path: file, fingerprint }) => ({ path: file ?? storeFile, fingerprint }));
  throw new Refusal(`KEY_SET_CONFLICT: ${joined.message}`, 2, { code: joined.code, message: joined.message, sets });
}

/**
 * The key sets that files and folders give. A folder gives every key set file in it; a saved answer of
 * `GET /api/svc-key/keys/public` gives every set that it lists.
 */
function givenKeySets(names: readonly string[]): readonly { readonly keySet: KeySet; readonly path: string }[] {
  return findTargets(names, KEY_SET_EXTENSION).targets.flatMap((target) => {
    if ('fault' in target) throw new Refusal(`${target.path}: ${target.fault}`);
    return readKeySetsFile(target.path).map((keySet) => ({ keySet, path: target.path }));
  });
}

/** Reads one `*.pqrevoke.json` file. Throws Refusal naming file and member. */
export function readRevocationFile(name: string): RevocationFile {
  const result = parseRevocation(bytesOf(name, readBounded(name)));
  if (result.ok) return result.file;
  throw new Refusal(
    `${name} is not a usable revocation. ${result.field === '' ? '' : `${result.field}: `}${result.message}`,
  );
}

/**
 * The service on this machine (decisions 12.18); null where the folder knows none, or where folder or file belong to another
 * user or may be written by others, which standard error says: who may write there must not decide whom this user trusts.
 * Throws Refusal where it is damaged.
 */
function readOwnServiceFile(dataFolder: string): OwnService | null {
  const file = path.join(dataFolder, OWN_SERVICE_FILE);
  if (isAbsent(file)) return null;
  const strange = strangeness(dataFolder) ?? strangeness(file);
  if (strange !== null) {
    process.stderr.write(`pq-verify: ${shown(file)} is ignored: ${shown(strange)}.\n`);
    return null;
  }
  const parsed = parseStrictJson(bytesOf(file, readBounded(file)));
  if (!parsed.ok) throw damaged(file, `line ${parsed.line}, column ${parsed.column}: ${parsed.message}`);
  const result = readOwnService(parsed.value);
  if (!result.ok) throw damaged(file, `${result.field}: ${result.message}`);
  return result.own;
}

function damaged(file: string, fault: string): Refusal {
  const message = `${file}, ${fault} The server rewrites this file at the next start.`;
  return new Refusal(message, 2, { code: 'OWN_SERVICE', message });
}

/** Why something is not only the calling user's to write, as the end of a sentence; null where it is. */
function strangeness(name: string): string | null {
  try {
    const { uid, mode } = lstatSync(name);
    // Windows knows neither; there the user's own folder is closed to others.
    if (process.getuid === undefined) return null;
    if ((mode & 0o170000) === 0o120000) return `${name} is a link`;
    if (uid !== process.getuid()) return `${name} belongs to another user`;
    return (mode & 0o022) === 0 ? null : `other users may write to ${name}`;
  } catch (error) {
    return `${name} cannot be examined: ${systemReason(error)}`;
  }
}

/** The one key set of a file, or those of `{"keysets": [...]}`. */
function readKeySetsFile(name: string): readonly KeySet[] {
  const bytes = bytesOf(name, readBounded(name));
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value) || !Array.isArray(parsed.value.keysets)) return [keySetOf(name, bytes)];
  const foreign = Object.keys(parsed.value).find((member) => member !== 'keysets');
  if (foreign !== undefined) throw unusable(name, foreign, 'A list of key sets has only the member `keysets`.');
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
