import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../src/pages/record/agents/address.ts';
import { agentsCsv, agentView } from '../../../../src/pages/record/agents/agents-list/agent-items.ts';
import { draftScope, draftTroubles, EMPTY_DRAFT } from '../../../../src/pages/record/agents/agents-list/start-draft.ts';
import type { Agent, AgentSession } from '../../../../src/pages/record/agents/data/queries.ts';
import { statusOf } from '../../../../src/pages/record/agents/data/row-status.ts';
import { readReceiptsSearch, receiptsAddress } from '../../../../src/pages/record/agents/detail/receipts-search.ts';
import {
  checkWords,
  readSort,
  type SessionFilter,
  sealWord,
  sessionsCsv,
  sessionView,
  sortText,
  stateNow,
} from '../../../../src/pages/record/agents/sessions/session-items.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const session = (id: string, more: Partial<AgentSession> = {}): AgentSession => ({
  session_id: `ags_${id}`,
  agent_id: `agt_${id}`,
  parent_session_id: null,
  state: 'open',
  scope: { allowed_tools: null, forbidden_data_classes: null, jurisdiction: null, max_value: null },
  node_count: 1,
  imported: false,
  started_at: `2026-11-21T1${id}:00:00.000Z`,
  expires_at: '2026-11-21T13:00:00.000Z',
  ended_at: null,
  root: null,
  svc_74_attestation: null,
  failures: 0,
  denials: 0,
  violations: 0,
  last_check: null,
  ...more,
});

const ITEMS = [
  session('0', { node_count: 7, parent_session_id: 'ags_2' }),
  session('1', { state: 'ended', node_count: 300 }),
  session('2', { expires_at: '2026-11-21T11:59:59.000Z' }),
];
const nameOf = (id: string) => ({ agt_0: 'Zoe', agt_1: 'adam', agt_2: 'Mail' })[id] ?? id;
const ALL: SessionFilter = { text: '', state: null, trouble: null, check: null };
const listed = (filter: Partial<SessionFilter>, sort?: string, items = ITEMS) =>
  orderList(items, sessionView({ ...ALL, ...filter }, readSort(sort), NOW, nameOf)).map(({ session_id }) => session_id);
const view = (text: string, state: SessionFilter['state'], sort?: string) => listed({ text, state }, sort);

describe('the list of sessions', () => {
  it('filters by the state as it is now, by ids and by the name of the agent', () => {
    expect(view('', null)).toEqual(['ags_2', 'ags_1', 'ags_0']);
    expect(view('', 'open')).toEqual(['ags_0']);
    expect(view('', 'expired')).toEqual(['ags_2']);
    expect(view('MAIL', null)).toEqual(['ags_2']);
    expect(view('ags_2', null)).toEqual(['ags_2', 'ags_0']);
    expect(view('nobody', null)).toEqual([]);
  });

  it('sorts by what is shown', () => {
    expect(view('', null, '-nodes')).toEqual(['ags_1', 'ags_0', 'ags_2']);
    expect(view('', null, 'agent')).toEqual(['ags_1', 'ags_2', 'ags_0']);
    expect(readSort('nonsense')).toEqual({ by: 'started', descending: true });
    expect(sortText({ by: 'started', descending: true })).toBeUndefined();
    expect(sortText({ by: 'nodes', descending: true })).toBe('-nodes');
  });

  it('filters by what went wrong and by the last check', () => {
    const last_check = { intact: true, nodes: 1, broken_receipt: null, checked_at: '2026-11-21T12:00:00.000Z' };
    const items = [
      session('0', { failures: 2, last_check }),
      session('1', { denials: 1, last_check: { ...last_check, intact: false } }),
      session('2', { violations: 3 }),
      session('3'),
    ];
    expect(listed({ trouble: 'any' }, 'id', items)).toEqual(['ags_0', 'ags_1', 'ags_2']);
    expect(listed({ trouble: 'denials' }, 'id', items)).toEqual(['ags_1']);
    expect(listed({ trouble: 'violations', check: 'broken' }, 'id', items)).toEqual([]);
    expect((['broken', 'intact', 'none'] as const).map((check) => listed({ check }, 'id', items))).toEqual([
      ['ags_1'],
      ['ags_0'],
      ['ags_2', 'ags_3'],
    ]);
    expect(listed({}, 'check', items)).toEqual(['ags_1', 'ags_2', 'ags_3', 'ags_0']);
  });

  it('calls sealed only what has a handle', () => {
    expect(sealWord({ root: null, svc_74_attestation: null })).toBe('Not sealed');
    expect(sealWord({ root: 'ab', svc_74_attestation: null })).toBe('Sealed, no handle yet');
    expect(sealWord({ root: 'ab', svc_74_attestation: 'cd' })).toBe('Sealed');
    expect(stateNow({ state: 'open', expires_at: 'soon' }, NOW)).toBe('open');
  });

  it('exports without letting a name become a formula', () => {
    expect(sessionsCsv(ITEMS).split('\n')).toHaveLength(5);
    const [head, row] = sessionsCsv([session('9', { imported: true })]).split('\r\n');
    expect(head?.split(',').indexOf('imported')).toBe(row?.split(',').indexOf('"true"'));
    const agent: Agent = {
      agent_id: 'agt_0',
      name: '=cmd()',
      canonical_name: 'svc.agent.a.b.c.d.e',
      tenant: 'Example',
      agent_type: 'autonomous',
      capabilities: ['execute'],
      redaction_level: 'full',
      public_key: 'AA==',
      node_id: 'node_0',
      registered_at: '2026-11-21T10:00:00.000Z',
      svc_74_attestation: null,
    };
    expect(agentsCsv([agent])).not.toMatch(/,=cmd/);
    expect(orderList([agent], agentView('EXAMPLE', { by: 'name', descending: false }))).toHaveLength(1);
    expect(orderList([agent], agentView('other', { by: 'name', descending: false }))).toHaveLength(0);
  });
});

