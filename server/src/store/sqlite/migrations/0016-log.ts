/**
 * The append-only log of receipts: its leaves, the hashes over them in tiles, the heads that were signed, and which logs
 * this folder has had. Receipts that were made before are its first leaves. Applied once and never edited.
 */
export const receiptLog = `
CREATE TABLE log_leaves (
  position INTEGER NOT NULL PRIMARY KEY CHECK (position >= 1),
  data BLOB NOT NULL CHECK (length(data) = 32)
) STRICT;
CREATE INDEX log_leaves_by_data ON log_leaves (data);
CREATE TRIGGER log_leaves_stay BEFORE UPDATE ON log_leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_leaves_remain BEFORE DELETE ON log_leaves
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
INSERT INTO log_leaves (data) SELECT unhex(on_chain_hash) FROM receipts ORDER BY created_at, id;

CREATE TABLE log_tiles (
  level INTEGER NOT NULL CHECK (level >= 0),
  position INTEGER NOT NULL CHECK (position >= 0),
  root BLOB NOT NULL CHECK (length(root) = 32),
  hashes BLOB NOT NULL CHECK (length(hashes) = 8192),
  PRIMARY KEY (level, position)
) STRICT;
CREATE TRIGGER log_tiles_stay BEFORE UPDATE ON log_tiles
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_tiles_remain BEFORE DELETE ON log_tiles
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE logs (
  position INTEGER NOT NULL PRIMARY KEY CHECK (position >= 1),
  id TEXT NOT NULL UNIQUE,
  begun_at INTEGER NOT NULL,
  first_size INTEGER NOT NULL CHECK (first_size >= 0),
  restored_at INTEGER,
  backup_created_at INTEGER
) STRICT;

CREATE TABLE log_heads (
  position INTEGER NOT NULL PRIMARY KEY CHECK (position >= 1),
  log_id TEXT NOT NULL REFERENCES logs (id),
  tree_size INTEGER NOT NULL CHECK (tree_size >= 0),
  body TEXT NOT NULL,
  signature TEXT NOT NULL,
  UNIQUE (log_id, tree_size)
) STRICT;
CREATE TRIGGER log_heads_stay BEFORE UPDATE ON log_heads
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER log_heads_remain BEFORE DELETE ON log_heads
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
`;
