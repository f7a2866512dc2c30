import { fromBase64 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { entryHash } from '@touchstone/core/chain-of-entries/chain.ts';
import { algorithmOf, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { isTransactionId } from '@touchstone/core/ledger/anchor.ts';
import { PLATFORM_AUDIT } from '@touchstone/core/platform/audit-chain.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../../core/test/schemas/validator.ts';
import { CHAINS } from '../../../src/audit/chains.ts';
import { lostChains } from '../../../src/chain-of-entries/anchor.ts';
import { addRestore } from '../../../src/chain-of-entries/restores.ts';
import { findAnchor } from '../../../src/ledger/store.ts';
import { PLATFORM_AUDIT_NETWORK, platformAuditRestores } from '../../../src/platform/audit.ts';
import { leavePlatformAuditNotices } from '../../../src/platform/store/audit.ts';
import { write } from '../../../src/store/engine.ts';
import { SWEEPS } from '../../../src/sweeps.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

const EVENT = {
  action: 'document.read',
  userId: 'usr_7',
  resourceId: 'contract-2026-014',
  metadata: { ip: '192.0.2.10', userAgent: 'ExampleClient/1.0', permissions: ['documents:read'] },
};
const ALL_PASSED = {
  entry: 'passed',
  link: 'passed',
  signature: 'passed',
  anchor: 'passed',
  block: 'passed',
  confirmations: 'passed',
};

let server: TestServer;
let token: string;
let project: string;

const audit = (change: object = {}, by = token) =>
  server.call('POST', '/v1/blockchain/audit', { token: by, json: { ...EVENT, ...change } });
const verify = (id: unknown, by = token) => server.call('GET', `/v1/blockchain/audit/${id}/verify`, { token: by });
const list = (query = '', by = token) => server.call('GET', `/v1/blockchain/audit${query}`, { token: by });
const items = (answer: Answer) => answer.at('items') as { entry: JsonObject; [name: string]: unknown }[];

async function blocks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    server.advance(1_000);
    await server.deps.chains.makeBlocks();
  }
}

