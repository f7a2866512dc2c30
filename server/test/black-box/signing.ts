/** Document 1, "Signing service"; decisions §6; S7. */
import { createDecipheriv, createHash, decapsulate, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Account, type Reply, type Service, sleep } from './client.ts';
import { bytes, currentSet, damaged, isSigned, publicKeyOf, publishedSets, sha3 } from './independent.ts';

const SIGN = '/api/svc-key/sign/3key';
const VERIFY = '/api/svc-key/verify/3key';
const FAMILIES = ['Ed25519', 'ML-DSA-65', 'FALCON-512'] as const;

export function signingSuite(service: () => Service, client: () => Account): void {
  const sign = (json: object) => service().post(SIGN, json, client().key);
  // With a key, so that many verifications do not share the bucket of anonymous clients.
  const verify = (json: object) => service().post(VERIFY, json, client().key);
  const layers = (ed25519: boolean, dilithium: boolean, falcon: boolean) => ({
    valid: ed25519 && dilithium && falcon,
    layers: { ed25519: { valid: ed25519 }, dilithium: { valid: dilithium }, falcon: { valid: falcon } },
  });

  describe('three-family signatures', () => {
    test.each([
      ['utf8', 'Größe 🌍\u0001', Buffer.from('Größe 🌍\u0001')],
      ['utf8', '', Buffer.alloc(0)],
      ['base64', 'AP8B', Buffer.from([0, 255, 1])],
      ['hex', '00ff01', Buffer.from([0, 255, 1])],
    ])('%s: each family signs the tagged hash of %j', async (encoding, data, message) => {
      const signed = await sign({ data, encoding });
      expect(signed.status).toBe(200);
      expect(JSON.parse(signed.text)).toMatchObject({ algorithm: 'SVC-3-Key', families: FAMILIES });
      expect(signed.at('data_hash')).toBe(sha3(message).toString('hex'));
      expect(new Date(signed.str('timestamp')).toISOString()).toBe(signed.at('timestamp'));
      const set = await currentSet(service(), '3key');
      const [prefix, ...parts] = signed.str('signature').split(':');
      expect(prefix).toBe('3key');
      const covered = Buffer.concat([Buffer.from('svc-3key/v1\0'), sha3(message)]);
      const checked = FAMILIES.map((family, at) =>
        isSigned(family, covered, bytes(parts[at] ?? ''), publicKeyOf(set, family)),
      );
      expect(checked).toEqual([true, true, true]);
      expect(parts.map((part) => bytes(part).length)).toEqual([64, 3309, 666]);
      expect(JSON.parse((await verify({ data, encoding, signature: signed.at('signature') })).text)).toMatchObject({
        ...layers(true, true, true),
        algorithm: 'SVC-3-Key',
        keyset_id: set.keyset_id,
      });
    });

    test.each([
      ['hex', '0'],
      ['hex', '00FF'],
      ['hex', 'zz'],
      ['base64', 'AP8'],
      ['base64', 'AP9='],
      ['base64', '_-8='],
      ['base64', 'AP8B\n'],
      ['UTF8', 'x'],
      ['latin1', 'x'],
      [5, 'x'],
    ])('%s: %j is refused, names the member and costs nothing', async (encoding, data) => {
      const before = await service().credits(client());
      const refused = await sign({ data, encoding });
      expect([refused.status, refused.at('error.code')]).toEqual([400, 'INVALID_REQUEST']);
      expect(refused.str('error.message')).toMatch(/`(?:data|encoding)`/);
      expect(await service().credits(client())).toBe(before);
    });

    test('each layer is judged alone', async () => {
      const signature = (await sign({ data: 'one', encoding: 'utf8' })).str('signature');
      const other = (await sign({ data: 'two', encoding: 'utf8' })).str('signature').split(':');
      const parts = signature.split(':');
      const verdict = async (changed: readonly (string | undefined)[]) =>
        JSON.parse((await verify({ data: 'one', signature: changed.join(':') })).text);
      const [tag = '', ed = '', ml = '', falcon = ''] = parts;
      expect(await verdict([tag, damaged(ed), ml, falcon])).toMatchObject(layers(false, true, true));
      expect(await verdict([tag, ed, damaged(ml), falcon])).toMatchObject(layers(true, false, true));
      expect(await verdict([tag, ed, ml, damaged(falcon)])).toMatchObject(layers(true, true, false));
      expect(await verdict([tag, ml, ed, falcon])).toMatchObject(layers(false, false, true));
      expect(await verdict([tag, ed, other[2], falcon])).toMatchObject(layers(true, false, true));
      expect(await verdict([tag, '', '', ''])).toMatchObject(layers(false, false, false));
      expect(JSON.parse((await verify({ data: 'two', signature })).text)).toMatchObject(layers(false, false, false));
    });

    test.each([
      '',
      '3key:',
      '3KEY:AA==:AA==:AA==',
      'AA==:AA==:AA==',
      '3key:AA==:AA==',
      '3key:AA==:AA==:AA==:AA==',
      '3key:A:AA==:AA==',
      '3key:AA:AA==:AA==',
    ])('the text %j is no signature', async (signature) => {
      const refused = await verify({ data: 'x', signature });
      expect([refused.status, refused.at('error.code')]).toEqual([400, 'INVALID_REQUEST']);
    });

    test('verification needs no key; signing does', async () => {
      const signature = (await sign({ data: 'free', encoding: 'utf8' })).at('signature');
      expect((await service().post(VERIFY, { data: 'free', signature })).at('valid')).toBe(true);
      const refused = await service().post(SIGN, { data: 'free', encoding: 'utf8' });
      expect([refused.status, refused.at('error.code')]).toEqual([401, 'UNAUTHORIZED']);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    });

    test('a rotation retires the set: old signatures stay valid, layers of two sets do not mix, a revoked set is over', async () => {
      const old = await currentSet(service(), '3key');
      const before = (await sign({ data: 'x', encoding: 'utf8' })).str('signature').split(':');
      await service().post('/api/v1/admin/key-sets/3key/rotate', {}, service().admin);
      const after = (await sign({ data: 'x', encoding: 'utf8' })).str('signature').split(':');
      const sets = (await publishedSets(service())).filter(({ use }) => use === '3key');
      expect(sets).toHaveLength(2);
      expect(sets[1]?.keyset_id).toBe(old.keyset_id);
      const retired = await verify({ data: 'x', signature: before.join(':') });
      expect([retired.at('valid'), retired.at('keyset_id')]).toEqual([true, old.keyset_id]);
      const mixed = await verify({ data: 'x', signature: [before[0], before[1], before[2], after[3]].join(':') });
      expect(mixed.at('valid')).toBe(false);

      const { x } = old.keys.find(({ crv }) => crv === 'Ed25519') ?? {};
      const jwk = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
      const thumbprint = createHash('sha256').update(jwk).digest('base64url');
      await service().post('/api/v1/admin/trust/revocations', { thumbprint, reason: 'lost' }, service().admin);
      expect((await verify({ data: 'x', signature: before.join(':') })).at('valid')).toBe(false);
      expect((await verify({ data: 'x', signature: after.join(':') })).at('valid')).toBe(true);
    });
  });

  describe('wrapping', () => {
    const wrap = (json: object) => service().post('/api/svc-key/wrap', json, client().key);
    const unwrap = (id: unknown, key = client().key) =>
      service().post('/api/svc-key/unwrap', { wrapped_key_id: id }, key);

    test.each([
      ['key-1', 'ML-KEM-768+AES-256-GCM', 1088],
      ['key-2', 'ML-KEM-1024+AES-256-GCM', 1568],
    ])('%s wraps by %s, for this project only', async (tier, algorithm, kemBytes) => {
      const wrapped = await wrap({ key_material: 'Schlüssel', tier });
      expect(JSON.parse(wrapped.text)).toMatchObject({ algorithm, tier, envelope_version: 1 });
      expect(wrapped.str('wrapped_key_id')).toMatch(/^wk_/);
      expect(bytes(wrapped.str('kem_ciphertext'))).toHaveLength(kemBytes);
      expect(bytes(wrapped.str('nonce'))).toHaveLength(12);
      expect((await unwrap(wrapped.at('wrapped_key_id'))).at('key_material')).toBe('Schlüssel');
      const stranger = await service().account();
      expect((await unwrap(wrapped.at('wrapped_key_id'), stranger.key)).at('error.code')).toBe('NOT_FOUND');
    });

    test.each([
      ['key-1', 'ml-kem-768'],
      ['key-2', 'ml-kem-1024'],
    ] as const)('%s: the recipient of a box opens it with nothing but the documents', async (tier, kem) => {
      const pair = kem === 'ml-kem-768' ? generateKeyPairSync('ml-kem-768') : generateKeyPairSync('ml-kem-1024');
      const publicKey = Buffer.from(String(pair.publicKey.export({ format: 'jwk' }).pub), 'base64url');
      const wrapped = await wrap({
        key_material: 'für dich',
        tier,
        recipient_public_key: publicKey.toString('base64'),
      });
      const kemCiphertext = bytes(wrapped.str('kem_ciphertext'));
      const shared = decapsulate(pair.privateKey, kemCiphertext);
      const key = Buffer.from(hkdfSync('sha3-256', shared, sha3(kemCiphertext, publicKey), 'wrap', 32));
      const box = bytes(wrapped.str('wrapped_key'));
      const opener = createDecipheriv('aes-256-gcm', key, bytes(wrapped.str('nonce')));
      const place = ['wrap', client().projectId, wrapped.at('wrapped_key_id'), 'wrapped_key', 1];
      opener.setAAD(Buffer.from(JSON.stringify(place)));
      opener.setAuthTag(box.subarray(-16));
      const opened = Buffer.concat([opener.update(box.subarray(0, -16)), opener.final()]);
      expect(opened.toString('utf8')).toBe('für dich');
      expect((await unwrap(wrapped.at('wrapped_key_id'))).at('error.code')).toBe('CONFLICT');
    });

    test.each([
      { key_material: 'x', tier: 'key-0' },
      { key_material: 'x', tier: 'key-3' },
      { key_material: '', tier: 'key-1' },
      { key_material: 'x', tier: 'key-1', recipient_public_key: 'AAAA' },
      { key_material: 'x', tier: 'key-1', recipient_public_key: '!' },
      { key_material: 'x', tier: 'key-1', recipient_public_key: Buffer.alloc(1184, 255).toString('base64') },
      { tier: 'key-1' },
    ])('refuses %j', async (json) => {
      expect((await wrap(json)).at('error.code')).toBe('INVALID_REQUEST');
    });
  });

  test('issued keys are shown once, open a project each, and share the account', async () => {
    const [first, second] = [await service().account(), await service().account()];
    const again = await service().post('/api/auth/request', { email: first.email.toUpperCase() }, first.key);
    expect(JSON.parse(again.text)).toMatchObject({ email: first.email, plan: 'free', credits: 1000 });
    expect(again.str('api_key')).toMatch(/^svc_live_/);
    expect(again.at('project_id')).not.toBe(first.projectId);
    expect(second.id).not.toBe(first.id);
    const listed = await service().get('/api/auth/keys', again.str('api_key'));
    expect(listed.text).not.toContain(again.str('api_key'));
  });

  const use = (key: string) => service().get('/v1/receipts', key);

  /** Uses a key that lasts so many seconds before its end and after it; one that was used too late is made anew, for longer. */
  async function expectEnd(made: (seconds: number) => Promise<Reply>): Promise<void> {
    for (let seconds = 1; ; seconds *= 2) {
      const end = Date.now() + seconds * 1000;
      const issued = await made(seconds);
      if (Date.now() >= end) continue;
      const { status } = await use(issued.str('api_key'));
      if (Date.now() >= end) continue;
      expect(status).toBe(200);
      await sleep(seconds * 1000 + 100);
      const refused = await use(issued.str('api_key'));
      expect([refused.status, refused.at('error.code')]).toEqual([401, 'INVALID_KEY']);
      return;
    }
  }

  test('a rotated key works through its grace period and not a moment longer', async () => {
    const { key } = await service().account();
    const successors: Reply[] = [];
    await expectEnd(async (seconds) => {
      const narrow = await service().post('/api/auth/keys', { scopes: ['sign'] }, key);
      const rotate = `/api/auth/keys/${narrow.str('key_id')}/rotate`;
      successors.push(await service().post(rotate, { grace_period_seconds: seconds }, key));
      return narrow;
    });
    await expectEnd((seconds) => {
      const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
      return service().post('/api/auth/keys', { expires_at }, key);
    });
    for (const fresh of successors) {
      expect((await use(fresh.str('api_key'))).status).toBe(200);
      await service().call('DELETE', `/api/auth/keys/${fresh.str('key_id')}`, { key });
      expect((await use(fresh.str('api_key'))).at('error.code')).toBe('INVALID_KEY');
    }
  });
}
