import { AGENT_CODES } from '@touchstone/core/agent/report.ts';
import { OUTCOME_CODES } from '@touchstone/core/artifact/report.ts';
import { describe, expect, test } from 'vitest';
import { meaningOf } from '../../src/verification/meaning.ts';

describe('meaningOf', () => {
  test.each(['session', 'node', 'log'] as const)('every code of a %s has words of its own', (kind) => {
    const words = AGENT_CODES.map((code) => meaningOf('FAILED', code, kind).means);
    expect(new Set([...words, meaningOf('VERIFIED', null, kind).means]).size).toBe(AGENT_CODES.length + 1);
  });

  test('an unsealed session is never said to be complete', () => {
    expect(meaningOf('PENDING', 'NOT_SEALED', 'session').means).toContain('could be missing');
  });

  test('the codes that artifacts share are about artifacts there', () => {
    const shared = OUTCOME_CODES.filter((code) => AGENT_CODES.some((other) => other === code));
    for (const code of shared) {
      expect(meaningOf('FAILED', code, 'artifact').means).not.toBe(meaningOf('FAILED', code, 'session').means);
    }
    expect(shared.length).toBeGreaterThan(3);
  });
});
