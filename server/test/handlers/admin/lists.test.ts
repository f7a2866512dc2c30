/** S37: the administration's lists come in pages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

const ADMIN = '/api/v1/admin';

let server: TestServer;
let accountId: string;
let projects: string[];
beforeAll(async () => {
  server = await openTestServer();
  const first = await server.newKey({ email: 'ada@example.com', plan: 'pro' });
  const others = [];
  for (let i = 0; i < 3; i++) others.push(await server.newKey({ email: 'ada@example.com' }));
  projects = [first, ...others].map(({ projectId }) => projectId);
  for (const email of ['b@example.com', 'c@example.com']) await server.newKey({ email });
  for (const projectId of [null, ...projects]) {
    const json = { url: 'https://hooks.example.com/', ...(projectId === null ? {} : { project_id: projectId }) };
    expect((await server.call('PUT', `${ADMIN}/webhooks`, { token: server.admin, json })).status).toBe(200);
  }
  // Targets with blanks, dots and letters of two bytes are in cursors as they are.
  for (const target of ['', 'a b', 'ä.1', 'ö'.repeat(200)]) {
    const query = target === '' ? '' : `?target=${encodeURIComponent(target)}`;
    const set = { token: server.admin, json: { max_value: 1 } };
    expect((await server.call('PUT', `${ADMIN}/policies/team${query}`, set)).status).toBe(200);
  }
  const set = { token: server.admin, json: { max_value: 1 } };
  await server.call('PUT', `${ADMIN}/policies/organisation`, set);
  const all = (await get('/accounts?limit=200')).at('accounts') as { id: string; email: string }[];
  accountId = String(all.find(({ email }) => email === 'ada@example.com')?.id);
  // Of another account than that whose calls these are.
  for (const day of ['2026-01-01', '2026-01-02']) {
    for (const operation of ['crypto.shield.list', 'receipts.receipts.list']) {
      await server.deps.db
        .insertInto('usage')
        .values({ account_id: accountId, day, operation, calls: 3, units: 2 })
        .execute();
    }
  }
  for (let i = 0; i < 2; i++) await server.call('POST', `${ADMIN}/key-sets/artifact/rotate`, { token: server.admin });
  const own = (await get('/trust/own-service')).at('sets') as { fingerprint: string; use: string }[];
  for (const { fingerprint } of own.filter(({ use }) => use === 'artifact')) {
    const pinned = { token: server.admin, json: { pinned_by: 'Ada' } };
    await server.call('POST', `${ADMIN}/trust/own-service/${fingerprint}/pin`, pinned);
  }
});
afterAll(() => server.close());

const get = (path: string) => server.call('GET', ADMIN + path, { token: server.admin });

async function paged(path: string, member: string) {
  const items: unknown[] = [];
  const lengths: number[] = [];
  for (let cursor: unknown = null; ; ) {
    const answer = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=2${cursor === null ? '' : `&cursor=${encodeURIComponent(String(cursor))}`}`,
    );
    expect(answer.status, answer.text).toBe(200);
    const page = answer.at(member) as unknown[];
    items.push(...page);
    lengths.push(page.length);
    cursor = answer.at('next_cursor');
    if (cursor === null) return { items, lengths };
  }
}

test.each([
  ['/accounts', 'accounts', 4],
  ['/usage?account_id=ACCOUNT&from=2025-01-01', 'usage', 4],
  ['/policies', 'items', 5],
  ['/webhooks', 'webhooks', 5],
  ['/trust/keysets', 'editions', 3],
])('S37: %s comes in pages that make the whole list', async (template, member, least) => {
  const path = template.replace('ACCOUNT', accountId);
  const joint = path.includes('?') ? '&' : '?';
  const whole = await get(`${path}${joint}limit=200`);
  const all = whole.at(member) as unknown[];
  expect([whole.status, whole.at('next_cursor'), all.length >= least]).toEqual([200, null, true]);
  const { items, lengths } = await paged(path, member);
  expect(items).toEqual(all);
  expect(lengths.slice(0, -1).every((length) => length === 2)).toBe(true);
  for (const query of ['limit=0', 'limit=201', 'cursor=x', 'cursor=']) {
    const refused = await get(`${path}${joint}${query}`);
    expect([query, refused.code]).toEqual([query, 'INVALID_REQUEST']);
  }
});

test('S37: so do the projects of an account; counts and sums are over all', async () => {
  const { items, lengths } = await paged(`/accounts/${accountId}`, 'projects');
  expect([(items as { id: string }[]).map(({ id }) => id), lengths]).toEqual([projects, [2, 2]]);
  const [one, all] = [await get('/accounts?limit=1'), await get('/accounts?limit=200')];
  expect(one.at('total')).toBe((all.at('accounts') as unknown[]).length);
  const line = await get(`/usage?account_id=${accountId}&from=2025-01-01&limit=1`);
  expect([line.at('total_calls'), line.at('total_units')]).toEqual([12, 8]);
});
