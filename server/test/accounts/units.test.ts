/** Units: whatever happens, what was granted is what was spent and what remains (issue 3, "Accounts, keys, plans, units"). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitSums } from '../../src/accounts/store/accounts.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** What clients do, by name; `ok` says whether it is a call that could succeed. */
const CALLS = {
  sign: { method: 'POST', path: '/api/svc-key/sign/3key', json: { data: 'x' }, units: 1 },
  undecodable: { method: 'POST', path: '/api/svc-key/sign/3key', json: { data: 'z', encoding: 'hex' }, units: 0 },
  malformed: { method: 'POST', path: '/api/svc-key/sign/3key', raw: '{', units: 0 },
  wrap: { method: 'POST', path: '/api/svc-key/wrap', json: { key_material: 's', tier: 'key-2' }, units: 1 },
  unknown: { method: 'POST', path: '/api/svc-key/unwrap', json: { wrapped_key_id: `wk_${'0'.repeat(16)}` }, units: 0 },
  triple: {
    method: 'POST',
    path: '/v1/hybrid/sign',
    json: { message: 'eA==', scheme: 'TRIPLE_ED25519_DILITHIUM5_FALCON512' },
    units: 4,
  },
  read: { method: 'GET', path: '/v1/artifacts', units: 0 },
} as const;
type CallName = keyof typeof CALLS;

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.array(fc.constantFrom(...(Object.keys(CALLS) as CallName[])), { minLength: 1, maxLength: 6 }),
    },
    { weight: 1, arbitrary: fc.record({ credits: fc.integer({ min: 0, max: 12 }) }) },
    { weight: 1, arbitrary: fc.constant('break' as const) },
  ),
  { minLength: 3, maxLength: 12 },
);

test('granted = spent + remaining after random calls at once, refusals, grants and failing writes', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { db } = server.deps;
      const { key, projectId } = await server.newKey({ plan: 'enterprise_plus' });
      const project = await db.selectFrom('projects').selectAll().where('id', '=', projectId).executeTakeFirstOrThrow();
      const id = project.account_id;
      let expected = 0;
      for (const step of sequence) {
        if (step === 'break') {
          // The effect cannot be written, so nothing may be charged either.
          await db.schema.alterTable('usage').renameTo('usage_away').execute();
          const { json } = CALLS.sign;
          const broken = await server.call('POST', CALLS.sign.path, { token: key, json });
          await db.schema.alterTable('usage_away').renameTo('usage').execute();
          expect(['INTERNAL', 'INSUFFICIENT_CREDITS']).toContain(broken.code);
        } else if (Array.isArray(step)) {
          const answers = await Promise.all(
            step.map(async (name) => {
              const { method, path, units, ...options } = CALLS[name];
              return { answer: await server.call(method, path, { token: key, ...options }), units };
            }),
          );
          for (const { answer, units } of answers) if (answer.status === 200) expected += units;
        } else {
          await server.call('PATCH', `/api/v1/admin/accounts/${id}`, { token: server.admin, json: step });
        }
        const account = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const { granted, spent } = await unitSums(db, id);
        expect(account.credits).toBeGreaterThanOrEqual(0);
        expect(spent).toBe(expected);
        expect(granted).toBe(spent + account.credits);
      }
    }),
    { numRuns: 12 },
  );
});
