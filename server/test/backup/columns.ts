/** Changes one value of one row at a time, as somebody does who has the database file, and takes the change back. */
import SqliteDatabase from 'better-sqlite3';

const DAY_MS = 86_400_000;

type Value = string | number | Buffer | null;

export interface Column {
  readonly table: string;
  readonly name: string;
}

/** A row that was taken out. */
export interface Removal {
  readonly table: string;
  /** What a finding can name the row by. */
  readonly names: readonly string[];
  undo(): void;
}

export interface Change extends Column {
  /** What a finding can name the row by: its texts and keys, as they were and as they are, and its table. */
  readonly names: readonly string[];
  undo(): void;
}

type Row = Readonly<Record<string, Value>> & { readonly 'rowid!': number };

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

export interface Tampering {
  readonly columns: readonly Column[];
  readonly sqlite: SqliteDatabase.Database;
  /** `bound` where the schema admits no other value, `empty` where there is no row. */
  change(column: Column): Change | 'bound' | 'empty';
  /** Takes the newest row out. `empty` where there is none. */
  removeNewest(table: string): Removal | 'empty';
}

/** Opens a database for changes behind the program's back: without the triggers and references that forbid them. */
export function tamperWith(file: string): Tampering {
  const sqlite = new SqliteDatabase(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('synchronous = OFF');
  const names = (sql: string) => sqlite.prepare(sql).pluck().all() as string[];
  for (const name of names("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    sqlite.exec(`DROP TRIGGER ${name}`);
  const tables = names("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name");
  const infoOf = (table: string) => sqlite.pragma(`table_info(${table})`) as ColumnInfo[];

  function change({ table, name }: Column): Change | 'bound' | 'empty' {
    const info = infoOf(table);
    const own = info.find((column) => column.name === name);
    if (own === undefined) throw new TypeError(`there is no column ${table}.${name}`);
    const rows = sqlite
      .prepare(`SELECT rowid AS "rowid!", * FROM ${table} ORDER BY "${name}" IS NULL, rowid DESC LIMIT 20`)
      .all() as readonly Row[];
    for (const row of rows) {
      const change = changeRow({ table, name }, info, own, row);
      if (change !== null) return change;
    }
    return rows.length === 0 ? 'empty' : 'bound';
  }

  function removeNewest(table: string): Removal | 'empty' {
    const rows = sqlite.prepare(`SELECT rowid AS "rowid!", * FROM ${table} ORDER BY rowid DESC LIMIT 1`);
    const row = rows.get() as Row | undefined;
    if (row === undefined) return 'empty';
    sqlite.prepare(`DELETE FROM ${table} WHERE rowid = ?`).run(row['rowid!']);
    const columns = infoOf(table).map((column) => column.name);
    const sql = `INSERT INTO ${table} (rowid, ${columns.map((name) => `"${name}"`).join(', ')})
      VALUES (?, ${columns.map(() => '?').join(', ')})`;
    const values = columns.map((name) => row[name] ?? null);
    return {
      table,
      names: [table, ...values].filter(isName).map(String),
      undo: () => void sqlite.prepare(sql).run(row['rowid!'], ...values),
    };
  }

  function changeRow({ table, name }: Column, info: readonly ColumnInfo[], own: ColumnInfo, row: Row): Change | null {
    const before = row[name] ?? null;
    const isRowid = own.pk === 1 && own.type === 'INTEGER' && info.filter(({ pk }) => pk > 0).length === 1;
    for (const after of candidates(sqlite, { table, name }, own, before)) {
      try {
        sqlite.prepare(`UPDATE ${table} SET "${name}" = ? WHERE rowid = ?`).run(after, row['rowid!']);
      } catch {
        continue;
      }
      const place = isRowid ? after : row['rowid!'];
      const held = info.filter(({ type, pk }) => type === 'TEXT' || pk > 0).map((column) => row[column.name]);
      return {
        table,
        name,
        names: [table, wordsFor(table), ...held, after].filter(isName).map(String),
        undo: () => void sqlite.prepare(`UPDATE ${table} SET "${name}" = ? WHERE rowid = ?`).run(before, place),
      };
    }
    return null;
  }

  return {
    sqlite,
    columns: tables.flatMap((table) => infoOf(table).map(({ name }) => ({ table, name }))),
    change,
    removeNewest,
  };
}

/** How findings call the rows of a table that have no name of their own. */
function wordsFor(table: string): string {
  if (table === 'log_leaves') return 'The log lacks leaves';
  return table === 'log_heads' ? 'The head of the log with' : table;
}

function isName(value: Value | undefined): value is string | number {
  return value !== null && value !== undefined && !Buffer.isBuffer(value) && value !== '';
}

/** Other values of the same form, the most natural first; which of them the schema admits, it says itself. */
function* candidates(
  sqlite: SqliteDatabase.Database,
  { table, name }: Column,
  { type, notnull }: ColumnInfo,
  before: Value,
): Generator<Value> {
  const references = sqlite.pragma(`foreign_key_list(${table})`) as { table: string; from: string; to: string }[];
  const reference = references.find(({ from }) => from === name);
  if (reference !== undefined && before !== null) {
    yield* sqlite
      .prepare(`SELECT "${reference.to}" FROM ${reference.table} WHERE "${reference.to}" IS NOT ? LIMIT 50`)
      .pluck()
      .all(before) as Value[];
  }
  const [, listed] =
    new RegExp(`\\b${name} IN \\(([^)]*)\\)`).exec(
      String(sqlite.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(table)),
    ) ?? [];
  for (const [, word] of (listed ?? '').matchAll(/'([^']*)'/g)) if (word !== undefined && word !== before) yield word;
  // Doctor holds most times against those of signed entries within minutes.
  if (typeof before === 'number' && before > 1e11) yield* [before + DAY_MS, before - DAY_MS];
  if (typeof before === 'number') yield* [before + 1, before - 1, before + 1000, before === 0 ? 1 : 0];
  if (typeof before === 'string') yield* otherTexts(sqlite, { table, name }, before);
  if (Buffer.isBuffer(before)) {
    const flipped = Buffer.from(before);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    yield flipped;
  }
  if (before === null)
    yield* type === 'INTEGER' ? [1_775_000_000_000, 1] : type === 'TEXT' ? ['x'] : [Buffer.alloc(32)];
  if (before !== null && notnull === 0) yield null;
}

function* otherTexts(sqlite: SqliteDatabase.Database, { table, name }: Column, before: string): Generator<string> {
  const parsed = parse(before);
  if (Array.isArray(parsed)) yield JSON.stringify([...parsed.slice(0, -1), ...(parsed.length === 0 ? ['x'] : [])]);
  else if (typeof parsed === 'object' && parsed !== null) {
    const [first, ...rest] = Object.entries(parsed);
    yield JSON.stringify(Object.fromEntries(first === undefined ? [['x', 1]] : rest));
  } else if (parsed !== undefined) yield JSON.stringify(parsed === '*' ? ['sign'] : 7);
  // What another row has is legal here too.
  yield* sqlite.prepare(`SELECT "${name}" FROM ${table} WHERE "${name}" <> ? LIMIT 3`).pluck().all(before) as string[];
  const last = before.at(-1) ?? '';
  yield before.slice(0, -1) + (last === 'a' ? 'b' : 'a');
}

function parse(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
