/**
 * Watches the file and the schema of a database that is open. A start refuses a foreign trigger (S35); one that another process
 * puts in later would undo what is written until the next start, so it is looked for before anything is committed. What is
 * committed to a file that no longer stands in the folder would be lost with the stop (S36).
 */
import { statSync } from 'node:fs';
import type SqliteDatabase from 'better-sqlite3';
import { StorageError } from '../storage-fault.ts';
import { type SchemaFault, schemaFaults } from './schema.ts';

/**
 * Throws StorageError `altered` where another file stands in the place of the database, or none, and where the schema, as the
 * present transaction sees it, is not the one of this program.
 */
export type RequireOwnSchema = () => void;

/**
 * Begins to watch. What SQLite counts is every commit of another connection (`data_version`), which nobody can turn back; its
 * own number of the schema (`schema_version`) is a field of the file, and whoever adds a trigger can write the old number over
 * it. Nobody else writes while this program holds the folder, so the schema itself is hardly ever read.
 */
export function watchSchema(sqlite: SqliteDatabase.Database): RequireOwnSchema {
  const commitsOfOthers = sqlite.prepare('PRAGMA data_version').pluck();
  let seen = commitsOfOthers.get();
  let detail = '';
  const opened = fileAt(sqlite);
  return () => {
    if (fileAt(sqlite) !== opened) throw new StorageError({ cause: 'altered', code: 'FILE_REPLACED' });
    const now = commitsOfOthers.get();
    if (now !== seen) {
      // Steps that are missing from the list leave objects over, which are named.
      const faults = schemaFaults(sqlite).filter(({ kind }) => kind !== 'older');
      detail = faults.map(wordsOf).join(', ');
      seen = now;
    }
    if (detail !== '') throw new StorageError({ cause: 'altered', code: 'SCHEMA_CHANGED', detail });
  };
}

/** What tells the file at the path of the database from every other; null where there is none. */
function fileAt({ name, memory }: SqliteDatabase.Database): string | null {
  const found = memory ? undefined : statSync(name, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}

function wordsOf(fault: SchemaFault): string {
  return `${'name' in fault ? fault.name : `schema step ${fault.version}`} (${fault.kind})`;
}
