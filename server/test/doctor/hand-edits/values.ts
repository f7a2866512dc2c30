/** What is kept for callers: cached values, receipts, secrets. */
import { type Edit, swap } from './edit.ts';

const CACHED = 'SELECT rowid AS at, project_id AS name FROM cache_entries LIMIT 1';
const PIECE = `SELECT rowid AS at, project_id || ' ' || artifact_id AS name FROM artifact_pieces WHERE piece = 1 LIMIT 1`;
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
  // Documents in pieces.
  {
    id: 'document: a piece altered',
    row: PIECE,
    sql: [
      "UPDATE artifact_pieces SET bytes = CAST(replace(CAST(bytes AS TEXT), 'xxxxxxxx', 'xxxxyxxx') AS BLOB) WHERE rowid = $at",
    ],
    found: 'ROW of artifacts has another document than the original',
  },
  {
    id: 'document: a piece deleted',
    row: PIECE,
    sql: ['DELETE FROM artifact_pieces WHERE rowid = $at'],
    found: 'ROW of artifacts is missing piece 1 of the document',
  },
  {
    id: 'document: the last piece deleted',
    row: PIECE,
    sql: ['DELETE FROM artifact_pieces WHERE rowid = $at + 1'],
    found: 'ROW of artifacts has another size',
  },
  {
    id: 'document: all pieces deleted',
    row: PIECE,
    sql: ['DELETE FROM artifact_pieces'],
    found: 'ROW of artifacts has another size',
  },
  {
    id: 'document: a piece added',
    row: PIECE,
    sql: [
      "INSERT INTO artifact_pieces SELECT project_id, artifact_id, 3, x'20' FROM artifact_pieces WHERE rowid = $at",
    ],
    found: 'ROW of artifacts has another size',
  },
  {
    id: 'document: a piece beside a document in its row',
    row: `SELECT rowid AS at, project_id || ' ' || id AS name FROM artifacts WHERE document <> '' LIMIT 1`,
    sql: ["INSERT INTO artifact_pieces SELECT project_id, id, 0, x'20' FROM artifacts WHERE rowid = $at"],
    found: 'ROW of artifacts has two copies of the document',
  },
  {
    id: 'document: pieces swapped',
    row: PIECE,
    sql: [swap('artifact_pieces', 'bytes', '$at - 1')],
    found: 'ROW of artifacts has another document than the original',
  },
  {
    id: 'document: a piece of no artifact',
    row: PIECE,
    sql: ["INSERT INTO artifact_pieces SELECT project_id, 'gone', piece, bytes FROM artifact_pieces WHERE rowid = $at"],
    found: 'artifact_pieces',
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
