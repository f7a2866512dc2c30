import { createHash } from 'node:crypto';
import { scopeHash, UNRESTRICTED } from '@touchstone/core/agent/scope.ts';
import { makeSeal, type SealPlan, sealPayload } from '@touchstone/core/agent/seal.ts';
import { fromUtf8, toHex } from '@touchstone/core/bytes.ts';
import { expect, it } from 'vitest';
import { naiveRoot } from '../log/naive.ts';

const hashes = Array.from({ length: 5 }, (_, at) => new Uint8Array(createHash('sha256').update(`node ${at}`).digest()));
const plan: SealPlan = {
  sessionId: 'ags_1',
  agentId: 'agt_1',
  agentPublicKey: Uint8Array.of(1, 2, 3),
  scope: UNRESTRICTED,
  hashes,
  endHash: new Uint8Array(32),
  startedAt: '2026-11-20T20:00:00.000Z',
  endedAt: '2026-11-20T20:00:05.000Z',
};

it('states what it covers (S20)', () => {
  expect(makeSeal(plan)).toEqual({
    v: 1,
    session_id: 'ags_1',
    agent_id: 'agt_1',
    agent_public_key: 'AQID',
    scope_hash: toHex(scopeHash(UNRESTRICTED)),
    count: 5,
    first_hash: toHex(hashes[0] ?? new Uint8Array()),
    last_hash: toHex(hashes[4] ?? new Uint8Array()),
    root: toHex(naiveRoot(hashes)),
    end_hash: '00'.repeat(32),
    started_at: plan.startedAt,
    ended_at: plan.endedAt,
  });
});

it('of a registration or a session that ran out states null for what there is not', () => {
  const seal = makeSeal({ ...plan, sessionId: null, scope: null, endHash: null, hashes: hashes.slice(0, 1) });
  expect(seal).toMatchObject({ session_id: null, scope_hash: null, end_hash: null, count: 1 });
});

it('has its canonical JSON as payload', () => {
  expect(fromUtf8(sealPayload(makeSeal(plan)))).toMatch(/^\{"agent_id":"agt_1","agent_public_key":"AQID","count":5,/);
});

it('covers at least one node', () => {
  expect(() => makeSeal({ ...plan, hashes: [] })).toThrow(RangeError);
});
