/**
 * HTTP against its own reference in the same run, one JSON line a result: `node server/bench/http.ts`. Signing, verifying
 * and receipts beside the same calls in a loop, an authenticated and metered read beside a bare Fastify route, and the event loop's
 * delay while heavy signatures are made. The client is a process of its own, and shares these processors.
 */

import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { utf8 } from '@touchstone/core/bytes.ts';
import { signThreeKey } from '@touchstone/core/composite/sign-three-key.ts';
import { parseThreeKey, threeKeysOf, verifyThreeKey } from '@touchstone/core/composite/three-key.ts';
import { createReceipt } from '@touchstone/core/receipt/create.ts';
import { NONCE_LENGTH } from '@touchstone/core/receipt/substrate.ts';
import Fastify from 'fastify';
import { signJob } from '../src/crypto/pooled-signer.ts';
import { argon2idJob } from '../src/vault/work.ts';
import { compare, openBenchServer, print, quantile } from './_load.ts';
import { CONNECTIONS, type Shot } from './_shot.ts';

const server = await openBenchServer();
const { deps, port, token } = server;
const bare = Fastify();
bare.get('/', async () => ({ items: [], next_cursor: null }));
await bare.listen({ host: '127.0.0.1', port: 0 });
const barePort = (bare.server.address() as AddressInfo).port;

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
    await compare('sign/3key over HTTP', { lanes: 8, shots: [sign] }, { lanes: 1, action: signLoop }, 0.6);

    const verifyBody = JSON.stringify({ data: 'Hello, world', signature: signed.signature });
    const verify: Shot = { port, method: 'POST', path: '/api/svc-key/verify/3key', token, body: verifyBody };
    const verifyLoop = () => verifyThreeKey(data, signatures, publicKeys, deps.signer);
    await compare('verify/3key over HTTP', { lanes: 8, shots: [verify] }, { lanes: 1, action: verifyLoop });
  });

  await deps.keySets.withSecrets('receipt', async (keySet, secrets) => {
    const body = JSON.stringify({ payload: 'Hello, world' });
    const create: Shot = { port, method: 'POST', path: '/v1/receipts', token, body };
    const named = { receiptId: 'rcp_0000000000000000', verificationUrl: '/v1/receipts/rcp_0000000000000000' };
    const made = { payload: data, computationType: 0x0c, issuedAt: Date.now(), keySet, secretKeys: secrets };
    const createLoop = () => createReceipt({ ...named, ...made, nonce: deps.random(NONCE_LENGTH) }, deps.signer);
    await compare('receipts over HTTP', { lanes: 8, shots: [create] }, { lanes: 1, action: createLoop });
  });

  const bareGet: Shot = { port: barePort, method: 'GET', path: '/' };
  const keyedGet: Shot = { port, method: 'GET', path: '/v1/artifacts', token };
  const { times } = await compare(
    'authenticated, limited, metered GET',
    { lanes: CONNECTIONS, shots: [keyedGet] },
    { lanes: CONNECTIONS, shots: [bareGet] },
    0.35,
  );
  print({ name: 'authenticated, limited, metered GET, p99', value: quantile(times, 0.99), unit: 'ms', limit: 20 });

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await deps.keySets.withSecrets('artifact', async (_keySet, secrets) => {
    const message = new Uint8Array(48);
    for (const algorithm of ['SLH-DSA-SHA2-256s', 'FALCON-1024'] as const) {
      const secretKey = secrets.get(algorithm);
      if (secretKey === undefined) throw new TypeError('the artifact set is incomplete');
      await Promise.all(Array.from({ length: 3 }, () => deps.run(signJob, { algorithm, secretKey, message })));
    }
    await deps.run(argon2idJob, { passphrase: utf8('bench'), salt: new Uint8Array(16) });
  });
  delay.disable();
  print({
    name: 'event-loop delay under heavy signing, p99',
    value: delay.percentile(99) / 1e6,
    unit: 'ms',
    limit: 20,
  });
} finally {
  // Which ends the client: whoever keeps a connection keeps a server from closing.
  await server.close();
  await bare.close();
}
