import { keyThumbprint, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  type ApiKey,
  type Artifact,
  apiKeyItems,
  approvalItems,
  auditItems,
  backupItems,
  byUrgency,
  creditItems,
  inDays,
  invoiceItems,
  limitItem,
  proofItems,
  rotationItems,
  serviceItems,
  signatureItems,
  trustItems,
} from '../../../../src/pages/check/overview/attention.ts';
import {
  callItems,
  ckksItems,
  computationItems,
  enrolmentItems,
} from '../../../../src/pages/check/overview/compute-items.ts';

const NOW = Date.parse('2026-06-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const EMPTY: TrustStore = { version: 2, key_sets: [], revocations: [] };
const after = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

function keySet(id: string, fill: number, endsInDays: number) {
  return sealKeySet({
    keyset_id: id,
    issuer: 'Test office',
    principal: 'office@example.com',
    use: 'artifact',
    serial: fill,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: after(endsInDays),
    keys: [publicJwk('Ed25519', new Uint8Array(32).fill(fill))],
  });
}

function storeWith(...sets: readonly ReturnType<typeof keySet>[]): TrustStore {
  let store = EMPTY;
  for (const set of sets) {
    const change = pinKeySet(store, set, { at: NOW, by: 'Ada', source: 'paper' });
    if (!change.ok) throw new Error('not pinned');
    store = change.store;
  }
  return store;
}

describe('lists that are longer than what is looked through', () => {
  it('reliability 11: are said to be, and only those', () => {
    expect(limitItem('secrets', { items: Array(10_000), isWhole: true })).toEqual([]);
    expect(limitItem('secrets', { items: Array(10_000), isWhole: false })).toMatchObject([
      { urgency: 'unchecked', title: 'Only 10,000 secrets were checked', link: { to: '/secrets' } },
    ]);
  });
});

describe('key sets', () => {
  it('mentions those that end within 30 days, are over or revoked, and no others', () => {
    const store = storeWith(keySet('late', 1, 31), keySet('soon', 2, 29.5), keySet('over', 3, -1));
    expect(trustItems(store, NOW).map(({ title, urgency }) => [title, urgency])).toEqual([
      ['Key set soon expires in 29 days', 'soon'],
      ['Key set over has expired', 'needed'],
    ]);
    const late = keySet('late', 1, 31);
    const thumbprint = late.keys.map(keyThumbprint).join();
    const revoked = revokeKey(store, thumbprint, NOW, 'lost');
    if (!revoked.ok) throw new Error('not revoked');
    expect(trustItems(revoked.store, NOW)[0]).toMatchObject({ title: 'Key set late is revoked', urgency: 'now' });
    expect(trustItems(EMPTY, NOW)).toEqual([]);
  });

  it("looks at the service's current set of each use only", () => {
    const [current, retired] = [keySet('current', 4, 300), keySet('retired', 5, -10)];
    expect(serviceItems([current, retired], EMPTY, NOW)).toEqual([]);
    expect(serviceItems([retired, current], EMPTY, NOW)).toHaveLength(1);
  });
});

function apiKey(id: string, changes: Partial<ApiKey>): ApiKey {
  return {
    key_id: id,
    project_id: 'prj_1',
    label: '',
    scopes: '*',
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
    revoked_at: null,
    rotated_to: null,
    created_by: null,
    account_id: 'acc_1',
    email: 'ada@example.com',
    ...changes,
  };
}

type Approvals = Parameters<typeof approvalItems>[0];

function approval(id: string, changes: Partial<Approvals['items'][number]> = {}): Approvals['items'][number] {
  return {
    approval_id: id,
    agent_id: 'agt_1',
    session_id: 'ags_1',
    summary: `Pay ${id}`,
    approvers: ['ada'],
    threshold: 1,
    allow_requester: false,
    voters: [],
    state: 'pending',
    decisions: [],
    requested_at: after(-1),
    expires_at: after(1),
    ...changes,
  };
}

describe('approvals', () => {
  it('lists those that wait, the most urgent first, and none that is over', () => {
    const items = [
      approval('later'),
      approval('soon', { expires_at: after(0.001), summary: '' }),
      approval('gone', { expires_at: after(-0.1) }),
      approval('made', { state: 'approved' }),
    ];
    expect(approvalItems({ items, next_cursor: null }, NOW).map(({ title, urgency }) => [title, urgency])).toEqual([
      ['An agent is waiting for an approval', 'soon'],
      ['Approval requested: Pay later', 'waiting'],
    ]);
    expect(approvalItems({ items: [], next_cursor: null }, NOW)).toEqual([]);
  });

  it('sums up what is too much to list, also where there are pages more', () => {
    const items = Array.from({ length: 11 }, (_, index) => approval(`n${index}`));
    expect(approvalItems({ items, next_cursor: null }, NOW).at(-1)?.title).toBe('3 more approvals are waiting');
    expect(approvalItems({ items, next_cursor: 'x' }, NOW).at(-1)?.title).toBe('Many more approvals are waiting');
    expect(approvalItems({ items, next_cursor: null }, NOW)).toHaveLength(9);
  });
});

type Secret = Parameters<typeof rotationItems>[0][number];

function secret(name: string, due: string | null, changes: Partial<Secret> = {}): Secret {
  return {
    id: name,
    name,
    vault: 'main',
    environment: 'production',
    provider: 'other',
    masked_display: '••••',
    status: 'active',
    version: 1,
    rotation_policy: '30d',
    rotation_due_at: due,
    tags: [],
    created_at: after(-90),
    ...changes,
  };
}

describe('rotations of secrets', () => {
  it('tells overdue ones from those that are due soon; the first of each is named', () => {
    const items = rotationItems(
      [
        secret('late', after(-1)),
        secret('latest', after(-5.5)),
        secret('soon', after(13)),
        secret('later', after(15)),
        secret('never', null),
        secret('ended', after(-9), { status: 'deleted' }),
      ],
      NOW,
    );
    expect(items.map(({ title, urgency, detail }) => [title, urgency, detail])).toEqual([
      ['2 secrets are overdue for rotation', 'needed', 'The first is latest: overdue by 5 days.'],
      ['A secret is due for rotation within 14 days', 'soon', 'soon: due in 13 days.'],
    ]);
    expect(items.map(({ link }) => link.search)).toEqual([{ rotation: 'overdue' }, { secret: 'soon', act: 'rotate' }]);
    expect(rotationItems([secret('later', after(15))], NOW)).toEqual([]);
  });
});

describe('API keys', () => {
  it('mentions keys that still work and end within 14 days, the first to end first', () => {
    const items = apiKeyItems(
      [
        apiKey('ak_never', {}),
        apiKey('ak_late', { expires_at: after(15) }),
        apiKey('ak_second', { expires_at: after(13.5), label: 'build' }),
        apiKey('ak_first', { expires_at: after(0.2), status: 'rotated' }),
        apiKey('ak_gone', { expires_at: after(2), status: 'revoked' }),
        apiKey('ak_over', { expires_at: after(-1), status: 'expired' }),
      ],
      NOW,
    );
    expect(items.map(({ title }) => title)).toEqual([
      'API key ak_first of ada@example.com expires in less than a day',
      'API key "build" of ada@example.com expires in 13 days',
    ]);
    expect(items[1]?.link).toMatchObject({ to: '/accounts', search: { account: 'acc_1', key: 'ak_second' } });
  });

  it('sums up what is too much to list', () => {
    const many = Array.from({ length: 11 }, (_, index) => apiKey(`ak_${index}`, { expires_at: after(1 + index / 2) }));
    const items = apiKeyItems(many, NOW);
    expect(items).toHaveLength(9);
    expect(items.at(-1)?.title).toBe('3 more API keys expire within 14 days');
  });
});

function account(id: string, credits: number, status: Account['status'] = 'active'): Account {
  return { id, email: `${id}@example.com`, plan: 'free', credits, status, created_at: '2026-01-01T00:00:00.000Z' };
}

describe('units', () => {
  it('mentions accounts with few units by number, or at the pace of the last week', () => {
    const usage = [{ account_id: 'busy', day: '2026-05-31', operation: 'sign', calls: 1, units: 7_000 }];
    const items = creditItems(
      [
        account('none', 0),
        account('few', 99),
        account('busy', 3_500),
        account('fine', 100),
        account('off', 0, 'suspended'),
      ],
      usage,
    );
    expect(items.map(({ id, urgency, detail }) => [id, urgency, detail])).toEqual([
      ['units none', 'now', 'Operations that cost units are refused.'],
      ['units few', 'needed', 'Nothing was spent in the last 7 days.'],
      ['units busy', 'needed', 'At the pace of the last 7 days they last about 3 days.'],
    ]);
    expect(creditItems([account('busy', 7_000)], usage)).toEqual([]);
  });
});

describe('signatures', () => {
  const artifact = (id: string, slot: string) =>
    ({
      artifact_id: id,
      subject: { name: 'Release' },
      signatures: { ml_dsa_87: 'AAAA', slh_dsa_256s: slot },
    }) as Partial<Artifact>;

  it('counts artifacts with a slot that waits', () => {
    const list = [artifact('a', 'PENDING-x'), artifact('b', 'BBBB'), artifact('c', 'PENDING')] as Artifact[];
    expect(signatureItems(list)[0]?.title).toBe('2 artifacts are waiting for signatures');
    expect(signatureItems(list.slice(0, 2))[0]).toMatchObject({
      title: 'An artifact is waiting for signatures',
      detail: 'a: Release',
    });
    expect(signatureItems(list.slice(1, 2))).toEqual([]);
  });
});

describe('invoices', () => {
  const invoice = (id: string, days: number, description = '') => ({
    invoice_id: id,
    commitment: '0'.repeat(64),
    status: 'expired' as const,
    amount_cents: 1,
    currency: 'USD',
    description,
    recipient_wallet: 'shop',
    chain: 'solana' as const,
    created_at: after(days - 1),
    created_by: 'console',
    expires_at: after(days),
    settled_at: null,
    tx_signature: null,
  });

  it('12.39: mentions those that nobody paid in time in the last seven days, as one item', () => {
    const [newer, older, old] = [invoice('inv_2', -1, 'Support'), invoice('inv_1', -7), invoice('inv_0', -7.1)];
    const both = invoiceItems({ items: [newer, older, old], next_cursor: null }, NOW);
    expect(both.map(({ title, urgency }) => [title, urgency])).toEqual([['2 invoices expired unpaid', 'needed']]);
    expect(both[0]?.detail).toContain('The newest is Support.');
    const only = invoiceItems({ items: [older], next_cursor: null }, NOW);
    expect(only[0]?.detail).toContain('inv_1.');
    expect(only[0]?.title).toBe('An invoice expired unpaid');
    expect(invoiceItems({ items: [old], next_cursor: null }, NOW)).toEqual([]);
    expect(invoiceItems({ items: [newer], next_cursor: '1' }, NOW)[0]?.title).toBe('1 or more invoices expired unpaid');
  });
});

describe('privacy proofs', () => {
  const proof = (days: number, isTrue = true) => ({
    commitment: '0'.repeat(64),
    claim_satisfied: isTrue,
    attestation_type: 'age_threshold' as const,
    expires_at: after(days),
    cache_key: 'age_threshold:solana:00000000',
    proof_size_bytes: 74,
    solana_program_id: '1',
    chain: 'solana' as const,
    issued_at: after(days - 1),
    is_expired: days <= 0,
    public_inputs: {
      statement: 'age_threshold/v1',
      value_commitment: '0'.repeat(64),
      source: 'self_asserted',
      nonce: 'n',
      chain: 'solana' as const,
      issued_at: after(days - 1),
      expires_at: after(days),
    },
  });
  const itemsFor = (...items: ReturnType<typeof proof>[]) => proofItems({ items, next_cursor: null }, NOW);

  it('12.39: mentions true claims whose proofs have expired in the last day, as one item', () => {
    expect(itemsFor(proof(0.5), proof(-0.1, false), proof(-1.1))).toEqual([]);
    expect(itemsFor(proof(-0.1)).map(({ title }) => title)).toEqual(['A privacy proof has expired']);
    const both = itemsFor(proof(0.5), proof(-0.1), proof(-0.9));
    expect(both.map(({ title, urgency }) => [title, urgency])).toEqual([['2 privacy proofs have expired', 'needed']]);
    expect(both[0]?.link).toMatchObject({ to: '/proofs', search: { state: 'expired' } });
  });
});

describe('joint computations', () => {
  const session = (days: number, state: 'collecting' | 'ready' | 'expired' | 'computed') => ({
    session_id: '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6',
    state,
    computation: 'sum' as const,
    participants: 3,
    contributions: 1,
    needed: 2,
    created_at: after(days - 1),
    expires_at: after(days),
  });

  const itemsFor = (...items: ReturnType<typeof session>[]) => computationItems({ items, next_cursor: null }, NOW);

  it('mentions those that wait, one item for those that need contributions and one for those that can be computed', () => {
    const all = [session(0.5, 'collecting'), session(0.4, 'ready'), session(0.3, 'collecting')];
    expect(itemsFor(...all).map(({ title, urgency }) => [title, urgency])).toEqual([
      ['A joint computation is ready to compute', 'waiting'],
      ['2 joint computations are waiting for contributions', 'waiting'],
    ]);
    const [one] = itemsFor(session(0.5, 'collecting'));
    expect(one?.detail).toContain('1 of 2 contributions');
    expect(one?.link.search).toEqual({ session: '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6' });
  });

  it('12.39: mentions those that ended without a result in the last day, as one item', () => {
    expect(itemsFor(session(-0.1, 'computed'), session(-1.1, 'expired'))).toEqual([]);
    const both = itemsFor(session(-0.1, 'expired'), session(-0.9, 'expired'));
    expect(both.map(({ title }) => title)).toEqual(['2 joint computations ended without a result']);
    expect(both[0]?.link).toMatchObject({ to: '/joint-computation', search: { state: 'expired' } });
  });
});

describe('calls', () => {
  const call = (id: string, until: number, status: 'open' | 'ended' = 'open') => ({
    session_id: id,
    status,
    participants: ['ada', 'grace'],
    record_transcript: false,
    created_at: after(until - 0.1),
    expires_at: after(until),
    ended_at: null,
    end_reason: null,
    duration_seconds: 1,
    has_transcript: false,
  });
  const itemsFor = (...items: ReturnType<typeof call>[]) => callItems({ items, next_cursor: null }, NOW);

  it('mentions those that are open now, as one item that leads to the only one', () => {
    expect(itemsFor(call('vs_1', 0.01, 'ended'), call('vs_2', -0.01))).toEqual([]);
    const [one] = itemsFor(call('vs_1', 0.01));
    expect(one).toMatchObject({ title: 'A call is open', link: { to: '/calls', search: { call: 'vs_1' } } });
    expect(one?.detail).toContain('ada, grace');
    const [both] = itemsFor(call('vs_1', 0.01), call('vs_2', 0.02));
    expect(both).toMatchObject({ title: '2 calls are open', link: { search: { state: 'open' } } });
  });
});

describe('enrolled keys', () => {
  it('mentions those that attempts have ended, not those whose key is over', () => {
    const enrolment = (status: 'enrolled' | 'ended', key_status: 'active' | 'revoked', non_matches: number) => ({
      enrollment_id: 'fhe_enroll_1',
      key_id: 'key_1',
      key_status,
      purpose: 'A copy',
      allowed_verifiers: [],
      non_matches,
      status,
      enrolled_at: after(-1),
    });
    const itemsFor = (...items: ReturnType<typeof enrolment>[]) => enrolmentItems({ items, next_cursor: null });
    expect(itemsFor(enrolment('enrolled', 'active', 99), enrolment('ended', 'revoked', 3))).toEqual([]);
    expect(itemsFor(enrolment('ended', 'active', 100))).toMatchObject([
      { title: 'An enrolled key can no longer be verified', urgency: 'needed', link: { search: { tab: 'checks' } } },
    ]);
  });
});

describe('sessions of encrypted compute', () => {
  it('are mentioned a quarter of an hour before they end, and for a day after it', () => {
    const titlesFor = (...minutes: readonly number[]) => {
      const items = minutes.map((left, at) => ({
        session_id: `ckks_000000000000000${at}`,
        state: left > 0 ? ('open' as const) : ('ended' as const),
        decrypts: 0,
        created_at: after(-1),
        expires_at: after(left / 1440),
      }));
      return ckksItems(items, NOW).map(({ title, link }) => [title, link.search.key]);
    };
    expect(titlesFor(16, -1441)).toEqual([]);
    expect(titlesFor(16, 15)).toEqual([['A CKKS session ends soon', 'ckks_0000000000000001']]);
    expect(titlesFor(3, 2, 0, -1440)).toEqual([
      ['2 CKKS sessions end soon', undefined],
      ['2 CKKS sessions have ended', undefined],
    ]);
  });
});

describe('audit and backups', () => {
  const verdict = { at: after(-1), intact: true, entries: 3, brokenAt: null, head: null };

  it('asks for the chain to be verified, again after a week, and never hides a broken one', () => {
    expect(auditItems(null, NOW)[0]?.urgency).toBe('unchecked');
    expect(auditItems(verdict, NOW)).toEqual([]);
    expect(auditItems({ ...verdict, at: after(-8) }, NOW)[0]?.title).toContain('8 days ago');
    expect(auditItems({ ...verdict, intact: false, brokenAt: 2 }, NOW)[0]).toMatchObject({ urgency: 'now' });
  });

  it('asks for a backup, and for a newer one after a week', () => {
    const backup = (days: number) => ({ name: 'x', path: '/x', size: 1, created_at: after(days) });
    expect(backupItems([], NOW)[0]?.title).toBe('No backup yet');
    expect(backupItems([backup(-20), backup(-6)], NOW)).toEqual([]);
    expect(backupItems([backup(-20), backup(-9)], NOW)[0]?.title).toBe('The last backup was made 9 days ago');
  });
});

it('puts the most urgent first and says days', () => {
  const item = (id: string, urgency: 'now' | 'waiting' | 'unchecked') => ({
    id,
    urgency,
    title: '',
    detail: '',
    link: { to: '/', search: {}, title: '' },
  });
  const order = byUrgency([item('a', 'unchecked'), item('b', 'now'), item('c', 'waiting'), item('d', 'now')]);
  expect(order.map(({ id }) => id)).toEqual(['b', 'd', 'c', 'a']);
  expect([0.5, 1, 1.9, 12].map((days) => inDays(NOW + days * DAY_MS, NOW))).toEqual([
    'in less than a day',
    'in 1 day',
    'in 1 day',
    'in 12 days',
  ]);
});
