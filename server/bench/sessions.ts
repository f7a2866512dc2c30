/**
 * A session of 100,000 nodes through HTTP: replay, verification, a page, a proof and the bundle, and how long the event loop
 * is held meanwhile: `node server/bench/sessions.ts`. Every node is really signed.
 */
import * as nodeCrypto from 'node:crypto';
import { knownAgent } from '../src/agents/agent-rows.ts';
import { appendNode } from '../src/agents/append.ts';
import { findAgentSession } from '../src/agents/store/sessions.ts';
import { write } from '../src/store/engine.ts';
import { openBenchServer, print, sendOnce } from './_load.ts';
import { type Shot, shoot } from './_shot.ts';
import { watchTurns } from './_turns.ts';

const NODES = Number(process.env.TOUCHSTONE_BENCH_NODES ?? 100_000);
const A_TRANSACTION = 500;
/** What is measured in CPU time, without a watch over the event loop, which takes some itself. */
const TURNS = 3;
const TURN_NODES = 2_048;
const MESSAGE_BYTES = 600;
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const server = await openBenchServer();
const { deps, port, token } = server;

const path = (tail: string) => `/api/v1/agents${tail}`;
const post = async (tail: string, body: object) =>
  JSON.parse(await shoot({ port, token, method: 'POST', path: path(tail), body: JSON.stringify(body) })) as {
    readonly agent_id: string;
    readonly session_id: string;
    readonly node_id: string;
  };

/** Appends many actions as the service does, without a request for each. */
async function appendMany(sessionId: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += A_TRANSACTION) {
    await deps.agentKeys.signing((signer) =>
      write(deps.db, async (db) => {
        for (let at = 0; at < Math.min(A_TRANSACTION, count - done); at++) {
          const session = await findAgentSession(db, sessionId);
          const agent = session === null ? null : await knownAgent(db, session.agent_id);
          if (session === null || agent === null) throw new TypeError('no such session');
          await appendNode({ db, needs: deps, signer }, agent, session, {
            kind: 'action',
            actionType: 'payment.prepare',
            summary: 'Prepared the payment of an invoice.',
            inputHash: HASH,
            details: { value: 120.5, jurisdiction: 'EU', metadata: { value: '120.50', jurisdiction: 'EU' } },
          });
        }
      }),
    );
  }
}

/** How long an answer takes to its last byte, how long it is, and the longest time for which the event loop was held. */
async function measured(name: string, shot: Shot): Promise<void> {
  const turns = watchTurns();
  const { milliseconds, length } = await sendOnce(shot);
  const { longest, long } = turns.stop();
  print({ name, value: milliseconds / 1000, unit: 's' });
  print({ name: `${name}, length`, value: length / 1024 / 1024, unit: 'MiB' });
  print({ name: `${name}, event loop held for at most`, value: longest, unit: 'ms' });
  // Now and then the garbage collector takes longer than any turn of ours.
  print({ name: `${name}, turns of more than 10 ms`, value: long, unit: '', limit: 5 });
}

/** CPU seconds of a call, on all threads of this process. */
async function cpuOf(call: () => Promise<unknown> | undefined): Promise<number> {
  const start = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** Verifications of sessions that nobody has verified, beside as many signatures and hashes alone, in turns. */
async function besideBare(agentId: string): Promise<void> {
  const { publicKey, privateKey } = nodeCrypto.generateKeyPairSync('ml-dsa-65');
  const message = new Uint8Array(MESSAGE_BYTES);
  const signature = nodeCrypto.sign(null, message, privateKey);
  let [own, again, bare] = [0, 0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    const { session_id: id } = await post('/sessions/start', { agent_id: agentId, duration_secs: 3_600 });
    await appendMany(id, TURN_NODES - 1);
    const verify = () => shoot({ port, token, method: 'GET', path: path(`/sessions/${id}/verify`) });
    own += await cpuOf(verify);
    again += await cpuOf(verify);
    bare += await cpuOf(() => {
      for (let i = 0; i < TURN_NODES; i++) {
        nodeCrypto.verify(null, message, publicKey, signature);
        nodeCrypto.hash('sha256', message, 'buffer');
      }
      return undefined;
    });
  }
  const nodes = TURNS * TURN_NODES;
  print({ name: 'verification of a node, the first', value: (own / nodes) * 1e6, unit: 'CPU µs' });
  print({ name: 'verification of a node, again', value: (again / nodes) * 1e6, unit: 'CPU µs' });
  print({ name: 'verification, the first, beside ML-DSA-65 and SHA-256 bare', value: bare / own, unit: 'x' });
}

try {
  const name = { name: 'Bench', canonical_name: 'svc.agent.example.bench.load.test.001', tenant: 'example' };
  const { agent_id } = await post('/register', name);
  const { session_id } = await post('/sessions/start', { agent_id, duration_secs: 2_592_000 });
  const begun = performance.now();
  await appendMany(session_id, NODES - 1);
  print({ name: `${NODES} nodes recorded`, value: (performance.now() - begun) / 1000, unit: 's' });
  const get = (tail: string): Shot => ({ port, token, method: 'GET', path: path(tail) });
  const replay: Shot = { port, token, method: 'POST', path: path('/replay'), body: JSON.stringify({ session_id }) };
  await measured('verification, the first', get(`/sessions/${session_id}/verify`));
  await measured('verification, again', get(`/sessions/${session_id}/verify`));
  await measured('replay', replay);
  await measured('a page of 1,000 nodes', get(`/sessions/${session_id}/nodes?limit=1000`));
  const { node_id } = await post('/sessions/end', { session_id });
  await measured('verification, sealed', get(`/sessions/${session_id}/verify`));
  await measured('verification, sealed, again', get(`/sessions/${session_id}/verify`));
  await measured('proof of the last node', get(`/proof/${node_id}`));
  const page = JSON.parse(
    await shoot({ port, token, method: 'GET', path: path(`/sessions/${session_id}/nodes?limit=2`) }),
  ) as { readonly items: readonly { readonly node_id: string }[] };
  const second = page.items[1]?.node_id ?? '';
  await measured('proof of a node, the first', get(`/proof/${second}`));
  await measured('proof of a node, again', get(`/proof/${second}`));
  await measured('bundle', get(`/sessions/${session_id}/bundle`));
  await besideBare(agent_id);
} finally {
  await server.close();
}
