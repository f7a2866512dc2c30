/** What is kept for callers: cached values, receipts, secrets. */
import { type Edit, swap } from './edit.ts';

const CACHED = 'SELECT rowid AS at, project_id AS name FROM cache_entries LIMIT 1';
const SECRET = `SELECT rowid AS at, id AS name FROM secret_versions WHERE envelope IS NOT NULL ORDER BY position LIMIT 1`;

export const VALUES: readonly Edit[] = [
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
];
