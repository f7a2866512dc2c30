/** What an attacker may write into a bundle beside the nodes: none of it may pass for what was recorded. */

import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  type Members,
  membersOf,
  newServiceSet,
  optionsFor,
  type Recording,
  record,
  SCOPE,
  trusting,
} from './bundle-fixture.ts';

let service: GeneratedKeySet;
let trust: TrustStore;
let ended: Recording;
let expired: Recording;
let open: Recording;

beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  ended = await record({ service });
  expired = await record({ service, isEnded: false });
  open = await record({ service, isEnded: false, isSealed: false });
});

const LATER = '2030-01-01T00:00:00.000Z';

const judge = (bundle: JsonValue): Promise<AgentReport> => verifySession(bytesOf(bundle), optionsFor(trust));
const sessionOf = ({ bundle }: Recording) => membersOf(bundle.session);
const withSession = (base: Recording, change: Members, others: Members = {}): Members => ({
  ...base.bundle,
  session: { ...sessionOf(base), ...change },
  ...others,
});
const withoutStart = (base: Recording): Members => {
  const { node_0: _, ...openings } = membersOf(base.bundle.openings);
  return { openings };
};

describe('the times of the session', () => {
  it('it does not expire at another time than was opened', async () => {
    for (const base of [ended, open]) {
      const report = await judge(withSession(base, { expires_at: LATER }));
      expect(report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
      expect(report.broken).toMatchObject({ index: 0, what: 'opening' });
    }
  });

  it('without the request that opened it the expiry is said not to be covered', async () => {
    const report = await judge(withSession(ended, { expires_at: LATER }, withoutStart(ended)));
    expect(report.outcome).toBe('VERIFIED');
    expect(report.not_covered).toContain('session.expires_at');
    expect((await judge(ended.bundle)).not_covered).not.toContain('session.expires_at');
    // The seal of a session that ran out states when.
    const sealed = await judge({ ...expired.bundle, ...withoutStart(expired) });
    expect(sealed).toMatchObject({ outcome: 'VERIFIED' });
    expect(sealed.not_covered).not.toContain('session.expires_at');
  });

  it('an ended session does not pass for one that ran out', async () => {
    const { ended_at: at } = sessionOf(ended);
    const change = { ended_at: null, expires_at: at ?? null };
    expect((await judge(withSession(ended, change, withoutStart(ended)))).outcome).toBe('FAILED');
  });

  it('a session that ran out does not pass for one that was ended', async () => {
    const { expires_at: at } = sessionOf(expired);
    const change = { ended_at: at ?? null, expires_at: LATER };
    const report = await judge(withSession(expired, change, withoutStart(expired)));
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
  });

  it('it does not begin before its first node, sealed or not', async () => {
    const report = await judge(withSession(open, { started_at: '2026-01-01T00:00:00.000Z' }, withoutStart(open)));
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
    expect(report.broken).toMatchObject({ index: 0, what: 'time' });
  });
});

describe('the scope', () => {
  it('that neither a seal nor an opening covers is said not to be covered', async () => {
    const scope = { ...SCOPE, max_value: null } as JsonObject;
    const report = await judge(withSession(open, { scope }, withoutStart(open)));
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'NOT_SEALED' });
    expect(report.not_covered).toContain('session.scope');
    expect((await judge(open.bundle)).not_covered).not.toContain('session.scope');
  });
});

describe('the log', () => {
  it('that proves no node is not said to hold them', async () => {
    const report = await judge({ ...ended.bundle, log: { ...membersOf(ended.bundle.log), inclusion: [] } });
    expect(report.checks.find(({ id }) => id === 'integrity.log')?.status).toBe('not_performed');
    expect(report.outcome).toBe('VERIFIED');
  });
});
