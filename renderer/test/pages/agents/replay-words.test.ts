import { expect, test } from 'vitest';
import { replayWords } from '../../../src/pages/agents/replay/replay-words.ts';

const OPEN = { root: null, state: 'open' } as const;
const SEALED = { root: 'ab'.repeat(32), state: 'ended' } as const;

test('a chain that does not hold is never called intact, sealed or not', () => {
  for (const session of [OPEN, SEALED]) {
    expect(replayWords({ isIntact: false, nodes: 3 }, session)).toMatchObject({ look: 'failed', word: 'Not intact' });
  }
});

test('without a seal nothing is said about completeness', () => {
  const open = replayWords({ isIntact: true, nodes: 3 }, OPEN);
  expect(open).toMatchObject({ look: 'inconclusive', word: 'Intact, completeness cannot be concluded' });
  expect(open.meaning).toContain('The session is open');
  expect(replayWords({ isIntact: true, nodes: 3 }, { root: null, state: 'expired' }).meaning).toContain(
    'not sealed yet',
  );
});

test('a sealed session is intact as far as it was replayed', () => {
  expect(replayWords({ isIntact: true, nodes: 1 }, SEALED)).toMatchObject({ look: 'verified', word: 'Intact' });
});
