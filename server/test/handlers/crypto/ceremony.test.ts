import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { openShare } from '@touchstone/core/ceremony/sealed-share.ts';
import { combineShares, shareCommitment, signWithShares } from '@touchstone/core/ceremony/shares.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { signatureLengths } from '@touchstone/core/sign/lengths.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key: token, projectId } = await server.newKey({ plan: 'business' }));
});
afterAll(() => server.close());

/** noble alone: another implementation than the server's. */
const signer = createSignatureProvider([], systemRandom);
const kem = createKem([], systemRandom);
const MESSAGE = utf8('release 7');

interface Share {
  readonly participant: number;
  readonly share: string;
  readonly commitment: string;
}

function bytes(text: unknown): Uint8Array {
  const decoded = fromBase64(String(text));
  if (decoded === null) throw new Error('no base64');
  return decoded;
}

let ceremonies = 0;
const init = (more: object = {}, key = token) =>
  server.call('POST', '/v1/ceremony/init', {
    token: key,
    json: { ceremony_id: `ceremony ${++ceremonies}`, participants: 3, threshold: 2, algorithm: 'dilithium', ...more },
  });

describe('S10: init', () => {
  test.each([
    ['dilithium', 'ML-DSA-65'],
    ['ML-DSA-44', 'ML-DSA-44'],
    ['ML-DSA-65', 'ML-DSA-65'],
    ['ML-DSA-87', 'ML-DSA-87'],
  ] as const)('%s: two of three shares sign under the answered key', async (name, algorithm) => {
    const answer = await init({ algorithm: name });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.at('status')).toBe('initialized');
    expect(answer.at('latency_us')).toBeGreaterThan(0);
    const publicKey = bytes(answer.at('public_key'));
    expect(publicKey).toHaveLength(signatureLengths(algorithm).publicKey);
    const shares = answer.at('participant_shares') as Share[];
    expect(shares.map(({ participant }) => participant)).toEqual([1, 2, 3]);
    for (const { share, commitment } of shares) expect(shareCommitment(bytes(share))).toBe(commitment);
    const given = shares.slice(1).map(({ share }) => bytes(share));
    const signed = await signWithShares({ algorithm, publicKey, shares: given }, MESSAGE, signer);
    if (!signed.ok) throw new Error(signed.reason);
    const verified = await server.call('POST', '/v1/crypto/dilithium/verify', {
      token,
      json: { message: toBase64(MESSAGE), signature: toBase64(signed.signature), public_key: toBase64(publicKey) },
    });
    expect(verified.at('valid')).toBe(true);
    const one = given.slice(1);
    expect(await combineShares({ algorithm, publicKey, shares: one }, signer)).toMatchObject({ ok: false });
  });

  test('with keys of the participants every share is sealed to its holder', async () => {
    const kinds = ['ML-KEM-1024', 'ML-KEM-768', 'ML-KEM-1024'] as const;
    const keys = await Promise.all(kinds.map((kind) => kem.generateKeyPair(kind)));
    const ceremonyId = 'sealed';
    const publicKeys = keys.map(({ publicKey }) => toBase64(publicKey));
    const answer = await init({ ceremony_id: ceremonyId, participant_public_keys: publicKeys });
    expect(answer.status, answer.text).toBe(200);
    const shares = answer.at('participant_shares') as Share[];
    const opened: Uint8Array[] = [];
    for (const [index, { participant, share, commitment }] of shares.entries()) {
      expect(share).toMatch(/^kem1:/);
      const kind = kinds[index] ?? 'ML-KEM-768';
      const holder = { project: projectId, ceremonyId, participant };
      const content = await openShare(kem, kind, keys[index]?.secretKey ?? new Uint8Array(), holder, share);
      if (content === null) throw new Error(`share ${participant} does not open`);
      expect(shareCommitment(content)).toBe(commitment);
      opened.push(content);
      const next = keys[(index + 2) % 3]?.secretKey ?? new Uint8Array();
      expect(await openShare(kem, kinds[(index + 2) % 3] ?? kind, next, holder, share)).toBeNull();
    }
    const key = { algorithm: 'ML-DSA-65', publicKey: bytes(answer.at('public_key')) } as const;
    expect(await combineShares({ ...key, shares: opened.slice(0, 2) }, signer)).toMatchObject({ ok: true });
    expect(await combineShares({ ...key, shares: opened }, signer)).toMatchObject({ ok: true });
  });

  test('a ceremony_id is used once in a project, also by two at once', async () => {
    expect((await init({ ceremony_id: 'once' })).status).toBe(200);
    const again = await init({ ceremony_id: 'once', algorithm: 'ML-DSA-44' });
    expect([again.status, again.code]).toEqual([409, 'CONFLICT']);
    expect(again.text).not.toContain('share');
    const other = await server.newKey();
    expect((await init({ ceremony_id: 'once' }, other.key)).status).toBe(200);
    const together = await Promise.all([init({ ceremony_id: 'both' }), init({ ceremony_id: 'both' })]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is recorded in the audit of the administration, without a share', async () => {
    const answer = await init({ ceremony_id: 'recorded' });
    const audit = await server.call('GET', '/api/v1/admin/audit?action=ceremony.dealt&limit=1', {
      token: server.admin,
    });
    expect(audit.at('items.0')).toMatchObject({
      subject: `${projectId} recorded`,
      details: {
        project_id: projectId,
        ceremony_id: 'recorded',
        algorithm: 'ML-DSA-65',
        participants: 3,
        threshold: 2,
      },
    });
    for (const { share } of answer.at('participant_shares') as Share[]) expect(audit.text).not.toContain(share);
  });

  test('the store has the public part only, and nothing is logged', async () => {
    const answer = await init({ ceremony_id: 'public part' });
    const shares = answer.at('participant_shares') as Share[];
    const rows = await server.deps.db.selectFrom('ceremonies').selectAll().where('id', '=', 'public part').execute();
    expect(rows).toEqual([
      {
        project_id: projectId,
        id: 'public part',
        algorithm: 'ML-DSA-65',
        participants: 3,
        threshold: 2,
        public_key: bytes(answer.at('public_key')),
        commitments: JSON.stringify(shares.map(({ commitment }) => commitment)),
        created_at: expect.any(Number),
      },
    ]);
    for (const { share } of shares) expect(server.logged.join('')).not.toContain(share);
  });

  test('the most participants', async () => {
    const answer = await init({ participants: 255, threshold: 255, algorithm: 'ML-DSA-44' });
    const shares = (answer.at('participant_shares') as Share[]).map(({ share }) => bytes(share));
    const key = { algorithm: 'ML-DSA-44', publicKey: bytes(answer.at('public_key')) } as const;
    expect(await combineShares({ ...key, shares }, signer)).toMatchObject({ ok: true });
    expect(await combineShares({ ...key, shares: shares.slice(1) }, signer)).toMatchObject({ reason: 'OTHER_KEY' });
  });

  test('a key for each of 255 participants', async () => {
    const { publicKey } = await kem.generateKeyPair('ML-KEM-768');
    // Other keys by another ρ, the last 32 bytes.
    const keys = Array.from({ length: 255 }, (_, index) => {
      const key = new Uint8Array(publicKey);
      key.set([index], 1_183);
      return toBase64(key);
    });
    const answer = await init({ participants: 255, threshold: 2, participant_public_keys: keys });
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    expect(answer.at('participant_shares')).toHaveLength(255);
  });

  test('what cannot be is refused by name and costs nothing', async () => {
    const key = toBase64((await kem.generateKeyPair('ML-KEM-768')).publicKey);
    const second = toBase64((await kem.generateKeyPair('ML-KEM-1024')).publicKey);
    const small = toBase64((await kem.generateKeyPair('ML-KEM-512')).publicKey);
    const broken = toBase64(new Uint8Array(1_184).fill(255));
    const two = { participants: 2 };
    const wrong: readonly [object, string][] = [
      [{ threshold: 4 }, 'threshold'],
      [{ threshold: 1 }, 'threshold'],
      [{ threshold: 2.5 }, 'threshold'],
      [{ participants: 1 }, 'participants'],
      [{ participants: 256 }, 'participants'],
      [{ algorithm: 'falcon' }, 'algorithm'],
      [{ ceremony_id: '' }, 'ceremony_id'],
      [{ participant_public_keys: [key, second] }, 'participant_public_keys'],
      [{ ...two, participant_public_keys: [key, small] }, 'participant_public_keys.1'],
      [{ ...two, participant_public_keys: [broken, key] }, 'participant_public_keys.0'],
      [{ ...two, participant_public_keys: [key, key] }, 'participant_public_keys.1'],
      [{ ...two, participant_public_keys: [key, 'A'] }, 'participant_public_keys.1'],
    ];
    const poor = await server.newKey();
    const balance = () =>
      server.deps.db
        .selectFrom('accounts')
        .innerJoin('projects', 'projects.account_id', 'accounts.id')
        .select('credits')
        .where('projects.id', '=', poor.projectId)
        .executeTakeFirstOrThrow();
    const before = await balance();
    for (const [more, field] of wrong) {
      const answer = await init(more, poor.key);
      expect([field, answer.status, answer.code]).toEqual([field, 400, 'INVALID_REQUEST']);
      expect(answer.message).toContain(`\`${field}\``);
    }
    expect(await balance()).toEqual(before);
    expect((await init({ ...two, participant_public_keys: [key, second] }, poor.key)).status).toBe(200);
    expect((await balance()).credits).toBe(before.credits - 1);
  });
});

