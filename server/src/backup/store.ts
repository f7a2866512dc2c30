/** What backup and restore need of the rows, and what a restore keeps. */
import { commonScopes, storedScopes } from '@touchstone/core/api/key-scopes.ts';
import { FULLY_MASKED } from '@touchstone/core/secrets/masked-display.ts';
import type { Selectable } from 'kysely';
import type { KeyBounds } from '../accounts/api-key-history.ts';
import { keepRefusedTargets } from '../gateway/store.ts';
import { keepRevokedKeys, markRevoked } from '../keys/store/managed-keys.ts';
import { keepSignCounts } from '../platform/store/credentials.ts';
import { keepDestroyed, keepDestroyedSecrets } from '../secrets/store/secrets.ts';
import { keepStorageRevocations, markStorageRevoked } from '../storage/store.ts';
import type { Db } from '../store/engine.ts';
import { changeSealed } from '../store/sealed-rows.ts';
import type { Tables } from '../store/tables.ts';
import type { ToldRevocations } from './told-revocations.ts';

/** The sealed secret keys of the service's own key sets. */
export async function sealedKeySetSecrets(
  db: Db,
): Promise<readonly { readonly fingerprint: string; readonly kid: string; readonly envelope: Uint8Array }[]> {
  return db.selectFrom('key_set_secrets').selectAll().orderBy('fingerprint').orderBy('kid').execute();
}

/** The sealed seeds of the projects' KEM keys. */
export async function sealedWrappingSeeds(
  db: Db,
): Promise<readonly { readonly project_id: string; readonly algorithm: string; readonly envelope: Uint8Array }[]> {
  const columns = ['project_id', 'algorithm', 'envelope'] as const;
  return db.selectFrom('wrapping_keys').select(columns).orderBy('project_id').orderBy('algorithm').execute();
}

/** The sealed HMAC keys of managed keys. */
export async function sealedHmacKeys(db: Db) {
  return db.selectFrom('managed_keys').select(['id', 'project_id', 'envelope']).orderBy('id').execute();
}

/** The sealed secrets of webhooks. */
export async function sealedWebhookSecrets(db: Db) {
  return db.selectFrom('webhooks').select(['id', 'envelope']).orderBy('id').execute();
}

/** The sealed layers of the projects' signing keys, with what makes their place. */
export async function sealedSigningLayers(db: Db) {
  return db
    .selectFrom('signing_key_layers')
    .innerJoin('signing_keys', 'signing_keys.id', 'signing_key_layers.key_id')
    .select(['signing_keys.id', 'project_id', 'key_use', 'scheme', 'layer', 'envelope'])
    .orderBy('signing_keys.id')
    .orderBy('layer')
    .execute();
}

/** What becomes of a table's rows in a restore (S27). */
export type RestoreRule =
  /** They are what the backup has. */
  | 'as-saved'
  /** So too, but for what was revoked since: `keepRevocations`. */
  | 'revocations-stay'
  /** A chain: it goes on with an entry that says so (`after-restore.ts`). */
  | 'chain-goes-on'
  /** None of them holds any more. */
  | 'forgotten';

