/** Acts that are made and signed before their turn: what was guessed of the session is never more than a guess. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { equalBytes } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, expect, test } from 'vitest';
import { type Acting, type QueuedAct, queueAct } from '../../src/agents/act-queue.ts';
import type { KnownAgent } from '../../src/agents/agent-rows.ts';
import { type NextNode, nextNode } from '../../src/agents/append.ts';
import type { AgentSessionRow } from '../../src/agents/store/sessions.ts';
import { newId } from '../../src/frame/ids.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { HASH } from './flow.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-act-queue-'));
const db = openDatabase(join(folder, 'touchstone.db'));
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const NOW = 1_700_000_000_000;

const agent: KnownAgent = {
  position: 1,
  id: 'agt_1',
  project_id: 'prj_1',
  name: 'Clerk',
  canonical_name: 'svc.agent.example.finance.clerk.prod.001',
  tenant: 'example',
  agent_type: 'autonomous',
  capabilities: '[]',
  redaction_level: 'full',
  public_key: new Uint8Array(1952),
  envelope: new Uint8Array(61),
  node_id: 'node_1',
  node_hash: new Uint8Array(32),
  registered_at: NOW,
};

const newSession = (): AgentSessionRow => ({
  position: 1,
  id: newId('ags', systemRandom),
  project_id: 'prj_1',
  agent_id: 'agt_1',
  parent_session_id: null,
  parent_node_id: null,
  scope: '{}',
  duration_secs: 3_600,
  started_at: NOW,
  expires_at: NOW + 3_600_000,
  ended_at: null,
  restored_at: null,
  is_imported: 0,
  nodes: 1,
  head_hash: new Uint8Array(32).fill(1),
  last_time: NOW,
  tree: new Uint8Array(32).fill(2),
  sealed_at: null,
  failures: 0,
  denials: 0,
  violations: 0,
  checked_at: null,
  checked_nodes: null,
  checked_intact: null,
  broken_sequence: null,
});

/** Queues acts of a session, and counts for each how often its node was made and signed. */
function acts(sessionId: string) {
  return (options: { readonly fits?: boolean; readonly breaks?: boolean } = {}) => {
    const made: NextNode[] = [];
    const queued: QueuedAct = queueAct(db, () => NOW, sessionId, {
      fits: () => options.fits ?? true,
      make({ session }, now) {
        if (options.breaks) throw new TypeError('cannot be made');
        const signer = { sign: async () => new Uint8Array(3309) };
        const draft = { kind: 'action', actionType: 'a', summary: '', inputHash: HASH } as const;
        const next = nextNode({ needs: { clock: () => now, random: systemRandom }, signer }, agent, session, draft);
        made.push(next);
        return next;
      },
    });
    return { ...queued, made };
  };
}

const at = (session: AgentSessionRow): Acting => ({ agent, session });

/** A queue whose session is known as it stands in the database. */
async function known() {
  const stored = newSession();
  const queue = acts(stored.id);
  const { session } = queue().take(at(stored), NOW);
  return { queue, session };
}

test('an act is made before its turn, for the session behind those before it, and taken as it is', async () => {
  const { queue, session } = await known();
  const [first, second] = [queue(), queue()];
  await Promise.all([first.ready, second.ready]);
  const taken = first.take(at({ ...session, tree: session.tree.slice() }), NOW + 5);
  expect(taken).toBe(first.made[0]);
  expect(taken.row).toMatchObject({ sequence: 3, parent_hash: session.head_hash, time_ms: NOW });
  expect(second.take(at(taken.session), NOW + 5)).toBe(second.made[0]);
  expect([first.made.length, second.made.length]).toEqual([1, 1]);
});

test('nothing is guessed of a session that nobody has read yet; then those that wait are made', () => {
  const stored = newSession();
  const queue = acts(stored.id);
  const [first, second] = [queue(), queue()];
  expect([first.made.length, second.made.length]).toEqual([0, 0]);
  const { session } = first.take(at(stored), NOW);
  expect([first.made.length, second.made.length]).toEqual([1, 1]);
  expect(second.take(at(session), NOW)).toBe(second.made[0]);
});

