import { fromHex } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { type AnchorEntry, entryBytes, transactionId } from '@touchstone/core/ledger/anchor.ts';
import { headerHash } from '@touchstone/core/ledger/block.ts';
import { parseLedgerExport } from '@touchstone/core/ledger/export.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import { verifyChain } from '@touchstone/core/ledger/verify-chain.ts';
import { type InclusionProof, verifyInclusion } from '@touchstone/core/receipt/merkle-batch.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let key: string;
const transactions: string[] = [];
beforeAll(async () => {
  server = await openTestServer();
  ({ key } = await server.newKey({ plan: 'business' }));
  for (let n = 1; n <= 5; n++) {
    const json = { hash: n.toString(16).padStart(64, '0'), chain: 'bitcoin' };
    const answer = await server.call('POST', '/v1/vault/attest', { token: key, json });
    transactions.push(String(answer.at('tx_hash')));
    if (n !== 2) await server.deps.chains.makeBlocks();
  }
});
afterAll(() => server.close());

const get = (path: string) => server.call('GET', `/v1/ledger${path}`, { token: key });

test('the chains: heads, anchors, what waits', async () => {
  const answer = await get('/chains');
  expect(answer.at('ledger_id')).toMatch(/^led_[0-9a-f]{16}$/);
  expect(answer.at('restored')).toBeNull();
  expect(answer.at('chains.2')).toMatchObject({
    chain: 'bitcoin',
    network: 'embedded:bitcoin',
    height: 4,
    anchors: 5,
    pending: 0,
  });
  expect(answer.at('chains.0')).toMatchObject({ chain: 'solana', height: 0, head: null, last_block_at: null });
  expect(answer.at('chains.2.head')).toBe((await get('/chains/bitcoin/blocks?limit=1')).at('items.0.hash'));
});

test('blocks in pages, the newest first; one block with its anchors', async () => {
  const first = await get('/chains/bitcoin/blocks?limit=3');
  expect((first.at('items') as { height: number }[]).map(({ height }) => height)).toEqual([4, 3, 2]);
  const second = await get(`/chains/bitcoin/blocks?limit=3&cursor=${first.at('next_cursor')}`);
  expect((second.at('items') as { height: number }[]).map(({ height }) => height)).toEqual([1]);
  expect(second.at('next_cursor')).toBeNull();
  expect(first.at('items.2.previous')).toBe(second.at('items.0.hash'));
  expect((await get('/chains/bitcoin/blocks?cursor=x')).code).toBe('INVALID_REQUEST');

  const block = await get('/chains/bitcoin/blocks/2');
  expect(block.at('header')).toMatchObject({ height: 2, anchors: 2, first_position: 2, network: 'embedded:bitcoin' });
  expect(block.at('anchors')).toHaveLength(2);
  expect(block.at('hash')).toBe(headerHash(block.at('header') as Parameters<typeof headerHash>[0]));
  expect((await get('/chains/bitcoin/blocks/99')).status).toBe(404);
  for (const wrong of ['0', '-1', 'latest', '1.5']) {
    expect((await get(`/chains/bitcoin/blocks/${wrong}`)).code).toBe('INVALID_REQUEST');
  }
  expect((await get('/chains/dogecoin/blocks')).code).toBe('INVALID_REQUEST');
});

test('S13: anchors in pages, by kind and commitment', async () => {
  const first = await get('/chains/bitcoin/anchors?limit=4');
  expect((first.at('items') as { position: number }[]).map(({ position }) => position)).toEqual([5, 4, 3, 2]);
  const second = await get(`/chains/bitcoin/anchors?limit=4&cursor=${first.at('next_cursor')}`);
  expect(second.at('items')).toHaveLength(1);
  expect(second.at('items.0')).toMatchObject({ tx_hash: transactions[0], block: 1, confirmations: 4, confirmed: true });
  const commitment = '3'.padStart(64, '0');
  const found = await get(`/chains/bitcoin/anchors?commitment=${commitment}&kind=document`);
  expect(found.at('items')).toMatchObject([{ tx_hash: transactions[2], commitment }]);
  // S15
  expect((await get(`/chains/bitcoin/anchors?commitment=${commitment}&kind=privacy`)).at('items')).toEqual([]);
});