describe('the draft of a session', () => {
  it('takes whole minutes and a value above 0', () => {
    const none = { duration_secs: '', 'scope.max_value': '' };
    expect(draftTroubles(EMPTY_DRAFT)).toEqual(none);
    for (const duration_secs of ['', '0', '1.5', '-3', '43201', 'ten']) {
      expect(draftTroubles({ ...EMPTY_DRAFT, duration_secs }).duration_secs, duration_secs).not.toBe('');
    }
    for (const value of ['0', '-1', '1e5', '0.00', 'EUR 5']) {
      expect(draftTroubles({ ...EMPTY_DRAFT, 'scope.max_value': value })['scope.max_value'], value).not.toBe('');
    }
    expect(draftTroubles({ ...EMPTY_DRAFT, 'scope.max_value': '120.50' })).toEqual(none);
  });

  it('says only what was typed', () => {
    expect(
      draftScope({
        ...EMPTY_DRAFT,
        duration_secs: '5',
        'scope.allowed_tools': ' a \n\nb',
        'scope.jurisdiction': ' EU ',
      }),
    ).toEqual({
      duration_secs: 300,
      scope: { allowed_tools: ['a', 'b'], forbidden_data_classes: [], jurisdiction: 'EU' },
    });
    expect(draftScope({ ...EMPTY_DRAFT, 'scope.max_value': '120.50' }).scope.max_value).toBe(120.5);
  });
});

describe('the address of the receipts', () => {
  it('believes nothing that it does not know', () => {
    expect(
      readReceiptsSearch(readAddress({ node: 'node_0a', outcome: 'trouble', kind: 'tool', q: 7, runs: 'collapsed' })),
    ).toEqual({
      node: 'node_0a',
      filter: { outcome: 'trouble', kind: 'tool', text: '7' },
      collapsesRuns: true,
    });
    const odd = { node: '<script>', outcome: 'x', kind: {}, q: [], runs: true };
    expect(readReceiptsSearch(readAddress(odd))).toEqual({
      node: null,
      filter: { outcome: null, kind: null, text: '' },
      collapsesRuns: false,
    });
  });

  it('writes what is usual nowhere', () => {
    expect(receiptsAddress({ node: null, q: '', kind: null, outcome: null, collapsesRuns: false })).toEqual({
      node: undefined,
      q: undefined,
      kind: undefined,
      outcome: undefined,
      runs: undefined,
    });
    expect(receiptsAddress({ q: 'mail' })).toEqual({ q: 'mail' });
  });
});

describe('statusOf', () => {
  it('puts a broken signature before the outcome, and the outcome before "recorded"', () => {
    const of = (details: Parameters<typeof statusOf>[0]['details'], signature_status = 'valid' as const) =>
      statusOf({ details, signature_status });
    expect(of({})).toBe('recorded');
    expect(of({ status: 'timeout' })).toBe('timeout');
    expect(of({ allowed: false, rule: 'session.max_value' })).toBe('denied');
    expect(of({ allowed: true })).toBe('allowed');
    expect(of({ decision: 'deny', state: 'pending' })).toBe('denied');
    expect(of({ state: 'pending' })).toBe('asked');
    expect(statusOf({ details: { status: 'success' }, signature_status: 'invalid' })).toBe('invalid');
    expect(statusOf({ details: { status: 'success' }, signature_status: 'expired' })).toBe('outside');
    expect(statusOf({ details: {}, signature_status: 'unsigned' })).toBe('unsigned');
  });
});

it('console H4: the list says what the last check found, and up to which receipt', () => {
  const check = (more: object) => ({
    last_check: { intact: true, nodes: 7, broken_receipt: null, checked_at: '2026-11-21T12:00:00.000Z', ...more },
  });
  expect(checkWords(session('0')).word).toBe('Not checked');
  expect(checkWords(session('0', { node_count: 7, ...check({}) }))).toEqual({ word: 'Intact', look: 'verified' });
  expect(checkWords(session('0', { node_count: 9, ...check({}) })).word).toBe('Intact up to receipt 7');
  const broken = session('0', check({ intact: false, broken_receipt: 4 }));
  expect(checkWords(broken)).toEqual({ word: 'Broken at receipt 4', look: 'failed' });
  expect(checkWords(session('0', check({ intact: false }))).word).toBe('Broken');
  expect(sessionsCsv([broken])).toContain('"broken",4,');
});
