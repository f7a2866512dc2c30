/** The append-only log of receipts. The database refuses to change leaves, tiles and heads. */
export interface LogTables {
  log_leaves: {
    /** Counts from 1, without gaps: the leaf of index i stands at i + 1. */
    position: number;
    /** What the leaf hash covers: a node hash or an on_chain_hash, 32 bytes. */
    data: Uint8Array;
  };
  /** 256 hashes each, written once when a tile is full. */
  log_tiles: {
    /** Counts from 0 upwards; a hash of level n + 1 is the root of a tile of level n. */
    level: number;
    /** Counts from 0 within the level. */
    position: number;
    /** 32 bytes. */
    root: Uint8Array;
    /** 256 × 32 bytes. */
    hashes: Uint8Array;
  };
  /** The logs that this folder has had: a restore begins another one over the leaves that are there (S27). */
  logs: {
    /** Counts from 1; the newest one goes on. */
    position: number;
    id: string;
    begun_at: number;
    /** How many leaves of the log before it went on with. */
    first_size: number;
    /** Set where a restore began it. */
    restored_at: number | null;
    backup_created_at: number | null;
  };
  log_heads: {
    /** Counts from 1. */
    position: number;
    log_id: string;
    tree_size: number;
    /** The JCS that was signed. */
    body: string;
    /** Base64. */
    signature: string;
  };
}
