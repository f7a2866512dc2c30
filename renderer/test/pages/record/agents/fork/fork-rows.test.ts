import { expect, test } from 'vitest';
import { alignFork, type Fork, type ForkNode } from '../../../../../src/pages/record/agents/fork/align.ts';
import { answerOf, outcomeWord } from '../../../../../src/pages/record/agents/fork/fork-answer.ts';
import {
  againWords,
  divergenceWord,
  firstDifference,
  forkFile,
  SIMULATION,
  wordsOf,
} from '../../../../../src/pages/record/agents/fork/fork-rows.ts';

const node = (node_id: string, changes: Partial<ForkNode> = {}): ForkNode => ({
  node_id,
  agent_id: 'agt_1',
  session_id: 'ags_1',
  timestamp: '2026-11-21T12:00:00.000Z',
  action_type: 'tool:x',
  action_summary: '',
  input_hash: '0'.repeat(64),
  output_hash: '',
  parent_hash: null,
  signature_status: 'valid',
  svc_74_status: 'pending',
  verification_url: '/',
  details: { status: 'success' },
  ...changes,
});
const simulated = node('b', { simulation: true, signature_status: 'unsigned', details: { status: 'denied' } });
const FORK: Fork = {
  chain_intact: true,
  session_id: 'ags_1',
  replayed_at: '2026-11-21T12:00:00.000Z',
  nodes: [node('a'), simulated],
  fork_id: 'fork_1',
  forked_from: 'b',
  policy: { allowed_tools: [] },
  divergence: [{ node_id: 'b', original: 'success', replayed: 'denied', rule: 'session.allowed_tools' }],
  simulated: 1,
  head_hash: 'f'.repeat(64),
};
const ANSWER = answerOf(FORK);
const recorded = { actionAt: () => 'tool:x', statusAt: () => ({ word: 'Success' }) };

test('that nodes of a fork are unsigned is no outcome', () => {
  expect(outcomeWord(simulated)).toBe('Denied');
  expect(outcomeWord({ ...simulated, details: {} })).toBe('Recorded');
});

test('a row says what was recorded and what the fork decides', () => {
  const rows = alignFork([{ node_id: 'a' }, { node_id: 'b' }], FORK.nodes, FORK.divergence);
  expect(rows.map((row) => wordsOf(row, recorded, ANSWER.nodes[row.forked]))).toEqual([
    { action: 'tool:x', before: 'Success', after: 'Success' },
    { action: 'tool:x', before: 'Success', after: 'Denied' },
  ]);
  expect(wordsOf({ kind: 'recorded-only', recorded: 0, forked: -1, divergence: null }, recorded, undefined).after).toBe(
    '–',
  );
});

test('an outcome of another name is shown as it is', () => {
  expect(divergenceWord('allowed')).toBe('Allowed');
  expect(divergenceWord('constructor')).toBe('constructor');
});

test('the export is stamped first and holds only nodes that were simulated', async () => {
  const rows = alignFork([{ node_id: 'a' }, { node_id: 'b' }], ANSWER.nodes, ANSWER.divergence);
  const text = await forkFile(ANSWER, rows).text();
  const file: unknown = JSON.parse(text);
  expect(Object.keys(file as object)[0]).toBe('simulation');
  expect(file).toMatchObject({
    simulation: true,
    counts: { kept: 1, decided: 1, changed: 1 },
    simulated_nodes: [{ node_id: 'b' }],
  });
  expect(text).toContain(SIMULATION);
});

test('says where a kept fork differs first, where that is loaded', () => {
  const divergence = [
    { node_id: 'b', original: 'success', replayed: 'denied', rule: 'session.max_value' },
    { node_id: 'c', original: 'allowed', replayed: 'denied', rule: 'session.max_value' },
  ];
  const rowOf = (id: string) => ['a', 'b', 'c'].indexOf(id);
  expect(firstDifference({ divergence }, rowOf)).toBe('first at receipt 2: Denied instead of Success');
  expect(firstDifference({ divergence }, () => -1)).toBe('');
  expect(firstDifference({ divergence: [] }, rowOf)).toBe('');
});

test('a list of many nodes, and one of none, is a list', async () => {
  const many = Array.from({ length: 2_500 }, (_, index) => ({ ...simulated, node_id: `n${index}` }));
  const list: unknown = JSON.parse(await answerOf({ ...FORK, nodes: many }).simulated.text());
  expect(list).toEqual(many);
  expect(JSON.parse(await answerOf({ ...FORK, nodes: [node('a')] }).simulated.text())).toEqual([]);
  expect(JSON.parse(await forkFile(answerOf({ ...FORK, nodes: [] }), []).text())).toMatchObject({
    simulated_nodes: [],
  });
});

test('the file of a fork that was opened again says when it was made, by whom, and whether it came out the same', async () => {
  const made = { made_at: '2026-11-20T12:00:00.000Z', made_by: 'ak_1', simulation: true } as const;
  const again = answerOf({ ...FORK, ...made, reproduced: false });
  const text = await forkFile(again, []).text();
  expect(JSON.parse(text)).toMatchObject({ fork_id: 'fork_1', made_by: 'ak_1', reproduced: false, simulation: true });
  expect(ANSWER.again).toBeNull();
  expect(JSON.parse(await forkFile(ANSWER, []).text())).not.toHaveProperty('reproduced');
  expect(againWords({ made_at: '', made_by: '', reproduced: true })).toContain('the same result');
  expect(againWords({ made_at: '', made_by: '', reproduced: false })).toContain('another result');
});
