/**
 * What of the database lies in clear (security LOW-6). Every column for texts or bytes stands in one of two lists: a column
 * that is new fails here until it is decided where it belongs, and said in the threat model.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toBase64, toBase64Url, toHex, utf8 } from '@touchstone/core/bytes.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillFolder } from '../backup/filled.ts';
import { remove, temporaryFolder } from '../backup/folder.ts';
import { openTestServer } from '../harness.ts';

/** Columns that the master key or a key under it seals. */
const SEALED: Readonly<Record<string, string>> = {
  agents: 'envelope',
  bfv_keys: 'envelope',
  biometric_templates: 'envelope',
  cache_entries: 'envelope',
  ckks_sessions: 'envelope',
  call_messages: 'envelope payload',
  call_transcripts: 'envelope',
  calls: 'envelope',
  fraud_aggregates: 'envelope',
  fraud_keys: 'envelope',
  fraud_signals: 'envelope',
  invoices: 'envelope',
  key_enrolments: 'envelope',
  key_set_secrets: 'envelope',
  managed_keys: 'encrypted kem_ciphertext hmac_digest envelope',
  search_blocks: 'ciphertexts',
  search_collections: 'envelope ckks_key',
  search_documents: 'name_tag head texts',
  search_pages: 'cells',
  search_segments: 'epoch',
  secret_versions: 'envelope kem_ciphertext nonce ciphertext',
  signing_key_layers: 'envelope',
  storage_keys: 'envelope',
  webhooks: 'envelope',
  wrapped_keys: 'kem_ciphertext nonce wrapped_key material',
  wrapping_keys: 'envelope',
};

