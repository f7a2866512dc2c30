import { sql } from 'kysely';
import type { Db } from '../engine.ts';

/** How many rows this connection has changed since it was opened: whether there was anything since the last look. */
export async function changedRows(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly changed: number }>`SELECT total_changes() AS changed`.execute(db);
  return rows[0]?.changed ?? 0;
}
