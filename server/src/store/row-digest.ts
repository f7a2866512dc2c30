/**
 * The running digest over all rows that open doors (S35). A seal shows that a row was changed; that an old genuine row was put
 * back, or one taken away, shows only against all of them. The digest is a sum, so that a change of one row costs the same
 * however many there are: of each row a number of 256 bits that follows from its seal under the master key. Nobody without that
 * key can find rows with the same sum. How often it changed is kept with it, so that an older digest is told by its count.
 */

import { timingSafeEqual } from 'node:crypto';
import { concat, fromHex, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, canonicalJson, isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { sql } from 'kysely';
import { type Db, lockRow } from './engine.ts';
import { mustBeSealed, SEALED_NAMES, type SealedName } from './row-seal.ts';

/** What of a vault digests are made with. */
export interface DigestMaker {
  mac(kind: string, message: Uint8Array): Uint8Array;
}

export interface RowDigest {
  /** How often it was changed since it was begun. */
  readonly changes: number;
  /** 64 hex digits. */
  readonly digest: string;
}

/** A row of a table as it stands, or stood. */
export type DigestedRow = readonly [table: SealedName, row: object];

const SETTING = 'row_digest';
const MODULUS = 1n << 256n;

/** `missing`: it was never begun, or taken away. `changed`: it is not what this service wrote. */
export type StoredRowDigest = RowDigest | 'missing' | 'changed';

export async function readRowDigest(db: Db, maker: DigestMaker): Promise<StoredRowDigest> {
  return judged(maker, await digestRow(db).executeTakeFirst());
}

/** The same for a transaction that goes on to change it. */
async function lockRowDigest(transaction: Db, maker: DigestMaker): Promise<StoredRowDigest> {
  return judged(maker, await lockRow(digestRow(transaction)).executeTakeFirst());
}

function digestRow(db: Db) {
  return db.selectFrom('settings').select('value').where('name', '=', SETTING);
}

function judged(maker: DigestMaker, found: { readonly value: string } | undefined): StoredRowDigest {
  if (found === undefined) return 'missing';
  const parsed = parseStrictJson(found.value);
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'changed';
  const { changes, digest, mac } = parsed.value;
  if (typeof changes !== 'number' || typeof digest !== 'string' || typeof mac !== 'string') return 'changed';
  const stated = { changes, digest };
  const given = fromHex(mac);
  const expected = macOf(maker, stated);
  return given?.length === expected.length && timingSafeEqual(given, expected) ? stated : 'changed';
}

function macOf(maker: DigestMaker, { changes, digest }: RowDigest): Uint8Array {
  return maker.mac('row-digest', canonicalBytes([changes, digest]));
}

/** Begins the digest with the rows that are there, or goes on with them where a restore has put others in their place. */
export async function beginRowDigest(db: Db, maker: DigestMaker): Promise<void> {
  const known = await lockRowDigest(db, maker);
  const changes = typeof known === 'string' ? 0 : known.changes + 1;
  await store(db, maker, { changes, digest: await digestOfRows(db, maker) });
}

/**
 * Takes rows out of the digest and others in, within the transaction that changes them. One that is not this service's stays as
 * it is, so that no change of ours makes it whole.
 */
export async function moveRowDigest(
  db: Db,
  maker: DigestMaker,
  before: readonly DigestedRow[],
  after: readonly DigestedRow[],
): Promise<void> {
  const delta = sumOf(maker, after) - sumOf(maker, before);
  if (delta === 0n) return;
  const known = await lockRowDigest(db, maker);
  if (typeof known === 'string') return;
  const sum = BigInt(`0x${known.digest}`) + delta;
  await store(db, maker, { changes: known.changes + 1, digest: hexOf(sum) });
}

/** The digest of the rows as they stand. */
export async function digestOfRows(db: Db, maker: DigestMaker): Promise<string> {
  let sum = 0n;
  for (const table of SEALED_NAMES) {
    const { rows } = await sql<object>`SELECT * FROM ${sql.table(table)}`.execute(db);
    sum += sumOf(
      maker,
      rows.map((row) => [table, row]),
    );
  }
  return hexOf(sum);
}

function sumOf(maker: DigestMaker, rows: readonly DigestedRow[]): bigint {
  let sum = 0n;
  for (const [table, row] of rows) {
    const seal: unknown = Reflect.get(row, 'seal');
    if (!mustBeSealed(table, row) || !(seal instanceof Uint8Array)) continue;
    sum += BigInt(`0x${toHex(maker.mac('row-digest-element', concat(utf8(`${table} `), seal)))}`);
  }
  return sum;
}

function hexOf(sum: bigint): string {
  return (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(64, '0');
}

async function store(db: Db, maker: DigestMaker, digest: RowDigest): Promise<void> {
  const value = canonicalJson({ ...digest, mac: toHex(macOf(maker, digest)) });
  await db
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
