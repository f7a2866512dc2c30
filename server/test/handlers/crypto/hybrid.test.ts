import * as nodeCrypto from 'node:crypto';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { pathFor } from '@touchstone/core/api/client.ts';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { hybridPayload, verifyLayered } from '@touchstone/core/composite/layered.ts';
import {
  HYBRID_LEVELS,
  HYBRID_MODES,
  HYBRID_SCHEME_NAMES,
  HYBRID_SCHEMES,
  type HybridSchemeName,
} from '@touchstone/core/composite/schemes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccountByEmail } from '../../../src/accounts/store/accounts.ts';
import { withProjectSecrets } from '../../../src/signing/project-keys.ts';
import { findSigningKey } from '../../../src/signing/store.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { bytes, flipped, nodePublicKey } from './raw-keys.ts';

const CONCAT = 'CONCAT_ED25519_DILITHIUM3';
const NESTED = 'NESTED_ED25519_DILITHIUM3';
const TRIPLE = 'TRIPLE_ED25519_DILITHIUM5_FALCON512';
const TRIPLE_F = 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F';
const ARCHIVAL = 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F';
const TEXT = utf8('signed in layers');
const MESSAGE = toBase64(TEXT);

type Layers = Readonly<Record<string, string>>;
interface Signed {
  readonly signatures: Layers;
  readonly scheme: HybridSchemeName;
  readonly key_id: string;
  readonly public_keys: Layers;
  readonly wireVersion?: string;
  readonly onchain_hash?: string;
}

let server: TestServer;
let token: string;
let projectId: string;
const OWNER = 'hybrid@example.com';
const signed = new Map<string, Signed>();
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.newKey({ email: OWNER, plan: 'business' });
  token = made.key;
  projectId = made.projectId;
  for (const scheme of HYBRID_SCHEME_NAMES) signed.set(scheme, await signedBy({ message: MESSAGE, scheme }));
}, 300_000);
afterAll(() => server.close());

const call = (name: string, json: unknown, key = token) =>
  server.call('POST', `/v1/hybrid/${name}`, { token: key, json });
const credits = async () => (await findAccountByEmail(server.deps.db, OWNER))?.credits ?? Number.NaN;

