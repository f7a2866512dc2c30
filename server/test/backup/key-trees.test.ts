/** Trees of API keys (decisions 12.21 to 12.24) through a backup and a restore. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { agentCalls } from '../agents/flow.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { bringBack, kdf, remove, save, temporaryFolder } from './folder.ts';

let root: string;
beforeAll(() => {
  root = temporaryFolder();
});
afterAll(() => remove(root));

const treeOf = ({ deps }: TestServer) =>
  deps.db
    .selectFrom('api_keys')
    .select(['id', 'created_by', 'rotated_to', 'voter', 'scopes', 'expires_at', 'revoked_at'])
    .orderBy('id')
    .execute();

test('12.21, 12.24: tree, revocations and voters are as they were, and a key still ends with its maker', async () => {
  const [dataDir, other, out] = ['data', 'other', 'saved.backup'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  let server = await openTestServer({ dataDir });
  const post = (path: string, token: string, json: object = {}) =>
    server.call('POST', `/api/auth/keys${path}`, { token, json });
  const idOf = (text: string) => `ak_${text.split('_')[2]}`;
  const end = (id: string, token: string) => server.call('DELETE', `/api/auth/keys/${id}`, { token });
  const mint = async (token: string) => String((await post('', token)).at('api_key'));
  const works = async (token: string) => (await server.call('GET', '/v1/receipts', { token })).status === 200;
  let before: Awaited<ReturnType<typeof treeOf>>;
  const { key: top, projectId } = await server.newKey({ plan: 'business' });
  const child = String((await post('', top, { scopes: ['*', 'approve'] })).at('api_key'));
  const grandchild = await mint(child);
  const gone = await mint(top);
  const goneToo = await mint(gone);
  const rotated = await mint(top);
  let fresh: string;
  try {
    expect((await end(idOf(gone), top)).at('revoked_with_it')).toEqual([idOf(goneToo)]);
    fresh = String((await post(`/${idOf(rotated)}/rotate`, top)).at('api_key'));
    before = await treeOf(server);
    expect(before.filter(({ revoked_at }) => revoked_at !== null).length).toBe(2);
  } finally {
    await server.close();
  }
  await save(dataDir, out);
  await bringBack(out, other);

  server = await openTestServer({ dataDir: other });
  try {
    expect(await treeOf(server)).toEqual(before);
    expect(await Promise.all([top, child, grandchild, fresh].map(works))).toEqual([true, true, true, true]);
    expect(await Promise.all([gone, goneToo].map(works))).toEqual([false, false]);
    const json = { project_id: projectId, scopes: ['agents'] };
    const made = await server.call('POST', '/api/v1/admin/keys', { token: server.admin, json });
    const asker = agentCalls(server, String(made.at('api_key')));
    const asked = { ...(await asker.start()), summary: 'Pay?', approvers: ['ada', 'grace'], threshold: 2 };
    const approval = String((await asker.post('/approval/request', asked)).at('node_id'));
    const vote = (token: string, approver: string) =>
      agentCalls(server, token).post(`/approvals/${approval}/decide`, { decision: 'approve', approver });
    expect((await vote(child, 'ada')).status).toBe(200);
    // The key that made it is the same voter.
    expect((await vote(top, 'grace')).code).toBe('CONFLICT');
    expect((await end(idOf(child), top)).at('revoked_with_it')).toEqual([idOf(grandchild)]);
    expect(await Promise.all([top, child, grandchild].map(works))).toEqual([true, false, false]);
  } finally {
    await server.close();
  }
  const clock = () => server.deps.clock();
  const report = await examineDataFolder({ dataDir: other, kdf, random: systemRandom, clock, freeBytes: () => 1e12 });
  const told = report.findings.filter(({ status, message }) => status !== 'ok' && /api_keys|API key/.test(message));
  expect(told).toEqual([]);
});
