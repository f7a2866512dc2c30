/**
 * HTTP against its own reference in the same run, one JSON line a result: `node server/bench/http.ts`. Signing, verifying
 * and receipts beside the same calls in a loop, an authenticated and metered read beside a bare Fastify route, and the event loop's
 * delay while heavy signatures are made. The server and the load share one process, as they share these processors.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { utf8 } from '@touchstone/core/bytes.ts';
import { parseThreeKey, signThreeKey, threeKeysOf, verifyThreeKey } from '@touchstone/core/composite/three-key.ts';
import { createReceipt } from '@touchstone/core/receipt/create.ts';
import { NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import Fastify from 'fastify';
import pino from 'pino';
import { createApp } from '../src/app.ts';
import { loopbackHosts } from '../src/http/host-guard.ts';
import { openService } from '../src/service.ts';

const SECONDS = Number(process.env.TOUCHSTONE_BENCH_SECONDS ?? 3);
const CONNECTIONS = 32;

interface Shot {
  readonly port: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function shoot({ port, method, path, token, body }: Shot): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}: ${text}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

interface Side {
  /** How many are under way at once. */
  readonly lanes: number;
  readonly action: () => Promise<unknown>;
}

/** Runs one side for some seconds and appends the milliseconds of each call; returns the seconds that passed. */
async function run({ lanes, action }: Side, seconds: number, times: number[]): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        const before = performance.now();
        await action();
        times.push(performance.now() - before);
      }
    }),
  );
  return (performance.now() - started) / 1000;
}

const TURNS = 4;

/** Measures a side and its reference in turns, so that a busy neighbour slows both. */
async function compare(name: string, measured: Side, reference: Side, least?: number): Promise<readonly number[]> {
  const sides = [measured, reference] as const;
  for (const side of sides) await run(side, 0.3, []);
  const times: [number[], number[]] = [[], []];
  const seconds: [number, number] = [0, 0];
  for (let turn = 0; turn < TURNS; turn++) {
    seconds[0] += await run(measured, SECONDS / TURNS, times[0]);
    seconds[1] += await run(reference, SECONDS / TURNS, times[1]);
  }
  const [rate, referenceRate] = [times[0].length / seconds[0], times[1].length / seconds[1]];
  print({ name, value: rate, unit: '/s' });
  print({ name: `${name}, reference`, value: referenceRate, unit: '/s' });
  print({
    name: `${name}, to reference`,
    value: rate / referenceRate,
    unit: 'x',
    ...(least === undefined ? {} : { least }),
  });
  return times[0].sort((a, b) => a - b);
}

interface Result {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
  readonly least?: number;
}

function print(result: Result): void {
  console.log(JSON.stringify({ ...result, value: Math.round(result.value * 1000) / 1000 }));
}

const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-bench-'));
let port = 0;
const service = await openService({
  dataDir,
  log: pino({ level: 'silent' }),
  masterKey: { kind: 'key-file' },
  anonymousKeys: true,
  consoleDir: null,
  checkAnswers: false,
  allowedHosts: () => loopbackHosts(port),
  onStartTokenSpent: () => undefined,
});
const { deps } = service;
const app = createApp(deps);
await app.listen({ host: '127.0.0.1', port: 0 });
port = (app.server.address() as AddressInfo).port;
const bare = Fastify();
bare.get('/', async () => ({ items: [], next_cursor: null }));
await bare.listen({ host: '127.0.0.1', port: 0 });
const barePort = (bare.server.address() as AddressInfo).port;
await deps.keySets.prepare();
const token = deps.sessions.adminToken;

try {
  const data = utf8('Hello, world');
  await deps.keySets.withSecrets('3key', async (keySet, secrets) => {
    const [a, b, c] = ['Ed25519', 'ML-DSA-65', 'FALCON-512'].map((family) => secrets.get(family)?.slice());
    const publicKeys = threeKeysOf(keySet);
    if (!a || !b || !c || !publicKeys) throw new TypeError('the 3key set is incomplete');
    const secretKeys = { Ed25519: a, 'ML-DSA-65': b, 'FALCON-512': c };
    const signed = await signThreeKey(data, secretKeys, deps.signer, 0);
    const signatures = parseThreeKey(signed.signature);
    if (signatures === null) throw new TypeError('the signature does not parse');

    const signBody = JSON.stringify({ data: 'Hello, world', encoding: 'utf8' });
    const sign: Shot = { port, method: 'POST', path: '/api/svc-key/sign/3key', token, body: signBody };
    const signLoop = () => signThreeKey(data, secretKeys, deps.signer, 0);
    await compare('sign/3key over HTTP', { lanes: 8, action: () => shoot(sign) }, { lanes: 1, action: signLoop }, 0.6);

    const verifyBody = JSON.stringify({ data: 'Hello, world', signature: signed.signature });
    const verify: Shot = { port, method: 'POST', path: '/api/svc-key/verify/3key', token, body: verifyBody };
    const verifyLoop = () => verifyThreeKey(data, signatures, publicKeys, deps.signer);
    await compare('verify/3key over HTTP', { lanes: 8, action: () => shoot(verify) }, { lanes: 1, action: verifyLoop });
  });

  await deps.keySets.withSecrets('receipt', async (keySet, secrets) => {
    const body = JSON.stringify({ payload: 'Hello, world' });
    const create: Shot = { port, method: 'POST', path: '/v1/receipts', token, body };
    const named = { receiptId: 'rcp_0000000000000000', verificationUrl: '/v1/receipts/rcp_0000000000000000' };
    const made = { payload: data, computationType: 0x0c, issuedAt: Date.now(), keySet, secretKeys: secrets };
    const createLoop = () => createReceipt({ ...named, ...made, nonce: deps.random(NONCE_LENGTH) }, deps.signer);
    await compare('receipts over HTTP', { lanes: 8, action: () => shoot(create) }, { lanes: 1, action: createLoop });
  });

  const bareGet: Shot = { port: barePort, method: 'GET', path: '/' };
  const keyedGet: Shot = { port, method: 'GET', path: '/v1/artifacts', token };
  const reads = await compare(
    'authenticated, limited, metered GET',
    { lanes: CONNECTIONS, action: () => shoot(keyedGet) },
    { lanes: CONNECTIONS, action: () => shoot(bareGet) },
    0.35,
  );
  const p99 = reads[Math.floor(reads.length * 0.99)] ?? 0;
  print({ name: 'authenticated, limited, metered GET, p99', value: p99, unit: 'ms', limit: 20 });

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await deps.keySets.withSecrets('artifact', async (_keySet, secrets) => {
    const message = new Uint8Array(48);
    for (const algorithm of ['SLH-DSA-SHA2-256s', 'FALCON-1024'] as const) {
      const secretKey = secrets.get(algorithm);
      if (secretKey === undefined) throw new TypeError('the artifact set is incomplete');
      await Promise.all(Array.from({ length: 3 }, () => deps.run('sign', { algorithm, secretKey, message })));
    }
    await deps.run('argon2id', { passphrase: utf8('bench'), salt: new Uint8Array(16) });
  });
  delay.disable();
  print({
    name: 'event-loop delay under heavy signing, p99',
    value: delay.percentile(99) / 1e6,
    unit: 'ms',
    limit: 20,
  });
} finally {
  agent.destroy();
  await bare.close();
  await app.close();
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
}
