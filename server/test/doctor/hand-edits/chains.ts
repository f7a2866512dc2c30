/** Signed chains and what is anchored: audits, provenance, ledger, agents, the log of receipts. */
import { CHANGED_BODY, type Edit, swap } from './edit.ts';

const SECRET_AUDIT = `SELECT rowid AS at, project_id || ' ' AS name FROM secret_audit WHERE position = 3`;
const KEY_EVENT = `SELECT min(rowid) AS at, key_id AS name FROM key_events GROUP BY key_id HAVING count(*) > 1`;
const NODE = `SELECT rowid AS at, session_id AS name FROM agent_nodes AS n WHERE sequence = 2
  AND EXISTS (SELECT 1 FROM agent_nodes WHERE session_id = n.session_id AND sequence = 3) LIMIT 1`;
const LAST_NODE = `SELECT rowid AS at, session_id AS name FROM agent_nodes WHERE session_id IS NOT NULL
  ORDER BY position DESC LIMIT 1`;
const BLOCK = `SELECT rowid AS at, chain || ' is broken at block ' AS name FROM ledger_blocks WHERE anchors > 0 ORDER BY rowid LIMIT 1`;
const HEALTH = `SELECT rowid AS at, session_id AS name FROM health_events WHERE position = 1`;
const NEWEST_HEALTH = `SELECT rowid AS at, session_id AS name FROM health_events ORDER BY position DESC LIMIT 1`;
const MANAGED = `SELECT rowid AS at, id AS name FROM managed_keys WHERE status = 'active' ORDER BY created_at LIMIT 1`;
const REVOKED = `SELECT rowid AS at, id AS name FROM managed_keys WHERE status = 'revoked' AND rotated_to IS NULL LIMIT 1`;

export const CHAINS: readonly Edit[] = [
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
  {
    // Of a project whose entries were never anchored nothing else tells.
    id: 'secret audit: all entries of a project cut, with what the ledger holds of them',
    row: 'SELECT rowid AS at, id AS name FROM secret_versions LIMIT 1',
    sql: [
      'DELETE FROM secret_audit WHERE project_id = (SELECT project_id FROM secret_versions WHERE rowid = $at)',
      `DELETE FROM ledger_anchors WHERE kind = 'secret-audit-head'`,
    ],
    found: 'Row ROW of secret_versions is a version of which the audit does not tell',
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
    id: 'storage key: deleted',
    row: 'SELECT rowid AS at, id AS name FROM storage_keys WHERE revoked_at IS NULL LIMIT 1',
    sql: ['DELETE FROM storage_keys WHERE rowid = $at'],
    found: 'ROW',
  },
  {
    id: 'wrapping key: deleted',
    row: `SELECT w.rowid AS at, w.project_id || ' ' || w.algorithm AS name FROM wrapping_keys AS w
      JOIN managed_keys AS m ON m.project_id = w.project_id
      AND m.tier = CASE w.algorithm WHEN 'ML-KEM-768' THEN 'key-1' ELSE 'key-2' END LIMIT 1`,
    sql: ['DELETE FROM wrapping_keys WHERE rowid = $at'],
    found: 'Row ROW of wrapping_keys is missing',
  },
  {
    id: 'key set: current made retired',
    row: `SELECT rowid AS at, fingerprint AS name FROM key_sets WHERE keyset_use = 'receipt' AND state = 'current'`,
    sql: [`UPDATE key_sets SET state = 'retired' WHERE rowid = $at`],
    found: 'Row ROW of key_sets is retired without a later edition',
  },
  {
    id: 'agents: positions of two swapped',
    row: 'SELECT rowid AS at, id AS name FROM agents WHERE position = 1',
    sql: [
      'UPDATE agents SET position = 999 WHERE id = $name',
      'UPDATE agents SET position = 1 WHERE position = 2',
      'UPDATE agents SET position = 2 WHERE id = $name',
    ],
    unseen: 'positions-swapped',
  },
  {
    id: 'health attestation: once more',
    row: `SELECT rowid AS at, session_id || ' ' || (position + 1) AS name FROM health_attestations ORDER BY rowid DESC LIMIT 1`,
    sql: [
      'CREATE TEMP TABLE copied AS SELECT * FROM health_attestations WHERE rowid = $at',
      'UPDATE copied SET position = position + 1',
      'INSERT INTO health_attestations SELECT * FROM copied',
    ],
    found: 'Row ROW of health_attestations repeats another attestation',
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
