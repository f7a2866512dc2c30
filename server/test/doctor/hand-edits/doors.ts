/** Rows that open doors, and balances. */
import type { Edit } from './edit.ts';

const ACCOUNT = `SELECT rowid AS at, id AS name FROM accounts WHERE email = 'lovelace@example.com'`;
const API_KEY = `SELECT rowid AS at, id AS name FROM api_keys WHERE label = 'Laptop'`;
const TARGET = `SELECT rowid AS at, id AS name FROM gateway_targets WHERE name = 'payments'`;

export const DOORS: readonly Edit[] = [
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
    found: 'has used less than was stated',
  },
  {
    id: 'balance: units taken off and added to the use',
    row: `SELECT accounts.rowid AS at, id AS name FROM accounts JOIN usage ON account_id = id WHERE units >= 5 LIMIT 1`,
    sql: [
      'UPDATE accounts SET credits = credits - 5 WHERE rowid = $at',
      `UPDATE usage SET units = units + 5
        WHERE rowid = (SELECT rowid FROM usage WHERE account_id = $name AND units >= 5 LIMIT 1)`,
    ],
    unseen: 'units-moved',
  },
  {
    id: 'balance: units added and an operation that is none given them',
    row: ACCOUNT,
    sql: [
      'UPDATE accounts SET credits = credits + 50 WHERE rowid = $at',
      `INSERT INTO usage VALUES ($name, '2026-11-24', 'no.such.operation', 0, -50)`,
    ],
    found: 'The usage of account ROW on 2026-11-24 has -50 units and 0 calls of no.such.operation',
  },
  {
    id: 'balance: use of an operation that is none',
    row: ACCOUNT,
    sql: [
      'UPDATE accounts SET credits = credits - 5 WHERE rowid = $at',
      `INSERT INTO usage VALUES ($name, '2026-11-24', 'no.such.operation', 1, 5)`,
    ],
    found: 'The usage of account ROW on 2026-11-24 has 5 units',
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
    found: 'Row ROW of api_keys was changed or added outside of the service, and is ignored',
  },
  {
    id: '12.21, API key: cut off from its maker',
    row: 'SELECT rowid AS at, id AS name FROM api_keys WHERE created_by IS NOT NULL AND revoked_at IS NULL LIMIT 1',
    sql: ['UPDATE api_keys SET created_by = NULL WHERE rowid = $at'],
    found: 'Row ROW of api_keys was changed or added outside of the service, and is ignored',
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
  // What a repeated request is answered with, which has a seal too.
  {
    id: 'S1, request: the receipt of another node of the project',
    row: 'SELECT rowid AS at, idempotency_key AS name FROM requests LIMIT 1',
    sql: [
      `UPDATE requests SET subject = (SELECT n.id FROM agent_nodes AS n
        WHERE n.project_id = requests.project_id AND n.id <> requests.subject LIMIT 1) WHERE rowid = $at`,
    ],
    found: 'Row ROW of requests was changed outside of the service',
  },
  {
    id: 'setting: name of the folder',
    row: `SELECT rowid AS at, name FROM settings WHERE name = 'folder_name'`,
    sql: [`UPDATE settings SET value = '00000000deadbeef' WHERE rowid = $at`],
    unseen: 'folder-name',
  },
  // The record that rows were sealed, by which a wrong master key is told too.
  {
    id: 'settings: vault_check deleted',
    row: `SELECT 0 AS at, 'vault_check' AS name`,
    sql: ['DELETE FROM settings WHERE name = $name'],
    found: 'ROW',
  },
];
