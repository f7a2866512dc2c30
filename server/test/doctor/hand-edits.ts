/**
 * What somebody changed by hand in the audit of reliability, in both of its passes. Every change is legal to the schema, so
 * that only what is signed, sealed or derivable can tell of it.
 */

/** The row that is changed. */
export interface Place {
  /** Its rowid. */
  readonly at: number;
  /** What a finding has to call it. */
  readonly name: string;
}

interface Change {
  readonly id: string;
  /** Selects `at` and `name`. */
  readonly row: string;
  /** Statements that may use `$at` and `$name`. */
  readonly sql: readonly string[];
}

/** A change that doctor tells of: what it says, with ROW for the name. */
interface Found extends Change {
  readonly found: string;
  /** A problem where nothing is said. */
  readonly severity?: 'problem' | 'warning';
}

/** A change that doctor does not see: its row in the guide. */
interface Unseen extends Change {
  readonly unseen: string;
}

export type Edit = Found | Unseen;

const CHANGED_BODY = `body = replace(body, '"', ' "')`;

/** Swaps the values of columns between two rows, which are named by their rowids. */
function swap(table: string, columns: string, other: string): string {
  const list = columns.split(', ');
  const values = list.map((name) => `b.${name}`).join(', ');
  return `UPDATE ${table} SET (${columns}) = (SELECT ${values} FROM ${table} AS b
    WHERE b.rowid = CASE ${table}.rowid WHEN $at THEN ${other} ELSE $at END)
    WHERE rowid IN ($at, ${other})`;
}

const SECRET_AUDIT = `SELECT rowid AS at, project_id || ' ' AS name FROM secret_audit WHERE position = 3`;
const KEY_EVENT = `SELECT min(rowid) AS at, key_id AS name FROM key_events GROUP BY key_id HAVING count(*) > 1`;
const ACCOUNT = `SELECT rowid AS at, id AS name FROM accounts WHERE email = 'lovelace@example.com'`;
const API_KEY = `SELECT rowid AS at, id AS name FROM api_keys WHERE label = 'Laptop'`;
const NODE = `SELECT rowid AS at, session_id AS name FROM agent_nodes AS n WHERE sequence = 2
  AND EXISTS (SELECT 1 FROM agent_nodes WHERE session_id = n.session_id AND sequence = 3) LIMIT 1`;
const LAST_NODE = `SELECT rowid AS at, session_id AS name FROM agent_nodes WHERE session_id IS NOT NULL
  ORDER BY position DESC LIMIT 1`;
const BLOCK = `SELECT rowid AS at, chain || ' is broken at block ' AS name FROM ledger_blocks WHERE anchors > 0 ORDER BY rowid LIMIT 1`;
const HEALTH = `SELECT rowid AS at, session_id AS name FROM health_events WHERE position = 1`;
const NEWEST_HEALTH = `SELECT rowid AS at, session_id AS name FROM health_events ORDER BY position DESC LIMIT 1`;
const CACHED = 'SELECT rowid AS at, project_id AS name FROM cache_entries LIMIT 1';
const SECRET = `SELECT rowid AS at, id AS name FROM secret_versions WHERE envelope IS NOT NULL ORDER BY position LIMIT 1`;
const TARGET = `SELECT rowid AS at, id AS name FROM gateway_targets WHERE name = 'payments'`;
const MANAGED = `SELECT rowid AS at, id AS name FROM managed_keys WHERE status = 'active' ORDER BY created_at LIMIT 1`;
const REVOKED = `SELECT rowid AS at, id AS name FROM managed_keys WHERE status = 'revoked' AND rotated_to IS NULL LIMIT 1`;

