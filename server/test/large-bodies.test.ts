/** What is too large for the event loop goes through workers and in pieces, with the same answers as what is small. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DocumentReplacedError,
  findPieces,
  insertArtifact,
  PIECE_BYTES,
  readPieces,
  storedPieces,
} from '../src/artifacts/store.ts';
import { LARGE_BODY_BYTES } from '../src/frame/body.ts';
import { receiveBody } from '../src/http/body.ts';
import { write } from '../src/store/engine.ts';
import { collectGarbage } from '../src/workers/collect-garbage.ts';
import { documentOf } from './backup/folder.ts';
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
/** The bytes of each piece, of all documents. */
const pieces = async () => {
  const rows = await server.deps.db
    .selectFrom('artifact_pieces')
    .select('bytes')
    .orderBy('artifact_id')
    .orderBy('piece')
    .execute();
  return rows.map(({ bytes }) => bytes.length);
};

test('a large artifact is made, kept in pieces, read, listed and signed like a small one', async () => {
  const { key: own } = await server.newKey();
  const made = await post(large({}, '\u00e9'), own);
  const small = await post(EXAMPLE, own);
  expect([made.at('cycle_id'), small.at('cycle_id')]).toEqual(['2026-Q2-001', '2026-Q2-002']);
  const path = `/v1/artifacts/${made.at('artifact_id')}`;
  expect((await server.call('GET', path, { token: own })).text).toBe(made.text);
  expect((await server.call('HEAD', path, { token: own })).status).toBe(200);
  const list = await server.call('GET', '/v1/artifacts', { token: own });
  expect(list.text).toBe(`{"items":[${small.text},${made.text}],"next_cursor":null}`);
  expect(existsSync(join(folder, 'documents'))).toBe(false);
  const before = await pieces();
  expect(before).toEqual([Buffer.byteLength(made.text)]);
  const signature = await signSlot(server, String(made.at('manifest_hash')), 'ML-DSA-87');
  const foreign = await signSlot(server, String(small.at('manifest_hash')), 'ML-DSA-87');
  const sign = (text: string) =>
    server.call('POST', `${path}/signatures`, { token: own, json: { slot: 'ml_dsa_87', signature: text } });
  expect((await sign(foreign)).code).toBe('INVALID_REQUEST');
  expect(await pieces()).toEqual(before);
  const signed = await sign(signature);
  expect(signed.at('signatures.ml_dsa_87')).toBe(signature);
  expect((await sign(signature)).text).toBe(signed.text);
  expect((await sign(foreign)).code).toBe('CONFLICT');
  expect((await server.call('GET', path, { token: own })).text).toBe(signed.text);
  expect(await pieces()).toEqual([Buffer.byteLength(signed.text)]);
});

test('a document of several pieces is cut and signed without a loss, however many bytes its letters have', async () => {
  const { key: own, projectId } = await server.newKey();
  const made = await post(large({}, '\u20ac'.repeat(3)), own);
  const path = `/v1/artifacts/${made.at('artifact_id')}`;
  const size = Buffer.byteLength(made.text);
  expect(size).toBeGreaterThan(3 * PIECE_BYTES);
  const places = () => storedPieces(server.deps.db, projectId, String(made.at('artifact_id')));
  const stored = await places();
  expect(stored.map(({ piece }) => piece)).toEqual(stored.map((_, place) => place));
  expect(new Set(stored.slice(0, -1).map(({ bytes }) => bytes.length))).toEqual(new Set([PIECE_BYTES]));
  expect(Buffer.concat(stored.map(({ bytes }) => bytes)).toString()).toBe(made.text);
  const signature = await signSlot(server, String(made.at('manifest_hash')), 'ML-DSA-87');
  const json = { slot: 'ml_dsa_87', signature };
  const signed = await server.call('POST', `${path}/signatures`, { token: own, json });
  expect(signed.at('signatures.ml_dsa_87')).toBe(signature);
  expect((await server.call('GET', path, { token: own })).text).toBe(signed.text);
  expect(Buffer.concat((await places()).map(({ bytes }) => bytes)).toString()).toBe(signed.text);
});

