/** Changes one stored node behind the server's back, so that the console has a broken chain to show. */
import path from 'node:path';

/**
 * Edits the summary of a node in the database of a folder on which no server runs. The row is guarded by a trigger; whoever
 * can write to the file can take that away, which is what the chain is for.
 */
export function rewriteSummary(folder: string, nodeId: string, summary: string): void {
  // Not imported: an older Node, which does not have it, has to come as far as the program that says that it is too old.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const database = new DatabaseSync(path.join(folder, 'touchstone.db'));
  try {
    const guards = database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'agent_nodes'")
      .all();
    database.exec('BEGIN IMMEDIATE');
    for (const { name } of guards) database.exec(`DROP TRIGGER ${String(name)}`);
    const changed = database
      .prepare("UPDATE agent_nodes SET body = json_set(body, '$.action_summary', ?) WHERE id = ?")
      .run(summary, nodeId);
    for (const { sql } of guards) database.exec(String(sql));
    if (changed.changes !== 1) throw new Error('the node to break is not there');
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
