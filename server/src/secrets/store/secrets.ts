/** Versions of secrets. Values are sealed before they come here; metadata is read without them. */
import { KEPT_MS, type SecretState } from '@touchstone/core/secrets/state.ts';
import type { Updateable } from 'kysely';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import type { Tables } from '../../store/tables.ts';

const METADATA = [
  'id',
  'family',
  'version',
  'previous_id',
  'position',
  'name',
  'provider',
  'environment',
  'vault',
  'tags',
  'rotation_days',
  'rotation_due_at',
  'masked_display',
  'key_prefix',
  'created_at',
  'superseded_at',
  'deleted_at',
  'deleted_with',
  'destroyed_at',
] as const;

/** A version without its value. */
export type SecretVersion = Pick<Tables['secret_versions'], (typeof METADATA)[number]>;

/** A value as it is stored. */
export interface SealedSecret {
  /** The seed of the version's own ML-KEM key, sealed by the master key. */
  readonly envelope: Uint8Array;
  readonly kemCiphertext: Uint8Array;
  readonly nonce: Uint8Array;
  readonly ciphertext: Uint8Array;
}

export type NewSecretVersion = Omit<
  SecretVersion,
  'position' | 'superseded_at' | 'deleted_at' | 'deleted_with' | 'destroyed_at'
>;

interface InsertedVersion extends NewSecretVersion {
  readonly position: number;
  readonly project_id: string;
  readonly envelope: Uint8Array;
  readonly kem_ciphertext: Uint8Array;
  readonly nonce: Uint8Array;
  readonly ciphertext: Uint8Array;
}

const insertedVersion = prepared<InsertedVersion>()((db, value) => {
  return db.insertInto('secret_versions').values({
    id: value('id'),
    project_id: value('project_id'),
    position: value('position'),
    family: value('family'),
    version: value('version'),
    previous_id: value('previous_id'),
    name: value('name'),
    provider: value('provider'),
    environment: value('environment'),
    vault: value('vault'),
    tags: value('tags'),
    rotation_days: value('rotation_days'),
    rotation_due_at: value('rotation_due_at'),
    masked_display: value('masked_display'),
    key_prefix: value('key_prefix'),
    envelope: value('envelope'),
    kem_ciphertext: value('kem_ciphertext'),
    nonce: value('nonce'),
    ciphertext: value('ciphertext'),
    created_at: value('created_at'),
    superseded_at: null,
    deleted_at: null,
    deleted_with: null,
    destroyed_at: null,
  });
});

/** Stores a version. `db` is a transaction. */
export async function insertSecretVersion(
  db: Db,
  projectId: string,
  version: NewSecretVersion,
  { envelope, kemCiphertext, nonce, ciphertext }: SealedSecret,
): Promise<void> {
  const box = { envelope, kem_ciphertext: kemCiphertext, nonce, ciphertext };
  const position = await takePositions(db, 'secret_versions', { project_id: projectId });
  await insertedVersion.change(db, { ...version, project_id: projectId, position, ...box });
}

interface VersionKey {
  readonly project: string;
  readonly id: string;
}

const versionOf = prepared<VersionKey>()((db, value) =>
  db
    .selectFrom('secret_versions')
    .select(METADATA)
    .where('id', '=', value('id'))
    .where('project_id', '=', value('project')),
);

/** null where the project has no such version. */
export async function findSecretVersion(db: Db, project: string, id: string): Promise<SecretVersion | null> {
  return versionOf.first(db, { project, id });
}

const BOX = ['envelope', 'kem_ciphertext', 'nonce', 'ciphertext'] as const;

const versionWithBox = prepared<VersionKey>()((db, value) =>
  db
    .selectFrom('secret_versions')
    .select([...METADATA, ...BOX])
    .where('id', '=', value('id'))
    .where('project_id', '=', value('project')),
);

/** A version and its value, which is null where it is destroyed; null where the project has no such version. */
export async function findSecretWithValue(
  db: Db,
  project: string,
  id: string,
): Promise<{ readonly version: SecretVersion; readonly sealed: SealedSecret | null } | null> {
  const row = await versionWithBox.first(db, { project, id });
  return row === null ? null : { version: row, sealed: sealedOf(row) };
}

