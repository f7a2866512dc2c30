/** 12.39: what becomes of joint computations by time, and what doctor says of their rows. */
import { expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { expiredMpcSessions } from '../../src/mpc/expiry.ts';
import { openTestServer } from '../harness.ts';
import { sealed, sessionIn } from './contribution.ts';

const DAY_MS = 86_400_000;

test('12.39: whoever has a webhook is told once of each session that has expired; its keys and inputs go, later its row', async () => {
  const server = await openTestServer();
  try {
    const { key: token, projectId } = await server.newKey();
    const hook = { url: 'https://hooks.example.com/touchstone', project_id: projectId };
    await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json: hook });
    const init = () =>
      server.call('POST', '/v1/mpc/init', { token, json: { participants: 2, threshold: 2, computation: 'sum' } });
    const [open, done] = [await init(), await init()];
    const contribute = async (made: typeof open, participant_id: string) => {
      const encrypted_share = await sealed(sessionIn(made.at('public_params')), participant_id, 7);
      const path = `/v1/mpc/${made.at('session_id')}/contribute`;
      expect((await server.call('POST', path, { token, json: { participant_id, encrypted_share } })).status).toBe(200);
    };
    await contribute(open, 'p1');
    for (const participant of ['p1', 'p2']) await contribute(done, participant);
    await server.call('POST', `/v1/mpc/${done.at('session_id')}/compute`, { token });

    const { db } = server.deps;
    const rows = () =>
      db.selectFrom('mpc_sessions').select(['id', 'envelope', 'ended_at']).orderBy('created_at').execute();
    const notices = () => db.selectFrom('webhook_deliveries').select(['event', 'body']).execute();
    await expiredMpcSessions.run(server.deps);
    expect((await rows()).map(({ ended_at: at }) => at === null)).toEqual([true, false]);
    server.advance(DAY_MS);
    for (let round = 0; round < 2; round++) await expiredMpcSessions.run(server.deps);
    expect((await rows()).every(({ envelope, ended_at: at }) => envelope === null && at !== null)).toBe(true);
    const shares = await db.selectFrom('mpc_contributions').select('sealed_shares').execute();
    expect(shares.map(({ sealed_shares: one }) => one)).toEqual([null, null, null]);
    const [notice, ...more] = await notices();
    expect([notice?.event, more]).toEqual(['mpc.expired', []]);
    expect(schemaFaults('webhook-notice', JSON.parse(String(notice?.body)))).toEqual([]);
    expect(JSON.parse(String(notice?.body))).toMatchObject({
      session_id: open.at('session_id'),
      computation: 'sum',
      contributions: '1 of 2',
    });
    const listed = await server.call('GET', '/v1/mpc', { token });
    expect((listed.at('items') as { state: string }[]).map(({ state }) => state).toSorted()).toEqual([
      'computed',
      'expired',
    ]);
    server.advance(30 * DAY_MS);
    await expiredMpcSessions.run(server.deps);
    expect(await rows()).toEqual([]);
    expect((await server.call('GET', `/v1/mpc/${done.at('session_id')}`, { token })).code).toBe('NOT_FOUND');
  } finally {
    await server.close();
  }
});
