/**
 * SLH-DSA by our kernels: `node core/bench/slh-dsa.ts [--slow]` prints one JSON line per measurement. Each stands beside the
 * direct call of OpenSSL and of noble, run in turns with it; the bounds are those of issue 21. All of it runs on one thread,
 * and rates are of its CPU time. `--slow` adds what takes noble over a second.
 */
import * as nodeCrypto from 'node:crypto';
import * as noble from '@noble/post-quantum/slh-dsa.js';
import { systemRandom } from '../src/random.ts';
import { signatureLengths } from '../src/sign/lengths.ts';
import { createSignatureProvider } from '../src/sign/provider.ts';
import { wasmBackend } from '../src/sign/wasm-backend.ts';
import { report } from './_measure.ts';

/** noble's implementation, and how many times its speed the kernel has to sign with. */
const SETS = {
  'SLH-DSA-SHA2-128f': [noble.slh_dsa_sha2_128f, 5],
  'SLH-DSA-SHA2-128s': [noble.slh_dsa_sha2_128s, 5],
  'SLH-DSA-SHA2-256s': [noble.slh_dsa_sha2_256s, 5],
  'SLH-DSA-SHAKE-128f': [noble.slh_dsa_shake_128f, 12],
  'SLH-DSA-SHAKE-128s': [noble.slh_dsa_shake_128s, 12],
  'SLH-DSA-SHAKE-256s': [noble.slh_dsa_shake_256s, 12],
} as const;

const runSlow = process.argv.includes('--slow');
const message = systemRandom(48);
const kernels = createSignatureProvider([wasmBackend(systemRandom)], systemRandom);

for (const name of Object.keys(SETS) as (keyof typeof SETS)[]) {
  const [direct, leastSigned] = SETS[name];
  const seed = systemRandom(signatureLengths(name).seed);
  const { publicKey, secretKey } = await kernels.generateKeyPair(name, seed);
  const signature = await kernels.sign(name, secretKey, message);
  const backend = await kernels.backendFor(name);
  if (backend !== 'wasm') throw new Error(`${name} is served by ${backend}`);
  const asymmetricKeyType = name.toLowerCase() as 'slh-dsa-sha2-128f';
  const opensslPublic = nodeCrypto.createPublicKey({
    key: Buffer.from(publicKey),
    format: 'raw-public',
    asymmetricKeyType,
  });
  const opensslSecret = nodeCrypto.createPrivateKey({
    key: Buffer.from(secretKey),
    format: 'raw-private',
    asymmetricKeyType,
  });

  const verify = () => kernels.verify(name, publicKey, message, signature);
  const sign = () => kernels.sign(name, secretKey, message);
  const opensslVerify = () => nodeCrypto.verify(null, message, opensslPublic, signature);
  const opensslSign = () => nodeCrypto.sign(null, message, opensslSecret);
  const nobleVerify = () => direct.verify(signature, message, publicKey);
  const nobleSign = () => direct.sign(message, secretKey);
  await report(`${name} verify`, verify, 'OpenSSL, direct', opensslVerify, { least: 1 });
  await report(`${name} verify, once more`, verify, 'noble, direct', nobleVerify, { least: 3 });
  await report(`${name} sign`, sign, 'OpenSSL, direct', opensslSign, { least: 1 });
  if (runSlow || name.endsWith('f')) {
    await report(`${name} sign, once more`, sign, 'noble, direct', nobleSign, { least: leastSigned });
    const keysOf = () => kernels.generateKeyPair(name, seed);
    await report(`${name} keys of a seed`, keysOf, 'noble, direct', () => direct.keygen(seed), { least: 3 });
  }
}