/** Columns in clear, under the heads of the threat model that name them. */
const CLEAR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  People: {
    accounts: 'email',
    agent_approvals: 'approvers',
    agent_decisions: 'approver',
    biometric_failures: 'user_id',
    biometric_templates: 'user_id modality',
    device_credentials: 'device_id device_name device_platform',
    health_agreements: 'user_id signature_name',
    health_sessions: 'user_id',
    platform_users: 'email display_name biometric',
  },
  'What agents did': {
    agent_decisions: 'decision',
    agent_forks: 'policy divergence head_hash',
    agent_nodes: 'kind body opening hash parent_hash signature',
    agent_seals: 'statement handle root',
    agent_sessions: 'scope head_hash tree',
    agents: 'name canonical_name tenant agent_type capabilities redaction_level node_hash',
  },
  'Names and places': {
    agent_policies: 'scope target policy',
    api_keys: 'label scopes',
    ceremonies: 'id commitments',
    gateway_targets: 'name base_url auth_header auth_template allowed_paths allowed_methods allowed_headers',
    health_sessions: 'contract_id',
    fraud_signals: 'signal_type',
    key_enrolments: 'purpose',
    managed_keys: 'label revoke_reason',
    search_collections: 'name index_type',
    secret_versions: 'name provider environment vault tags masked_display key_prefix',
    settings: 'name value',
    storage_keys: 'revoke_reason',
    webhook_deliveries: 'event body last_error',
    webhooks: 'url',
    wrapped_keys: 'holder',
  },
  Documents: {
    artifact_pieces: 'bytes',
    artifacts: 'id document file subject',
    audit_entries: 'action body signature',
    call_transcripts: 'signature',
    calls: 'end_record end_signature',
    document_attestations: 'document_hash',
    document_checks: 'document_hash document_schema',
    grades: 'record signature',
    health_attestations: 'body commitment',
    health_events: 'body signature',
    health_sessions: 'head_hash',
    invoices: 'commitment',
    key_events: 'event body signature',
    key_sets: 'document',
    ledger_anchors: 'kind commitment',
    ledger_blocks: 'hash header signature',
    log_heads: 'body signature',
    log_leaves: 'data',
    log_tiles: 'root hashes',
    platform_audit: 'action body signature',
    privacy_proofs: 'attestation_type public_inputs proof record signature',
    receipts: 'on_chain_hash document signatures',
    secret_audit: 'action body signature',
  },
  Use: {
    cache_entries: 'key lifetime_rule lifetime_limit',
    cache_patterns: 'key read_gaps rewrite_gaps',
    credit_grants: 'reason',
    cycles: 'quarter',
    platform_calls: 'day',
    usage: 'day operation',
    usage_statements: 'body signature',
  },
  'Ids, states and public keys': {
    accounts: 'id plan status seal',
    agent_approvals: 'node_id project_id session_id requested_by voter',
    agent_decisions: 'node_id approval_id decided_by voter',
    agent_forks: 'id project_id session_id forked_from made_by',
    agent_nodes: 'id project_id agent_id session_id',
    agent_policies: 'seal',
    agent_seals: 'agent_id session_id receipt_id chain tx',
    agent_sessions: 'id project_id agent_id parent_session_id parent_node_id',
    agents: 'id project_id public_key node_id',
    api_keys: 'id project_id salt secret_hash rotated_to seal created_by voter',
    artifact_pieces: 'project_id artifact_id',
    artifacts: 'project_id',
    audit_entries: 'account_id keyset_id',
    bfv_keys: 'id project_id custody profile fingerprint',
    biometric_failures: 'id project_id',
    biometric_templates: 'id project_id',
    biometric_thresholds: 'project_id modality',
    cache_entries: 'project_id',
    cache_patterns: 'project_id',
    cache_usage: 'project_id',
    call_messages: 'call_id kind',
    call_transcripts: 'call_id id',
    calls: 'id project_id account_id security_level end_reason',
    ceremonies: 'project_id algorithm public_key',
    ckks_sessions: 'id project_id fingerprint',
    console_sessions: 'token_hash mac',
    credit_grants: 'account_id',
    cycles: 'project_id',
    device_credentials: 'project_id id user_id type form public_key seal rp_id',
    document_attestations: 'id project_id chain tx actor',
    document_checks: 'project_id actor',
    fraud_aggregates: 'entity_tag',
    fraud_keys: 'id public_key',
    fraud_participants: 'project_id',
    fraud_signals: 'id project_id entity_tag box_hash',
    gateway_bindings: 'gateway_target_id key_id seal',
    gateway_targets: 'id project_id seal',
    grades: 'id project_id key_id',
    health_agreements: 'project_id actor',
    health_attestations: 'session_id project_id chain tx actor',
    health_events: 'session_id project_id',
    health_restores: 'session_id',
    health_sessions: 'id project_id lock_hash head_tx',
    invoices: 'id project_id chain tx state settlement_tx',
    key_chain_restores: 'key_id project_id',
    key_challenge_uses: 'challenge enrolment_id',
    key_challenges: 'challenge project_id actor',
    key_enrolments: 'id project_id key_id allowed_verifiers',
    key_events: 'key_id project_id keyset_id',
    key_set_secrets: 'fingerprint kid',
    key_sets: 'fingerprint keyset_use state',
    ledger_anchors: 'chain tx ledger_id',
    ledger_blocks: 'chain ledger_id',
    log_heads: 'log_id',
    logs: 'id',
    managed_keys: 'id project_id tier status rotated_from rotated_to',
    platform_audit: 'project_id id chain tx',
    platform_audit_notices: 'project_id',
    platform_calls: 'account_id',
    platform_challenges: 'id project_id user_id challenge',
    platform_sessions: 'id user_id token_hash',
    platform_users: 'id project_id',
    privacy_proofs: 'commitment project_id key_id chain tx',
    projects: 'id account_id seal',
    receipts: 'id project_id keyset_use',
    schema_migrations: 'name sha256',
    search_blocks: 'collection_id',
    search_collections: 'id project_id',
    search_documents: 'collection_id',
    search_pages: 'segment_id',
    search_segments: 'id collection_id state',
    secret_audit: 'project_id secret_id',
    secret_audit_notices: 'project_id',
    secret_challenges: 'challenge project_id secret_id salt',
    secret_versions: 'id project_id family previous_id deleted_with',
    settings: 'seal',
    signing_key_layers: 'key_id layer public_key',
    signing_keys: 'id project_id key_use scheme',
    requests: 'project_id idempotency_key request_hash subject seal',
    storage_keys: 'id project_id public_key',
    usage: 'account_id',
    usage_statement_notices: 'account_id',
    usage_statements: 'account_id',
    versions: 'topic',
    wallet_movements: 'chain mint address reference',
    webhook_deliveries: 'id webhook_id project_id state',
    webhooks: 'id project_id seal',
    wrapped_keys: 'id project_id tier managed_key_id',
    wrapping_keys: 'project_id algorithm public_key',
  },
};

