/** What the threads of encrypted computation do. Requests have been read and their envelopes checked; keys fit to each other. */
import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { bfvAdd, bfvDecrypt, bfvEncrypt, bfvKeys, bfvMultiply } from '@touchstone/core/fhe/bfv.ts';
import { type Bounded, ckksFresh, noiseUnits, sizeUnits } from '@touchstone/core/fhe/bounds.ts';
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
import {
  type FheContext,
  hasGenuinePrefix,
  isSealRefusal,
  loadSeal,
  openContext,
} from '@touchstone/core/fhe/context.ts';
import {
  type Custody,
  type FheHeader,
  type FheKind,
  NONCE_BYTES,
  sealEnvelope,
} from '@touchstone/core/fhe/envelope.ts';
import { PARAMETERS, type ParameterId } from '@touchstone/core/fhe/params.ts';
import { noiseBytes, releasedValues } from '@touchstone/core/fhe/released.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { ApiError } from '../frame/errors.ts';
import { type KeyName, readTask } from './reading.ts';
import { maskedBound, type ProjectSeal, sealerOf } from './sealing.ts';
import type { ThreadTask } from './threads.ts';

/** Kept by the thread: the library, a context for each parameter set that was used. */
const seal = { loaded: null as ReturnType<typeof loadSeal> | null };
const contexts = new Map<ParameterId, FheContext>();
let ckks: CkksContext | null = null;

async function contextOf(id: ParameterId): Promise<FheContext> {
  seal.loaded ??= loadSeal();
  const context = contexts.get(id) ?? openContext(await seal.loaded, PARAMETERS[id]);
  contexts.set(id, context);
  return context;
}