function sealedOf(row: Pick<Tables['secret_versions'], (typeof BOX)[number]>): SealedSecret | null {
  const { envelope, kem_ciphertext: kemCiphertext, nonce, ciphertext } = row;
  if (envelope === null || kemCiphertext === null || nonce === null || ciphertext === null) return null;
  return { envelope, kemCiphertext, nonce, ciphertext };
}

export interface SecretFilter {
  readonly vault?: string;
  readonly provider?: string;
  readonly state: SecretState;
}

/** The project's versions that fit. The conditions are those of `stateAt`, so that pages are cut by the database. */
function fittingVersions(db: Db, projectId: string, { vault, provider, state }: SecretFilter, now: number) {
  let query = db.selectFrom('secret_versions').where('project_id', '=', projectId);
  if (vault !== undefined) query = query.where('vault', '=', vault);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  const over = now - KEPT_MS;
  if (state === 'destroyed') {
    return query.where((row) => row.or([row('destroyed_at', 'is not', null), row('deleted_at', '<=', over)]));
  }
  query = query.where('destroyed_at', 'is', null);
  if (state === 'deleted') return query.where('deleted_at', '>', over);
  query = query.where('deleted_at', 'is', null);
  if (state === 'active') return query.where('superseded_at', 'is', null);
  return query.where('superseded_at', state === 'expired' ? '<=' : '>', over);
}

/** The project's versions, the newest first, from below a position. */
export async function listSecretVersions(
  db: Db,
  projectId: string,
  filter: SecretFilter,
  page: { readonly below?: number; readonly limit: number },
  now: number,
): Promise<readonly SecretVersion[]> {
  let query = fittingVersions(db, projectId, filter, now).select(METADATA);
  if (page.below !== undefined) query = query.where('position', '<', page.below);
  return query.orderBy('position', 'desc').limit(page.limit).execute();
}