test('an anchor is proven against its signed header', async () => {
  const answer = await get(`/chains/bitcoin/anchors/${transactions[2]}`);
  type Facts = { tx_hash: string; block: number; confirmations: number; confirmed: boolean };
  const { tx_hash, block, confirmations, confirmed, ...leaf } = answer.at('anchor') as AnchorEntry & Facts;
  expect({ tx_hash, block, confirmed }).toEqual({ tx_hash: transactions[2], block: 2, confirmed: true });
  expect(confirmations).toBe(3);
  expect(transactionId('bitcoin', leaf)).toBe(transactions[2]);
  const { header, signature, ...proof } = answer.at('proof') as Record<string, unknown>;
  const path = (proof.path as string[]).map((hash) => fromHex(hash) ?? new Uint8Array());
  const inclusion: InclusionProof = { index: Number(proof.index), size: Number(proof.size), path };
  const root = fromHex(String((header as { anchors_root: string }).anchors_root)) ?? new Uint8Array();
  expect(verifyInclusion(entryBytes(leaf), inclusion, root)).toBe(true);
  expect(verifyInclusion(entryBytes({ ...leaf, kind: 'privacy' }), inclusion, root)).toBe(false);
  const judge = judgeUnder(
    await server.deps.keySets.verifying('service'),
    EMPTY_TRUST_STORE,
    server.deps.signer,
    server.deps.clock(),
  );
  expect(await judge(header as Parameters<typeof judge>[0], String(signature))).toBe('valid');

  for (const unknown of ['0'.repeat(64), `0x${'0'.repeat(64)}`, 'x']) {
    expect((await get(`/chains/bitcoin/anchors/${unknown}`)).status).toBe(404);
  }
  expect((await get(`/chains/zcash/anchors/${transactions[2]}`)).status).toBe(404);
  const waiting = await server.call('POST', '/v1/vault/attest', {
    token: key,
    json: { hash: 'f'.repeat(64), chain: 'solana' },
  });
  expect(await get(`/chains/solana/anchors/${waiting.at('tx_hash')}`)).toMatchObject({ body: { proof: null } });
});

test('S15: what it exports verifies offline under the public keys, in parts too', async () => {
  const keys = await server.call('GET', '/api/svc-key/keys/public');
  expect(keys.status).toBe(200);
  const judge = judgeUnder(
    await server.deps.keySets.verifying('service'),
    EMPTY_TRUST_STORE,
    server.deps.signer,
    server.deps.clock(),
  );
  const exported = await get('/chains/bitcoin/export');
  const parsed = parseLedgerExport(exported.text);
  if (!parsed.ok) throw new Error(parsed.message);
  expect(parsed.ledger).toMatchObject({ network: 'embedded:bitcoin', tip: 4 });
  expect(await verifyChain(parsed.chain, parsed.ledger.blocks, judge, true)).toMatchObject({ intact: true, blocks: 4 });

  const part = parseLedgerExport((await get('/chains/bitcoin/export?from=2&limit=2')).text);
  if (!part.ok) throw new Error(part.message);
  expect(await verifyChain('bitcoin', part.ledger.blocks, judge, false)).toMatchObject({
    intact: true,
    firstHeight: 2,
    blocks: 2,
  });
  expect(await verifyChain('bitcoin', part.ledger.blocks, judge, true)).toMatchObject({ intact: false });
  const empty = parseLedgerExport((await get('/chains/base/export')).text);
  expect(empty).toMatchObject({ ok: true, ledger: { tip: null, blocks: [] } });
});

test('the administrator has a chain walked; a changed block is found and located', async () => {
  const verify = (token = server.admin) => server.call('POST', '/v1/ledger/chains/bitcoin/verify', { token });
  expect((await verify(key)).status).toBe(403);
  const sound = await verify();
  expect(sound.body).toMatchObject({
    intact: true,
    blocks: 4,
    anchors: 5,
    broken_at: null,
    fault: null,
    untrusted: 0,
    doubts: [],
  });
  const set = (commitment: string) =>
    server.deps.db
      .updateTable('ledger_anchors')
      .set({ commitment })
      .where('chain', '=', 'bitcoin')
      .where('position', '=', 4)
      .execute();
  await set('e'.repeat(64));
  expect((await verify()).body).toMatchObject({ intact: false, blocks: 2, broken_at: 3, fault: 'STORED' });
  await set('4'.padStart(64, '0'));
  expect((await verify()).body).toMatchObject({ intact: true });
});