async function signedBy(json: unknown, key = token): Promise<Signed> {
  const answer = await call('sign', json, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Signed;
}

function of(scheme: HybridSchemeName): Signed {
  const known = signed.get(scheme);
  if (known === undefined) throw new TypeError(`${scheme} was not signed`);
  return known;
}

async function verdictOf(json: object): Promise<{ valid: boolean; layers: Record<string, boolean> }> {
  const answer = await call('verify', json);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { valid: boolean; layers: Record<string, boolean> };
}

async function expectInvalid(answer: ReturnType<typeof call>, field: string): Promise<void> {
  const { status, code, message } = await answer;
  expect([status, code]).toEqual([400, 'INVALID_REQUEST']);
  expect(message).toContain(`\`${field}`);
}

function all(scheme: HybridSchemeName, value: boolean): Record<string, boolean> {
  return Object.fromEntries(HYBRID_SCHEMES[scheme].layers.map(({ name }) => [name, value]));
}

test('the contract names the schemes, modes, levels and surcharges of core', () => {
  const { keygen, sign } = api.crypto.hybrid;
  const enumOf = (schema: object) => Object.getOwnPropertyDescriptor(schema, 'enum')?.value;
  expect(enumOf(keygen.body.properties.scheme)).toEqual([...HYBRID_SCHEME_NAMES]);
  expect(enumOf(sign.body.properties.signatureMode)).toEqual([...HYBRID_MODES]);
  expect(enumOf(sign.body.properties.security_level)).toEqual([...HYBRID_LEVELS]);
  expect(sign.units.surcharges.triple.units).toBe(HYBRID_SCHEMES[TRIPLE].extraUnits);
  expect(sign.units.surcharges.archival.units).toBe(HYBRID_SCHEMES[ARCHIVAL].extraUnits);
});

describe.each(HYBRID_SCHEME_NAMES)('%s', (scheme) => {
  const { layers, hasOnchainHash, wireVersion } = HYBRID_SCHEMES[scheme];
  const names = layers.map(({ name }) => name);

  test('signs exactly its layers at the exact lengths', async () => {
    const answer = of(scheme);
    expect(answer.scheme).toBe(scheme);
    expect(answer.key_id).toMatch(/^key_hyb_[0-9a-f]{16}$/);
    expect(Object.keys(answer.signatures)).toEqual(names);
    expect(Object.keys(answer.public_keys)).toEqual(names);
    const lengths = names.map((name) => bytes(answer.signatures[name]).length);
    expect(lengths).toEqual(layers.map(({ signatureLength }) => signatureLength));
    expect(answer.wireVersion).toBe(wireVersion ?? undefined);
    const layer3 = fromBase64(answer.signatures.layer3 ?? '');
    const hash = createHash('sha3-256')
      .update(layer3 ?? new Uint8Array())
      .digest('hex');
    expect(answer.onchain_hash).toBe(hasOnchainHash ? hash : undefined);
  });

  test('verifies by the current key, by key_id and by the public keys', async () => {
    const { signatures, key_id, public_keys } = of(scheme);
    const request = { message: MESSAGE, signatures, scheme };
    for (const by of [{}, { key_id }, { public_keys }]) {
      expect(await verdictOf({ ...request, ...by })).toEqual({ valid: true, layers: all(scheme, true) });
    }
    const other = { ...request, message: toBase64(utf8('another message')) };
    expect(await verdictOf(other)).toEqual({ valid: false, layers: all(scheme, false) });
    await expectInvalid(call('verify', { ...request, key_id, public_keys }), 'public_keys');
  });

  test('each layer is judged alone: a broken one breaks itself and what covers it', async () => {
    const { signatures } = of(scheme);
    for (const [index, name] of names.entries()) {
      const broken = { ...signatures, [name]: flipped(signatures[name], 20) };
      const expected = Object.fromEntries(
        names.map((layer, i) => [layer, HYBRID_SCHEMES[scheme].isNested ? i < index : i !== index]),
      );
      expect(await verdictOf({ message: MESSAGE, signatures: broken, scheme })).toEqual({
        valid: false,
        layers: expected,
      });
    }
  });

  test('a missing layer and a layer too many make it invalid', async () => {
    const { signatures } = of(scheme);
    const last = names.at(-1) ?? 'layer1';
    const { [last]: _gone, ...fewer } = signatures;
    const missing = await verdictOf({ message: MESSAGE, signatures: fewer, scheme });
    expect(missing).toEqual({ valid: false, layers: { ...all(scheme, true), [last]: false } });
    if (names.length === 4) return;
    const extra = `layer${names.length + 1}`;
    const more = { ...signatures, [extra]: signatures.layer1 };
    expect(await verdictOf({ message: MESSAGE, signatures: more, scheme })).toEqual({
      valid: false,
      layers: { ...all(scheme, true), [extra]: false },
    });
    expect((await verdictOf({ message: MESSAGE, signatures: {}, scheme })).layers).toEqual(all(scheme, false));
  });
});

test('S6: layer i signs the payload and the layers before it; concatenated layers sign the payload', async () => {
  for (const scheme of [CONCAT, NESTED, TRIPLE_F] as const) {
    const { signatures, public_keys } = of(scheme);
    let message = hybridPayload(scheme, TEXT);
    expect(Buffer.from(message).toString('latin1')).toBe(`svc-hybrid/v1\0${scheme}\0signed in layers`);
    for (const { name, algorithm } of HYBRID_SCHEMES[scheme].layers) {
      const key = nodePublicKey(algorithm, public_keys[name] ?? '');
      expect(nodeCrypto.verify(null, message, key, bytes(signatures[name])), `${scheme} ${name}`).toBe(true);
      if (scheme !== CONCAT) message = Buffer.concat([message, bytes(signatures[name])]);
    }
  }
});

test('S6: swapped layers and swapped keys do not hold', async () => {
  const concat = of(CONCAT);
  const { layer1 = '', layer2 = '' } = concat.signatures;
  const swapped = { message: MESSAGE, scheme: CONCAT, signatures: { layer1: layer2, layer2: layer1 } };
  expect(await verdictOf(swapped)).toEqual({ valid: false, layers: all(CONCAT, false) });
  const { layer1: key1 = '', layer2: key2 = '' } = concat.public_keys;
  const keys = { message: MESSAGE, scheme: CONCAT, signatures: concat.signatures };
  expect(await verdictOf({ ...keys, public_keys: { layer1: key2, layer2: key1 } })).toEqual({
    valid: false,
    layers: all(CONCAT, false),
  });
  const archival = of(ARCHIVAL);
  const { layer3 = '', layer4 = '' } = archival.signatures;
  const exchanged = { ...archival.signatures, layer3: layer4, layer4: layer3 };
  expect(await verdictOf({ message: MESSAGE, scheme: ARCHIVAL, signatures: exchanged })).toEqual({
    valid: false,
    layers: { layer1: true, layer2: true, layer3: false, layer4: false },
  });
});

test('S6: a signature and a key serve their own scheme only', async () => {
  const { signatures, public_keys, key_id } = of(CONCAT);
  for (const by of [{}, { key_id }, { public_keys }]) {
    const answer = await verdictOf({ message: MESSAGE, signatures, scheme: NESTED, ...by });
    expect(answer).toEqual({ valid: false, layers: all(NESTED, false) });
  }
  await expectInvalid(call('sign', { message: MESSAGE, scheme: NESTED, key_id }), 'key_id');
  const hidden = await server.call('POST', '/v1/crypto/dilithium/sign', { token, json: { message: MESSAGE, key_id } });
  expect(hidden.code).toBe('NOT_FOUND');
});

test('S4: a dilithium key id is not found here', async () => {
  const json = { security_level: 'ML-DSA-44' };
  const made = await server.call('POST', '/v1/crypto/dilithium/keygen', { token, json });
  const key_id = made.at('key_id');
  expect((await call('sign', { message: MESSAGE, scheme: NESTED, key_id })).code).toBe('NOT_FOUND');
  const { signatures } = of(NESTED);
  expect((await call('verify', { message: MESSAGE, scheme: NESTED, signatures, key_id })).code).toBe('NOT_FOUND');
});

test('S1: keys of another project are not found, and its current key is its own', async () => {
  const stranger = (await server.newKey()).key;
  const { key_id, signatures } = of(NESTED);
  expect((await call('sign', { message: MESSAGE, scheme: NESTED, key_id }, stranger)).code).toBe('NOT_FOUND');
  const request = { message: MESSAGE, scheme: NESTED, signatures };
  expect((await call('verify', { ...request, key_id }, stranger)).code).toBe('NOT_FOUND');
  // Without any key of the scheme, nothing can hold.
  expect((await call('verify', request, stranger)).body).toEqual({ valid: false, layers: all(NESTED, false) });
  const own = await signedBy({ message: MESSAGE, scheme: NESTED }, stranger);
  expect(own.key_id).not.toBe(key_id);
  expect((await call('verify', request, stranger)).at('valid')).toBe(false);
});

test('keygen makes the current key; earlier ones serve by their id', async () => {
  const { key } = await server.newKey();
  const first = await signedBy({ message: MESSAGE, scheme: NESTED }, key);
  const again = await signedBy({ message: MESSAGE, scheme: NESTED }, key);
  expect(again.key_id).toBe(first.key_id);
  const made = await call('keygen', { scheme: NESTED }, key);
  expect(made.body).toEqual({ key_id: made.at('key_id'), scheme: NESTED, public_keys: made.at('public_keys') });
  expect(made.at('key_id')).not.toBe(first.key_id);
  const next = await signedBy({ message: MESSAGE, scheme: NESTED }, key);
  expect([next.key_id, next.public_keys]).toEqual([made.at('key_id'), made.at('public_keys')]);
  const request = { message: MESSAGE, scheme: NESTED, signatures: first.signatures };
  expect((await call('verify', request, key)).at('valid')).toBe(false);
  expect((await call('verify', { ...request, key_id: first.key_id }, key)).at('valid')).toBe(true);
  const old = await signedBy({ message: MESSAGE, scheme: NESTED, key_id: first.key_id }, key);
  expect(old.key_id).toBe(first.key_id);
});

test('stored keys verify whatever their bits', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  // Half of all Ed25519 keys have the bit set that the edge rule masks.
  for (let i = 0; i < 12; i++) {
    await call('keygen', { scheme: CONCAT }, key);
    const { signatures } = await signedBy({ message: MESSAGE, scheme: CONCAT }, key);
    const answer = await call('verify', { message: MESSAGE, scheme: CONCAT, signatures }, key);
    expect(answer.body).toEqual({ valid: true, layers: all(CONCAT, true) });
  }
});

