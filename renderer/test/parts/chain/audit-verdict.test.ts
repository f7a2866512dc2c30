import { describe, expect, it } from 'vitest';
import { type AuditVerdict, isShorter, readAuditVerdict } from '../../../src/parts/chain/audit-verdict.ts';

const INTACT: AuditVerdict = {
  at: '2026-11-21T10:00:00.000Z',
  intact: true,
  entries: 12,
  brokenAt: null,
  head: 'ab'.repeat(32),
};

describe('readAuditVerdict', () => {
  it('reads back what was kept', () => {
    for (const verdict of [INTACT, { ...INTACT, intact: false, brokenAt: 3 }, { ...INTACT, entries: 0, head: null }]) {
      expect(readAuditVerdict(JSON.stringify(verdict))).toEqual(verdict);
    }
  });

  it('believes nothing else', () => {
    const bad = [
      null,
      '',
      '7',
      JSON.stringify({ ...INTACT, at: 'yesterday' }),
      JSON.stringify({ ...INTACT, intact: 'yes' }),
      JSON.stringify({ ...INTACT, entries: -1 }),
      JSON.stringify({ ...INTACT, entries: 1.5 }),
      JSON.stringify({ ...INTACT, head: 'AB' }),
      JSON.stringify({ ...INTACT, brokenAt: '3' }),
    ];
    for (const text of bad) expect(readAuditVerdict(text), String(text)).toBeNull();
  });
});

describe('isShorter', () => {
  it('notices entries that are gone', () => {
    expect(isShorter(INTACT, { ...INTACT, entries: 11 })).toBe(true);
  });

  it('has nothing to say about a chain that grew, is broken, or was not seen before', () => {
    expect(isShorter(INTACT, { ...INTACT, entries: 13 })).toBe(false);
    expect(isShorter(INTACT, INTACT)).toBe(false);
    expect(isShorter(INTACT, { ...INTACT, intact: false, brokenAt: 2, entries: 2 })).toBe(false);
    expect(isShorter(null, { ...INTACT, entries: 0 })).toBe(false);
  });
});
