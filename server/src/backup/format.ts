/** The backup file, `docs/formats.md`: its header, the key that encrypts it, and what may stand in it. */
import { concat, equalBytes, fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { hkdfSha3_256 } from '@touchstone/core/hash.ts';
import { ARGON2ID, type PassphraseKdf, passphraseBytes } from '@touchstone/core/keys/passphrase.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { BackupError } from './backup-error.ts';

export const FORMAT = 'svc-backup/v1';
const MAGIC = concat(utf8(FORMAT), new Uint8Array(1));

/** Magic 14 ‖ salt 16. Version 1 fixes the parameters of Argon2id, so they are not stated. */
export const HEADER_BYTES = MAGIC.length + ARGON2ID.saltLength;

export function headerOf(salt: Uint8Array): Uint8Array {
  return concat(MAGIC, salt);
}

/** Throws BackupError DAMAGED where bytes are no header of this version. */
export function requireHeader(header: Uint8Array): void {
  if (header.length === HEADER_BYTES && equalBytes(header.subarray(0, MAGIC.length), MAGIC)) return;
  const [, version] = /^svc-backup\/v(\d+)\0?$/.exec(fromUtf8(header.subarray(0, MAGIC.length)) ?? '') ?? [];
  const why =
    version !== undefined && version !== '1'
      ? 'The backup was made by a newer version of this program. Please update.'
      : 'This file is no Touchstone backup.';
  throw new BackupError('DAMAGED', why);
}

/**
 * The key of the stream, 32 bytes that the caller wipes: HKDF-SHA3-256 of Argon2id(passphrase, salt), with the header as
 * its salt, so that no byte of the header can be exchanged.
 */
export async function streamKey(passphrase: string, header: Uint8Array, kdf: PassphraseKdf): Promise<Uint8Array> {
  const bytes = passphraseBytes(passphrase);
  let stretched: Uint8Array | undefined;
  try {
    stretched = await kdf(bytes, header.slice(MAGIC.length));
    return hkdfSha3_256(stretched, header, `${FORMAT} stream`, 32);
  } finally {
    wipe(bytes, stretched);
  }
}

/** How a folder keeps its master key. */
export type KeptAs = 'key-file' | 'passphrase' | 'keychain';
const KEPT_AS: readonly JsonValue[] = ['key-file', 'passphrase', 'keychain', null] satisfies (KeptAs | null)[];

/** The first entry. */
export interface Manifest {
  readonly format: typeof FORMAT;
  readonly created_at: string;
  /** Name and version of the program that made it. */
  readonly program: string;
  /** Number of the last schema step; 0 where the folder had no database. */
  readonly schema: number;
  /** null where the folder had no database, so that there is no master key. */
  readonly master_key: KeptAs | null;
  /** How many entries follow. */
  readonly entries: number;
  /** Documents that the database names and the folder had lost already. */
  readonly missing: readonly string[];
}

const MANIFEST_MEMBERS = ['created_at', 'entries', 'format', 'master_key', 'missing', 'program', 'schema'];

/** Reads a manifest strictly. Throws BackupError DAMAGED: it was authenticated, so only a faulty program makes such a one. */
export function readManifest(bytes: Uint8Array): Manifest {
  const value = readJcs(bytes);
  if (value === null || Object.keys(value).sort().join() !== MANIFEST_MEMBERS.join()) throw damagedManifest();
  const { format, created_at, program, schema, master_key, entries, missing } = value;
  if (format !== FORMAT || typeof program !== 'string') throw damagedManifest();
  if (typeof created_at !== 'string' || parseIsoTime(created_at) === null) throw damagedManifest();
  if (!isCount(schema) || !isCount(entries)) throw damagedManifest();
  if (master_key === undefined || !KEPT_AS.includes(master_key)) throw damagedManifest();
  if (!Array.isArray(missing) || !missing.every((name) => typeof name === 'string')) throw damagedManifest();
  return { format, created_at, program, schema, master_key: master_key as KeptAs | null, entries, missing };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function damagedManifest(): BackupError {
  return new BackupError('DAMAGED', 'The table of contents of the backup cannot be read.');
}

/** One JSON object in its canonical spelling; null for anything else. */
export function readJcs(bytes: Uint8Array): JsonObject | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  return equalBytes(canonicalBytes(parsed.value), bytes) ? parsed.value : null;
}

interface EntryRule {
  readonly name: RegExp;
  readonly leastBytes: number;
  readonly mostBytes: number;
}

const MIB = 1024 * 1024;
/** Bounds a database or document by what a file can be at all; the rows say what a document's size really is. */
const ANY_SIZE = 2 ** 47;

/** Everything that a backup may hold, in its order. */
const ENTRY_RULES: readonly EntryRule[] = [
  { name: /^manifest\.json$/, leastBytes: 2, mostBytes: 16 * MIB },
  { name: /^master-key$/, leastBytes: 32, mostBytes: 32 },
  // The box of a folder with a passphrase of its own; it opens only with that passphrase.
  { name: /^master-key\.json$/, leastBytes: 2, mostBytes: 4096 },
  { name: /^touchstone\.db$/, leastBytes: 512, mostBytes: ANY_SIZE },
  { name: /^trust-store\.json$/, leastBytes: 2, mostBytes: 64 * MIB },
  {
    name: /^keys\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}\.(?:pqsecret|pqkeys)\.json$/,
    leastBytes: 2,
    mostBytes: 64 * MIB,
  },
  { name: /^documents\/[0-9a-f]{32}\.json$/, leastBytes: 0, mostBytes: ANY_SIZE },
];

/** The place of a name in the order of entries; -1 for a name that a backup does not hold. */
export function rankOf(name: string): number {
  return ENTRY_RULES.findIndex((rule) => rule.name.test(name));
}

/** Whether `name` may follow `previous`: by rank, then by code units. So there are no duplicates. */
export function mayFollow(previous: string, name: string): boolean {
  const [before, here] = [rankOf(previous), rankOf(name)];
  return before < here || (before === here && previous < name);
}

export function isAllowedSize(name: string, size: number): boolean {
  const rule = ENTRY_RULES[rankOf(name)];
  return rule !== undefined && Number.isSafeInteger(size) && size >= rule.leastBytes && size <= rule.mostBytes;
}