async function ckksOf(): Promise<CkksContext> {
  ckks ??= ckksContext(await contextOf('ckks'));
  return ckks;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const NO_NONCE = new Uint8Array(NONCE_BYTES);

function envelopeText(
  projectSeal: ProjectSeal,
  { keyId, fingerprint, custody }: KeyName,
  parameters: ParameterId,
  kind: FheKind,
  body: Uint8Array,
  said: Pick<FheHeader, 'depth' | 'values' | 'bound' | 'nonce'> = { depth: 0, values: 0, bound: 0, nonce: NO_NONCE },
): string {
  const header = { kind, parameters, custody, keyId, fingerprint, ...said };
  return base64(sealEnvelope({ header, body }, sealerOf(projectSeal)));
}

/** A ciphertext of a scheme, written out as the answer that it is. */
export interface Result {
  readonly seal: ProjectSeal;
  readonly key: KeyName;
  readonly bounds: Bounded;
}

function bfvAnswer(
  { seal: projectSeal, key, bounds }: Result,
  parameters: ParameterId,
  kind: FheKind,
  body: Uint8Array,
): Uint8Array {
  const { depth, values, bits } = bounds;
  const said = { depth, values, bound: noiseUnits(bits), nonce: NO_NONCE };
  return utf8(`{"ciphertext":"${envelopeText(projectSeal, key, parameters, kind, body, said)}"}`);
}

function ckksAnswer({ seal: projectSeal, key, bounds }: Result, context: CkksContext, body: Uint8Array): Uint8Array {
  const { depth, values, bits } = bounds;
  const nonce = systemRandom(NONCE_BYTES);
  const said = { depth, values, bound: maskedBound(projectSeal, nonce, sizeUnits(bits)), nonce };
  const text = envelopeText(projectSeal, key, 'ckks', 'ciphertext', body, said);
  return utf8(`{"ciphertext":"${text}","scale":${scaleAt(context, depth)}}`);
}

/** The hash of a public key, by which everything under it is known. */
function fingerprintOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

export interface MadeKeys {
  readonly fingerprint: string;
  /** The answer. */
  readonly json: Uint8Array;
  /** For the vault; null where the client has it. The caller wipes it. */
  readonly secretKey: Uint8Array | null;
}

type BfvId = Exclude<ParameterId, 'ckks'>;

export const bfvKeygenTask: ThreadTask<
  { readonly seal: ProjectSeal; readonly keyId: string; readonly custody: Custody; readonly parameters: BfvId },
  MadeKeys
> = {
  name: 'bfv keygen',
  async run({ seal: projectSeal, keyId, custody, parameters }) {
    const { publicKey, relinKey, secretKey } = bfvKeys(await contextOf(parameters));
    const fingerprint = fingerprintOf(publicKey);
    const name = { keyId, fingerprint, custody };
    const text = (kind: FheKind, body: Uint8Array) => envelopeText(projectSeal, name, parameters, kind, body);
    const parts = [
      `"key_id":"key_bfv_${keyId}"`,
      `"public_key":"${text('public-key', publicKey)}"`,
      `"relin_key":"${text('relin-key', relinKey)}"`,
    ];
    if (custody === 'server') return { fingerprint, json: utf8(`{${parts.join()}}`), secretKey };
    parts.push(`"secret_key":"${text('secret-key', secretKey)}"`);
    wipe(secretKey);
    return { fingerprint, json: utf8(`{${parts.join()}}`), secretKey: null };
  },
};

export const bfvEncryptTask: ThreadTask<
  Result & { readonly parameters: BfvId; readonly publicKey: Uint8Array; readonly plaintext: readonly number[] },
  Uint8Array
> = {
  name: 'bfv encrypt',
  async run({ parameters, publicKey, plaintext, ...result }) {
    const body = bfvEncrypt(await contextOf(parameters), publicKey, plaintext);
    return bfvAnswer(result, parameters, 'ciphertext', body);
  },
};

/** A ciphertext that somebody else made is looked at before SEAL reads it, and whatever SEAL says of it is said as this. */
async function withForeign<T>(
  parameters: BfvId,
  foreign: readonly Uint8Array[],
  action: (context: FheContext) => T,
): Promise<T> {
  const context = await contextOf(parameters);
  if (foreign.some((body) => !hasGenuinePrefix(context, body))) throw new ApiError('INVALID_CIPHERTEXT');
  try {
    return action(context);
  } catch (error) {
    if (foreign.length > 0 && isSealRefusal(error)) throw new ApiError('INVALID_CIPHERTEXT');
    throw error;
  }
}

export interface BfvOperands extends Result {
  readonly parameters: BfvId;
  readonly a: Uint8Array;
  readonly b: Uint8Array;
  /** Which of them the service did not make; then it does not vouch for the result either. */
  readonly foreign: readonly ('a' | 'b')[];
}

function foreignBodies({ foreign, ...operands }: BfvOperands): readonly Uint8Array[] {
  return foreign.map((name) => operands[name]);
}

function kindOf({ foreign }: BfvOperands): FheKind {
  return foreign.length === 0 ? 'ciphertext' : 'client-ciphertext';
}

export const bfvAddTask: ThreadTask<BfvOperands, Uint8Array> = {
  name: 'bfv add',
  async run(input) {
    const { parameters, a, b } = input;
    const body = await withForeign(parameters, foreignBodies(input), (context) => bfvAdd(context, a, b));
    return bfvAnswer(input, parameters, kindOf(input), body);
  },
};

export const bfvMultiplyTask: ThreadTask<BfvOperands & { readonly relinKey: Uint8Array }, Uint8Array> = {
  name: 'bfv multiply',
  async run(input) {
    const { parameters, a, b, relinKey } = input;
    const body = await withForeign(parameters, foreignBodies(input), (context) => bfvMultiply(context, a, b, relinKey));
    return bfvAnswer(input, parameters, kindOf(input), body);
  },
};

export const bfvDecryptTask: ThreadTask<
  {
    readonly parameters: BfvId;
    readonly ciphertext: Uint8Array;
    readonly isForeign: boolean;
    readonly bounds: Bounded;
    readonly secretKey: Uint8Array;
  },
  readonly number[]
> = {
  name: 'bfv decrypt',
  async run({ parameters, ciphertext, isForeign, bounds, secretKey }) {
    const plaintext = await withForeign(parameters, isForeign ? [ciphertext] : [], (context) =>
      bfvDecrypt(context, secretKey, ciphertext, bounds),
    );
    if (plaintext === null) throw new ApiError('NOISE_BUDGET_EXHAUSTED');
    return plaintext;
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

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
    return ckksAnswer(result, context, ckksEncrypt(context, loaded.key, plaintext));
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
    return ckksAnswer(result, context, ckksAdd(context, a, b));
  },
};

export const ckksMultiplyTask: ThreadTask<CkksOperands & WithKey, Uint8Array | null> = {
  name: 'ckks multiply',
  async run({ a, b, keyName, given, ...result }) {
    const context = await ckksOf();
    const loaded = await evaluationKey(result.key, keyName, given);
    if (loaded?.kind !== 'relin') return null;
    return ckksAnswer(result, context, ckksMultiply(context, a, b, loaded.key));
  },
};

export const ckksRotateTask: ThreadTask<
  Result & WithKey & { readonly body: Uint8Array; readonly steps: number },
  Uint8Array | null
> = {
  name: 'ckks rotate',
  async run({ body, steps, keyName, given, ...result }) {
    const context = await ckksOf();
    if (steps === 0) return ckksAnswer(result, context, body);
    const loaded = await evaluationKey(result.key, keyName, given);
    if (loaded?.kind !== 'rotation') return null;
    return ckksAnswer(result, context, ckksRotate(context, body, steps, loaded.key));
  },
};

interface CkksOpening {
  readonly body: Uint8Array;
  readonly values: number;
  readonly secretKey: Uint8Array;
}

export const ckksDecryptTask: ThreadTask<CkksOpening & { readonly seal: ProjectSeal }, readonly number[]> = {
  name: 'ckks decrypt',
  async run({ body, values, secretKey, seal: { macKey } }) {
    const decrypted = ckksDecrypt(await ckksOf(), secretKey, body);
    const key = createHmac('sha256', macKey).update('svc-fhe-noise/v1').update(body).digest();
    const stream = createCipheriv('aes-256-ctr', key, new Uint8Array(16));
    const noise = stream.update(new Uint8Array(noiseBytes(values)));
    const released = releasedValues(decrypted, values, noise);
    wipe(new Uint8Array(decrypted.buffer), key, noise);
    return released;
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
        return ckksAnswer({ ...result, bounds: { ...bounds, values } }, context, fresh);
      } finally {
        publicKey.key.delete();
      }
    } finally {
      wipe(new Uint8Array(decrypted.buffer));
    }
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

export const TASKS = [
  readTask,
  bfvKeygenTask,
  bfvEncryptTask,
  bfvAddTask,
  bfvMultiplyTask,
  bfvDecryptTask,
  ckksKeygenTask,
  evaluationKeyTask,
  ckksEncryptTask,
  ckksAddTask,
  ckksMultiplyTask,
  ckksRotateTask,
  ckksDecryptTask,
  ckksRefreshTask,
] as const;