/** Every table; a test fails where one is missing, so that none is restored without thought. */
export const RESTORE_RULES: Readonly<Record<string, RestoreRule>> = {
  accounts: 'revocations-stay',
  agent_approvals: 'as-saved',
  agent_decisions: 'as-saved',
  agent_forks: 'as-saved',
  agent_nodes: 'chain-goes-on',
  agent_policies: 'as-saved',
  agent_seals: 'as-saved',
  // Open ones end: `markRestoredSessions`.
  agent_sessions: 'as-saved',
  agents: 'as-saved',
  api_keys: 'revocations-stay',
  artifact_pieces: 'as-saved',
  artifacts: 'as-saved',
  audit_entries: 'chain-goes-on',
  // As with users: what was deleted since comes back, for a backup holds it.
  bfv_keys: 'as-saved',
  biometric_failures: 'forgotten',
  biometric_templates: 'as-saved',
  biometric_thresholds: 'as-saved',
  // A cache may forget, and what it held then may be wrong by now.
  cache_entries: 'forgotten',
  cache_patterns: 'forgotten',
  cache_usage: 'forgotten',
  call_messages: 'as-saved',
  call_transcripts: 'as-saved',
  // Open ones end: `endRestoredCalls`.
  calls: 'as-saved',
  ceremonies: 'as-saved',
  // A restore ends them (12.39).
  ckks_sessions: 'forgotten',
  console_sessions: 'forgotten',
  credit_grants: 'as-saved',
  cycles: 'as-saved',
  // Counters go on from the higher value.
  device_credentials: 'revocations-stay',
  document_attestations: 'as-saved',
  document_checks: 'as-saved',
  health_agreements: 'as-saved',
  health_attestations: 'as-saved',
  health_events: 'chain-goes-on',
  health_restores: 'as-saved',
  // Locks end: `endHealthSessions`.
  health_sessions: 'as-saved',
  // Paid ones that the backup has as open are open again, with the balances and the anchors of then.
  invoices: 'as-saved',
  fraud_aggregates: 'as-saved',
  fraud_keys: 'as-saved',
  fraud_participants: 'as-saved',
  fraud_signals: 'as-saved',
  gateway_bindings: 'as-saved',
  gateway_targets: 'revocations-stay',
  grades: 'as-saved',
  key_challenge_uses: 'forgotten',
  key_challenges: 'forgotten',
  key_enrolments: 'as-saved',
  key_chain_restores: 'forgotten',
  key_events: 'chain-goes-on',
  key_set_secrets: 'as-saved',
  key_sets: 'revocations-stay',
  // Anchors that wait go into blocks of the new ledger.
  ledger_anchors: 'as-saved',
  ledger_blocks: 'chain-goes-on',
  // Another log begins over the leaves that are there: `beginLogAgain`.
  log_heads: 'chain-goes-on',
  log_leaves: 'chain-goes-on',
  log_tiles: 'as-saved',
  logs: 'as-saved',
  managed_keys: 'revocations-stay',
  platform_audit: 'chain-goes-on',
  platform_audit_notices: 'as-saved',
  platform_calls: 'as-saved',
  platform_challenges: 'forgotten',
  platform_sessions: 'forgotten',
  platform_users: 'as-saved',
  // What was proven since is gone, as on the ledger.
  privacy_proofs: 'as-saved',
  projects: 'as-saved',
  receipts: 'as-saved',
  requests: 'as-saved',
  schema_migrations: 'as-saved',
  search_blocks: 'as-saved',
  search_collections: 'as-saved',
  search_documents: 'as-saved',
  search_pages: 'as-saved',
  search_segments: 'as-saved',
  secret_audit: 'chain-goes-on',
  secret_audit_notices: 'as-saved',
  secret_challenges: 'forgotten',
  secret_versions: 'revocations-stay',
  settings: 'as-saved',
  signing_key_layers: 'as-saved',
  signing_keys: 'as-saved',
  storage_keys: 'revocations-stay',
  usage: 'as-saved',
  versions: 'as-saved',
  usage_statement_notices: 'as-saved',
  usage_statements: 'chain-goes-on',
  // Payments since are undone with what they paid.
  wallet_movements: 'as-saved',
  // A notice that was delivered since comes again: receivers tell it by its id.
  webhook_deliveries: 'as-saved',
  webhooks: 'as-saved',
  wrapped_keys: 'as-saved',
  wrapping_keys: 'as-saved',
};

/**
 * Carries over into a restored database what must not come back (S27): API keys that were revoked since, or that end
 * sooner, or that were given fewer scopes; suspended accounts; revoked key sets and managed keys; values of secrets that were
 * destroyed since; permissions of gateway targets that were taken back. What only the present database knows is
 * not brought in, but for revoked key sets, so that they stay known as revoked. `told` is what its signed chains say of the same:
 * whatever is stricter counts.
 */