test.each<[string, Partial<AgentSessionRow>]>([
  ['its head', { head_hash: new Uint8Array(32).fill(9) }],
  ['its length', { nodes: 4 }],
  ['the time of its last node', { last_time: NOW + 1 }],
  ['its tree', { tree: new Uint8Array(64).fill(9) }],
  ['its end', { expires_at: NOW + 1_000 }],
  ['its scope', { scope: '{"max_value":1}' }],
  ['a restore', { restored_at: NOW }],
])('a node is made anew where the session differs by %s', async (_, change) => {
  const { queue, session } = await known();
  const [first, second] = [queue(), queue()];
  const found = { ...session, ...change };
  const taken = first.take(at(found), NOW + 5);
  expect(taken).toBe(first.made[1]);
  expect(taken.row.sequence).toBe(found.nodes + 1);
  expect(equalBytes(taken.row.parent_hash ?? new Uint8Array(0), found.head_hash)).toBe(true);
  // The one behind it was made again too, for what is true now.
  expect(second.take(at(taken.session), NOW + 5)).toBe(second.made[1]);
});

test('wrong guesses cost an act two signatures at most, and it is still recorded where it belongs', async () => {
  const { queue, session } = await known();
  let found = session;
  const last = queue();
  for (let turn = 1; turn <= 4; turn++) {
    // Somebody else's act, in the queue or not, comes before it each time.
    const other = queue();
    found = other.take(at({ ...found, scope: `{"max_value":${turn}}` }), NOW).session;
  }
  expect(last.made.length).toBe(2);
  const taken = last.take(at(found), NOW);
  expect(taken.row).toMatchObject({ sequence: found.nodes + 1, parent_hash: found.head_hash });
  // And the next one is guessed again.
  expect(queue().take(at(taken.session), NOW).row.sequence).toBe(found.nodes + 2);
});

test('an act that does not fit is not made, and those behind it do not count on it', async () => {
  const { queue, session } = await known();
  const unfit = queue({ fits: false });
  const next = queue();
  await unfit.ready;
  unfit.end();
  expect(unfit.made).toEqual([]);
  expect(next.take(at(session), NOW)).toBe(next.made[0]);
});

test('an act that has had no turn leaves nothing behind', async () => {
  const { queue, session } = await known();
  const failed = queue();
  const behind = queue();
  failed.end();
  const taken = behind.take(at(session), NOW);
  expect(taken).toBe(behind.made[1]);
  expect(taken.row.parent_hash).toEqual(session.head_hash);
});

test('an act whose node cannot be made says so in its turn, and does not stop the others', async () => {
  const { queue, session } = await known();
  const broken = queue({ breaks: true });
  const next = queue();
  await Promise.all([broken.ready, next.ready]);
  expect(() => broken.take(at(session), NOW)).toThrow('cannot be made');
  broken.end();
  expect(next.take(at(session), NOW).row).toMatchObject({ sequence: 3, parent_hash: session.head_hash });
});

test('a node whose signature fails is ready all the same: the transaction hears of it', async () => {
  const stored = newSession();
  const fail = async (): Promise<Uint8Array> => {
    throw new Error('no signature');
  };
  const made: NextNode[] = [];
  const queue = () =>
    queueAct(db, () => NOW, stored.id, {
      fits: () => true,
      make({ session }, now) {
        const ink = { needs: { clock: () => now, random: systemRandom }, signer: { sign: fail } };
        const next = nextNode(ink, agent, session, { kind: 'action', actionType: 'a', summary: '', inputHash: HASH });
        made.push(next);
        return next;
      },
    });
  queue().take(at(stored), NOW);
  await queue().ready;
  await expect(made[1]?.signature).rejects.toThrow('no signature');
});
