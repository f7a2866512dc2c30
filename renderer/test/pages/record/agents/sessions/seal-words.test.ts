import { expect, test } from 'vitest';
import { SEAL_OUTCOMES, signatureOutcome } from '../../../../../src/pages/record/agents/sessions/seal-words.ts';

const done = (isSigned: boolean) =>
  ({ status: 'done', report: { hash: '0'.repeat(64), isSigned, root: '0'.repeat(64) } }) as const;

test('only what this window has computed is called verified', () => {
  expect(signatureOutcome('valid', { status: 'busy' }).look).toBe('pending');
  expect(signatureOutcome('valid', { status: 'broke' }).look).toBe('skipped');
  expect(signatureOutcome('valid', done(true)).look).toBe('verified');
  expect(signatureOutcome('valid', done(false)).look).toBe('failed');
});

test('what the server itself says is wrong stays wrong', () => {
  for (const stated of ['invalid', 'unsigned', 'expired'] as const) {
    expect(signatureOutcome(stated, done(true)).look).toBe('failed');
  }
});

test('a seal that the server states is not called verified', () => {
  expect(Object.values(SEAL_OUTCOMES).map(({ look }) => look)).toEqual(['skipped', 'pending', 'inconclusive']);
});
