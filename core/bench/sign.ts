/**
 * Signature speed: `node core/bench/sign.ts [--slow]` prints one JSON line per measurement. Each stands beside a
 * reference loop over the direct call of the same primitive, run in turns with it. All rates and times are of the
 * CPU time of the whole process (the thread pool included), so that neighbours on a loaded machine drop out.
 * `--slow` adds noble's signing with the sets that take over a second.
 */
import * as nodeCrypto from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { falcon512padded, falcon1024padded } from '@noble/post-quantum/falcon.js';
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import * as slhDsa from '@noble/post-quantum/slh-dsa.js';
import { createFalconPadded512, createFalconPadded1024, type FalconPadded512 } from '@oqs/liboqs-js/sig';
import { systemRandom } from '../src/random.ts';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../src/sign/family.ts';
import { liboqsBackend } from '../src/sign/liboqs-backend.ts';
import { nodeBackend } from '../src/sign/node-backend.ts';
import { createSignatureProvider } from '../src/sign/provider.ts';
import { report } from './_measure.ts';

interface Primitive {
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

const NOBLE: Readonly<Record<SignatureAlgorithm, Primitive>> = {
  Ed25519: ed25519,
  'ML-DSA-44': ml_dsa44,
  'ML-DSA-65': ml_dsa65,
  'ML-DSA-87': ml_dsa87,
  'SLH-DSA-SHA2-128s': slhDsa.slh_dsa_sha2_128s,
  'SLH-DSA-SHA2-128f': slhDsa.slh_dsa_sha2_128f,
  'SLH-DSA-SHA2-256s': slhDsa.slh_dsa_sha2_256s,
  'SLH-DSA-SHAKE-128s': slhDsa.slh_dsa_shake_128s,
  'SLH-DSA-SHAKE-128f': slhDsa.slh_dsa_shake_128f,
  'SLH-DSA-SHAKE-256s': slhDsa.slh_dsa_shake_256s,
  'FALCON-512': falcon512padded,
  'FALCON-1024': falcon1024padded,
};

/** noble's own key forms where they differ from the stored ones. */
const EXPAND: Partial<Record<SignatureAlgorithm, (seed: Uint8Array) => { secretKey: Uint8Array }>> = {
  'ML-DSA-44': ml_dsa44.keygen,
  'ML-DSA-65': ml_dsa65.keygen,
  'ML-DSA-87': ml_dsa87.keygen,
};

const LIBOQS: Partial<Record<SignatureAlgorithm, Pick<FalconPadded512, 'verify'>>> = {
  'FALCON-512': await createFalconPadded512(),
  'FALCON-1024': await createFalconPadded1024(),
};

const SIGNS_SLOWLY: readonly SignatureAlgorithm[] = [
  'SLH-DSA-SHA2-128s',
  'SLH-DSA-SHA2-256s',
  'SLH-DSA-SHAKE-128s',
  'SLH-DSA-SHAKE-256s',
];

/** The size of a manifest hash: what an artifact signs. */
const message = systemRandom(48);
const noble = createSignatureProvider([], systemRandom);
const native = createSignatureProvider([nodeBackend(nodeCrypto), liboqsBackend(systemRandom)], systemRandom);

async function material(algorithm: SignatureAlgorithm) {
  const { publicKey, secretKey } = await native.generateKeyPair(algorithm);
  const signature = await native.sign(algorithm, secretKey, message);
  const direct = NOBLE[algorithm];
  const nobleKey = EXPAND[algorithm]?.(secretKey).secretKey ?? secretKey;
  const backend = await native.backendFor(algorithm);
  const isNative = backend === 'node';
  const liboqs = backend === 'liboqs' ? LIBOQS[algorithm] : undefined;
  const type = algorithm.toLowerCase() as 'ml-dsa-65';
  const format = algorithm.startsWith('ML-DSA') ? ('raw-seed' as const) : ('raw-private' as const);
  const rawPublic = Buffer.from(publicKey);
  const nodePublic = isNative
    ? nodeCrypto.createPublicKey({ key: rawPublic, format: 'raw-public', asymmetricKeyType: type })
    : null;
  const nodePrivate = isNative
    ? nodeCrypto.createPrivateKey({ key: Buffer.from(secretKey), format, asymmetricKeyType: type })
    : null;
  return {
    verifies: isNative ? 'node:crypto' : backend,
    signs: isNative ? 'node:crypto' : 'noble',
    nobleVerify: () => direct.verify(signature, message, publicKey),
    nobleSign: () => direct.sign(message, nobleKey),
    platformVerify: () => {
      if (nodePublic !== null) return nodeCrypto.verify(null, message, nodePublic, signature);
      return liboqs?.verify(message, signature, publicKey) ?? direct.verify(signature, message, publicKey);
    },
    platformSign: () =>
      nodePrivate === null ? direct.sign(message, nobleKey) : nodeCrypto.sign(null, message, nodePrivate),
    verifyBy: (provider: typeof noble) => () => provider.verify(algorithm, publicKey, message, signature),
    signBy: (provider: typeof noble) => () => provider.sign(algorithm, secretKey, message),
  };
}

const runSlow = process.argv.includes('--slow');
for (const algorithm of SIGNATURE_ALGORITHMS) {
  const it = await material(algorithm);
  await report(`${algorithm} verify, noble`, it.verifyBy(noble), 'noble, direct', it.nobleVerify);
  await report(`${algorithm} verify, provider`, it.verifyBy(native), `${it.verifies}, direct`, it.platformVerify);
  if (runSlow || !SIGNS_SLOWLY.includes(algorithm)) {
    await report(`${algorithm} sign, noble`, it.signBy(noble), 'noble, direct', it.nobleSign);
  }
  await report(`${algorithm} sign, provider`, it.signBy(native), `${it.signs}, direct`, it.platformSign);
}