/** Values that must not lie in clear anywhere. */
const CANARIES = {
  secret: 'canary-secret-5kV2xQ8mZr4Tn7Lb',
  renewed: 'canary-renewed-9cH3wJ6yPd1Gs5Fa',
  managed: 'canary-managed-2uN8eB4vXo7Ki3Rt',
  cached: 'canary-cached-6fM1zS9gWq5Yj8Lc',
} as const;

let root: string;
let sqlite: SqliteDatabase.Database;
beforeAll(async () => {
  root = temporaryFolder();
  const dataDir = join(root, 'data');
  const now = await fillFolder(dataDir);
  const server = await openTestServer({ dataDir, clock: () => now });
  const put = async (path: string, json: object) => {
    const answer = await server.call('POST', path, { token: server.admin, json });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  try {
    const facts = { name: 'Canary', provider: 'stripe', environment: 'production', vault: 'payments' };
    const stored = await put('/v1/shield/store', { ...facts, value: CANARIES.secret });
    await put('/v1/shield/rotate', { secret_id: stored.at('id'), new_value: CANARIES.renewed });
    await put('/v1/key/encrypt', { key_material: CANARIES.managed, label: 'Canary', tier: 'key-2' });
    await put('/v1/cache/canary', { value: CANARIES.cached, ttl: 600 });
  } finally {
    await server.close();
  }
  sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'), { readonly: true });
}, 300_000);
afterAll(() => {
  sqlite?.close();
  remove(root);
});

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
}

function columns(): readonly string[] {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[];
  return tables.flatMap((table) =>
    (sqlite.pragma(`table_info(${table})`) as ColumnInfo[])
      .filter(({ type }) => type !== 'INTEGER' && type !== 'REAL')
      .map(({ name }) => `${table}.${name}`),
  );
}

const named = (list: Readonly<Record<string, string>>) =>
  Object.entries(list).flatMap(([table, names]) => names.split(' ').map((name) => `${table}.${name}`));

function valuesOf(column: string): readonly unknown[] {
  const [table, name] = column.split('.');
  return sqlite.prepare(`SELECT "${name}" FROM ${table} WHERE "${name}" IS NOT NULL`).pluck().all();
}

test('security LOW-6: every column for texts or bytes is sealed, or is listed as lying in clear', () => {
  const listed = [...named(SEALED), ...Object.values(CLEAR).flatMap(named)];
  expect(listed.toSorted()).toEqual(columns().toSorted());
});

test('security LOW-6: the threat model names what lies in clear', () => {
  const page = readFileSync(new URL('../../../docs/threat-model.md', import.meta.url), 'utf8');
  const [, from = ''] = page.split('## What lies in clear in the data folder');
  const [section = ''] = from.split('\n## ');
  const heads = [...section.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, head]) => head);
  expect(heads).toEqual(Object.keys(CLEAR));
});

/** The id of a managed key stands in the authenticated head of its blob (S22). */
const OWN_ID = /key_[0-9a-f]{16}/g;

test.each(named(SEALED))('security LOW-6: %s holds sealed bytes only', (column) => {
  const values = valuesOf(column);
  expect(values.length).toBeGreaterThan(0);
  for (const value of values) {
    expect(Buffer.isBuffer(value)).toBe(true);
    // Chance makes so long a text once in some ten thousand million bytes.
    const text = (value as Buffer).toString('latin1').replaceAll(OWN_ID, '\0');
    expect(text).not.toMatch(/[ -~]{24}/);
  }
});

test('security LOW-6: no value that is sealed stands in any column, in any spelling', () => {
  const spelled = Object.values(CANARIES).flatMap((text) => {
    const bytes = utf8(text);
    // Whatever stands before it in base64, the middle of one of three shifts is the same.
    const shifted = [0, 1, 2].map((shift) => toBase64(bytes.slice(shift, shift + 24)));
    return [text, toHex(bytes), toBase64Url(bytes.slice(0, 24)), ...shifted].map((spelling) => Buffer.from(spelling));
  });
  for (const column of columns()) {
    for (const value of valuesOf(column)) {
      const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value));
      expect([column, spelled.some((spelling) => bytes.includes(spelling))]).toEqual([column, false]);
    }
  }
});