/** Changes rows that the database would not let anybody change. */
async function damage(...statements: string[]): Promise<void> {
  const { db } = server.deps;
  await sql.raw('DROP TRIGGER IF EXISTS platform_audit_stays').execute(db);
  await sql.raw('DROP TRIGGER IF EXISTS platform_audit_remains').execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

describe('writing and verifying', () => {
  beforeAll(async () => {
    server = await openTestServer();
    ({ key: token, projectId: project } = await server.newKey({ plan: 'pro' }));
  });
  afterAll(() => server.close());

  test('an entry is answered as document 3 says, and signed as the list shows it', async () => {
    const made = await audit();
    expect(Object.keys(made.body as object).sort()).toEqual(['auditId', 'blockchainTx', 'signature', 'timestamp']);
    expect(made.at('auditId')).toMatch(/^aud_[0-9a-f]{16}$/);
    expect(isTransactionId(PLATFORM_AUDIT_NETWORK, String(made.at('blockchainTx')))).toBe(true);
    expect(Date.parse(String(made.at('timestamp')))).toBe(server.deps.clock());

    const [item] = items(await list());
    if (item === undefined) throw new Error('nothing is listed');
    expect(item).toMatchObject({ auditId: made.at('auditId'), action: EVENT.action, signature: made.at('signature') });
    expect(item.entry).toMatchObject({
      ...EVENT,
      source: 'caller',
      position: 1,
      projectId: project,
      previousHash: null,
    });
    expect(schemaFaults('statements/platform-audit', item.entry)).toEqual([]);
    expect(item.hash).toBe(entryHash(PLATFORM_AUDIT, item.entry));
    const [set] = await server.deps.keySets.verifying('service');
    const key = set?.keys.find((one) => algorithmOf(one) === 'ML-DSA-65');
    if (key === undefined) throw new TypeError('no key');
    const isSigned = (entry: JsonObject, kind: 'platform-audit' | 'audit' = 'platform-audit') =>
      verifyStatement(kind, entry, String(made.at('signature')), publicKeyBytes(key), server.deps.signer);
    expect(await isSigned(item.entry)).toBe(true);
    expect(await isSigned({ ...item.entry, userId: 'usr_8' })).toBe(false);
    expect(await isSigned(item.entry, 'audit')).toBe(false);
    expect(fromBase64(String(made.at('signature')))).toHaveLength(3309);
  });

  test('S15: the hash, and nothing else, is on the ledger under the kind of this log', async () => {
    const made = await audit({ userId: 'canary-user' });
    const anchor = await findAnchor(server.deps.db, PLATFORM_AUDIT_NETWORK, String(made.at('blockchainTx')));
    expect(anchor).toMatchObject({ kind: 'platform-audit', commitment: items(await list())[0]?.hash });
    expect(JSON.stringify(await server.deps.db.selectFrom('ledger_anchors').selectAll().execute())).not.toContain(
      'canary',
    );
  });

  test('verified at once with its block pending, then with blocks and confirmations', async () => {
    const id = (await audit()).at('auditId');
    const fresh = await verify(id);
    expect(fresh.body).toMatchObject({
      verified: true,
      audit: { id, action: EVENT.action },
      blockchain: { network: 'embedded:ethereum', blockHeight: 0, confirmations: 0 },
      checks: { ...ALL_PASSED, block: 'pending', confirmations: 'pending' },
    });
    await blocks(1);
    const held = await verify(id);
    expect(held.at('blockchain.confirmations')).toBe(1);
    expect(Number(held.at('blockchain.blockHeight'))).toBeGreaterThan(0);
    expect(held.at('checks')).toEqual({ ...ALL_PASSED, confirmations: 'pending' });
    await blocks(2);
    const confirmed = await verify(id);
    expect(confirmed.body).toMatchObject({ verified: true, checks: ALL_PASSED, blockchain: { confirmations: 3 } });
  });

  test('each entry names the one before it in its project', async () => {
    const { key: other } = await server.newKey({ plan: 'pro' });
    await audit({}, other);
    await audit({ action: 'second' }, other);
    const [second, first] = items(await list('', other));
    expect([first?.entry.position, second?.entry.position]).toEqual([1, 2]);
    expect(second?.entry.previousHash).toBe(first?.hash);
    expect(first?.entry.previousHash).toBeNull();
  });

  test('entries that are written at once stand in one chain', async () => {
    const { key: other } = await server.newKey({ plan: 'enterprise' });
    await Promise.all(Array.from({ length: 20 }, () => audit({}, other)));
    const entries = items(await list('', other)).toReversed();
    expect(entries.map(({ entry }) => entry.position)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const [index, { entry }] of entries.entries()) {
      expect(entry.previousHash).toBe(index === 0 ? null : entries[index - 1]?.hash);
    }
  });

  test('S1: another project neither sees nor verifies it', async () => {
    const id = (await audit()).at('auditId');
    const { key: other } = await server.newKey({ plan: 'pro' });
    expect((await verify(id, other)).code).toBe('NOT_FOUND');
    expect((await list('', other)).at('items')).toEqual([]);
    expect((await verify('aud_0000000000000000')).code).toBe('NOT_FOUND');
    expect((await verify('nonsense')).code).toBe('INVALID_REQUEST');
  });

  test('members are held against the contract, and callers cannot speak as the service', async () => {
    for (const wrong of [
      { action: '' },
      { userId: 7 },
      { metadata: { ip: '' } },
      { metadata: { other: 1 } },
      { metadata: { permissions: [''] } },
      { source: 'service' },
    ]) {
      expect((await audit(wrong)).code).toBe('INVALID_REQUEST');
    }
    await audit({ action: 'restored', metadata: {} });
    expect(items(await list())[0]?.entry).toMatchObject({ action: 'restored', source: 'caller' });
  });

  test('pages go from the newest to the first', async () => {
    const { key: other } = await server.newKey({ plan: 'pro' });
    for (let i = 1; i <= 5; i++) await audit({ action: `a${i}` }, other);
    const first = await list('?limit=3', other);
    const second = await list(`?limit=3&cursor=${first.at('next_cursor')}`, other);
    expect([...items(first), ...items(second)].map(({ action }) => action)).toEqual(['a5', 'a4', 'a3', 'a2', 'a1']);
    expect(second.at('next_cursor')).toBeNull();
    expect((await list('?cursor=x', other)).code).toBe('INVALID_REQUEST');
  });

  test('the database refuses to change or remove an entry', async () => {
    const { db } = server.deps;
    const change = db.updateTable('platform_audit').set({ action: 'x' }).execute();
    await expect(change).rejects.toThrow('append-only');
    await expect(db.deleteFrom('platform_audit').execute()).rejects.toThrow('append-only');
  });
});

describe('S15: what was changed by hand verifies false', () => {
  const TABLES = ['platform_audit', 'ledger_anchors', 'ledger_blocks'];
  let ids: string[];
  let txs: string[];
  beforeAll(async () => {
    server = await openTestServer();
    ({ key: token, projectId: project } = await server.newKey({ plan: 'pro' }));
    const made = [await audit(), await audit({ action: 'second' })];
    ids = made.map((answer) => String(answer.at('auditId')));
    txs = made.map((answer) => String(answer.at('blockchainTx')));
    await blocks(4);
    for (const id of ids) expect((await verify(id)).body).toMatchObject({ verified: true, checks: ALL_PASSED });
    // Whoever damages the file asks nobody about references either.
    await damage(
      'PRAGMA foreign_keys = OFF',
      ...TABLES.map((name) => `CREATE TABLE saved_${name} AS SELECT * FROM ${name}`),
    );
  });
  afterEach(async () => {
    const back = TABLES.flatMap((name) => [`DELETE FROM ${name}`, `INSERT INTO ${name} SELECT * FROM saved_${name}`]);
    await damage(...back, 'DELETE FROM platform_audit_notices');
    for (const id of ids) expect((await verify(id)).at('verified')).toBe(true);
  });
  afterAll(() => server.close());

  const at = (index: number) => `WHERE id = '${ids[index]}'`;
  const anchorAt = (index: number) => `WHERE chain = 'ethereum' AND tx = '${txs[index]}'`;
  const block = `WHERE chain = 'ethereum' AND height = (SELECT block FROM ledger_anchors WHERE tx = 'TX')`;
  const blockAt = (index: number) => block.replace('TX', txs[index] ?? '');

  const cases: readonly [string, () => readonly string[], readonly string[]][] = [
    [
      'the body',
      () => [`UPDATE platform_audit SET body = replace(body, 'usr_7', 'usr_8') ${at(0)}`],
      ['signature', 'anchor'],
    ],
    [
      'a body that is no JSON',
      () => [`UPDATE platform_audit SET body = 'x' ${at(0)}`],
      ['entry', 'signature', 'anchor'],
    ],
    ['a body in another spelling', () => [`UPDATE platform_audit SET body = ' ' || body ${at(0)}`], ['entry']],
    ['the action that lists show', () => [`UPDATE platform_audit SET action = 'x' ${at(0)}`], ['entry']],
    ['the time that lists show', () => [`UPDATE platform_audit SET created_at = created_at - 1 ${at(0)}`], ['entry']],
    ['the signature', () => [`UPDATE platform_audit SET signature = 'AA==' ${at(0)}`], ['signature']],
    [
      'the signature of another entry',
      () => [`UPDATE platform_audit SET signature = (SELECT signature FROM platform_audit ${at(1)}) ${at(0)}`],
      ['signature'],
    ],
    ['the transaction', () => [`UPDATE platform_audit SET tx = '0x${'0'.repeat(64)}' ${at(0)}`], ['anchor']],
    ['the transaction of another entry', () => [`UPDATE platform_audit SET tx = '${txs[1]}' ${at(0)}`], ['anchor']],
    ['the chain', () => [`UPDATE platform_audit SET chain = 'solana' ${at(0)}`], ['anchor']],
    ['a chain that is none', () => [`UPDATE platform_audit SET chain = 'none' ${at(0)}`], ['anchor']],
    ['the kind of the anchor', () => [`UPDATE ledger_anchors SET kind = 'document' ${anchorAt(0)}`], ['anchor']],
    [
      'the time of the anchor',
      () => [`UPDATE ledger_anchors SET accepted_at = accepted_at - 1 ${anchorAt(0)}`],
      ['anchor'],
    ],
    ['an anchor taken out of its block', () => [`UPDATE ledger_anchors SET block = NULL ${anchorAt(0)}`], ['block']],
    [
      'an anchor put into another block',
      () => [`UPDATE ledger_anchors SET block = block + 1 ${anchorAt(0)}`],
      ['block'],
    ],
    [
      'the header',
      () => [`UPDATE ledger_blocks SET header = replace(header, '"depth":3', '"depth":2') ${blockAt(0)}`],
      ['block'],
    ],
    ['a header that is none', () => [`UPDATE ledger_blocks SET header = '{}' ${blockAt(0)}`], ['block']],
    ['the signature of the header', () => [`UPDATE ledger_blocks SET signature = 'AA==' ${blockAt(0)}`], ['block']],
    ['a block that is gone', () => [`DELETE FROM ledger_blocks ${blockAt(0)}`], ['block']],
    [
      'a block on top',
      () => [`UPDATE ledger_blocks SET signature = 'AA==' ${blockAt(0).replace('height =', 'height = 1 +')}`],
      ['confirmations'],
    ],
    [
      'a block on top that is gone',
      () => [`DELETE FROM ledger_blocks ${blockAt(0).replace('height =', 'height = 1 +')}`],
      ['confirmations'],
    ],
  ];
  test.each(cases)('%s', async (_what, statements, failing) => {
    await damage(...statements());
    const answer = await verify(ids[0]);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.at('verified')).toBe(false);
    for (const name of failing) expect(answer.at(`checks.${name}`)).toBe('failed');
    expect((await list()).status).toBe(200);
  });

  test('a change of one entry breaks the link of the next, and its removal too', async () => {
    await damage(`UPDATE platform_audit SET body = replace(body, 'usr_7', 'usr_8') ${at(0)}`);
    expect((await verify(ids[1])).body).toMatchObject({ verified: false, checks: { ...ALL_PASSED, link: 'failed' } });
    await damage(`DELETE FROM platform_audit ${at(0)}`);
    expect((await verify(ids[1])).body).toMatchObject({ verified: false, checks: { ...ALL_PASSED, link: 'failed' } });
    expect((await verify(ids[0])).code).toBe('NOT_FOUND');
  });

  test('an entry put in by hand has no signature of the service', async () => {
    await damage(
      `INSERT INTO platform_audit SELECT project_id, 3, 'aud_f', action, replace(body, '${ids[1]}', 'aud_f'), signature, chain, tx, created_at FROM platform_audit ${at(1)}`,
    );
    expect((await verify('aud_f')).body).toMatchObject({
      verified: false,
      checks: { link: 'failed', signature: 'failed', anchor: 'failed' },
    });
  });

  test('a cut end shows: the ledger holds what the log lacks', async () => {
    expect(await lostChains(server.deps.db, CHAINS)).toEqual([]);
    await damage(`DELETE FROM platform_audit ${at(1)}`);
    expect((await verify(ids[0])).at('verified')).toBe(true);
    expect((await lostChains(server.deps.db, CHAINS)).map(({ anchored: { kind } }) => kind)).toEqual([
      'platform-audit',
    ]);
  });

  test('S27: after a restore the chain goes on with an entry of the service, told once', async () => {
    const restore = async () => {
      const now = server.deps.clock();
      const told = { restored_at: formatIsoTime(now), backup_created_at: formatIsoTime(now) };
      await write(server.deps.db, (transaction) =>
        addRestore(transaction, { told, ledgerId: 'led_restored', isTold: true }),
      );
      await leavePlatformAuditNotices(server.deps.db, now);
    };
    await restore();
    await audit({ action: 'third' });
    expect(items(await list()).map(({ entry }) => [entry.action, entry.source, entry.position])).toEqual([
      ['third', 'caller', 4],
      ['restored', 'service', 3],
      ['second', 'caller', 2],
      ['document.read', 'caller', 1],
    ]);
    await restore();
    await platformAuditRestores.run(server.deps);
    await platformAuditRestores.run(server.deps);
    const [last, before] = items(await list());
    expect([last?.entry.action, before?.entry.action]).toEqual(['restored', 'third']);
    expect((await verify(last?.auditId)).at('verified')).toBe(true);
    expect(SWEEPS).toContain(platformAuditRestores);
  });
});
