/** Random lives of managed keys against a model that knows nothing of the table. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  server.tick = 0;
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
  const json = { credits: 1_000_000 };
  const { accounts } = (await server.call('GET', '/api/v1/admin/accounts?limit=200', { token: server.admin })).body as {
    accounts: { id: string; plan: string }[];
  };
  const id = accounts.find(({ plan, id: name }) => plan === 'enterprise_plus' && name !== 'acc_local')?.id;
  await server.call('PATCH', `/api/v1/admin/accounts/${id}`, { token: server.admin, json });
});
afterAll(() => server.close());

interface Model {
  readonly id: string;
  readonly material: string;
  readonly blob: { readonly encrypted: unknown; readonly kem_ct: unknown } | null;
  expiresAt: number | null;
  successor: string | null;
  revokedAt: string | null;
  operations: number;
}

const which = fc.nat({ max: 20 });
const form = fc.boolean();
const step = fc.oneof(
  fc.record({ do: fc.constant('make' as const), tier: fc.constantFrom('key-1', 'key-2') }),
  fc.record({ do: fc.constant('decrypt' as const), which, form, stateless: fc.boolean() }),
  fc.record({ do: fc.constant('verify' as const), which, form }),
  fc.record({ do: fc.constant('wrap' as const), which, form }),
  fc.record({ do: fc.constant('rotate' as const), which, form, grace: fc.constantFrom(0, 10, 100) }),
  fc.record({ do: fc.constant('revoke' as const), which, form }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 9, 10, 60) }),
);

/** What an operation under a key has to meet now; null where it is allowed. */
function refusal({ revokedAt, expiresAt }: Model): string | null {
  if (revokedAt !== null) return 'KEY_REVOKED';
  return expiresAt !== null && server.deps.clock() >= expiresAt ? 'KEY_EXPIRED' : null;
}

function statusOf(model: Model): string {
  if (model.revokedAt !== null) return 'revoked';
  if (model.expiresAt === null) return 'active';
  return server.deps.clock() >= model.expiresAt ? 'expired' : 'rotated';
}

const post = (name: string, json: object) => server.call('POST', `/v1/key/${name}`, { token, json });

test('every sequence of operations ends as the model says', async () => {
  let names = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const keys: Model[] = [];
      async function make(tier: string): Promise<void> {
        const material = `material ${++names}`;
        const made = await post('encrypt', { key_material: material, label: 'l', tier });
        const { id, encrypted, kem_ct } = made.body as { id: string; encrypted: string; kem_ct: string };
        const blob = { encrypted, kem_ct };
        keys.push({ id, material, blob, expiresAt: null, successor: null, revokedAt: null, operations: 0 });
      }
      await make('key-1');
      for (const one of steps) {
        if (one.do === 'make') {
          await make(one.tier);
          continue;
        }
        if (one.do === 'wait') {
          server.advance(one.seconds * 1000);
          continue;
        }
        const key = keys[one.which % keys.length];
        if (key === undefined) throw new TypeError('there is a key');
        const id = one.form ? key.id : key.id.replace('key_', 'hk_');
        const refused = refusal(key);
        if (one.do === 'decrypt') {
          const answer = await post('decrypt', one.stateless && key.blob !== null ? key.blob : { id });
          expect(answer.code).toBe(refused);
          if (refused === null) expect(answer.at('plaintext')).toBe(key.material);
        } else if (one.do === 'verify') {
          expect((await post('verify', { id })).code).toBe(refused);
        } else if (one.do === 'wrap') {
          expect((await post('wrap', { key_material: 'x', wrapping_tier: 'key-1', key_id: id })).code).toBe(refused);
        } else if (one.do === 'rotate') {
          const material = `material ${++names}`;
          const body = { key_id: id, new_key_material: material, tier: 'key-1', grace_period_seconds: one.grace };
          const answer = await post('rotate', body);
          expect(answer.code).toBe(refused ?? (key.successor === null ? null : 'CONFLICT'));
          if (answer.status !== 200) continue;
          const next = String(answer.at('new_key_id')).replace('hk_', 'key_');
          key.successor = next;
          key.expiresAt = server.deps.clock() + one.grace * 1000;
          const fresh = { expiresAt: null, successor: null, revokedAt: null, operations: 0 };
          keys.push({ id: next, material, blob: null, ...fresh });
          continue;
        } else {
          const answer = await post('revoke', { key_id: id, reason: 'because' });
          expect(answer.status).toBe(200);
          key.revokedAt ??= String(answer.at('revoked_at'));
          expect(answer.at('revoked_at')).toBe(key.revokedAt);
          continue;
        }
        if (refused === null) key.operations++;
      }
      for (const key of keys) {
        const status = await server.call('GET', `/v1/key/status/${key.id}`, { token });
        expect(status.body).toMatchObject({
          status: statusOf(key),
          rotated_to: key.successor,
          revoked_at: key.revokedAt,
          total_operations: key.operations,
        });
        const { chain } = (await server.call('GET', `/v1/key/provenance/${key.id}`, { token })).body as {
          chain: { event: string }[];
        };
        const events = chain.map(({ event }) => event);
        const count = (name: string) => events.filter((event) => event === name).length;
        expect([count('created'), count('rotated'), count('revoked')]).toEqual([
          1,
          key.successor === null ? 0 : 1,
          key.revokedAt === null ? 0 : 1,
        ]);
      }
    }),
    { numRuns: 25 },
  );
});
