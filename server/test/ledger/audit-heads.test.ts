import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_NETWORK, anchorAuditHeads, lostAuditHeads } from '../../src/ledger/audit-heads.ts';
import { auditHeads } from '../../src/ledger/sweeps.ts';
import { SWEEPS } from '../../src/sweeps.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  for (let i = 0; i < 3; i++) await server.newKey();
});
afterAll(() => server.close());

const anchored = () => server.deps.db.selectFrom('ledger_anchors').selectAll().orderBy('position').execute();

test('S15: the newest entry of the audit enters the ledger, once', async () => {
  const { head } = await server.deps.audit.verify();
  expect(await anchorAuditHeads(server.deps.db, server.deps.chains)).toBe(1);
  expect(await anchorAuditHeads(server.deps.db, server.deps.chains)).toBe(0);
  expect(await anchored()).toMatchObject([{ chain: AUDIT_NETWORK, kind: 'admin-audit-head', commitment: head }]);
  await server.newKey();
  await auditHeads.run(server.deps);
  expect(await anchored()).toHaveLength(2);
  expect(SWEEPS).toContain(auditHeads);
  expect(await lostAuditHeads(server.deps.db)).toEqual([]);
});

test('S15: a cut end and a changed entry of the audit show', async () => {
  const { db } = server.deps;
  const [last] = await db.selectFrom('audit_entries').selectAll().orderBy('position', 'desc').limit(1).execute();
  if (last === undefined) throw new Error('the audit is empty');
  await db.deleteFrom('audit_entries').where('position', '=', last.position).execute();
  // The chain itself cannot tell.
  expect(await server.deps.audit.verify()).toMatchObject({ intact: true });
  expect((await lostAuditHeads(db)).map(({ kind }) => kind)).toEqual(['admin-audit-head']);
  await db
    .insertInto('audit_entries')
    .values({ ...last, body: last.body.replace('account', 'Account') })
    .execute();
  expect(await lostAuditHeads(db)).toHaveLength(1);
  await db.updateTable('audit_entries').set({ body: last.body }).where('position', '=', last.position).execute();
  expect(await lostAuditHeads(db)).toEqual([]);
});