test('two signatures at once: one is stored, and the other has to be sent again', async () => {
  const { key: own } = await server.newKey();
  const made = await post(large(), own);
  const path = `/v1/artifacts/${made.at('artifact_id')}/signatures`;
  const hash = String(made.at('manifest_hash'));
  const bodies = [
    { slot: 'ml_dsa_87', signature: await signSlot(server, hash, 'ML-DSA-87') },
    { slot: 'falcon_1024', signature: await signSlot(server, hash, 'FALCON-1024') },
  ];
  const answers = await Promise.all(bodies.map((json) => server.call('POST', path, { token: own, json })));
  for (const [at, { status, code }] of answers.entries()) {
    if (status !== 200) expect([at, code]).toEqual([at, 'CONFLICT']);
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  for (const json of bodies) expect((await server.call('POST', path, { token: own, json })).status).toBe(200);
});

test('a document that is signed while it is read breaks off, and is never a mixture', async () => {
  const { key: own, projectId } = await server.newKey();
  const made = await post(large({}, '\u20ac'.repeat(3)), own);
  const id = String(made.at('artifact_id'));
  const { db } = server.deps;
  const document = await findPieces(db, projectId, id);
  if (document === null) throw new Error('the document is not in pieces');
  const reading = readPieces(db, document);
  expect((await reading.next()).done).toBe(false);
  const signature = await signSlot(server, String(made.at('manifest_hash')), 'ML-DSA-87');
  const json = { slot: 'ml_dsa_87', signature };
  expect((await server.call('POST', `/v1/artifacts/${id}/signatures`, { token: own, json })).status).toBe(200);
  await expect(reading.next()).rejects.toBeInstanceOf(DocumentReplacedError);
});

/** V8 gives buffers back on a thread of its own, after the collection: what counts is what no further round gives back. */
const heldBytes = async (): Promise<number> => {
  for (let last = Number.POSITIVE_INFINITY; ; ) {
    collectGarbage();
    await setTimeout(20);
    const now = process.memoryUsage().arrayBuffers;
    if (now >= last) return now;
    last = now;
  }
};

test('pieces of an artifact go with it', async () => {
  const { db } = server.deps;
  const { projectId } = await server.newKey();
  const { id, content } = await documentOf('removed', 600_000);
  await write(db, (transaction) => insertArtifact(transaction, projectId, { id, subject: 'Large', content }, 1));
  expect((await storedPieces(db, projectId, id)).length).toBe(3);
  await db.deleteFrom('artifacts').where('id', '=', id).execute();
  expect(await storedPieces(db, projectId, id)).toEqual([]);
});

test('a large document is read within little memory, and others have their turn between pieces', async () => {
  const { db } = server.deps;
  const { projectId } = await server.newKey();
  const size = 128 * PIECE_BYTES;
  await write(db, (transaction) => {
    const content = { kind: 'pieces', bytes: new Uint8Array(size).fill(0x78) } as const;
    return insertArtifact(transaction, projectId, { id: 'huge', subject: 'Huge', content }, 1);
  });
  const document = await findPieces(db, projectId, 'huge');
  if (document === null) throw new Error('the document is not in pieces');
  expect(document.size).toBe(size);
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  const before = await heldBytes();
  let [read, most] = [0, 0];
  for await (const piece of Readable.from(readPieces(db, document), { objectMode: false })) {
    read += piece.length;
    if (read % (8 * PIECE_BYTES) !== 0) continue;
    collectGarbage();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  clearInterval(turn);
  expect(read).toBe(size);
  expect(most).toBeLessThan(24 * PIECE_BYTES);
  // What is measured is there: whoever keeps all pieces has them in memory.
  const kept: Uint8Array[] = [];
  for await (const piece of readPieces(db, document)) kept.push(piece);
  expect((await heldBytes()) - before).toBeGreaterThan(96 * PIECE_BYTES);
  expect(kept.length).toBe(128);
  expect(turns).toBeGreaterThan(32);
});

test('large artifacts that are made at once have numbers of their own', async () => {
  const { key: own } = await server.newKey();
  const answers = await Promise.all(['a', 'b', 'c'].map((letter) => post(large({}, letter), own)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.at('cycle_id'))).size).toBe(3);
});

test('refusals of large bodies name the member, leave no piece and take no number', async () => {
  const { key: own } = await server.newKey();
  const before = await pieces();
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
  expect((await pieces()).length).toBe(before.length + 2);
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