test('first signatures that come together are all by one key', async () => {
  const { key } = await server.newKey({ plan: 'business' });
  const answers = await Promise.all([1, 2, 3, 4].map(() => signedBy({ message: MESSAGE, scheme: CONCAT }, key)));
  expect(new Set(answers.map(({ key_id }) => key_id)).size).toBe(1);
  for (const { signatures } of answers) {
    expect((await call('verify', { message: MESSAGE, scheme: CONCAT, signatures }, key)).at('valid')).toBe(true);
  }
});

test('level and mode choose the scheme; contradictions are refused', async () => {
  const chosen = [
    [{ security_level: 'standard' }, CONCAT],
    [{ security_level: '128' }, NESTED],
    [{ security_level: '256' }, TRIPLE],
    [{ signatureMode: 'concatenated' }, CONCAT],
    [{ signatureMode: 'nested', security_level: '256' }, NESTED],
    [{ signatureMode: 'archival' }, ARCHIVAL],
    [{ signatureMode: 'triple-nested', scheme: TRIPLE_F }, TRIPLE_F],
  ] as const;
  for (const [choice, scheme] of chosen) expect((await signedBy({ message: MESSAGE, ...choice })).scheme).toBe(scheme);
  await expectInvalid(call('sign', { message: MESSAGE }), 'scheme');
  await expectInvalid(call('sign', { message: MESSAGE, scheme: 'QUADRUPLE' }), 'scheme');
  await expectInvalid(call('sign', { message: MESSAGE, scheme: NESTED, signatureMode: 'archival' }), 'signatureMode');
  await expectInvalid(call('sign', { message: MESSAGE, scheme: NESTED, security_level: '256' }), 'security_level');
  await expectInvalid(call('sign', { message: MESSAGE, security_level: '512' }), 'security_level');
  await expectInvalid(call('keygen', { scheme: 'nested' }), 'scheme');
});

