/** Forks as the service lists them, for tests. */
import type { KeptFork } from '../../../../src/pages/record/agents/data/queries.ts';

/** A fork of two receipts, one of which differs. */
export function keptFork(id: string, from: string, changes: Partial<KeptFork> = {}): KeptFork {
  return {
    fork_id: id,
    session_id: 'root',
    forked_from: from,
    policy: {},
    nodes: 4,
    simulated: 2,
    divergences: 1,
    divergence: [],
    chain_intact: true,
    head_hash: '0'.repeat(64),
    made_at: '2026-11-21T12:00:00.000Z',
    made_by: 'console',
    simulation: true,
    ...changes,
  };
}