export async function countSecretVersions(
  db: Db,
  projectId: string,
  filter: SecretFilter,
  now: number,
): Promise<number> {
  const query = fittingVersions(db, projectId, filter, now).select((row) => row.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

/** The versions of one secret, the newest first; from below a version number where one is given. */
export async function versionsOfSecret(
  db: Db,
  family: string,
  page: { readonly below?: number; readonly limit?: number } = {},
): Promise<readonly SecretVersion[]> {
  let query = db.selectFrom('secret_versions').select(METADATA).where('family', '=', family);
  if (page.below !== undefined) query = query.where('version', '<', page.below);
  if (page.limit !== undefined) query = query.limit(page.limit);
  return query.orderBy('version', 'desc').execute();
}

/** All versions of the secret of which this is one, for a transaction that goes on to change some; the newest first. */
export async function lockVersionsOfSecret(
  transaction: Db,
  project: string,
  id: string,
): Promise<readonly SecretVersion[]> {
  const family = transaction
    .selectFrom('secret_versions')
    .select('family')
    .where('id', '=', id)
    .where('project_id', '=', project);
  const versions = transaction.selectFrom('secret_versions').select(METADATA).where('family', '=', family);
  return lockRow(versions.orderBy('version', 'desc')).execute();
}

export async function supersedeSecret(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('secret_versions').set({ superseded_at: now }).where('id', '=', id).execute();
}

/** More names than this do not fit into one statement. */
const MOST_IDS = 500;

function* batches(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += MOST_IDS) yield ids.slice(at, at + MOST_IDS);
}

async function updateVersions(db: Db, ids: readonly string[], change: Updateable<Tables['secret_versions']>) {
  for (const some of batches(ids)) {
    await db.updateTable('secret_versions').set(change).where('id', 'in', some).execute();
  }
}

/** `asked` is the version whose deletion this is. */
export async function deleteSecrets(db: Db, ids: readonly string[], asked: string, now: number): Promise<void> {
  await updateVersions(db, ids, { deleted_at: now, deleted_with: asked });
}

export async function restoreSecrets(db: Db, ids: readonly string[]): Promise<void> {
  await updateVersions(db, ids, { deleted_at: null, deleted_with: null });
}

/** Erases data keys, values and what lists showed of them (S27). `masked` takes the place of the latter. */
export async function destroySecrets(db: Db, ids: readonly string[], masked: string, now: number): Promise<void> {
  for (const some of batches(ids)) {
    await db.deleteFrom('secret_challenges').where('secret_id', 'in', some).execute();
  }
  await updateVersions(db, ids, {
    envelope: null,
    kem_ciphertext: null,
    nonce: null,
    ciphertext: null,
    masked_display: masked,
    key_prefix: '',
    destroyed_at: now,
  });
}

/** A project with a version that was deleted at or before a moment and still has its value; null where there is none. */
export async function projectWithDeletedBy(db: Db, moment: number): Promise<string | null> {
  const row = await deletedBy(db, moment).select('project_id').limit(1).executeTakeFirst();
  return row?.project_id ?? null;
}

/** Ids of such versions of a project, for a transaction that goes on to erase them. */
export async function lockSecretsDeletedBy(
  transaction: Db,
  projectId: string,
  moment: number,
  limit: number,
): Promise<readonly string[]> {
  const due = deletedBy(transaction, moment).select('id').where('project_id', '=', projectId);
  return (await lockRow(due.orderBy('id').limit(limit)).execute()).map(({ id }) => id);
}

function deletedBy(db: Db, moment: number) {
  return db.selectFrom('secret_versions').where('deleted_at', '<=', moment).where('destroyed_at', 'is', null);
}

export interface StoredSecret extends SealedSecret {
  readonly id: string;
  readonly projectId: string;
  readonly version: number;
}

/** Every value that is not destroyed, from behind an id on: for the doctor. */
export async function sealedSecretsAfter(db: Db, id: string, limit: number): Promise<readonly StoredSecret[]> {
  const rows = await db
    .selectFrom('secret_versions')
    .select(['id', 'project_id', 'version', 'envelope', 'kem_ciphertext', 'nonce', 'ciphertext'])
    .where('id', '>', id)
    .where('envelope', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.flatMap((row) => {
    const sealed = sealedOf(row);
    return sealed === null ? [] : [{ ...sealed, id: row.id, projectId: row.project_id, version: row.version }];
  });
}

/** Destroys in a restored database what the present one has destroyed (S27). */
export async function keepDestroyedSecrets(restored: Db, present: Db): Promise<void> {
  const rows = await present
    .selectFrom('secret_versions')
    .select(['id', 'masked_display', 'destroyed_at'])
    .where('destroyed_at', 'is not', null)
    .execute();
  for (const { id, masked_display: masked, destroyed_at: at } of rows) {
    const known = await restored
      .selectFrom('secret_versions')
      .select('envelope')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known !== undefined && known.envelope !== null) await destroySecrets(restored, [id], masked, at ?? 0);
  }
}

export interface SecretChallenge {
  readonly challenge: Uint8Array;
  readonly secretId: string;
  readonly salt: Uint8Array;
  readonly expiresAt: number;
}

/** Stores an open challenge; those that nobody answered in time go. */
export async function insertSecretChallenge(
  db: Db,
  projectId: string,
  { challenge, secretId, salt, expiresAt }: SecretChallenge,
  now: number,
): Promise<void> {
  await db.deleteFrom('secret_challenges').where('expires_at', '<=', now).execute();
  await db
    .insertInto('secret_challenges')
    .values({ challenge, project_id: projectId, secret_id: secretId, salt, expires_at: expiresAt })
    .execute();
}

/** Takes an open challenge of the project away, so that nobody else gets it; null where there is none. */
export async function takeSecretChallenge(
  db: Db,
  projectId: string,
  challenge: Uint8Array,
): Promise<SecretChallenge | null> {
  const row = await db
    .deleteFrom('secret_challenges')
    .where('challenge', '=', challenge)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  return { challenge: row.challenge, secretId: row.secret_id, salt: row.salt, expiresAt: row.expires_at };
}

/** After a restore no challenge holds that was open when the backup was made: it may have been spent since (S27). */
export async function forgetSecretChallenges(db: Db): Promise<void> {
  await db.deleteFrom('secret_challenges').execute();
}
