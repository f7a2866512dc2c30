/**
 * Secrets over HTTP beside raw SQLite and AES-256-GCM in the same run: `node server/bench/secrets.ts`. The references are as
 * durable as the server: every row is on the disk (`synchronous = FULL`) before it counts. What a store of a secret has to
 * do at least is one encryption and one such row; of a retrieval, which is told in the audit, a read, a decryption and one
 * such row. A third reference only reads, beside listing, which is what the server answers without writing.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { compare, openBenchServer, print } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';

const LANES = 16;
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

try {
  const facts = { provider: 'stripe', environment: 'production', vault: 'payments', value: VALUE };
  const path = '/v1/shield/store';
  const store: Shot = { port, token, method: 'POST', path, body: JSON.stringify({ ...facts, name: 'Bench' }) };
  const id = String((JSON.parse(await shoot(store)) as { id: unknown }).id);
  await compare(
    'store over HTTP, beside one durable row and AES-GCM',
    { lanes: LANES, shots: [store] },
    { lanes: 1, action: rawStore },
    LEAST,
  );
  const reveal: Shot = { port, token, method: 'GET', path: `/v1/shield/secrets/${id}` };
  const answer = JSON.parse(await shoot(reveal)) as { value: unknown };
  if (answer.value !== VALUE || (await rawRetrieve()) !== VALUE) throw new Error('a retrieval answers another value');
  const { rate } = await compare(
    'retrieve over HTTP, beside a read, AES-GCM and one durable audit row',
    { lanes: LANES, shots: [reveal] },
    { lanes: 1, action: rawRetrieve },
    LEAST,
  );
  const started = performance.now();
  let reads = 0;
  while (performance.now() - started < 1000) {
    await rawRead();
    reads++;
  }
  const readRate = reads / ((performance.now() - started) / 1000);
  print({ name: 'raw read and AES-GCM that tells nobody', value: readRate, unit: '/s' });
  print({ name: 'retrieve over HTTP, to such a read', value: rate / readRate, unit: 'x' });
} finally {
  raw.close();
  await server.close();
}
