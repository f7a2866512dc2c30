/**
 * Attested actions through HTTP beside a bare Fastify route that inserts one row into SQLite, in the same run:
 * `node server/bench/agents.ts`. Both are as durable: the row is on the disk (`synchronous = FULL`) before the answer leaves.
 * An attestation is a link in a chain, an ML-DSA-65 signature, a leaf of the log, and its charge.
 */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import Fastify from 'fastify';
import { compare, openBenchServer, print, quantile } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';

const LANES = 16;
const LEAST = 0.25;
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const server = await openBenchServer();
const { deps, port, token } = server;

const raw = new SqliteDatabase(join(server.dataDir, 'reference.db'));
raw.pragma('journal_mode = WAL');
raw.pragma('synchronous = FULL');
raw.exec('CREATE TABLE actions (id INTEGER PRIMARY KEY, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT');
const insertRow = raw.prepare('INSERT INTO actions (body, at) VALUES (?, ?)');
const bare = Fastify();
bare.post('/', async ({ body }) => {
  const { lastInsertRowid } = insertRow.run(JSON.stringify(body), Date.now());
  return { id: Number(lastInsertRowid) };
});
await bare.listen({ host: '127.0.0.1', port: 0 });

const agents = (path: string, body: object): Shot => ({
  port,
  token,
  method: 'POST',
  path: `/api/v1/agents${path}`,
  body: JSON.stringify(body),
});
const post = async (path: string, body: object) =>
  JSON.parse(await shoot(agents(path, body))) as { readonly agent_id: string; readonly session_id: string };

let registered = 0;
async function newSession(): Promise<object> {
  const name = {
    name: 'Bench',
    canonical_name: `svc.agent.example.bench.load.test.${++registered}`,
    tenant: 'example',
  };
  const { agent_id } = await post('/register', name);
  const { session_id } = await post('/sessions/start', { agent_id, scope: { max_value: 500, jurisdiction: 'EU' } });
  return { agent_id, session_id };
}

const action = (ids: object) => ({
  ...ids,
  action_type: 'payment.prepare',
  summary: 'Prepared the payment of an invoice.',
  input_hash: HASH,
  metadata: { value: '120.50', jurisdiction: 'EU' },
});

try {
  const one = await newSession();
  const body = action(one);
  const attest = agents('/actions/attest', body);
  const { port: barePort } = bare.server.address() as AddressInfo;
  const insert: Shot = { port: barePort, method: 'POST', path: '/', body: JSON.stringify(body) };
  const reference = { lanes: LANES, shots: [insert] };
  const { times } = await compare(
    `attested actions of one session, ${LANES} clients, beside a bare durable insert`,
    { lanes: LANES, shots: [attest] },
    reference,
    LEAST,
  );
  print({ name: 'attested actions, p99', value: quantile(times, 0.99), unit: 'ms' });

  // Hardly two calls share a key here: opening it comes on top of each signature.
  const shots = await Promise.all(
    Array.from({ length: LANES }, async () => agents('/actions/attest', action(await newSession()))),
  );
  await compare(
    `attested actions of ${LANES} agents, beside a bare durable insert`,
    { lanes: LANES, shots },
    reference,
  );
  print({
    name: 'ML-DSA-65 backend is node',
    value: (await deps.backends()).verifying['ML-DSA-65'] === 'node' ? 1 : 0,
    unit: '',
  });
} finally {
  raw.close();
  await server.close();
  await bare.close();
}
