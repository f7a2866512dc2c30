/**
 * What the threads do with BFV on coefficients (`core/src/fhe/coefficients.ts`). The evaluator computes and holds no secret key,
 * the holder decrypts what the evaluator has made.
 */
import {
  blindedDifference,
  type CoefficientContext,
  type CoefficientParameters,
  coefficientKeys,
  decryptCoefficients,
  EQUALITY,
  encryptCoefficients,
  innerProduct,
  type Summand,
  sumOf,
  VECTORS,
} from '@touchstone/core/fhe/coefficients.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { contextOf } from './contexts.ts';
import { withForeign } from './foreign.ts';
import type { ThreadTask } from './threads.ts';

const SETS = { vectors: VECTORS, equality: EQUALITY } as const satisfies Readonly<
  Record<string, CoefficientParameters>
>;
export type CoefficientSet = keyof typeof SETS;

function contextOfSet(set: CoefficientSet): Promise<CoefficientContext> {
  return contextOf(SETS[set]);
}

export interface EncryptedOnce {
  readonly publicKey: Uint8Array;
  /** The caller wipes it. */
  readonly secretKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/** Makes a pair and encrypts values under it: for what has a pair of its own. */
export const encryptOnceTask: ThreadTask<{ readonly set: CoefficientSet; readonly values: Int16Array }, EncryptedOnce> =
  {
    name: 'coefficients encrypt once',
    async run({ set, values }) {
      const context = await contextOfSet(set);
      const keys = coefficientKeys(context);
      return { ...keys, ciphertext: encryptCoefficients(context, keys.publicKey, values) };
    },
    secretsIn: ({ values }) => [bytesOf(values)],
  };

/** The inner products of encrypted vectors with one that is not, each still encrypted. */
export const innerProductsTask: ThreadTask<
  { readonly ciphertexts: readonly Uint8Array[]; readonly vector: Int16Array },
  readonly Uint8Array[]
> = {
  name: 'coefficients inner products',
  async run({ ciphertexts, vector }) {
    const context = await contextOfSet('vectors');
    return ciphertexts.map((ciphertext) => innerProduct(context, systemRandom, ciphertext, vector));
  },
  secretsIn: ({ vector }) => [bytesOf(vector)],
};

export interface Opening {
  readonly ciphertext: Uint8Array;
  readonly secretKey: Uint8Array;
}

/** What the evaluator has made of ciphertexts of ours: their first values, each under its own key. */
export const openTask: ThreadTask<
  { readonly set: CoefficientSet; readonly openings: readonly Opening[]; readonly count: number },
  readonly (readonly number[])[]
> = {
  name: 'coefficients open',
  async run({ set, openings, count }) {
    const context = await contextOfSet(set);
    return openings.map(({ ciphertext, secretKey }) => {
      const values = decryptCoefficients(context, secretKey, ciphertext, count);
      if (values === null) throw new TypeError('internal: a computation of ours has no noise budget left');
      return values;
    });
  },
  secretsIn: ({ openings }) => openings.map(({ secretKey }) => secretKey),
};

/** Compares two vectors that belong to nobody: one is encrypted under a pair that is forgotten with the answer. */
export const compareTask: ThreadTask<{ readonly a: Int16Array; readonly b: Int16Array }, number> = {
  name: 'coefficients compare',
  async run({ a, b }) {
    const context = await contextOfSet('vectors');
    const { publicKey, secretKey } = coefficientKeys(context);
    try {
      const product = innerProduct(context, systemRandom, encryptCoefficients(context, publicKey, a), b);
      const [value] = decryptCoefficients(context, secretKey, product, 1) ?? [];
      if (value === undefined) throw new TypeError('internal: a fresh product has no noise budget left');
      return value;
    } finally {
      secretKey.fill(0);
    }
  },
  secretsIn: ({ a, b }) => [bytesOf(a), bytesOf(b)],
};

/** The weighted sum of ciphertexts of ours. */
export const sumTask: ThreadTask<{ readonly summands: readonly Summand[] }, Uint8Array> = {
  name: 'coefficients sum',
  run: async ({ summands }) => sumOf(await contextOfSet('vectors'), summands),
};

/**
 * Of a ciphertext of ours and one that a stranger made: zero where both hold the same. Throws INVALID_CIPHERTEXT, with the member
 * in which it came, for what SEAL does not write.
 */
export const blindedDifferenceTask: ThreadTask<
  { readonly ciphertext: Uint8Array; readonly foreign: Uint8Array; readonly field: string },
  Uint8Array
> = {
  name: 'coefficients blinded difference',
  async run({ ciphertext, foreign, field }) {
    const context = await contextOfSet('equality');
    return withForeign(context, [{ field, body: foreign }], () =>
      blindedDifference(context, systemRandom, ciphertext, foreign),
    );
  },
};

/** Whether a blinded difference is zero; not either where its noise has reached the message. */
export const isZeroTask: ThreadTask<Opening, boolean> = {
  name: 'coefficients is zero',
  async run({ ciphertext, secretKey }) {
    const context = await contextOfSet('equality');
    const values = decryptCoefficients(context, secretKey, ciphertext, context.parameters.degree);
    return values?.every((value) => value === 0) ?? false;
  },
  secretsIn: ({ secretKey }) => [secretKey],
};

function bytesOf(values: Int16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
