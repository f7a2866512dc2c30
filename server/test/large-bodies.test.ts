/** What is too large for the event loop goes through workers and files, with the same answers as what is small. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LARGE_BODY_BYTES } from '../src/frame/body.ts';
import { receiveBody } from '../src/http/body.ts';
import { signSlot } from './examples.ts';
import { HOST, openTestServer, type TestServer } from './harness.ts';

let folder: string;
let server: TestServer;
let key: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  server = await openTestServer({ dataDir: folder });
  key = (await server.newKey()).key;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const EXAMPLE = api.artifacts.artifacts.create.example.body;
const notes = (letter: string) => letter.repeat(3 * LARGE_BODY_BYTES);
const large = (change: object = {}, letter = 'x') => ({
  ...EXAMPLE,
  attestations: { ...EXAMPLE.attestations, evidence_attestation: { result: 'PASS', notes: notes(letter) } },
  ...change,
});
const post = (json: object, token = key) => server.call('POST', '/v1/artifacts', { token, json });
const files = () => readdirSync(join(folder, 'documents'));

test('a large artifact is made, kept in a private file, read, listed and signed like a small one', async () => {
  const { key: own } = await server.newKey();
  const made = await post(large({}, '\u00e9'), own);
  const small = await post(EXAMPLE, own);
  expect([made.at('cycle_id'), small.at('cycle_id')]).toEqual(['2026-Q2-001', '2026-Q2-002']);
  const path = `/v1/artifacts/${made.at('artifact_id')}`;
  expect((await server.call('GET', path, { token: own })).text).toBe(made.text);
  expect((await server.call('HEAD', path, { token: own })).status).toBe(200);
  const list = await server.call('GET', '/v1/artifacts', { token: own });
  expect(list.text).toBe(`{"items":[${small.text},${made.text}],"next_cursor":null}`);
  expect(files().length).toBe(1);
  for (const name of files()) expect(statSync(join(folder, 'documents', name)).mode & 0o777).toBe(0o600);

  const before = files();
  const signature = await signSlot(server, String(made.at('manifest_hash')), 'ML-DSA-87');
  const foreign = await signSlot(server, String(small.at('manifest_hash')), 'ML-DSA-87');
  const sign = (text: string) =>
    server.call('POST', `${path}/signatures`, { token: own, json: { slot: 'ml_dsa_87', signature: text } });
  expect((await sign(foreign)).code).toBe('INVALID_REQUEST');
  expect(files()).toEqual(before);
  const signed = await sign(signature);
  expect(signed.at('signatures.ml_dsa_87')).toBe(signature);
  expect((await sign(signature)).text).toBe(signed.text);
  expect((await sign(foreign)).code).toBe('CONFLICT');
  expect((await server.call('GET', path, { token: own })).text).toBe(signed.text);
  expect(files().length).toBe(1);
  expect(files()).not.toEqual(before);
});

test('large artifacts that are made at once have numbers of their own', async () => {
  const { key: own } = await server.newKey();
  const answers = await Promise.all(['a', 'b', 'c'].map((letter) => post(large({}, letter), own)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.at('cycle_id'))).size).toBe(3);
});

test('refusals of large bodies name the member, leave no file and take no number', async () => {
  const { key: own } = await server.newKey();
  const before = files();
  const unknown = await post(large({ surprise: 1 }), own);
  expect([unknown.code, unknown.message.includes('`surprise`')]).toEqual(['INVALID_REQUEST', true]);
  const otherCycle = { ...large().attestations, privacy_attestation: { result: 'PASS', cycle_id: '2020-Q1-001' } };
  expect((await post(large({ attestations: otherCycle }), own)).message).toContain('privacy_attestation.cycle_id');
  const raw = `{"notes":"${notes('x')}",\n"notes":1}`;
  const twice = await server.call('POST', '/v1/artifacts', { token: own, raw });
  expect(twice.message).toContain('line 2, column 1');
  const stated = await post(large({ cycle_id: '2025-Q4-007' }), own);
  expect(stated.at('cycle_id')).toBe('2025-Q4-007');
  expect((await post(large(), own)).at('cycle_id')).toBe('2026-Q2-001');
  expect(files().length).toBe(before.length + 2);
});

test('large data is signed and verified in every encoding; other data is not', async () => {
  const data = notes('x');
  const sign = (json: object) => server.call('POST', '/api/svc-key/sign/3key', { token: key, json });
  const verify = (json: object) => server.call('POST', '/api/svc-key/verify/3key', { token: key, json });
  const signed = await sign({ data });
  expect(signed.at('algorithm')).toBe('SVC-3-Key');
  const signature = signed.at('signature');
  const base64 = Buffer.from(data).toString('base64');
  expect((await verify({ data: base64, encoding: 'base64', signature })).at('valid')).toBe(true);
  const wrong = await verify({ data: `${data}y`, signature });
  expect([wrong.at('valid'), wrong.at('layers.falcon.valid')]).toEqual([false, false]);
  expect((await sign({ data: `${base64}!`, encoding: 'base64' })).message).toContain('`data` is not valid base64');
});

test('a large body of any other operation is held against its contract in a worker', async () => {
  const answer = await server.call('POST', '/api/auth/request', { json: { email: notes('x') } });
  expect([answer.code, answer.message.includes('`email`')]).toEqual(['INVALID_REQUEST', true]);
  const pin = { token: server.admin, json: { key_set: {}, pinned_by: notes('x') } };
  expect((await server.call('POST', '/v1/trust/pin', pin)).status).toBeGreaterThanOrEqual(400);
});

test('a body without a stated length is read in pieces, and never past the limit', async () => {
  const text = JSON.stringify(large());
  const answer = await server.app.inject({
    method: 'POST',
    url: '/v1/artifacts',
    headers: { host: HOST, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    payload: Readable.from([text.slice(0, 7), text.slice(7)]),
  });
  expect(answer.statusCode).toBe(200);
  const bytes = Buffer.from(notes('y').repeat(30));
  const chunks = () => Readable.from([bytes.subarray(0, 1), bytes.subarray(1)]);
  const body = await receiveBody(chunks(), Number.NaN, bytes.length);
  expect(Buffer.concat(body.pieces).equals(bytes)).toBe(true);
  expect(body.pieces.length).toBeGreaterThan(1);
  await expect(receiveBody(chunks(), Number.NaN, bytes.length - 1)).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  await expect(receiveBody(chunks(), bytes.length, bytes.length - 1)).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  await expect(receiveBody(chunks(), bytes.length + 1, bytes.length * 2)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await expect(receiveBody(chunks(), bytes.length - 1, bytes.length)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
});

test('a signed artifact stays whole where the file that it replaces cannot be removed', async () => {
  const { key: own } = await server.newKey();
  const made = await post(large({}, 'r'), own);
  const path = `/v1/artifacts/${made.at('artifact_id')}`;
  const signature = await signSlot(server, String(made.at('manifest_hash')), 'ML-DSA-87');
  const remove = vi.spyOn(server.deps.documents, 'remove').mockRejectedValueOnce(new Error('the file is in use'));
  try {
    const json = { slot: 'ml_dsa_87', signature };
    const signed = await server.call('POST', `${path}/signatures`, { token: own, json });
    expect(signed.at('signatures.ml_dsa_87')).toBe(signature);
    expect(remove).toHaveBeenCalledTimes(1);
    const [[old] = ['']] = remove.mock.calls;
    expect(files()).toContain(old);
    rmSync(join(folder, 'documents', old));
    expect((await server.call('GET', path, { token: own })).text).toBe(signed.text);
    expect(server.logged.join()).toContain('the file is in use');
  } finally {
    remove.mockRestore();
  }
});

test('the next start sweeps away files that no artifact names, and keeps the others', async () => {
  const made = await post(large({}, 'z'));
  await server.close();
  const kept = files();
  const documents = join(folder, 'documents');
  for (const name of [`${'0'.repeat(32)}.json`, `${'0'.repeat(32)}.json.17.new`])
    writeFileSync(join(documents, name), '{}');
  // Neither of these is ours, whatever brought it here.
  writeFileSync(join(documents, 'notes.json'), '{}');
  mkdirSync(join(documents, `${'1'.repeat(32)}.json`));
  server = await openTestServer({ dataDir: folder });
  expect(files().sort()).toEqual([...kept, 'notes.json', `${'1'.repeat(32)}.json`].sort());
  const again = await server.call('GET', `/v1/artifacts/${made.at('artifact_id')}`, { token: key });
  expect(again.text).toBe(made.text);
});