test('units: two layers 1, triple 4, archival 6, keygen 2, verify and refusals 0', async () => {
  const { key_id } = of(CONCAT);
  const costs: [string, object, number][] = [
    ['sign', { message: MESSAGE, scheme: CONCAT }, 1],
    ['sign', { message: MESSAGE, scheme: NESTED }, 1],
    ['sign', { message: MESSAGE, scheme: TRIPLE }, 4],
    ['sign', { message: MESSAGE, scheme: TRIPLE_F }, 4],
    ['sign', { message: MESSAGE, scheme: ARCHIVAL }, 6],
    ['sign', { message: toBase64(new Uint8Array(40_000)), scheme: TRIPLE }, 4],
    ['keygen', { scheme: CONCAT }, 2],
    ['verify', { message: MESSAGE, scheme: CONCAT, signatures: of(CONCAT).signatures, key_id }, 0],
    ['sign', { message: MESSAGE, scheme: TRIPLE, key_id }, 0],
    ['sign', { message: MESSAGE, scheme: ARCHIVAL, key_id: 'key_hyb_0000000000000000' }, 0],
    ['sign', { message: '!', scheme: ARCHIVAL }, 0],
    ['sign', { message: MESSAGE }, 0],
  ];
  for (const [name, json, cost] of costs) {
    const before = await credits();
    const answer = await call(name, json);
    expect(before - (await credits()), `${name} ${answer.text}`).toBe(cost);
  }
});

