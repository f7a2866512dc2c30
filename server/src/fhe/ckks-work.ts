/** What the threads do with CKKS. Requests have been read and held against their session. */
import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { wipe } from '@touchstone/core/bytes.ts';
import { ckksFresh, sizeUnits } from '@touchstone/core/fhe/bounds.ts';
import {
  type CkksContext,
  type CkksOperand,
  ckksAdd,
  ckksContext,
  ckksDecrypt,
  ckksEncrypt,
  ckksEvaluationKey,
  ckksMultiply,
  ckksRotate,
  ckksSecretKey,
  type EvaluationKeyName,
  type LoadedKey,
  loadEvaluationKey,
  scaleAt,
} from '@touchstone/core/fhe/ckks.ts';
import { NONCE_BYTES } from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS } from '@touchstone/core/fhe/params.ts';
import { noiseBytes, releasedValues } from '@touchstone/core/fhe/released.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { ApiError } from '../frame/errors.ts';
import { asciiBytes, envelopeText, type Result } from './answers.ts';
import { contextOf } from './contexts.ts';
import type { KeyName } from './reading.ts';
import { maskedBound, type ProjectSeal } from './sealing.ts';
import type { ThreadTask } from './threads.ts';

let ckks: CkksContext | null = null;

async function ckksOf(): Promise<CkksContext> {
  ckks ??= ckksContext(await contextOf(PARAMETERS.ckks));
  return ckks;
}

function answer({ seal, key, bounds }: Result, context: CkksContext, body: Uint8Array): Uint8Array {
  const { depth, values, bits } = bounds;
  const nonce = systemRandom(NONCE_BYTES);
  const said = { depth, values, bound: maskedBound(seal, nonce, sizeUnits(bits)), nonce };
  const text = envelopeText(seal, key, 'ckks', 'ciphertext', body, said);
  return asciiBytes('{"ciphertext":"', text, `","scale":${scaleAt(context, depth)}}`);
}

export const ckksKeygenTask: ThreadTask<null, { readonly fingerprint: string; readonly secretKey: Uint8Array }> = {
  name: 'ckks keygen',
  async run() {
    const context = await ckksOf();
    const secretKey = ckksSecretKey(context);
    // Sessions have no one public key: their secret key names them.
    const fingerprint = createHash('sha256').update('svc-fhe-session/v1').update(secretKey).digest('hex');
    return { fingerprint, secretKey };
  },
};

export const evaluationKeyTask: ThreadTask<
  { readonly name: EvaluationKeyName; readonly secretKey: Uint8Array },
  Uint8Array
> = {
  name: 'ckks evaluation key',
  run: async ({ name, secretKey }) => ckksEvaluationKey(await ckksOf(), secretKey, name),
  secretsIn: ({ secretKey }) => [secretKey],
};

/** Keys of sessions that this thread has loaded, the one that was used last at the end. None of them is secret. */
const loadedKeys = new Map<string, LoadedKey>();
/** 11 MB each. */
const MOST_LOADED = 12;

/** `given` is the key that the thread did not have when it was asked before. */
async function evaluationKey(
  { keyId }: KeyName,
  name: EvaluationKeyName,
  given: Uint8Array | null,
): Promise<LoadedKey | null> {
  const id = `${keyId} ${name}`;
  const known = loadedKeys.get(id) ?? (given === null ? null : loadEvaluationKey(await ckksOf(), name, given));
  if (known === null) return null;
  loadedKeys.delete(id);
  loadedKeys.set(id, known);
  for (const [oldest, { key }] of loadedKeys) {
    if (loadedKeys.size <= MOST_LOADED) break;
    key.delete();
    loadedKeys.delete(oldest);
  }
  return known;
}

/** What needs a key that the thread may not have; it answers null then, and is asked again with it. */
export interface WithKey {
  readonly keyName: EvaluationKeyName;
  readonly given: Uint8Array | null;
}

export const ckksEncryptTask: ThreadTask<
  Result & WithKey & { readonly plaintext: readonly number[] | Float64Array },
  Uint8Array | null
> = {
  name: 'ckks encrypt',
  async run({ plaintext, keyName, given, ...result }) {
    const context = await ckksOf();
    const loaded = await evaluationKey(result.key, keyName, given);
    if (loaded?.kind !== 'public') return null;
    return answer(result, context, ckksEncrypt(context, loaded.key, plaintext));
  },
};

export interface CkksOperands extends Result {
  readonly a: CkksOperand;
  readonly b: CkksOperand;
}

export const ckksAddTask: ThreadTask<CkksOperands, Uint8Array> = {
  name: 'ckks add',
  async run({ a, b, ...result }) {
    const context = await ckksOf();
    return answer(result, context, ckksAdd(context, a, b));
  },
};

export const ckksMultiplyTask: ThreadTask<CkksOperands & WithKey, Uint8Array | null> = {
  name: 'ckks multiply',
  async run({ a, b, keyName, given, ...result }) {
    const context = await ckksOf();
    const loaded = await evaluationKey(result.key, keyName, given);
    if (loaded?.kind !== 'relin') return null;
    return answer(result, context, ckksMultiply(context, a, b, loaded.key));
  },
};

export const ckksRotateTask: ThreadTask<
  Result & WithKey & { readonly body: Uint8Array; readonly steps: number },
  Uint8Array | null
> = {
  name: 'ckks rotate',
  async run({ body, steps, keyName, given, ...result }) {
    const context = await ckksOf();
    if (steps === 0) return answer(result, context, body);
    const loaded = await evaluationKey(result.key, keyName, given);
    if (loaded?.kind !== 'rotation') return null;
    return answer(result, context, ckksRotate(context, body, steps, loaded.key));
  },
};

export interface CkksOpening {
  readonly body: Uint8Array;
  readonly values: number;
  readonly secretKey: Uint8Array;
}

export const ckksDecryptTask: ThreadTask<CkksOpening & { readonly seal: ProjectSeal }, Uint8Array> = {
  name: 'ckks decrypt',
  async run({ body, values, secretKey, seal: { macKey } }) {
    const decrypted = ckksDecrypt(await ckksOf(), secretKey, body);
    const key = createHmac('sha256', macKey).update('svc-fhe-noise/v1').update(body).digest();
    const stream = createCipheriv('aes-256-ctr', key, new Uint8Array(16));
    const noise = stream.update(new Uint8Array(noiseBytes(values)));
    const released = releasedValues(decrypted, values, noise);
    wipe(new Uint8Array(decrypted.buffer), key, noise);
    return asciiBytes(JSON.stringify({ plaintext: released }));
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

/** Decrypts and encrypts again: whoever runs this sees the values. The key for encryption is made on the spot. */
export const ckksRefreshTask: ThreadTask<Omit<Result, 'bounds'> & CkksOpening, Uint8Array> = {
  name: 'ckks refresh',
  async run({ body, values, secretKey, ...result }) {
    const context = await ckksOf();
    const decrypted = ckksDecrypt(context, secretKey, body);
    try {
      const bounds = ckksFresh(decrypted);
      if (bounds === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
      const publicKey = loadEvaluationKey(context, 'public', ckksEvaluationKey(context, secretKey, 'public'));
      try {
        if (publicKey.kind !== 'public') throw new TypeError('internal: another key was loaded');
        const fresh = ckksEncrypt(context, publicKey.key, decrypted);
        return answer({ ...result, bounds: { ...bounds, values } }, context, fresh);
      } finally {
        publicKey.key.delete();
      }
    } finally {
      wipe(new Uint8Array(decrypted.buffer));
    }
  },
  secretsIn: ({ secretKey }) => [secretKey],
};
