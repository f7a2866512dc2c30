import { describe, expect, test } from 'vitest';
import { columnsOf } from '../../../../../src/pages/record/agents/data/columns.ts';
import type { Receipt } from '../../../../../src/pages/record/agents/data/queries.ts';
import { SessionColumns } from '../../../../../src/pages/record/agents/data/session-columns.ts';
import type { GraphSnapshot, LoadedSession } from '../../../../../src/pages/record/agents/data/session-graph.ts';
import { collapse } from '../../../../../src/pages/record/agents/map/collapse.ts';
import { mapRows } from '../../../../../src/pages/record/agents/map/source.ts';

function receipt(session: string, row: number, details: Receipt['details']): Receipt {
  return {
    node_id: `node_${session}_${row}`,
    agent_id: 'agt_1',
    session_id: session,
    timestamp: '2026-11-21T12:00:00.000Z',
    action_type: details.child_session_id === undefined ? 'tool:x' : 'session.delegate',
    action_summary: '',
    input_hash: '0'.repeat(64),
    output_hash: '',
    parent_hash: null,
    signature_status: 'valid',
    svc_74_status: 'pending',
    verification_url: '/',
    details,
  };
}

function loaded(id: string, details: readonly Receipt['details'][], count = details.length): LoadedSession {
  const columns = new SessionColumns();
  columns.append(columnsOf(details.map((one, row) => receipt(id, row, one))));
  return { id, columns, count, state: { status: 'loaded' } };
}

function snapshot(root: LoadedSession, ...others: readonly LoadedSession[]): GraphSnapshot {
  return { version: 1, root, sessions: new Map([root, ...others].map((session) => [session.id, session])) };
}

const to = (child_session_id: string): Receipt['details'] => ({ child_session_id });

describe('mapRows', () => {
  test('nothing loaded gives no rows', () => {
    expect(mapRows(snapshot(loaded('a', []))).count).toBe(0);
  });

  test('a child stands behind its parents and is linked to the receipt that delegated', () => {
    const rows = mapRows(
      snapshot(loaded('a', [{}, to('b'), {}]), loaded('b', [{ status: 'failure' }, to('c')]), loaded('c', [{}])),
    );
    expect(rows.count).toBe(6);
    expect(Array.from({ length: 6 }, (_, row) => [rows.sessionOf(row), rows.parentOf(row)])).toEqual([
      ['a', -1],
      ['a', 0],
      ['a', 1],
      ['b', 1],
      ['b', 3],
      ['c', 4],
    ]);
    expect(rows.placeOf(4)).toMatchObject({ row: 1, session: { id: 'b' } });
    expect(rows.markOf(3)).toBe('failed');
    expect(rows.missing).toEqual([]);
  });

  test('a session that is not loaded is one row and is named as missing', () => {
    const rows = mapRows(snapshot(loaded('a', [to('b'), to('c'), {}]), loaded('b', [{}])));
    expect(rows.missing).toEqual(['c']);
    expect([rows.count, rows.receipts]).toEqual([5, 4]);
    const { nodes, edges } = collapse(rows);
    expect(nodes.map(({ sessionId, count }) => [sessionId, count])).toEqual([
      ['a', 1],
      ['a', 1],
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
    expect(edges.filter(({ kind }) => kind === 'delegation')).toHaveLength(2);
    expect(rows.placeOf(4).session.count).toBe(0);
    expect(rows.markOf(4)).toBe('none');
  });

  test('rows beyond the snapshot are not there yet, nor are the sessions that they open', () => {
    const rows = mapRows(snapshot(loaded('a', [{}, to('b')], 1)));
    expect([rows.count, rows.missing]).toEqual([1, []]);
  });

  test('a session that names itself or an ancestor as its child is drawn once', () => {
    const rows = mapRows(snapshot(loaded('a', [to('a'), to('b')]), loaded('b', [to('a')])));
    expect(rows.count).toBe(3);
  });

  test('there is no row outside', () => {
    const rows = mapRows(snapshot(loaded('a', [{}])));
    expect(() => rows.sessionOf(1)).toThrow(RangeError);
    expect(() => rows.sessionOf(-1)).toThrow(RangeError);
  });
});
