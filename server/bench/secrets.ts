/**
 * Secrets beside raw SQLite and AES-256-GCM in the same run: `node server/bench/secrets.ts`. The references are as durable as
 * the server: every row is on the disk (`synchronous = FULL`) before it counts. What a store of a secret has to do at least
 * is one encryption and one such row; of a retrieval, which is told in the audit, a read, a decryption and one such row. A
 * third reference only reads and tells nobody.
 *
 * Each is measured twice. The operation itself is called in this process, as the references are: caller, permission, contract,
 * units, KEM and envelope, signed audit, a commit on the disk and the answer as JSON; only the socket, the parsing of HTTP and
 * the limit of rates, which the references have nothing of, are left out. Over HTTP the same is asked by a client in a
 * process of its own, which shares the processor with the server. Retrievals of one secret that are under way together share
 * the opening of its key, those of many in turn do not.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { requirePermission } from '../src/frame/caller.ts';
import { readBody, readInput } from '../src/frame/contract.ts';
import type { Implementation } from '../src/frame/implement.ts';
import { shield } from '../src/handlers/crypto/shield.ts';
import { charged } from '../src/http/charge.ts';
import { compare, openBenchServer, print } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';

/** Twice as many as share one commit: some are sealed while others are written. */
const LANES = 32;
/** How many secrets are retrieved in turn: more than are under way at once. */
const SECRETS = 100;
const LEAST = 0.3;
const VALUE = `sk_live_${'4'.repeat(40)}`;

const server = await openBenchServer();
const { port, token } = server;

const raw = new SqliteDatabase(join(server.dataDir, 'reference.db'));
raw.pragma('journal_mode = WAL');
raw.pragma('synchronous = FULL');
raw.exec(
  'CREATE TABLE secrets (id INTEGER PRIMARY KEY, nonce BLOB NOT NULL, box BLOB NOT NULL, tag BLOB NOT NULL) STRICT',
);
raw.exec('CREATE TABLE audit (id INTEGER PRIMARY KEY, secret INTEGER NOT NULL, at INTEGER NOT NULL) STRICT');
const insertRow = raw.prepare('INSERT INTO secrets (nonce, box, tag) VALUES (?, ?, ?)');
const selectRow = raw.prepare('SELECT nonce, box, tag FROM secrets WHERE id = ?');
const insertAudit = raw.prepare('INSERT INTO audit (secret, at) VALUES (?, ?)');
const key = randomBytes(32);

async function rawStore(): Promise<unknown> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const box = Buffer.concat([cipher.update(VALUE, 'utf8'), cipher.final()]);
  return insertRow.run(nonce, box, cipher.getAuthTag());
}

async function rawRead(): Promise<string> {
  const { nonce, box, tag } = selectRow.get(1) as { nonce: Buffer; box: Buffer; tag: Buffer };
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(box), decipher.final()]).toString('utf8');
}

async function rawRetrieve(): Promise<string> {
  const value = await rawRead();
  insertAudit.run(1, Date.now());
  return value;
}

/** What a request does between its head and the text of its answer, without the request. */
async function answerOf(
  { operation, start }: Implementation<typeof server.deps>,
  params: Readonly<Record<string, string>>,
  bytes: Uint8Array,
): Promise<string> {
  const { deps } = server;
  const caller = await deps.identity.authenticate({ authorization: `Bearer ${token}` });
  requirePermission(operation, caller);
  const input = readInput(operation, { params, query: {}, headers: {} });
  const body = readBody(operation, bytes);
  const answer = await charged(deps, {
    operation,
    caller,
    sender: caller,
    requestId: 'bench',
    peer: '127.0.0.1',
    checkBody: async () => undefined,
    isRepeat: async () => false,
    handle: (context) => start(context, { ...input }, { read: { body }, pieces: [] }, { run: deps.run, tools: deps }),
  });
  return JSON.stringify(answer);
}

try {
  const facts = { provider: 'stripe', environment: 'production', vault: 'payments', value: VALUE, name: 'Bench' };
  const body = JSON.stringify(facts);
  const bytes = new TextEncoder().encode(body);
  const none = new Uint8Array();
  const store: Shot = { port, token, method: 'POST', path: '/v1/shield/store', body };
  const ids: string[] = [];
  while (ids.length < SECRETS) ids.push(String((JSON.parse(await shoot(store)) as { id: unknown }).id));
  const [id = ''] = ids;
  const revealOf = (one: string): Shot => ({ port, token, method: 'GET', path: `/v1/shield/secrets/${one}` });
  let calls = 0;
  const revealNext = () => answerOf(shield.reveal, { id: ids[calls++ % SECRETS] ?? '' }, none);
  await rawStore();
  const revealed = [await shoot(revealOf(id)), await revealNext()];
  const values = revealed.map((text) => (JSON.parse(text) as { value: unknown }).value);
  if ([...values, await rawRetrieve()].some((value) => value !== VALUE)) {
    throw new Error('a retrieval answers another value');
  }
  await compare(
    'store, beside one durable row and AES-GCM',
    { lanes: LANES, action: () => answerOf(shield.store, {}, bytes) },
    { lanes: 1, action: rawStore },
    LEAST,
  );
  await compare(
    'retrieve in turn, beside a read, AES-GCM and one durable audit row',
    { lanes: LANES, action: revealNext },
    { lanes: 1, action: rawRetrieve },
    LEAST,
  );
  await compare(
    'retrieve one, beside a read, AES-GCM and one durable audit row',
    { lanes: LANES, action: () => answerOf(shield.reveal, { id }, none) },
    { lanes: 1, action: rawRetrieve },
    LEAST,
  );
  await compare(
    'store over HTTP, beside one durable row and AES-GCM',
    { lanes: LANES, shots: [store] },
    { lanes: 1, action: rawStore },
  );
  const { rate } = await compare(
    'retrieve in turn over HTTP, beside a read, AES-GCM and one durable audit row',
    { lanes: LANES, shots: ids.map(revealOf) },
    { lanes: 1, action: rawRetrieve },
  );
  await compare(
    'retrieve one over HTTP, beside a read, AES-GCM and one durable audit row',
    { lanes: LANES, shots: [revealOf(id)] },
    { lanes: 1, action: rawRetrieve },
  );
  const started = performance.now();
  let reads = 0;
  while (performance.now() - started < 1000) {
    await rawRead();
    reads++;
  }
  const readRate = reads / ((performance.now() - started) / 1000);
  print({ name: 'raw read and AES-GCM that tells nobody', value: readRate, unit: '/s' });
  print({ name: 'retrieve in turn over HTTP, to such a read', value: rate / readRate, unit: 'x' });
} finally {
  raw.close();
  await server.close();
}
