/** One moment of a database that others go on writing, for a backup. */
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';

/** A document file that a row names. */
export interface NamedDocument {
  readonly file: string;
  /** Bytes. */
  readonly size: number;
}

/** The database as it stood at one moment, while others go on writing. */
export interface Moment {
  readonly documents: readonly NamedDocument[];
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
        documents: namedDocuments(sqlite),
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

/** Before schema step 2 no row named a file. */
function namedDocuments(sqlite: SqliteDatabase.Database): readonly NamedDocument[] {
  const hasFiles = sqlite.prepare("SELECT 1 FROM pragma_table_info('artifacts') WHERE name = 'file'").get();
  if (hasFiles === undefined) return [];
  const rows = sqlite.prepare('SELECT file, size FROM artifacts WHERE file IS NOT NULL ORDER BY file').all();
  return rows as NamedDocument[];
}
