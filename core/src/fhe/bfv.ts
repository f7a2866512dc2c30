/** BFV: exact integers, 8192 at a time. What is given has passed its envelope; every function deletes what it makes. */
import { wipe } from '../bytes.ts';
import { type Bounded, promisedBudget } from './bounds.ts';
import { type FheContext, owning, saved } from './context.ts';
import { PREFIX_BYTES, SLOTS } from './params.ts';

export interface BfvKeys {
  readonly publicKey: Uint8Array;
  readonly relinKey: Uint8Array;
  /** The caller wipes it. */
  readonly secretKey: Uint8Array;
}

export function bfvKeys({ seal, context }: FheContext): BfvKeys {
  return owning((own) => {
    const generator = own(new seal.KeyGenerator(context));
    return {
      publicKey: saved(seal, own(generator.createPublicKey())),
      relinKey: saved(seal, own(generator.createRelinKeys())),
      secretKey: saved(seal, own(generator.secretKey())),
    };
  });
}

/** Another public key of the same pair. It rests on all residues of the secret one, that of the last prime too. */
export function bfvPublicKey({ seal, context }: FheContext, secretKey: Uint8Array): Uint8Array {
  return owning((own) => {
    const key = own(new seal.SecretKey());
    key.loadFromArray(context, secretKey);
    return saved(seal, own(own(new seal.KeyGenerator(context, key)).createPublicKey()));
  });
}

/** The values lie within the range of the parameters. Throws TypeError where the key leaves them in clear. */
export function bfvEncrypt(fhe: FheContext, publicKey: Uint8Array, values: readonly number[]): Uint8Array {
  const ciphertext = encrypted(fhe, publicKey, values);
  if (ciphertext === null) throw new TypeError('internal: a public key that hides nothing');
  return ciphertext;
}

/**
 * Whether a public key hides what is encrypted under it. An encryption of zeros is what covers every message: where a polynomial
 * of it is zero modulo one of the primes, as under a key of zeros or one of a secret key of zeros, anybody reads the message there.
 */
export function bfvHides(fhe: FheContext, publicKey: Uint8Array): boolean {
  const cover = encrypted(fhe, publicKey, [])?.subarray(PREFIX_BYTES);
  if (cover === undefined) return false;
  const each = 8 * fhe.parameters.degree;
  const starts = Array.from({ length: cover.length / each }, (_, place) => place * each);
  return starts.every((at) => cover.subarray(at, at + each).some((byte) => byte !== 0));
}

/** null: transparent, so the message stands there in clear. */
function encrypted({ seal, context }: FheContext, publicKey: Uint8Array, values: readonly number[]): Uint8Array | null {
  return owning((own) => {
    const key = own(new seal.PublicKey());
    key.loadFromArray(context, publicKey);
    // Two rows of 8192 slots; the second one stays empty.
    const slots = new BigInt64Array(2 * SLOTS);
    for (const [at, value] of values.entries()) slots[at] = BigInt(value);
    const plaintext = own(new seal.Plaintext());
    own(new seal.BatchEncoder(context)).encode(slots, plaintext);
    const ciphertext = own(new seal.Ciphertext());
    own(new seal.Encryptor(context, key)).encrypt(plaintext, ciphertext);
    return ciphertext.isTransparent() ? null : saved(seal, ciphertext);
  });
}

/**
 * The first `count` values; null where less noise budget is left than the bound promises: then the noise has reached the
 * message, or somebody has changed it. SEAL measures that with the key; the number is nobody's business, for it can tell
 * about the key.
 */
export function bfvDecrypt(
  { seal, context, parameters }: FheContext,
  secretKey: Uint8Array,
  ciphertext: Uint8Array,
  { values: count, bits }: Bounded,
): readonly number[] | null {
  return owning((own) => {
    const key = own(new seal.SecretKey());
    key.loadFromArray(context, secretKey);
    const loaded = own(new seal.Ciphertext());
    loaded.loadFromArray(context, ciphertext);
    const decryptor = own(new seal.Decryptor(context, key));
    if (decryptor.invariantNoiseBudget(loaded) < promisedBudget(parameters.id, bits)) return null;
    const plaintext = own(new seal.Plaintext());
    decryptor.decrypt(loaded, plaintext);
    const slots: unknown = own(new seal.BatchEncoder(context)).decodeBigInt64(plaintext);
    if (!(slots instanceof BigInt64Array)) throw new TypeError('internal: SEAL decoded something else than integers');
    const values = Array.from(slots.subarray(0, count), Number);
    wipe(new Uint8Array(slots.buffer));
    return values;
  });
}

export function bfvAdd({ seal, context, evaluator }: FheContext, a: Uint8Array, b: Uint8Array): Uint8Array {
  return owning((own) => {
    const [sum, other] = [own(new seal.Ciphertext()), own(new seal.Ciphertext())];
    sum.loadFromArray(context, a);
    other.loadFromArray(context, b);
    evaluator.addInplace(sum, other);
    return saved(seal, sum);
  });
}

/** Multiplies and relinearises. */
export function bfvMultiply(
  { seal, context, evaluator }: FheContext,
  a: Uint8Array,
  b: Uint8Array,
  relinKey: Uint8Array,
): Uint8Array {
  return owning((own) => {
    const [product, other] = [own(new seal.Ciphertext()), own(new seal.Ciphertext())];
    product.loadFromArray(context, a);
    other.loadFromArray(context, b);
    const key = own(new seal.RelinKeys());
    key.loadFromArray(context, relinKey);
    evaluator.multiplyInplace(product, other);
    evaluator.relinearizeInplace(product, key);
    return saved(seal, product);
  });
}