test('a balance that covers the base but not the surcharge is 402, and stays', async () => {
  const email = 'short@example.com';
  const { key } = await server.newKey({ email });
  const { db } = server.deps;
  for (const [have, scheme, status] of [
    [3, TRIPLE, 402],
    [4, TRIPLE, 200],
    [5, ARCHIVAL, 402],
    [6, ARCHIVAL, 200],
  ] as const) {
    await db.updateTable('accounts').set({ credits: have }).where('email', '=', email).execute();
    const answer = await call('sign', { message: MESSAGE, scheme }, key);
    expect(answer.status).toBe(status);
    expect((await findAccountByEmail(db, email))?.credits).toBe(status === 402 ? have : 0);
  }
  // What is wrong with the body is said first.
  const wrong = { message: MESSAGE, scheme: TRIPLE, signatureMode: 'nested' };
  expect((await call('sign', wrong, key)).code).toBe('INVALID_REQUEST');
});

test('large messages, which workers sign and verify', async () => {
  const text = new Uint8Array(200_000).fill(3);
  const message = toBase64(text);
  for (const scheme of [CONCAT, TRIPLE] as const) {
    const { signatures, key_id, public_keys } = await signedBy({ message, scheme });
    const decode = (layers: Layers) =>
      Object.fromEntries(Object.entries(layers).map(([name, layer]) => [name, bytes(layer)]));
    const outside = await verifyLayered(scheme, decode(public_keys), text, decode(signatures), server.deps.signer);
    expect(outside.valid).toBe(true);
    const request = { message, signatures, scheme };
    for (const by of [{}, { key_id }, { public_keys }]) {
      expect((await verdictOf({ ...request, ...by })).valid).toBe(true);
    }
    const broken = { ...request, signatures: { ...signatures, layer1: flipped(signatures.layer1) } };
    expect((await verdictOf(broken)).valid).toBe(false);
    await expectInvalid(call('verify', { ...request, key_id, public_keys }), 'public_keys');
  }
  await expectInvalid(call('sign', { message }), 'scheme');
  expect((await call('sign', { message, scheme: CONCAT, key_id: 'x' })).code).toBe('NOT_FOUND');
});

test('verify: undecodable text is 400, wrong lengths are not valid', async () => {
  const { signatures } = of(NESTED);
  const request = { message: MESSAGE, scheme: NESTED, signatures };
  await expectInvalid(call('verify', { ...request, signatures: { ...signatures, layer2: 'A' } }), 'signatures.layer2');
  await expectInvalid(
    call('verify', { ...request, signatures: { ...signatures, layer5: 'AA==' } }),
    'signatures.layer5',
  );
  await expectInvalid(call('verify', { ...request, message: 'AB==' }), 'message');
  await expectInvalid(call('verify', { ...request, public_keys: { layer1: '!' } }), 'public_keys.layer1');
  await expectInvalid(call('verify', { ...request, scheme: 'NESTED' }), 'scheme');
  for (const text of ['', 'AA==']) {
    const short = { ...request, signatures: { ...signatures, layer1: text } };
    expect(await verdictOf(short)).toEqual({ valid: false, layers: all(NESTED, false) });
  }
  const shortKeys = { ...request, public_keys: { layer1: 'AA==', layer2: 'AA==' } };
  expect(await verdictOf(shortKeys)).toEqual({ valid: false, layers: all(NESTED, false) });
  expect((await call('verify', { ...request, key_id: 'key_hyb_0000000000000000' })).code).toBe('NOT_FOUND');
});

