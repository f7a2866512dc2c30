/** What was recorded at times that are still to come. */
import { sql } from 'kysely';
import type { Db } from './engine.ts';

/** Times that the clock gave when something was recorded, by table, column, and what a row is called for people. */
const RECORDED = [
  ['ledger_blocks', 'created_at', 'blocks of the ledger'],
  ['agent_nodes', 'time_ms', 'receipts of agents'],
  ['agent_seals', 'sealed_at', 'seals'],
  ['receipts', 'created_at', 'receipts'],
  ['artifacts', 'created_at', 'artifacts'],
  ['key_events', 'created_at', 'events of keys'],
  ['audit_entries', 'created_at', 'entries of the audit'],
  ['platform_audit', 'created_at', "entries of the platform's audit"],
] as const;

export interface RowsAhead {
  readonly name: string;
  readonly rows: number;
  /** The latest time; milliseconds since 1970. */
  readonly latest: number;
}

/** What was recorded at times after `time`, in milliseconds since 1970. */
export async function rowsAhead(db: Db, time: number): Promise<readonly RowsAhead[]> {
  const found: RowsAhead[] = [];
  for (const [table, column, name] of RECORDED) {
    const query = sql<{
      rows: number;
      latest: number | null;
    }>`SELECT count(*) AS rows, max(${sql.ref(column)}) AS latest
      FROM ${sql.table(table)} WHERE ${sql.ref(column)} > ${time}`;
    const [{ rows, latest } = { rows: 0, latest: null }] = (await query.execute(db)).rows;
    if (latest !== null) found.push({ name, rows, latest });
  }
  return found;
}
