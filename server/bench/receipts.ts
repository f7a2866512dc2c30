/**
 * Receipts over HTTP: `node server/bench/receipts.ts` prints one JSON line per figure. The server with the cryptography that Electron has,
 * with ML-DSA in its BoringSSL and without, beside one with OpenSSL; and each beside the three signatures of a receipt made bare on
 * one thread, by OpenSSL, OpenSSL and noble. All in turns, each server in a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import * as nodeCrypto from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { familyOf } from '@touchstone/core/sign/families.ts';
import { compare, endClient, type Side } from './_load.ts';
import type { Address } from './_receipts-server.ts';

const SIMULATOR = join(import.meta.dirname, '../../electron/test/simulator');
const LANES = 8;
/** To the three signatures made bare. */
const LEAST_TO_BARE = 1.6;
/** What receipts with OpenSSL had, to the same reference, before our kernels and liboqs signed: Electron may not be slower. */
const ONCE_TO_BARE = 1.3;

const children: ChildProcess[] = [];

async function receiptsOf(...execArgv: string[]): Promise<Side> {
  const child = fork(join(import.meta.dirname, '_receipts-server.ts'), { execArgv });
  children.push(child);
  const [{ port, token }] = (await once(child, 'message')) as [Address];
  const body = JSON.stringify({ payload: 'Hello, world' });
  return { lanes: LANES, shots: [{ port, method: 'POST', path: '/v1/receipts', token, body }] };
}

async function bareSignatures(): Promise<Side> {
  const message = nodeCrypto.randomBytes(48);
  const mlDsa = nodeCrypto.generateKeyPairSync('ml-dsa-65').privateKey;
  const slhDsa = nodeCrypto.generateKeyPairSync('slh-dsa-sha2-128f').privateKey;
  const falcon = await familyOf('FALCON-512');
  const { secretKey } = falcon.generateKeyPair(systemRandom(falcon.lengths.seed));
  return {
    lanes: 1,
    action: async () => {
      nodeCrypto.sign(null, message, mlDsa);
      nodeCrypto.sign(null, message, slhDsa);
      falcon.sign(secretKey, message);
    },
  };
}

try {
  const openssl = await receiptsOf();
  const bare = await bareSignatures();
  await compare('receipts, OpenSSL, beside their signatures bare', openssl, bare, LEAST_TO_BARE);
  for (const [name, preload] of [
    ['Electron', 'boringssl.cjs'],
    ['Electron without ML-DSA', 'boringssl-classical.cjs'],
  ] as const) {
    const desktop = await receiptsOf('--require', join(SIMULATOR, preload));
    await compare(`receipts, ${name}, beside OpenSSL`, desktop, openssl);
    await compare(`receipts, ${name}, beside their signatures bare`, desktop, bare, ONCE_TO_BARE);
  }
} finally {
  endClient();
  for (const child of children) child.disconnect();
}