export async function keepRevocations(restored: Db, present: Db, told: ToldRevocations): Promise<void> {
  for (const { id, revoked_at, expires_at, scopes, created_by } of await present
    .selectFrom('api_keys')
    .selectAll()
    .execute()) {
    await boundKey(restored, id, { revokedAt: revoked_at, expiresAt: expires_at, scopes: storedScopes(scopes) });
    // Whoever kept a key when its maker was revoked keeps it.
    if (created_by === null) await freeKey(restored, id);
  }
  for (const [id, bounds] of told.keys) await boundKey(restored, id, bounds);
  await holdUnderMakers(restored);
  for (const { id } of await present.selectFrom('accounts').select('id').where('status', '=', 'suspended').execute()) {
    await suspend(restored, id);
  }
  for (const id of told.suspended) await suspend(restored, id);
  for (const set of await present.selectFrom('key_sets').selectAll().where('state', '=', 'revoked').execute()) {
    await restored
      .insertInto('key_sets')
      .values(set)
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet({ state: 'revoked', retired_at: set.retired_at }),
      )
      .execute();
  }
  await keepDestroyedSecrets(restored, present);
  await keepRevokedKeys(restored, present);
  await keepRefusedTargets(restored, present, told.isAllowed);
  await keepSignCounts(restored, present);
  await keepStorageRevocations(restored, present);
  for (const { id, at } of told.destroyed) {
    await keepDestroyed(restored, { id, masked: FULLY_MASKED.maskedDisplay, at });
  }
  for (const { id, at, reason } of told.revoked) {
    await markRevoked(restored, id, { at, reason });
    await markStorageRevoked(restored, id, { at, reason });
  }
}

async function boundKey(restored: Db, id: string, { revokedAt, expiresAt, scopes }: KeyBounds): Promise<void> {
  const old = await restored.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (old === undefined) return;
  await changeSealed(restored, 'api_keys', old, {
    revoked_at: earlier(old.revoked_at, revokedAt),
    expires_at: earlier(old.expires_at, expiresAt),
    ...(scopes === undefined ? {} : { scopes: JSON.stringify(commonScopes(storedScopes(old.scopes), scopes)) }),
  });
}

async function freeKey(restored: Db, id: string): Promise<void> {
  const old = await restored.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
  if (old !== undefined) await changeSealed(restored, 'api_keys', old, { created_by: null });
}

async function suspend(restored: Db, id: string): Promise<void> {
  const old = await restored.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  if (old !== undefined) await changeSealed(restored, 'accounts', old, { status: 'suspended' });
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Scopes that both JSON texts give. */
function commonText(a: string, b: string): string {
  return JSON.stringify(commonScopes(storedScopes(a), storedScopes(b)));
}

/** No key outlives or outranks its maker, or the key that replaced it (12.21), also where only one of them is in the backup. */
async function holdUnderMakers(restored: Db): Promise<void> {
  const keys = new Map((await restored.selectFrom('api_keys').selectAll().execute()).map((key) => [key.id, key]));
  const held = new Set<string>();
  const hold = async (id: string | null): Promise<Selectable<Tables['api_keys']> | undefined> => {
    const key = id === null ? undefined : keys.get(id);
    if (key === undefined || held.has(key.id)) return key;
    held.add(key.id);
    const bounds = { revoked_at: key.revoked_at, expires_at: key.expires_at, scopes: key.scopes };
    for (const above of [await hold(key.created_by), await hold(key.rotated_to)]) {
      if (above === undefined) continue;
      bounds.revoked_at = earlier(bounds.revoked_at, above.revoked_at);
      bounds.expires_at = earlier(bounds.expires_at, above.expires_at);
      bounds.scopes = commonText(bounds.scopes, above.scopes);
    }
    await changeSealed(restored, 'api_keys', key, bounds);
    Object.assign(key, bounds);
    return key;
  };
  for (const id of keys.keys()) await hold(id);
}