export const EDITS: readonly Edit[] = [
  // Audit of secrets.
  {
    id: 'secret audit: body',
    row: SECRET_AUDIT,
    sql: [`UPDATE secret_audit SET ${CHANGED_BODY} WHERE rowid = $at`],
    found: 'ROW',
  },
  {
    id: 'secret audit: entry cut',
    row: SECRET_AUDIT,
    sql: ['DELETE FROM secret_audit WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'secret audit: newest entry cut',
    row: `SELECT rowid AS at, project_id AS name FROM secret_audit ORDER BY position DESC LIMIT 1`,
    sql: ['DELETE FROM secret_audit WHERE rowid = $at'],
    found: 'The ledger holds an entry that the audit of secrets does not have',
  },
  {
    id: 'secret audit: entries swapped',
    row: SECRET_AUDIT,
    sql: [swap('secret_audit', 'body, signature', '(SELECT rowid FROM secret_audit WHERE position = 4)')],
    found: 'ROW',
  },
  // Provenance of keys.
  {
    id: 'provenance: body',
    row: KEY_EVENT,
    sql: [`UPDATE key_events SET ${CHANGED_BODY} WHERE rowid = $at`],
    found: 'ROW',
  },
  { id: 'provenance: event cut', row: KEY_EVENT, sql: ['DELETE FROM key_events WHERE rowid = $at'], found: 'ROW' },
  {
    id: 'provenance: all events of a key cut',
    row: MANAGED,
    sql: ['DELETE FROM key_events WHERE key_id = $name'],
    found: 'ROW',
  },
  {
    // What is anchored is a hash over all chains: it cannot name the key.
    id: 'provenance: events cut together with their key',
    row: MANAGED,
    sql: [
      'DELETE FROM key_events WHERE key_id = $name',
      'DELETE FROM webhook_deliveries WHERE body LIKE $name',
      'DELETE FROM managed_keys WHERE rowid = $at',
    ],
    found: 'the provenance of keys',
  },
  { id: 'managed key: deleted', row: MANAGED, sql: ['DELETE FROM managed_keys WHERE rowid = $at'], found: 'ROW' },
  {
    id: 'managed key: revoked made active',
    row: REVOKED,
    sql: [`UPDATE managed_keys SET status = 'active', revoked_at = NULL, revoke_reason = NULL WHERE rowid = $at`],
    found: 'ROW',
  },
  {
    id: 'wrapped key: deleted',
    row: 'SELECT rowid AS at, id AS name FROM wrapped_keys WHERE id IN (SELECT key_id FROM key_events) LIMIT 1',
    sql: ['DELETE FROM wrapped_keys WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'key set: time at which it was retired',
    row: `SELECT rowid AS at, fingerprint AS name FROM key_sets WHERE state = 'retired' LIMIT 1`,
    sql: ['UPDATE key_sets SET retired_at = retired_at + 60000 WHERE rowid = $at'],
    found: 'Row ROW of key_sets has another retired_at',
  },
  {
    id: 'key set: time at which it was retired, together with the time at which the next one was made',
    row: `SELECT b.rowid AS at, b.fingerprint AS name FROM key_sets AS a JOIN key_sets AS b
      ON b.keyset_use = a.keyset_use AND b.serial = a.serial + 1 WHERE a.state = 'retired' LIMIT 1`,
    sql: [
      'UPDATE key_sets SET created_at = created_at + 86400000 WHERE rowid = $at',
      `UPDATE key_sets SET retired_at = retired_at + 86400000
        WHERE (keyset_use, serial) = (SELECT keyset_use, serial - 1 FROM key_sets WHERE rowid = $at)`,
    ],
    found: 'Row ROW of key_sets has another created_at',
  },
  {
    id: 'key set: time at which the first of a use was made',
    row: `SELECT rowid AS at, fingerprint AS name FROM key_sets WHERE serial = 1 AND state = 'current' LIMIT 1`,
    sql: ['UPDATE key_sets SET created_at = created_at - 86400000 WHERE rowid = $at'],
    unseen: 'first-key-set-time',
  },
  // Ledger.
  {
    id: 'ledger: time',
    row: BLOCK,
    sql: ['UPDATE ledger_blocks SET created_at = created_at + 1000 WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'ledger: height',
    row: BLOCK,
    sql: ['UPDATE ledger_blocks SET height = height + 1000 WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'ledger: signature',
    row: BLOCK,
    sql: [
      'UPDATE ledger_blocks SET signature = (SELECT signature FROM ledger_blocks WHERE rowid <> $at LIMIT 1) WHERE rowid = $at',
    ],
    found: 'ROW',
  },
  {
    id: 'ledger: anchors cut',
    row: BLOCK,
    sql: [
      'DELETE FROM ledger_anchors WHERE (chain, block) = (SELECT chain, height FROM ledger_blocks WHERE rowid = $at)',
    ],
    found: 'ROW',
  },
  {
    id: 'ledger: newest empty block cut',
    row: `SELECT rowid AS at, chain AS name FROM ledger_blocks AS b WHERE anchors = 0
      AND height = (SELECT max(height) FROM ledger_blocks WHERE chain = b.chain) LIMIT 1`,
    sql: ['DELETE FROM ledger_blocks WHERE rowid = $at'],
    unseen: 'empty-block-cut',
  },
  {
    id: 'ledger: a blank in a header',
    row: BLOCK,
    sql: [`UPDATE ledger_blocks SET header = replace(header, ',"', ', "') WHERE rowid = $at`],
    unseen: 'spelling-of-json',
  },
  // Balances.
  {
    id: 'balance: units added',
    row: ACCOUNT,
    sql: ['UPDATE accounts SET credits = credits + 1 WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'balance: grant changed',
    row: ACCOUNT,
    sql: ['UPDATE credit_grants SET units = units + 1 WHERE account_id = $name AND position = 1'],
    found: 'ROW',
  },
  {
    id: 'balance: opening grant and balance raised together',
    row: ACCOUNT,
    sql: [
      'UPDATE credit_grants SET units = units + 1000 WHERE account_id = $name AND position = 1',
      'UPDATE accounts SET credits = credits + 1000 WHERE rowid = $at',
    ],
    found: 'ROW',
  },
  {
    id: 'balance: grant added',
    row: ACCOUNT,
    sql: [
      `INSERT INTO credit_grants SELECT account_id, max(position) + 1, 5, 'administration', granted_at FROM credit_grants
        WHERE account_id = $name`,
      'UPDATE accounts SET credits = credits + 5 WHERE rowid = $at',
    ],
    found: 'ROW',
  },
  {
    id: 'balance: units added and taken off the use',
    row: `SELECT accounts.rowid AS at, id AS name FROM accounts JOIN usage ON account_id = id WHERE units >= 5 LIMIT 1`,
    sql: [
      'UPDATE accounts SET credits = credits + 5 WHERE rowid = $at',
      `UPDATE usage SET units = units - 5
        WHERE rowid = (SELECT rowid FROM usage WHERE account_id = $name AND units >= 5 LIMIT 1)`,
    ],
    unseen: 'units-moved',
  },
  // Accounts, API keys, settings: rows with seals.
  {
    id: 'account: plan',
    row: ACCOUNT,
    sql: [`UPDATE accounts SET plan = 'enterprise' WHERE rowid = $at`],
    found: 'Row ROW of accounts',
  },
  {
    id: 'account: status',
    row: `SELECT rowid AS at, id AS name FROM accounts WHERE status = 'suspended'`,
    sql: [`UPDATE accounts SET status = 'active' WHERE rowid = $at`],
    found: 'Row ROW of accounts',
  },
  {
    id: 'account: email',
    row: ACCOUNT,
    sql: [`UPDATE accounts SET email = 'eve@example.com' WHERE rowid = $at`],
    found: 'Row ROW of accounts',
  },
  {
    id: 'API key: scopes',
    row: API_KEY,
    sql: [`UPDATE api_keys SET scopes = '["*"]' WHERE rowid = $at`],
    found: 'Row ROW of api_keys',
  },
  {
    id: 'API key: revoked made active',
    row: 'SELECT rowid AS at, id AS name FROM api_keys WHERE revoked_at IS NOT NULL LIMIT 1',
    sql: ['UPDATE api_keys SET revoked_at = NULL WHERE rowid = $at'],
    found: 'Row ROW of api_keys',
  },
  {
    id: 'API key: salt and hash of another key',
    row: API_KEY,
    sql: [
      `UPDATE api_keys SET (salt, secret_hash) = (SELECT b.salt, b.secret_hash FROM api_keys AS b WHERE b.rowid <> $at LIMIT 1)
        WHERE rowid = $at`,
    ],
    found: 'Row ROW of api_keys',
  },
  {
    id: 'API key: row put there',
    row: `SELECT rowid AS at, 'ak_00000000deadbeef' AS name FROM api_keys WHERE label = 'Laptop'`,
    sql: [
      'CREATE TEMP TABLE copied AS SELECT * FROM api_keys WHERE rowid = $at',
      'UPDATE copied SET id = $name',
      'INSERT INTO api_keys SELECT * FROM copied',
    ],
    found: 'Row ROW of api_keys',
  },
  {
    id: '12.24, API key: the voter of another tree',
    row: API_KEY,
    sql: [
      'UPDATE api_keys SET voter = (SELECT b.voter FROM api_keys AS b WHERE b.voter <> api_keys.voter LIMIT 1) WHERE rowid = $at',
    ],
    found: 'Row ROW of api_keys was changed outside of the service',
  },
  {
    id: '12.21, API key: cut off from its maker',
    row: 'SELECT rowid AS at, id AS name FROM api_keys WHERE created_by IS NOT NULL AND revoked_at IS NULL LIMIT 1',
    sql: ['UPDATE api_keys SET created_by = NULL WHERE rowid = $at'],
    found: 'Row ROW of api_keys was changed outside of the service',
  },
  {
    id: 'API key: cut together with its entries in the audit',
    // The chain of the audit has a gap then, and names the first entry that is missing.
    row: `SELECT k.rowid AS at, min(e.position) AS name FROM api_keys AS k JOIN audit_entries AS e
      ON e.body LIKE '%"' || k.id || '"%' WHERE k.label = 'Laptop' GROUP BY k.id`,
    sql: [
      `DELETE FROM audit_entries WHERE body LIKE '%"' || (SELECT id FROM api_keys WHERE rowid = $at) || '"%'`,
      'DELETE FROM api_keys WHERE rowid = $at',
    ],
    found: 'broken at entry ROW',
  },
  {
    id: 'project: moved to another account',
    row: `SELECT rowid AS at, id AS name FROM projects ORDER BY rowid DESC LIMIT 1`,
    sql: [
      `UPDATE projects SET account_id = (SELECT id FROM accounts WHERE id <> projects.account_id LIMIT 1) WHERE rowid = $at`,
    ],
    found: 'Row ROW of projects',
  },
  {
    id: 'API key: moved to another project',
    row: API_KEY,
    sql: [
      'UPDATE api_keys SET project_id = (SELECT id FROM projects WHERE id <> api_keys.project_id LIMIT 1) WHERE rowid = $at',
    ],
    found: 'Row ROW of api_keys',
  },
  {
    id: 'setting: put there',
    row: `SELECT 0 AS at, 'setting.open_access' AS name`,
    sql: [`INSERT INTO settings (name, value) VALUES ($name, 'true')`],
    found: 'Row ROW of settings',
  },
  {
    id: 'setting: changed',
    row: `SELECT rowid AS at, name FROM settings WHERE name LIKE 'setting.%' LIMIT 1`,
    sql: [`UPDATE settings SET value = '7' WHERE rowid = $at`],
    found: 'Row ROW of settings',
  },
  {
    id: 'policy: changed',
    row: `SELECT rowid AS at, scope || ' ' || target AS name FROM agent_policies WHERE scope = 'team' LIMIT 1`,
    sql: [`UPDATE agent_policies SET policy = '{"max_value":2000000}' WHERE rowid = $at`],
    found: 'Row ROW of agent_policies',
  },
  {
    id: 'webhook: address',
    row: 'SELECT rowid AS at, id AS name FROM webhooks LIMIT 1',
    sql: [`UPDATE webhooks SET url = 'https://eve.example.com/' WHERE rowid = $at`],
    found: 'Row ROW of webhooks',
  },
  {
    id: 'gateway: base_url',
    row: TARGET,
    sql: [`UPDATE gateway_targets SET base_url = 'https://eve.example.com' WHERE rowid = $at`],
    found: 'Row ROW of gateway_targets',
  },
  {
    id: 'gateway: allow_private',
    row: TARGET,
    sql: ['UPDATE gateway_targets SET allow_private = 1 - allow_private WHERE rowid = $at'],
    found: 'Row ROW of gateway_targets',
  },
  {
    id: 'gateway: binding put there',
    row: `SELECT rowid AS at, id AS name FROM gateway_targets WHERE name = 'unpermitted'`,
    sql: [
      'INSERT INTO gateway_bindings (gateway_target_id, key_id, created_at) SELECT $name, key_id, created_at FROM gateway_bindings LIMIT 1',
    ],
    found: 'Row ROW ',
  },
  {
    id: 'passkey: host name',
    row: 'SELECT rowid AS at, id AS name FROM device_credentials LIMIT 1',
    sql: [`UPDATE device_credentials SET rp_id = 'eve.localhost' WHERE rowid = $at`],
    found: 'ROW of device_credentials',
  },
  // Agents.
  { id: 'node: body', row: NODE, sql: [`UPDATE agent_nodes SET ${CHANGED_BODY} WHERE rowid = $at`], found: 'ROW' },
  {
    id: 'node: time',
    row: NODE,
    sql: ['UPDATE agent_nodes SET time_ms = time_ms + 1 WHERE rowid = $at'],
    found: 'ROW',
  },
  { id: 'node: cut', row: NODE, sql: ['DELETE FROM agent_nodes WHERE rowid = $at'], found: 'ROW' },
  {
    id: 'node: newest cut together with its leaf',
    row: LAST_NODE,
    sql: [
      'DELETE FROM log_leaves WHERE position = (SELECT log_index + 1 FROM agent_nodes WHERE rowid = $at)',
      'DELETE FROM agent_nodes WHERE rowid = $at',
    ],
    found: 'ROW',
  },
  {
    id: 'node: swapped',
    row: NODE,
    sql: [
      swap(
        'agent_nodes',
        'body, hash, signature',
        '(SELECT c.rowid FROM agent_nodes AS c WHERE c.session_id = $name AND c.sequence = 3)',
      ),
    ],
    found: 'ROW',
  },
  // The log of receipts.
  {
    id: 'log: leaf',
    row: 'SELECT rowid AS at, position - 1 AS name FROM log_leaves WHERE position = 3',
    sql: ['UPDATE log_leaves SET data = zeroblob(32) WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'log: head',
    row: 'SELECT rowid AS at, tree_size AS name FROM log_heads ORDER BY position DESC LIMIT 1',
    sql: [`UPDATE log_heads SET ${CHANGED_BODY} WHERE rowid = $at`],
    found: 'ROW',
  },
  {
    id: 'log: root of a head',
    row: 'SELECT rowid AS at, tree_size AS name FROM log_heads ORDER BY position DESC LIMIT 1',
    sql: [`UPDATE log_heads SET body = json_set(body, '$.root', (SELECT lower(hex(zeroblob(32))))) WHERE rowid = $at`],
    found: 'The head of the log with ROW leaves',
  },
  // The cache.
  {
    id: 'cache: values swapped',
    row: CACHED,
    sql: [swap('cache_entries', 'envelope', '(SELECT max(c.rowid) FROM cache_entries AS c)')],
    found: 'The master key does not open cached value ',
  },
  {
    id: 'cache: size',
    row: CACHED,
    sql: ['UPDATE cache_entries SET size = size + 1 WHERE rowid = $at'],
    found: 'ROW',
    severity: 'warning',
  },
  {
    id: 'cache: count',
    row: CACHED,
    sql: ['UPDATE cache_usage SET entries = entries + 1 WHERE project_id = $name'],
    found: 'ROW',
    severity: 'warning',
  },
  {
    id: 'cache: entry deleted',
    row: CACHED,
    sql: ['DELETE FROM cache_entries WHERE rowid = $at'],
    found: 'ROW',
    severity: 'warning',
  },
  // Health sessions.
  {
    id: 'health: event',
    row: HEALTH,
    sql: [`UPDATE health_events SET ${CHANGED_BODY} WHERE rowid = $at`],
    found: 'ROW',
  },
  { id: 'health: event cut', row: HEALTH, sql: ['DELETE FROM health_events WHERE rowid = $at'], found: 'ROW' },
  {
    id: 'health: newest event cut together with the counter',
    row: NEWEST_HEALTH,
    sql: [
      'DELETE FROM health_events WHERE rowid = $at',
      'UPDATE health_sessions SET events = events - 1 WHERE id = $name',
    ],
    found: 'ROW',
  },
  // Receipts.
  {
    id: 'receipts: newest deleted',
    row: `SELECT receipts.rowid AS at, session_id AS name FROM receipts JOIN agent_seals ON receipt_id = receipts.id
      ORDER BY receipts.rowid DESC LIMIT 1`,
    sql: ['DELETE FROM receipts WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'receipts: one in the middle deleted',
    // What doctor names is the receipt that comes after the gap.
    row: `SELECT a.rowid AS at, b.id AS name FROM receipts AS a JOIN receipts AS b USING (project_id)
      WHERE a.position = 2 AND b.position = 3 LIMIT 1`,
    sql: ['DELETE FROM receipts WHERE rowid = $at'],
    found: 'Row ROW of receipts has another position',
  },
  {
    id: 'receipts: swapped',
    row: 'SELECT min(rowid) AS at, id AS name FROM receipts',
    sql: [swap('receipts', 'document, signatures', '(SELECT max(c.rowid) FROM receipts AS c)')],
    found: 'ROW',
  },
  // Secrets.
  { id: 'secret: deleted', row: SECRET, sql: ['DELETE FROM secret_versions WHERE rowid = $at'], found: 'ROW' },
  {
    id: 'secret: values swapped',
    row: SECRET,
    sql: [
      swap(
        'secret_versions',
        'envelope, kem_ciphertext, nonce, ciphertext',
        '(SELECT max(c.rowid) FROM secret_versions AS c WHERE c.envelope IS NOT NULL)',
      ),
    ],
    found: 'ROW',
  },
  // The audit of the administration.
  {
    id: 'administration: newest entries cut',
    row: 'SELECT max(position) AS at, max(position) - 2 AS name FROM audit_entries',
    sql: ['DELETE FROM audit_entries WHERE position > $name'],
    found: 'audit',
  },
  {
    id: 'administration: entry changed',
    row: 'SELECT rowid AS at, position AS name FROM audit_entries WHERE position = 3',
    sql: [`UPDATE audit_entries SET ${CHANGED_BODY} WHERE rowid = $at`],
    found: 'ROW',
  },
];
