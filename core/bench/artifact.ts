/**
 * The three signatures of one artifact, an example, warm: by noble alone and by the native providers, each beside its own
 * reference loop over the direct calls. In a process that only verifies, as a verifier does: where noble has signed or
 * run other parameter sets before, the engine has more general code for the same verification, and it takes longer.
 */
import * as nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { falcon1024padded } from '@noble/post-quantum/falcon.js';
import { ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { slh_dsa_sha2_256s } from '@noble/post-quantum/slh-dsa.js';
import { createFalconPadded1024 } from '@oqs/liboqs-js/sig';
import type { Artifact } from '../src/artifact/artifact.ts';
import { fromBase64, fromHex } from '../src/bytes.ts';
import { algorithmOf, parseKeySet, publicKeyBytes } from '../src/keys/key-set.ts';
import { systemRandom } from '../src/random.ts';
import type { SignatureAlgorithm } from '../src/sign/family.ts';
import { liboqsBackend } from '../src/sign/liboqs-backend.ts';
import { nodeBackend } from '../src/sign/node-backend.ts';
import { createSignatureProvider } from '../src/sign/provider.ts';
import { type Call, report } from './_measure.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const artifact = JSON.parse(readFileSync(new URL('verified.pqv.json', EXAMPLES), 'utf8')) as Artifact;
const signers = parseKeySet(readFileSync(new URL('keys/demo-office.pqkeys.json', EXAMPLES)));
if (!signers.ok) throw new Error(signers.message);
const { keys } = signers.keySet;

interface Slot {
  readonly algorithm: SignatureAlgorithm;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}

function slot(algorithm: SignatureAlgorithm, signature: string): Slot {
  const key = keys.find((candidate) => algorithmOf(candidate) === algorithm);
  if (key === undefined) throw new Error(`the key set has no ${algorithm}`);
  return { algorithm, publicKey: publicKeyBytes(key), signature: required(fromBase64(signature)) };
}

function required(bytes: Uint8Array | null): Uint8Array {
  if (bytes === null) throw new Error('the example cannot be decoded');
  return bytes;
}

const message = required(fromHex(artifact.manifest_hash));
const mlDsa = slot('ML-DSA-87', artifact.signatures.ml_dsa_87);
const slhDsa = slot('SLH-DSA-SHA2-256s', artifact.signatures.slh_dsa_256s);
const falcon = slot('FALCON-1024', artifact.signatures.falcon_1024);

/** Verifies all three one after the other. */
function each(calls: readonly Call[]): Call {
  return async () => {
    for (const call of calls) if ((await call()) !== true) throw new Error('a signature did not verify');
  };
}

function byProvider(provider: ReturnType<typeof createSignatureProvider>): Call {
  return each(
    [mlDsa, slhDsa, falcon].map(
      ({ algorithm, publicKey, signature }) =>
        () =>
          provider.verify(algorithm, publicKey, message, signature),
    ),
  );
}

const byNoble = each([
  () => ml_dsa87.verify(mlDsa.signature, message, mlDsa.publicKey),
  () => slh_dsa_sha2_256s.verify(slhDsa.signature, message, slhDsa.publicKey),
  () => falcon1024padded.verify(falcon.signature, message, falcon.publicKey),
]);

function byNode({ algorithm, publicKey, signature }: Slot): Call {
  const asymmetricKeyType = algorithm.toLowerCase() as 'ml-dsa-87';
  const key = Buffer.from(publicKey);
  const imported = nodeCrypto.createPublicKey({ key, format: 'raw-public', asymmetricKeyType });
  return () => nodeCrypto.verify(null, message, imported, signature);
}

const liboqs = await createFalconPadded1024();
const byPlatform = each([
  byNode(mlDsa),
  byNode(slhDsa),
  () => liboqs.verify(message, falcon.signature, falcon.publicKey),
]);

const noble = createSignatureProvider([], systemRandom);
const native = createSignatureProvider([nodeBackend(nodeCrypto), liboqsBackend(systemRandom)], systemRandom);
await report("one artifact's three signatures, noble", byProvider(noble), 'noble, direct', byNoble, {
  limit: 10,
});
await report(
  "one artifact's three signatures, native providers",
  byProvider(native),
  'node:crypto and liboqs, direct',
  byPlatform,
  { limit: 3 },
);
