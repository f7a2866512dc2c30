/**
 * The schema of the database: the steps that make it, and how a file differs from what they make. Whoever can write the file
 * could otherwise put a trigger into it that undoes what the service writes, with every seal of a row genuine (S35).
 */
import { createHash } from 'node:crypto';
import SqliteDatabase from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { MIGRATIONS, type Migration } from './migrations/migrations.ts';

export type SchemaFault =
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'altered'; readonly version: number }
  /** Steps that the next start of the server applies. */
  | { readonly kind: 'older'; readonly version: number }
  /** A table, index, trigger or view, as `trigger agent_nodes_stay`. */
  | { readonly kind: 'missing' | 'foreign' | 'changed'; readonly name: string };

/** Applies what is missing, each migration in its own transaction. */
export function migrate(sqlite: SqliteDatabase.Database, migrations: readonly Migration[]): void {
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
      version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL
    ) STRICT`,
  );
  const applied = sqlite.prepare('SELECT version, sha256 FROM schema_migrations ORDER BY version').all() as {
    version: number;
    sha256: string;
  }[];
  for (const { version, sha256 } of applied) {
    const known = migrations.find((migration) => migration.version === version);
    if (known === undefined) {
      throw new StoreError(
        `The data folder was written by a newer version of this program (schema ${version}). Please update.`,
      );
    }
    if (migrationHash(known) !== sha256) {
      throw new StoreError(`The data folder was written with another form of schema step ${version} (${known.name}).`);
    }
  }
  for (const migration of migrations.slice(applied.length)) {
    sqlite.transaction(() => {
      sqlite.exec(migration.sql);
      sqlite
        .prepare('INSERT INTO schema_migrations (version, name, sha256) VALUES (?, ?, ?)')
        .run(migration.version, migration.name, migrationHash(migration));
    })();
  }
}

/** SHA-256 of a migration's text, hex: applied steps are never edited. */
export function migrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

/** Throws StoreError where what a present database holds is not what its steps make. Writes nothing. */
export function requireOwnSchema(file: string, sqlite: SqliteDatabase.Database): void {
  if (!objectsOf(sqlite).has('table schema_migrations')) return;
  // A newer version, or another form of a step, is told by `migrate`.
  const names = schemaFaults(sqlite).flatMap((fault) => ('name' in fault ? [`${fault.name} (${fault.kind})`] : []));
  if (names.length === 0) return;
  throw new StoreError(
    `The schema of ${file} was changed outside of this program: ${names.join(', ')}. Restore a backup with touchstone restore; touchstone doctor tells more.`,
  );
}

/** Reads the schema as it stands. */
export function schemaFaults(sqlite: SqliteDatabase.Database): readonly SchemaFault[] {
  const objects = objectsOf(sqlite);
  if (!objects.has('table schema_migrations')) return [{ kind: 'missing', name: 'table schema_migrations' }];
  const applied = sqlite.prepare('SELECT version, sha256 FROM schema_migrations ORDER BY version').all() as {
    version: number;
    sha256: string;
  }[];
  for (const { version, sha256 } of applied) {
    const known = MIGRATIONS.find((migration) => migration.version === version);
    if (known === undefined) return [{ kind: 'newer', version }];
    if (migrationHash(known) !== sha256) return [{ kind: 'altered', version }];
  }
  const expected = objectsAfter(applied.length);
  const missing = [...expected.keys()].filter((name) => !objects.has(name));
  const foreign = [...objects.keys()].filter((name) => !expected.has(name));
  const changed = [...expected].filter(([name, text]) => objects.has(name) && objects.get(name) !== text);
  return [
    ...missing.map((name) => ({ kind: 'missing', name }) as const),
    ...foreign.map((name) => ({ kind: 'foreign', name }) as const),
    ...changed.map(([name]) => ({ kind: 'changed', name }) as const),
    ...(applied.length < MIGRATIONS.length ? [{ kind: 'older', version: applied.length } as const] : []),
  ];
}

/** By the number of steps: making a fresh database takes 50 ms, and a run of doctor asks for each of its checks. */
const OBJECTS_AFTER = new Map<number, ReadonlyMap<string, string>>();

/** The tables, indexes, triggers and views of a fresh database after that many steps. */
function objectsAfter(steps: number): ReadonlyMap<string, string> {
  const known = OBJECTS_AFTER.get(steps);
  if (known !== undefined) return known;
  const fresh = new SqliteDatabase(':memory:');
  try {
    migrate(fresh, MIGRATIONS.slice(0, steps));
    const objects = objectsOf(fresh);
    OBJECTS_AFTER.set(steps, objects);
    return objects;
  } finally {
    fresh.close();
  }
}

/** The text that made each object. White space and quotes may come from another version of SQLite, which rewrites some. */
function objectsOf(sqlite: SqliteDatabase.Database): ReadonlyMap<string, string> {
  // Tables and indexes whose names begin with `sqlite_` are SQLite's own; triggers and views never are.
  const rows = sqlite
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string; sql: string | null }[];
  return new Map(rows.map(({ type, name, sql }) => [`${type} ${name}`, (sql ?? '').replaceAll(/["\s]+/g, '')]));
}