test('the list of algorithms says what stands behind each label', async () => {
  const answer = await server.call('GET', pathFor(api.crypto.hybrid.algorithms, {}, {}), { token });
  expect(answer.at('available')).toEqual({
    classical: ['ed25519'],
    lattice: ['dilithium2', 'dilithium3', 'dilithium5', 'falcon512'],
    hashBased: ['sphincsPlus128s'],
  });
  const configurations = answer.at('configurations') as Record<string, { algorithms: string; units: number }>;
  expect(Object.keys(configurations)).toEqual(['H0', 'SVC', 'H-256-L', 'H-256-H', 'SVC-Archival']);
  expect(configurations.H0?.algorithms).toBe('dilithium3');
  expect(configurations['H-256-L']?.algorithms).toBe('ed25519+dilithium5+falcon512');
  expect(configurations['SVC-Archival']).toMatchObject({ units: 6, wireVersion: '0x04' });
  expect(answer.at('labels.dilithium3')).toMatchObject({ algorithm: 'ML-DSA-44', signature_bytes: 2420 });
  expect(answer.at('labels.dilithium5')).toMatchObject({ algorithm: 'ML-DSA-65', signature_bytes: 3309 });
});

test('S22: a stored layer opens only in its own row', async () => {
  const { key } = await server.newKey();
  const { key_id } = await signedBy({ message: MESSAGE, scheme: CONCAT }, key);
  // Both schemes have the same families: the key must not come to sign for the other one.
  const { db } = server.deps;
  await db.updateTable('signing_keys').set({ scheme: NESTED }).where('id', '=', key_id).execute();
  expect((await call('sign', { message: MESSAGE, scheme: NESTED, key_id }, key)).code).toBe('INTERNAL');
});

test('no secret is in the log or, in clear, in the database', async () => {
  const own = await server.call('POST', '/v1/crypto/dilithium/keygen', {
    token,
    json: { security_level: 'ML-DSA-44', custody: 'client' },
  });
  const secret = String(own.at('secret_key'));
  await server.call('POST', '/v1/crypto/dilithium/sign', { token, json: { message: MESSAGE, secret_key: secret } });
  const broken = { message: MESSAGE, secret_key: flipped(secret, 200), nonsense: 1 };
  await server.call('POST', '/v1/crypto/dilithium/sign', { token, json: broken });
  const log = server.logged.join('\n');
  expect(log).toContain('/v1/crypto/dilithium/sign');
  expect(log).not.toContain(secret.slice(0, 32));
  expect(log).not.toContain(MESSAGE);
  const key = await findSigningKey(server.deps.db, projectId, 'hybrid', of(ARCHIVAL).key_id);
  if (key === null) throw new TypeError('the key is there');
  await withProjectSecrets(server.deps.vault, key, async (secrets) => {
    expect(Object.keys(secrets)).toEqual(['layer1', 'layer2', 'layer3', 'layer4']);
    const files = ['touchstone.db', 'touchstone.db-wal'].map((name) => readFileSync(join(server.dataDir, name)));
    const held = (part: Uint8Array) => files.some((file) => file.includes(Buffer.from(part)));
    for (const part of Object.values(secrets)) expect(held(part.subarray(0, 24))).toBe(false);
    expect(held(bytes(secret).subarray(32, 64))).toBe(false);
    // The search finds what is there.
    for (const { publicKey } of key.layers) expect(held(publicKey.subarray(0, 24))).toBe(true);
  });
});
