import { describe, expect, test } from 'vitest';
import { CheckList } from '../../src/artifact/checks.ts';
import { type ConclusionWords, conclude } from '../../src/artifact/conclusion.ts';

const WORDS: ConclusionWords<'FORMAT' | 'BROKEN' | 'OPEN'> = {
  codes: ['FORMAT', 'BROKEN', 'OPEN'],
  thing: 'a readable note',
  pending: [['OPEN', 'Not concluded: something is open.']],
  verified: 'The note holds.',
};
const REQUIRED = ['signature.one', 'signature.two'];
const passed = { status: 'passed', sentence: 'It holds.' } as const;

describe('VERIFIED', () => {
  test('is said where every required check passed', () => {
    const checks = new CheckList();
    checks.add('signature', 'one', passed);
    checks.add('signature', 'two', passed);
    checks.leaveOpen('time', 'Whether the time is right.', 'The file carries no proof.');
    expect(conclude(checks.all, WORDS, REQUIRED)).toEqual({
      outcome: 'VERIFIED',
      exit_code: 0,
      sentence: 'The note holds.',
    });
  });

  test.each([
    ['was never made', () => undefined],
    ['was skipped', (checks: CheckList) => checks.skip('signature', 'two', 'The second signature.', 'signature.one')],
    ['has another group', (checks: CheckList) => checks.add('trust', 'two', passed)],
  ] as const)('is never said where a required check %s', (_, add) => {
    const checks = new CheckList();
    checks.add('signature', 'one', passed);
    add(checks);
    expect(() => conclude(checks.all, WORDS, REQUIRED)).toThrow('signature.two was not judged');
  });
});

test('what failed or is pending decides before what is missing', () => {
  const checks = new CheckList();
  checks.add('trust', 'signer', { status: 'pending', sentence: 'Nobody is trusted.', reason: 'OPEN' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({ outcome: 'PENDING', exit_code: 3, code: 'OPEN' });
  checks.add('integrity', 'hash', { status: 'failed', sentence: 'It was changed.', reason: 'BROKEN' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({ outcome: 'FAILED', exit_code: 1, code: 'BROKEN' });
  checks.add('format', 'json', { status: 'failed', sentence: 'It is no JSON.', reason: 'FORMAT' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    sentence: 'This file could not be judged: it is not a readable note.',
  });
});

test('no outcome is guessed for a check without a code that is known', () => {
  for (const status of ['failed', 'pending'] as const) {
    const checks = new CheckList();
    checks.add('trust', 'signer', { status, sentence: 'Something.', reason: 'ELSEWHERE' });
    expect(() => conclude(checks.all, WORDS)).toThrow('carries no code');
  }
});
