import { health } from '@touchstone/core/api/crypto/health.ts';
import { describe, expect, it } from 'vitest';
import { NEWEST_FIRST, readHealthSearch, readSort, sortText } from '../../../../src/pages/record/health/search.ts';
import {
  holderOf,
  readCount,
  remainingMs,
  remainingWords,
  type SessionItem,
  sessionsCsv,
  sessionView,
  stateNow,
} from '../../../../src/pages/record/health/session-items.ts';
import { lineTrouble } from '../../../../src/parts/form/line-trouble.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

function item(contract_id: string, changes: Partial<SessionItem> = {}): SessionItem {
  return {
    session_id: `sess_${contract_id}`,
    contract_id,
    user_id: 'reviewer-7',
    state: 'open',
    opened_at: '2026-06-15T11:50:00.000Z',
    expires_at: '2026-06-15T12:05:00.000Z',
    released_at: null,
    events: 0,
    attestations: 0,
    head_hash: null,
    ...changes,
  };
}

const OPEN = item('a');
const OVER = item('b', { expires_at: '2026-06-15T12:00:00.000Z', user_id: 'Nurse-1' });
const RELEASED = item('c', { state: 'released', released_at: '2026-06-15T11:55:00.000Z' });
const ALL = [OPEN, OVER, RELEASED];

describe('the state of a session', () => {
  it('follows the clock: the lock is over at its last millisecond', () => {
    expect(ALL.map((one) => stateNow(one, NOW))).toEqual(['open', 'expired', 'released']);
    expect(stateNow(OVER, NOW - 1)).toBe('open');
  });

  it('says how long the lock has left', () => {
    expect(remainingWords(remainingMs(OPEN, NOW))).toBe('5 min 00 s');
    expect(remainingMs(OVER, NOW + 10)).toBe(0);
    expect([59_001, 45_000, 4_200_000, 1].map(remainingWords)).toEqual(['1 min 00 s', '45 s', '1 h 10 min', '1 s']);
  });

  it('finds who holds a contract, and nobody where the lock is over', () => {
    expect(holderOf(ALL, 'a', NOW)).toBe(OPEN);
    expect(holderOf(ALL, 'b', NOW)).toBeUndefined();
    expect(holderOf(ALL, 'c', NOW)).toBeUndefined();
  });
});

describe('the list', () => {
  it('is filtered by the state now and by text', () => {
    const shown = (text: string, state: 'open' | 'expired' | null) =>
      orderList(ALL, sessionView({ text, state }, { by: 'contract', descending: false }, NOW)).map(
        ({ contract_id }) => contract_id,
      );
    expect(shown('', 'open')).toEqual(['a']);
    expect(shown('', 'expired')).toEqual(['b']);
    expect(shown('NURSE', null)).toEqual(['b']);
    expect(shown('nobody', null)).toEqual([]);
    expect(sessionsCsv(ALL).split('\r\n')).toHaveLength(5);
  });
});

describe('the address and the fields', () => {
  it('keep what they know', () => {
    expect(readHealthSearch({ session: 'sess_0123', user: 7, state: 'open', view: 'agreement' })).toEqual({
      session: 'sess_0123',
      user: '7',
      state: 'open',
      view: 'agreement',
    });
    expect(readHealthSearch({ act: 'attest', tx: `0x${'ab'.repeat(32)}`, chain: 'ethereum' })).toEqual({
      act: 'attest',
      tx: `0x${'ab'.repeat(32)}`,
      chain: 'ethereum',
    });
    expect(readHealthSearch({ session: '../x', state: 'gone', view: 'x', act: 'x', tx: '../x', chain: 'x' })).toEqual(
      {},
    );
    expect(readSort(sortText({ by: 'events', descending: true }))).toEqual({ by: 'events', descending: true });
    expect(sortText(NEWEST_FIRST)).toBeUndefined();
    expect([' 42 ', '0', '-1', '1.5', ''].map(readCount)).toEqual([42, 0, null, null, null]);
    const { action } = health.audit.body.properties.events.items.properties;
    expect(lineTrouble('x'.repeat(101), 'action', action)).toContain('101');
    expect(lineTrouble('x', 'action', action)).toBe('');
  });
});
