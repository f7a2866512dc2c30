import { expect, test } from 'vitest';
import { replayWords, troubleWords } from '../../../../../src/pages/record/agents/replay/replay-words.ts';
import { words } from '../../../../../src/words/record/agents-session-replay.ts';

const OPEN = { root: null, state: 'open' } as const;
const SEALED = { root: 'ab'.repeat(32), state: 'ended' } as const;

test('a chain that does not hold is never called intact, sealed or not', () => {
  for (const session of [OPEN, SEALED]) {
    expect(replayWords({ isIntact: false, nodes: 3 }, session)).toMatchObject({ look: 'failed', word: 'Not intact' });
  }
});

test('without a seal nothing is said about completeness', () => {
  const open = replayWords({ isIntact: true, nodes: 3 }, OPEN);
  expect(open).toMatchObject({ look: 'inconclusive', word: 'Intact, not sealed' });
  expect(open.meaning).toContain('The session is open');
  expect(replayWords({ isIntact: true, nodes: 3 }, { root: null, state: 'expired' }).meaning).toContain(
    'not sealed yet',
  );
});

test('a sealed session is intact as far as it was replayed', () => {
  expect(replayWords({ isIntact: true, nodes: 1 }, SEALED)).toMatchObject({ look: 'verified', word: 'Intact' });
});

test('one of a thing is not several', () => {
  const kinds = { nodes: 0, tools: 0, actions: 0, decisions: 0, delegations: 0 };
  const none = { ...kinds, denied: 0, violations: 0, failed: 0, exposures: 0 };
  expect(troubleWords(none)).toBe('No failures');
  expect(troubleWords({ ...none, exposures: 1 })).toBe('1 data class exposed');
  expect(troubleWords({ ...none, denied: 1, violations: 3, failed: 1_000, exposures: 2 })).toBe(
    '1 denied by a rule, 3 ran although forbidden, 1,000 failed or timed out, 2 data classes exposed',
  );
  expect(words.state.counts({ ...none, nodes: 1, tools: 2, decisions: 1 })).toBe(
    '1 receipt, 2 tool calls, 0 actions, 1 policy decision, 0 delegations',
  );
});
