import { describe, expect, test } from 'vitest';
import { type CheckCode, CheckList } from '../../src/verdict/checks.ts';
import { type ConclusionWords, conclude, PRECEDENCE } from '../../src/verdict/conclusion.ts';

const WORDS: ConclusionWords<'FORMAT' | 'HASH_MISMATCH' | 'NO_PAYLOAD' | 'INTERNAL'> = {
  codes: ['FORMAT', 'HASH_MISMATCH', 'NO_PAYLOAD'],
  thing: 'a valid note',
  pending: [['NO_PAYLOAD', 'Inconclusive: something is open.']],
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
    expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({
      outcome: 'INPUT_ERROR',
      exit_code: 2,
      code: 'INTERNAL',
    });
  });
});

test('what failed or is pending decides before what is missing', () => {
  const checks = new CheckList();
  checks.add('trust', 'signer', { status: 'pending', sentence: 'Nobody is trusted.', reason: 'NO_PAYLOAD' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({ outcome: 'PENDING', exit_code: 3, code: 'NO_PAYLOAD' });
  checks.add('integrity', 'hash', { status: 'failed', sentence: 'It was changed.', reason: 'HASH_MISMATCH' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({
    outcome: 'FAILED',
    exit_code: 1,
    code: 'HASH_MISMATCH',
  });
  checks.add('format', 'json', { status: 'failed', sentence: 'It is no JSON.', reason: 'FORMAT' });
  expect(conclude(checks.all, WORDS, REQUIRED)).toMatchObject({
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    sentence: 'This file could not be checked: it is not a valid note.',
  });
});

test('S39: no outcome is guessed for a check whose code these words do not know, and nothing is thrown', () => {
  for (const status of ['failed', 'pending'] as const) {
    const checks = new CheckList();
    checks.add('trust', 'signer', { status: 'pending', sentence: 'Something is open.', reason: 'NO_PAYLOAD' });
    checks.add('trust', 'signer', { status, sentence: 'Something.', reason: 'CHAIN_BROKEN' });
    expect(conclude(checks.all, WORDS)).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'INTERNAL' });
  }
});

test('12.15: one order of what is pending for all kinds', () => {
  const pending: [CheckCode, string][] = PRECEDENCE.map((code) => [code, code]);
  const words = { ...WORDS, codes: [], pending } as unknown as ConclusionWords<CheckCode>;
  for (let from = 0; from < PRECEDENCE.length; from++) {
    const checks = new CheckList();
    for (const reason of PRECEDENCE.slice(from).toReversed()) {
      checks.add('trust', reason, { status: 'pending', sentence: reason, reason });
    }
    expect(conclude(checks.all, words).code).toBe(PRECEDENCE[from]);
  }
  expect(PRECEDENCE.slice(0, 7)).toEqual([
    'KEY_REVOKED',
    'SIGNER_NOT_TRUSTED',
    'KEY_SUPERSEDED',
    'KEY_NOT_VALID',
    'TIME_AHEAD',
    'PILLAR_UNKNOWN',
    'PLACEHOLDER',
  ]);
});
