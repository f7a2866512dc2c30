import { fromBase64, fromHex, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { algorithmOf, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { createTree, leafHash, verifyConsistency, verifyInclusion } from '@touchstone/core/log/tree.ts';
import { verifyStatement } from '@touchstone/core/sign/statement.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepLog } from '../../../src/log/heads.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key: token } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

const log = (tail: string) => server.call('GET', `/v1/log/${tail}`);
const bytes = (value: unknown) => fromHex(String(value)) ?? new Uint8Array(0);
const path = (value: unknown) => (value as string[]).map(bytes);

async function receipt(payload: string): Promise<string> {
  const answer = await server.call('POST', '/v1/receipts', { token, json: { payload } });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.at('on_chain_hash'));
}

test('an empty log has a signed head', async () => {
  const head = await log('head');
  expect(head.body).toMatchObject({
    head: { tree_size: 0, root: toHex(createHashOfNothing()) },
    is_current_log: true,
    restored: null,
    anchor: null,
  });
  expect((await log('tiles/0/0')).code).toBe('NOT_FOUND');
});

function createHashOfNothing(): Uint8Array {
  return bytes('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
}

test('a receipt is a leaf of the log, under a head that the service set signs', async () => {
  const hashes = [await receipt('a'), await receipt('b'), await receipt('c')];
  const head = await log('head');
  const { signature, ...body } = head.at('head') as { signature: string; keyset_id: string; root: string };
  const [set] = (await server.deps.keySets.verifying('service')).filter(({ keyset_id: id }) => id === body.keyset_id);
  const key = set?.keys.find((candidate) => algorithmOf(candidate) === 'ML-DSA-65');
  if (key === undefined) throw new TypeError('no key');
  const verify = (signed: object) =>
    verifyStatement('log-head', { ...body, ...signed }, signature, publicKeyBytes(key), server.deps.signer);
  expect(await verify({})).toBe(true);
  expect(await verify({ tree_size: 4 })).toBe(false);
  expect(body.root).toBe(toHex(createTree(hashes.map(bytes)).root));
  const found = await log(`inclusion?hash=${hashes[1]}`);
  expect(found.body).toMatchObject({ index: 1, tree_size: 3, data: hashes[1], root: body.root, head: { signature } });
  const proof = { index: 1, size: 3, path: path(found.at('path')) };
  expect(verifyInclusion(bytes(hashes[1]), proof, bytes(body.root))).toBe(true);
  expect(verifyInclusion(bytes(hashes[2]), proof, bytes(body.root))).toBe(false);
  // A size without a head has a proof, but no signature.
  expect((await log(`inclusion?index=0&tree_size=2`)).at('head')).toBeNull();
  const tile = await log('tiles/0/0');
  expect(tile.at('width')).toBe(3);
  const text = Buffer.from(fromBase64(String(tile.at('hashes'))) ?? []).toString('hex');
  expect(text).toBe(hashes.map((hash) => toHex(leafHash(bytes(hash)))).join(''));
});

test('two sizes are consistent, and the roots are those of the heads', async () => {
  await receipt('d');
  const head = await log('head');
  const proof = await log('consistency?first=3&second=4');
  expect(proof.at('second_root')).toBe(head.at('head.root'));
  const claim = { first: 3, second: 4, path: path(proof.at('path')) };
  expect(verifyConsistency(claim, bytes(proof.at('first_root')), bytes(proof.at('second_root')))).toBe(true);
  expect(verifyConsistency(claim, bytes(proof.at('second_root')), bytes(proof.at('second_root')))).toBe(false);
});

test('what the log does not have is NOT_FOUND, what is asked in no sense is refused', async () => {
  const some = (await log('head')).at('head.tree_size');
  for (const tail of [
    `inclusion?hash=${'0'.repeat(64)}`,
    'inclusion?node_id=node_0',
    'inclusion?index=999',
    'inclusion?index=0&tree_size=999',
    'consistency?first=1&second=999',
    'tiles/1/0',
    'tiles/0/7',
  ])
    expect([tail, (await log(tail)).code]).toEqual([tail, 'NOT_FOUND']);
  for (const tail of [
    'inclusion',
    `inclusion?index=0&hash=${'0'.repeat(64)}`,
    `consistency?first=${some}&second=1`,
    'heads?cursor=x',
    'tiles/9/0',
    'tiles/0/01',
  ])
    expect([tail, (await log(tail)).code]).toEqual([tail, 'INVALID_REQUEST']);
});

test('heads are kept and listed, and the newest is anchored', async () => {
  await receipt('e');
  await sweepLog(server.deps);
  const anchored = await log('head');
  const { signature: _signature, ...body } = anchored.at('head') as { signature: string; tree_size: number };
  expect(anchored.at('anchor')).toMatchObject({
    chain: 'ethereum',
    network: 'embedded:ethereum',
    commitment: toHex(sha3_256(canonicalBytes(body))),
    confirmed: false,
  });
  // Nothing is done where nothing is new.
  await sweepLog(server.deps);
  await server.deps.chains.makeBlocks();
  const count = await server.deps.db.selectFrom('ledger_anchors').select('tx').where('kind', '=', 'log-head').execute();
  expect(count.length).toBe(1);
  const page = await log('heads?limit=2');
  const next = await log(`heads?limit=200&cursor=${page.at('next_cursor')}`);
  const sizes = [page, next].flatMap((answer) =>
    (answer.at('items') as { head: { tree_size: number } }[]).map(({ head }) => head.tree_size),
  );
  expect(sizes).toEqual([5, 4, 3, 0]);
});

test('asked by many at once while it grows, the log signs no head twice', async () => {
  const hashes = await Promise.all(['f', 'g', 'h', 'i'].map(receipt));
  const answers = await Promise.all(hashes.flatMap((hash) => [log('head'), log(`inclusion?hash=${hash}`)]));
  for (const answer of answers) expect(answer.status, answer.text).toBe(200);
  const rows = await server.deps.db.selectFrom('log_heads').select(['log_id', 'tree_size']).execute();
  expect(new Set(rows.map(({ log_id: id, tree_size: size }) => `${id} ${size}`)).size).toBe(rows.length);
});
