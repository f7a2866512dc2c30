/** Document 1, "Receipts"; decisions §5. */
import { describe, expect, test } from 'vitest';
import type { Account, Service } from './client.ts';
import { bytes, isSigned, publicKeyOf, publishedSets, sha3 } from './independent.ts';

const FAMILIES = ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'] as const;

function withLength(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return Buffer.concat([length, part]);
}

export function receiptSuite(service: () => Service, client: () => Account): void {
  const create = (json: object) => service().post('/v1/receipts', json, client().key);

  describe('receipts', () => {
    test.each([
      [{ payload: 'Größe 🌍' }, 12],
      [{ payload: '', computation_type: 255 }, 255],
      [{ payload: 'x', computation_type: 32 }, 32],
    ])('%j: every byte is what the documents say, and the three signatures hold', async (json, type) => {
      const receipt = await create(json);
      expect(receipt.status).toBe(200);
      const substrate = Buffer.from(receipt.str('substrate_hex'), 'hex');
      const compact = Buffer.from(receipt.str('receipt_hex'), 'hex');
      const onChainHash = sha3(substrate);
      expect([substrate.length, compact.length]).toEqual([58, 42]);
      expect([substrate[0], substrate[1], receipt.at('computation_type')]).toEqual([1, type, type]);
      expect(substrate.subarray(2, 34)).toEqual(sha3(json.payload));
      expect(receipt.at('commitment')).toBe(sha3(json.payload).toString('hex'));
      expect(receipt.at('on_chain_hash')).toBe(onChainHash.toString('hex'));
      expect(receipt.at('handle')).toBe(receipt.str('on_chain_hash') + receipt.str('receipt_hex'));
      expect([compact[0], compact[41]]).toEqual([1, 7]);
      expect(compact.readBigUInt64BE(33)).toBe(substrate.readBigUInt64BE(34));
      expect(new Date(Number(substrate.readBigUInt64BE(34))).toISOString()).toBe(receipt.at('issued_at'));

      const set = (await publishedSets(service())).find(({ keyset_id }) => keyset_id === receipt.at('keyset_id'));
      if (set === undefined) throw new Error('the key set of the receipt is not published');
      expect(set.use).toBe('receipt');
      const keys = FAMILIES.map((family) => publicKeyOf(set, family));
      const signatures = ['ml_dsa_65', 'falcon_512', 'slh_dsa_sha2_128f'].map((name) =>
        bytes(receipt.str(`signatures.${name}`)),
      );
      expect(
        FAMILIES.map((family, at) =>
          isSigned(family, onChainHash, signatures[at] ?? Buffer.alloc(0), keys[at] ?? Buffer.alloc(0)),
        ),
      ).toEqual([true, true, true]);
      expect(compact.subarray(1, 33)).toEqual(
        sha3('svc:pq3:v1:full:', onChainHash, ...[...keys, ...signatures].map(withLength)),
      );
    });

    test('anyone finds it by id, hash and handle, under every address', async () => {
      const receipt = await create({ payload: 'found' });
      expect(new URL(receipt.str('verification_url')).origin).toBe(service().url);
      for (const name of ['receipt_id', 'on_chain_hash', 'handle']) {
        expect((await service().get(`/v1/receipts/${receipt.str(name)}`)).text).toBe(receipt.text);
      }
      expect((await service().get(`/v1/v1/receipts/${receipt.str('receipt_id')}`)).text).toBe(receipt.text);
      const handle = receipt.str('handle');
      expect((await service().get(`/v1/receipts/${handle.slice(0, -2)}06`)).at('error.code')).toBe('NOT_FOUND');
      expect((await service().get(`/v1/receipts/${handle.toUpperCase()}`)).at('error.code')).toBe('INVALID_REQUEST');
    });

    test.each([
      '{"payload":5}',
      '{"payload":{"a":1}}',
      '{}',
      '[]',
      '{"payload":"x","computation_type":0}',
      '{"payload":"x","computation_type":25}',
      '{"payload":"x","computation_type":-0}',
      '{"payload":"x","computation_type":12.5}',
      '{"payload":"x","computation_type":"12"}',
      '{"payload":"x","computation_type":1e400}',
      '{"payload":"x","computation_type":90071992547409931}',
      '{"payload":"x","surprise":1}',
      '{"payload":"x","__proto__":{}}',
      '{"payload":"x","payload":"y"}',
      '{"payload":"x","p\\u0061yload":"y"}',
      '{"payload":"\\ud800"}',
      '{"payload":"x"}x',
      '\ufeff{"payload":"x"}',
      `{"payload":${'['.repeat(100_000)}`,
    ])('refuses %s', async (raw) => {
      const refused = await service().call('POST', '/v1/receipts', { raw, key: client().key });
      expect([refused.status, refused.at('error.code')]).toEqual([400, 'INVALID_REQUEST']);
    });

    test('12 may be written as 1.2e1', async () => {
      const raw = '{"payload":"x","computation_type":1.2e1}';
      const receipt = await service().call('POST', '/v1/receipts', { raw, key: client().key });
      expect(receipt.at('computation_type')).toBe(12);
    });

    test('the list is of the own project and comes in pages', async () => {
      const { key } = await service().account();
      for (const payload of ['a', 'b', 'c']) await service().post('/v1/receipts', { payload }, key);
      const seen: unknown[] = [];
      for (let cursor: unknown = ''; cursor !== null; ) {
        const page = await service().get(`/v1/receipts?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, key);
        seen.push(...(page.at('items') as { commitment: string }[]).map(({ commitment }) => commitment));
        cursor = page.at('next_cursor');
      }
      expect(new Set(seen)).toEqual(new Set(['a', 'b', 'c'].map((payload) => sha3(payload).toString('hex'))));
      expect((await service().get('/v1/receipts')).at('error.code')).toBe('UNAUTHORIZED');
    });

    test.each([
      'limit=0',
      'limit=-1',
      'limit=1e1',
      'limit=1&limit=2',
      'limit=',
      'limit=100000',
      'cursor=zzz',
      'cursor=%00',
      '__proto__=1',
    ])('refuses the query %s', async (query) => {
      expect((await service().get(`/v1/receipts?${query}`, client().key)).at('error.code')).toBe('INVALID_REQUEST');
    });
  });
}
