/**
 * BFV on the coefficients of polynomials instead of slots: small, without relinearisation and rotation. A product with a
 * polynomial that is not encrypted gives an inner product, or zero for what is equal. Biometrics, the check of keys and
 * fraud signals stand on it (docs/adr/0029). Every function deletes what SEAL makes for it.
 */
import type { Ciphertext, Plaintext } from 'node-seal/throws';
import { wipe } from '../bytes.ts';
import type { Random } from '../random.ts';
import { type FheContext, owning, saved } from './context.ts';
import { PREFIX_BYTES, type SchemeParameters } from './params.ts';

export interface CoefficientParameters extends SchemeParameters {
  readonly plainModulus: bigint;
}

export type CoefficientContext = FheContext<CoefficientParameters>;

/** n, which is also how many coefficients there are. */
export const COEFFICIENTS = 4096;

const COMMON = { scheme: 'BFV', degree: COEFFICIENTS, primeBits: [56] } as const;

/** Inner products of vectors, and sums. 256 bits of security by the tables of 2024. */
export const VECTORS: CoefficientParameters = { ...COMMON, id: 'coefficients-vectors', plainModulus: 1_032_193n };
/** Products with random polynomials: these use up more, which a smaller t makes room for. */
export const EQUALITY: CoefficientParameters = { ...COMMON, id: 'coefficients-equality', plainModulus: 65_537n };

/** Lengths of what SEAL writes for both sets. */
export const COEFFICIENT_CIPHERTEXT_BYTES = PREFIX_BYTES + 2 * COEFFICIENTS * 8;
/** What stands before the coefficients of a plaintext or the words of a secret key. */
const WORDS_AT = 88;
export const COEFFICIENT_SECRET_KEY_BYTES = WORDS_AT + COEFFICIENTS * 8;

export interface CoefficientKeys {
  readonly publicKey: Uint8Array;
  /** The caller wipes it. */
  readonly secretKey: Uint8Array;
}

export function coefficientKeys({ seal, context }: CoefficientContext): CoefficientKeys {
  return owning((own) => {
    const generator = own(new seal.KeyGenerator(context));
    return {
      publicKey: saved(seal, own(generator.createPublicKey())),
      secretKey: saved(seal, own(generator.secretKey())),
    };
  });
}

/** Whole numbers between -t/2 and t/2, at most `COEFFICIENTS` of them. */
export function encryptCoefficients(
  coefficients: CoefficientContext,
  publicKey: Uint8Array,
  values: ArrayLike<number>,
): Uint8Array {
  const { seal, context } = coefficients;
  return owning((own) => {
    const key = own(new seal.PublicKey());
    key.loadFromArray(context, publicKey);
    const plaintext = own(plaintextOf(coefficients, words(coefficients, values)));
    const ciphertext = own(new seal.Ciphertext());
    own(new seal.Encryptor(context, key)).encrypt(plaintext, ciphertext);
    return saved(seal, ciphertext);
  });
}

/**
 * A ciphertext whose constant coefficient is the inner product of the encrypted vector and another one. All other coefficients
 * are made random, so that whoever decrypts it learns the product and no more.
 */
export function innerProduct(
  coefficients: CoefficientContext,
  random: Random,
  ciphertext: Uint8Array,
  vector: ArrayLike<number>,
): Uint8Array {
  const { seal, evaluator } = coefficients;
  return owning((own) => {
    const product = own(loaded(coefficients, ciphertext));
    // x^n = -1: the constant coefficient of a(x) * (b_0 - b_1 x^(n-1) - ...) is the sum of all a_i b_i.
    const turned = new Array<number>(COEFFICIENTS).fill(0);
    for (let at = 0; at < vector.length; at++) {
      const value = vector[at] ?? 0;
      turned[at === 0 ? 0 : COEFFICIENTS - at] = at === 0 ? value : -value;
    }
    evaluator.multiplyPlainInplace(product, own(plaintextOf(coefficients, words(coefficients, turned))));
    const mask = randomWords(coefficients, random);
    mask[0] = 0n;
    evaluator.addPlainInplace(product, own(plaintextOf(coefficients, mask)));
    return saved(seal, product);
  });
}