describe('status', () => {
  const status = (id: string, key = token) =>
    server.call('GET', `/v1/ceremony/${encodeURIComponent(id)}`, { token: key });
  const lifetime = (ceremony_seconds: number) =>
    server.call('PATCH', '/api/v1/admin/settings', { token: server.admin, json: { ceremony_seconds } });

  test('what was dealt and until when, by any name; nothing of the shares', async () => {
    const id = 'Release keys / 2026 ü';
    const made = await init({ ceremony_id: id, algorithm: 'ML-DSA-44' });
    const answer = await status(id);
    expect(answer.status, answer.text).toBe(200);
    const shares = made.at('participant_shares') as Share[];
    expect(answer.body).toEqual({
      ceremony_id: id,
      state: 'open',
      algorithm: 'ML-DSA-44',
      participants: 3,
      threshold: 2,
      public_key: made.at('public_key'),
      commitments: shares.map(({ commitment }) => commitment),
      created_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
    });
    const { created_at, expires_at } = answer.body as { created_at: string; expires_at: string };
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(86_400_000);
    for (const { share } of shares) expect(answer.text).not.toContain(share);
  });

  test('S1: not of another project, and none that never was', async () => {
    await init({ ceremony_id: 'mine' });
    const { key: other } = await server.newKey();
    expect((await status('mine', other)).code).toBe('NOT_FOUND');
    expect((await status('never')).code).toBe('NOT_FOUND');
    expect((await status('x'.repeat(129))).code).toBe('INVALID_REQUEST');
  });

  test('the setting ends it by the clock alone, also a lowered one', async () => {
    server.tick = 0;
    try {
      await init({ ceremony_id: 'timed' });
      server.advance(86_399_999);
      expect((await status('timed')).at('state')).toBe('open');
      server.advance(1);
      expect((await status('timed')).at('state')).toBe('ended');
      await init({ ceremony_id: 'shorter' });
      server.advance(600_000);
      expect((await status('shorter')).at('state')).toBe('open');
      expect((await lifetime(600)).status).toBe(200);
      expect((await status('shorter')).at('state')).toBe('ended');
      expect((await lifetime(299)).code).toBe('INVALID_REQUEST');
    } finally {
      await lifetime(86_400);
      server.tick = 1_000;
    }
  });
});
