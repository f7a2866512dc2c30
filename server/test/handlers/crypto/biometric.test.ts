/** Biometrics against plain computation, and against what a stranger may send (S30). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  token = (await server.newKey({ plan: 'enterprise_plus' })).key;
});
afterAll(() => server.close());

function call(name: string, json: object, as = token): Promise<Answer> {
  return server.call('POST', `/v1/biometric/${name}`, { token: as, json });
}

const base64 = (floats: ArrayLike<number>) => Buffer.from(Float32Array.from(floats).buffer).toString('base64');

function normal(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}

function randomVector(dimensions: number): number[] {
  return Array.from({ length: dimensions }, normal);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** A vector whose cosine with another one is close to a number. */
function near(vector: readonly number[], wanted: number): number[] {
  const noise = Math.sqrt(1 / wanted ** 2 - 1);
  return vector.map((value) => value + noise * normal());
}

async function enrolled(userId: string, vector: readonly number[], modality = 'face', as = token): Promise<Answer> {
  const answer = await call('enroll', { user_id: userId, template: base64(vector), modality }, as);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

const verify = (userId: string, vector: ArrayLike<number>, as = token) =>
  call('verify', { user_id: userId, sample: base64(vector) }, as);

describe('the cosine is that of plain computation', () => {
  test.each([64, 100, 128, 512, 1024])('of %i values', async (dimensions) => {
    for (let round = 0; round < 12; round++) {
      const a = randomVector(dimensions);
      const b = round < 3 ? randomVector(dimensions) : near(a, round / 12);
      const answer = await call('match', { template_a: base64(a), template_b: base64(b) });
      expect(Math.abs(Number(answer.at('similarity')) - cosine(a, b))).toBeLessThan(0.003);
      expect(answer.at('threshold')).toBe(0.9);
      expect(answer.at('match')).toBe(Number(answer.at('similarity')) >= 0.9);
    }
  });

  test('at its ends, and whatever the length of a vector', async () => {
    const a = randomVector(1024);
    const similarity = async (b: readonly number[]) =>
      (await call('match', { template_a: base64(a), template_b: base64(b) })).at('similarity');
    expect(await similarity(a)).toBe(1);
    expect(await similarity(a.map((value) => value * 1e30))).toBe(1);
    expect(await similarity(a.map((value) => value * -1e-30))).toBe(-1);
    // Every value rounds the same way here.
    const flat = base64(Array.from({ length: 1024 }, () => 0.5));
    expect((await call('match', { template_a: flat, template_b: flat })).at('similarity')).toBe(1);
  });
});

describe('enrolment and verification', () => {
  test('who is like the template is verified, with two decimals; everybody else answers the same', async () => {
    const ada = randomVector(128);
    const made = await enrolled('ada', ada);
    expect(made.body).toEqual({
      enrollment_id: expect.stringMatching(/^enr_[0-9a-f]{16}$/),
      modality: 'face',
      encrypted: true,
      template_size_kb: 64.1,
    });
    const sample = near(ada, 0.97);
    const accepted = await verify('ada', sample);
    expect(accepted.body).toEqual({ verified: true, confidence: expect.any(Number), latency_us: expect.any(Number) });
    expect(Math.abs(Number(accepted.at('confidence')) - cosine(ada, sample))).toBeLessThan(0.009);
    expect((await verify('ada', ada)).at('confidence')).toBe(1);
    for (const refused of [
      near(ada, 0.8),
      randomVector(128),
      randomVector(512),
      ada.map((value) => -value),
      [1, 2],
      [],
    ]) {
      const answer = await verify('ada', refused);
      expect(answer.body).toEqual({ verified: false, confidence: 0, latency_us: expect.any(Number) });
    }
    const notNumbers = ada.map((value, at) => (at === 3 ? Number.NaN : value));
    expect((await verify('ada', notNumbers)).at('verified')).toBe(false);
    expect((await verify('nobody', ada)).code).toBe('NOT_FOUND');
    const { key } = await server.newKey({ plan: 'enterprise_plus' });
    expect((await verify('ada', ada, key)).code).toBe('NOT_FOUND');
  });

  test('a sample of another length, or none at all, takes the same work as every other one', async () => {
    const own = randomVector(128);
    await enrolled('timed', own, 'face');
    await enrolled('timed', randomVector(256), 'voice');
    const run = vi.spyOn(server.deps.fheThreads, 'run');
    const works: unknown[] = [];
    for (const sample of [own, randomVector(128), randomVector(512), [1, 2], []]) {
      run.mockClear();
      await verify('timed', sample);
      works.push(run.mock.calls.map(([role, task, , moved = []]) => [role, task.name, moved.length]));
    }
    run.mockRestore();
    expect(works[0]).toHaveLength(2);
    for (const work of works) expect(work).toEqual(works[0]);
  });

  test('the best of several modalities counts; a new template takes the place of the old one', async () => {
    const [face, voice, other] = [randomVector(128), randomVector(128), randomVector(256)];
    await enrolled('grace', face, 'face');
    await enrolled('grace', voice, 'voice');
    await enrolled('grace', other, 'fingerprint');
    for (const vector of [face, voice, other]) expect((await verify('grace', vector)).at('verified')).toBe(true);
    await enrolled('grace', randomVector(128), 'voice');
    expect((await verify('grace', voice)).at('verified')).toBe(false);
    expect((await verify('grace', face)).at('verified')).toBe(true);
  });

  test('no decision flips by encryption', async () => {
    const vector = randomVector(256);
    await enrolled('flips', vector);
    for (const wanted of [0.86, 0.88, 0.92, 0.94]) {
      const sample = near(vector, wanted);
      const exact = cosine(vector, sample);
      if (Math.abs(exact - 0.9) < 0.003) continue;
      expect((await verify('flips', sample)).at('verified'), `cosine ${exact}`).toBe(exact >= 0.9);
    }
  });

  test('what is no vector is refused by name', async () => {
    const good = randomVector(64);
    for (const wrong of [
      base64(good.slice(1)),
      base64(randomVector(1025)),
      base64(new Float32Array(64)),
      base64(good.map((value, at) => (at === 9 ? Number.POSITIVE_INFINITY : value))),
      Buffer.alloc(257).toString('base64'),
      '',
    ]) {
      const answer = await call('enroll', { user_id: 'x', template: wrong, modality: 'face' });
      expect([answer.code, answer.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'template']);
      const matched = await call('match', { template_a: base64(good), template_b: wrong });
      expect([matched.code, matched.headers['x-error-field']]).toEqual(['INVALID_REQUEST', 'template_b']);
    }
    const longer = await call('match', { template_a: base64(good), template_b: base64(randomVector(65)) });
    expect(longer.code).toBe('INVALID_REQUEST');
    for (const undecodable of ['AAA', '_-==', 'no base64']) {
      expect((await call('verify', { user_id: 'ada', sample: undecodable })).code).toBe('INVALID_REQUEST');
    }
    expect((await call('enroll', { user_id: 'x', template: base64(good), modality: 'iris' })).code).toBe(
      'INVALID_REQUEST',
    );
  });
});

describe('S30: failures', () => {
  test('after 20 within an hour nothing is told of the user, to many at once neither', async () => {
    const vector = randomVector(64);
    await enrolled('locked', vector);
    const strangers = await Promise.all(Array.from({ length: 30 }, () => verify('locked', randomVector(64))));
    expect(strangers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = await verify('locked', vector);
    expect(refused.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    const user = await server.call('GET', '/v1/biometric/users/locked', { token });
    expect(user.at('failures')).toBe(20);
    server.advance(3_600_000);
    expect((await verify('locked', vector)).at('verified')).toBe(true);
  });
});

describe('thresholds', () => {
  test('hold for project and modality, and are audited', async () => {
    const { key, projectId } = await server.newKey({ plan: 'enterprise_plus' });
    const vector = randomVector(512);
    await enrolled('t', vector, 'voice', key);
    const sample = near(vector, 0.8);
    expect((await verify('t', sample, key)).at('verified')).toBe(false);
    const set = await call('threshold', { modality: 'voice', threshold: 0.7 }, key);
    expect(set.body).toEqual({ modality: 'voice', threshold: 0.7, previous: 0.9 });
    expect((await call('threshold', { modality: 'voice', threshold: 0.71 }, key)).at('previous')).toBe(0.7);
    expect((await verify('t', sample, key)).at('verified')).toBe(true);
    const list = await server.call('GET', '/v1/biometric/threshold', { token: key });
    expect(list.at('thresholds')).toEqual([
      { modality: 'face', threshold: 0.9, is_default: true },
      { modality: 'voice', threshold: 0.71, is_default: false },
      { modality: 'fingerprint', threshold: 0.9, is_default: true },
    ]);
    for (const threshold of [0.49, 0.991, 'high']) {
      expect((await call('threshold', { modality: 'voice', threshold }, key)).code).toBe('INVALID_REQUEST');
    }
    const path = '/api/v1/admin/audit?action=biometric-threshold.set&limit=5';
    const audit = await server.call('GET', path, { token: server.admin });
    const subjects = (audit.at('items') as { subject: string }[]).map(({ subject }) => subject);
    expect(subjects).toEqual([`${projectId} voice`, `${projectId} voice`]);
  });
});

test('12.36: users are listed and deleted; nothing of them is left', async () => {
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  const get = (path: string) => server.call('GET', `/v1/biometric/users${path}`, { token: key });
  const names = ['b/2', 'a', 'ü ☃'];
  for (const name of names) await enrolled(name, randomVector(64), 'face', key);
  await enrolled('a', randomVector(64), 'voice', key);
  const first = await get('?limit=2');
  expect(first.at('items.0')).toEqual({
    user_id: 'a',
    modalities: ['face', 'voice'],
    enrolled_at: expect.any(String),
    is_locked: false,
  });
  const second = await get(`?cursor=${first.at('next_cursor')}`);
  expect(second.at('items.0.user_id')).toBe('ü ☃');
  expect(second.at('next_cursor')).toBe(null);
  const path = `/${encodeURIComponent('b/2')}`;
  expect((await get(path)).at('enrollments.0')).toMatchObject({ modality: 'face', dimensions: 64, encrypted: true });
  expect((await server.call('DELETE', '/v1/biometric/users/a', { token })).code).toBe('NOT_FOUND');
  const deleted = await server.call('DELETE', '/v1/biometric/users/a', { token: key });
  expect(deleted.body).toEqual({ user_id: 'a', deleted: 2 });
  expect((await server.call('DELETE', '/v1/biometric/users/a', { token: key })).code).toBe('NOT_FOUND');
  expect((await get('/a')).code).toBe('NOT_FOUND');
  expect((await get('')).at('items')).toHaveLength(2);
});

test('no template, sample or vector lies in the data folder, the log or an answer', async () => {
  const vector = randomVector(64).map((value) => Math.fround(value));
  await enrolled('canary', vector);
  const sample = near(vector, 0.99).map((value) => Math.fround(value));
  await verify('canary', sample);
  await call('match', { template_a: base64(vector), template_b: base64(sample) });
  await call('enroll', { user_id: 'canary', template: base64([...vector, Number.NaN]), modality: 'face' });
  const answers = [
    await server.call('GET', '/v1/biometric/users', { token }),
    await server.call('GET', '/v1/biometric/users/canary', { token }),
  ];
  const dir = server.deps.dataDir;
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const held = [
    ...files.map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    Buffer.from(server.logged.join('\n')),
    ...answers.map(({ text }) => Buffer.from(text)),
  ];
  for (const secret of [vector, sample]) {
    const bytes = Buffer.from(Float32Array.from(secret).buffer).subarray(0, 24);
    // As coefficients they would be words of 64 bits.
    const length = Math.sqrt(secret.reduce((sum, value) => sum + value * value, 0));
    const words = Buffer.alloc(32);
    for (const [at, value] of secret.slice(0, 4).entries()) {
      const whole = BigInt(Math.round((value / length) * 700));
      words.writeBigUInt64LE(whole < 0n ? whole + 1_032_193n : whole, 8 * at);
    }
    for (const found of held) {
      for (const part of [bytes, Buffer.from(bytes.toString('base64')), Buffer.from(bytes.toString('hex')), words]) {
        expect(found.includes(part)).toBe(false);
      }
    }
  }
});

test('a body that names neither service is that of document 2', async () => {
  expect(api.crypto.biometric.enroll.path).toBe(api.platform.biometric.enroll.path);
  expect((await call('enroll', {})).at('error.code')).toBe('INVALID_REQUEST');
});