/** A ciphertext of zero where both hold the same values, else of a random multiple of their difference. */
export function blindedDifference(
  coefficients: CoefficientContext,
  random: Random,
  a: Uint8Array,
  b: Uint8Array,
): Uint8Array {
  const { seal, evaluator } = coefficients;
  return owning((own) => {
    const difference = own(loaded(coefficients, a));
    evaluator.subInplace(difference, own(loaded(coefficients, b)));
    evaluator.multiplyPlainInplace(difference, own(plaintextOf(coefficients, randomWords(coefficients, random))));
    return saved(seal, difference);
  });
}

export interface Summand {
  readonly ciphertext: Uint8Array;
  /** How often it counts; at least once. */
  readonly weight: number;
}

/** The weighted sum of at least one ciphertext. */
export function sumOf(coefficients: CoefficientContext, summands: readonly Summand[]): Uint8Array {
  const { seal, evaluator } = coefficients;
  const [first, ...rest] = summands;
  if (first === undefined) throw new RangeError('internal: no ciphertext to add');
  return owning((own) => {
    const sum = own(loaded(coefficients, first.ciphertext));
    // The first one is in the sum once.
    for (const { ciphertext, weight } of [{ ...first, weight: first.weight - 1 }, ...rest]) {
      owning((ownOne) => {
        const one = ownOne(loaded(coefficients, ciphertext));
        for (let count = 0; count < weight; count++) evaluator.addInplace(sum, one);
      });
    }
    return saved(seal, sum);
  });
}

/** The first `count` values; null where the noise has reached the message. */
export function decryptCoefficients(
  coefficients: CoefficientContext,
  secretKey: Uint8Array,
  ciphertext: Uint8Array,
  count: number,
): readonly number[] | null {
  const { seal, context, parameters } = coefficients;
  return owning((own) => {
    const key = own(new seal.SecretKey());
    key.loadFromArray(context, secretKey);
    const encrypted = own(loaded(coefficients, ciphertext));
    const decryptor = own(new seal.Decryptor(context, key));
    if (decryptor.invariantNoiseBudget(encrypted) < 1) return null;
    const plaintext = own(new seal.Plaintext());
    decryptor.decrypt(encrypted, plaintext);
    const bytes = saved(seal, plaintext);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const t = parameters.plainModulus;
    // SEAL does not write the zeros of the highest coefficients.
    const values = Array.from({ length: count }, (_, at) => {
      const place = WORDS_AT + 8 * at;
      const value = place < bytes.length ? view.getBigUint64(place, true) : 0n;
      return Number(value > t / 2n ? value - t : value);
    });
    wipe(bytes);
    return values;
  });
}

function loaded({ seal, context }: CoefficientContext, bytes: Uint8Array): Ciphertext {
  const ciphertext = new seal.Ciphertext();
  try {
    ciphertext.loadFromArray(context, bytes);
    return ciphertext;
  } catch (error) {
    ciphertext.delete();
    throw error;
  }
}

/** Residues of whole numbers. */
function words({ parameters: { plainModulus: t } }: CoefficientContext, values: ArrayLike<number>): BigUint64Array {
  const all = new BigUint64Array(COEFFICIENTS);
  for (let at = 0; at < values.length; at++) {
    const value = BigInt(values[at] ?? 0);
    all[at] = value < 0n ? value + t : value;
  }
  return all;
}

/** Of 64 bits each, so that what the remainder prefers is beyond measure. */
function randomWords({ parameters: { plainModulus: t } }: CoefficientContext, random: Random): BigUint64Array {
  const bytes = random(8 * COEFFICIENTS);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return BigUint64Array.from({ length: COEFFICIENTS }, (_, at) => view.getBigUint64(8 * at) % t);
}

/** node-seal sets no coefficients: the bytes that SEAL writes are filled in and read. */
function plaintextOf({ seal, context }: CoefficientContext, coefficients: BigUint64Array): Plaintext {
  const plaintext = new seal.Plaintext();
  try {
    plaintext.resize(COEFFICIENTS);
    const bytes = saved(seal, plaintext);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const [at, word] of coefficients.entries()) view.setBigUint64(WORDS_AT + 8 * at, word, true);
    plaintext.loadFromArray(context, bytes);
    wipe(bytes);
    return plaintext;
  } catch (error) {
    plaintext.delete();
    throw error;
  }
}
