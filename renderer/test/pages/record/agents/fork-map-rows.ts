/** The rows of one loaded session, for tests of what its map shows. */
import { columnsOf } from '../../../../src/pages/record/agents/data/columns.ts';
import { SessionColumns } from '../../../../src/pages/record/agents/data/session-columns.ts';
import type { LoadedSession } from '../../../../src/pages/record/agents/data/session-graph.ts';
import { type MapRows, mapRows } from '../../../../src/pages/record/agents/map/source.ts';

/** `count` receipts called `node_<session>_<row>`. */
export function snapshotOf(id: string, count: number): MapRows {
  const columns = new SessionColumns();
  columns.append(
    columnsOf(
      Array.from({ length: count }, (_, row) => ({
        node_id: `node_${id}_${row}`,
        agent_id: 'agt_1',
        session_id: id,
        timestamp: '2026-11-21T12:00:00.000Z',
        action_type: 'tool:x',
        action_summary: '',
        input_hash: '0'.repeat(64),
        output_hash: '',
        parent_hash: null,
        signature_status: 'valid' as const,
        svc_74_status: 'pending' as const,
        verification_url: '/',
        details: {},
      })),
    ),
  );
  const root: LoadedSession = { id, columns, count, state: { status: 'loaded' } };
  return mapRows({ version: 1, root, sessions: new Map([[id, root]]) });
}
