/** One moment of a database that others go on writing, for a backup. */
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** The database as it stood at one moment, while others go on writing. */
export interface Moment {
  /** How many large documents it holds. */
  readonly documents: number;
  /** Files of an earlier version whose documents it does not hold yet. */
  readonly documentFiles: readonly string[];
  /** Number of the last schema step. */
  readonly schema: number;
  /** `vault_check`, by which a master key is told; null where nothing was ever sealed. */
  readonly vaultCheck: string | null;
  /** Copies the database into a new file (0600). `onPages` may throw to end it. */
  copyTo(file: string, onPages: (remaining: number, total: number) => void): Promise<void>;
}

export interface MomentSource {
  /** Takes the present moment; the one before ends. */
  take(): Moment;
  close(): void;
}

/** Pages a step: about a millisecond on the event loop of a server that is saved while it runs. */
const PAGES_A_STEP = 25;

/**
 * A connection of its own to a database that a server may have open. It never writes rows. The moment is a read
 * transaction: in WAL mode it neither waits for writers nor holds them up.
 */
export function openMoments(file: string): MomentSource {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    sqlite.pragma('query_only = ON');
    sqlite.pragma('trusted_schema = OFF');
    // Here rather than at the first moment: where the file cannot be read, a copy of it may be.
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    take() {
      if (sqlite.inTransaction) sqlite.exec('COMMIT');
      sqlite.exec('BEGIN');
      const schema = sqlite.prepare('SELECT max(version) FROM schema_migrations').pluck().get();
      const vaultCheck = sqlite.prepare("SELECT value FROM settings WHERE name = 'vault_check'").pluck().get();
      return {
        ...documentsIn(sqlite),
        schema: typeof schema === 'number' ? schema : 0,
        vaultCheck: typeof vaultCheck === 'string' ? vaultCheck : null,

        async copyTo(target, onPages) {
          closeSync(openSync(target, 'wx', 0o600));
          await sqlite.backup(target, {
            progress({ remainingPages, totalPages }) {
              onPages(remainingPages, totalPages);
              return PAGES_A_STEP;
            },
          });
        },
      };
    },
    close: () => sqlite.close(),
  };
}

/** Rows name files since schema step 2 and have pieces since step 29. */
function documentsIn(sqlite: SqliteDatabase.Database): Pick<Moment, 'documents' | 'documentFiles'> {
  const has = (sql: string) => sqlite.prepare(sql).get() !== undefined;
  if (!has("SELECT 1 FROM pragma_table_info('artifacts') WHERE name = 'file'"))
    return { documents: 0, documentFiles: [] };
  const named = 'SELECT file FROM artifacts WHERE file IS NOT NULL';
  if (!has("SELECT 1 FROM sqlite_schema WHERE name = 'artifact_pieces'"))
    return { documents: 0, documentFiles: sqlite.prepare(`${named} ORDER BY file`).pluck().all() as string[] };
  const unread = `${named} AND NOT EXISTS (SELECT 1 FROM artifact_pieces AS p
    WHERE p.project_id = artifacts.project_id AND p.artifact_id = artifacts.id) ORDER BY file`;
  return {
    documents: sqlite.prepare('SELECT count(*) FROM artifact_pieces WHERE piece = 0').pluck().get() as number,
    documentFiles: sqlite.prepare(unread).pluck().all() as string[],
  };
}
