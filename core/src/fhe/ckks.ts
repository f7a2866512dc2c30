/**
 * CKKS: approximate numbers, 8192 at a time. A ciphertext that holds d nested products stands d levels below the first one,
 * and all at a level have the same scale: what stands higher is brought down by a product with 1, at the scale that makes it
 * so. So scales are never forced, which would cost precision, and sums of different depth are as exact as others.
 */
import type { Ciphertext, GaloisKeys, PublicKey, RelinKeys } from 'node-seal/throws';
import { type FheContext, owning, saved } from './context.ts';
import { MAX_DEPTH, SCALE_BITS, SLOTS } from './params.ts';

export interface CkksContext extends FheContext {
  /** The scale at each depth, the first 2^40. */
  readonly scales: readonly number[];
  /** The prime that a product at each depth is divided by. */
  readonly primes: readonly number[];
}

/** Adds what follows from the primes. */
export function ckksContext(fhe: FheContext): CkksContext {
  const primes = owning((own) => {
    const moduli = own(own(own(fhe.context.keyContextData()).parms()).coeffModulus());
    return Array.from({ length: MAX_DEPTH }, (_, depth) => {
      const modulus = moduli.get(MAX_DEPTH - depth);
      if (modulus === undefined) throw new TypeError('internal: the chain of primes is too short');
      return Number(own(modulus).value());
    });
  });
  const scales = [2 ** SCALE_BITS];
  for (const prime of primes) {
    const scale = scales.at(-1) ?? 0;
    scales.push((scale * scale) / prime);
  }
  return { ...fhe, primes, scales };
}

/** A session's secret key; the caller wipes it. The other keys are made of it when they are needed. */
export function ckksSecretKey({ seal, context }: CkksContext): Uint8Array {
  return owning((own) => saved(seal, own(own(new seal.KeyGenerator(context)).secretKey())));
}

/** Which key is meant: for encryption, for products, or for a rotation by a number of steps. */
export type EvaluationKeyName = 'public' | 'relin' | number;

/** Makes a key of the secret one. Each time it is another, all of them right. */
export function ckksEvaluationKey(
  { seal, context }: CkksContext,
  secretKey: Uint8Array,
  name: EvaluationKeyName,
): Uint8Array {
  return owning((own) => {
    const secret = own(new seal.SecretKey());
    secret.loadFromArray(context, secretKey);
    const generator = own(new seal.KeyGenerator(context, secret));
    if (name === 'public') return saved(seal, own(generator.createPublicKey()));
    if (name === 'relin') return saved(seal, own(generator.createRelinKeys()));
    return saved(seal, own(generator.createGaloisKeysWithSteps(Int32Array.of(name))));
  });
}

/** A loaded key; whoever keeps it deletes it. */
export type LoadedKey =
  | { readonly kind: 'public'; readonly key: PublicKey }
  | { readonly kind: 'relin'; readonly key: RelinKeys }
  | { readonly kind: 'rotation'; readonly key: GaloisKeys };

export function loadEvaluationKey(
  { seal, context }: CkksContext,
  name: EvaluationKeyName,
  body: Uint8Array,
): LoadedKey {
  const loaded: LoadedKey =
    name === 'public'
      ? { kind: 'public', key: new seal.PublicKey() }
      : name === 'relin'
        ? { kind: 'relin', key: new seal.RelinKeys() }
        : { kind: 'rotation', key: new seal.GaloisKeys() };
  loaded.key.loadFromArray(context, body);
  return loaded;
}

export function ckksEncrypt(
  { seal, context }: CkksContext,
  publicKey: PublicKey,
  values: readonly number[] | Float64Array,
): Uint8Array {
  return owning((own) => {
    const slots = new Float64Array(SLOTS);
    slots.set(values);
    const plaintext = own(new seal.Plaintext());
    own(new seal.CKKSEncoder(context)).encode(slots, 2 ** SCALE_BITS, plaintext);
    const ciphertext = own(new seal.Ciphertext());
    own(new seal.Encryptor(context, publicKey)).encrypt(plaintext, ciphertext);
    return saved(seal, ciphertext);
  });
}

/** All values as they come: whoever answers them adds noise and rounds (S29). */
export function ckksDecrypt(
  { seal, context }: CkksContext,
  secretKey: Uint8Array,
  ciphertext: Uint8Array,
): Float64Array {
  return owning((own) => {
    const key = own(new seal.SecretKey());
    key.loadFromArray(context, secretKey);
    const loaded = own(new seal.Ciphertext());
    loaded.loadFromArray(context, ciphertext);
    const plaintext = own(new seal.Plaintext());
    own(new seal.Decryptor(context, key)).decrypt(loaded, plaintext);
    const slots: unknown = own(new seal.CKKSEncoder(context)).decodeFloat64(plaintext);
    if (!(slots instanceof Float64Array)) throw new TypeError('internal: SEAL decoded something else than numbers');
    return slots;
  });
}

/** An operand: the body of an envelope, and the depth that it states. */
export interface CkksOperand {
  readonly body: Uint8Array;
  readonly depth: number;
}

export function ckksAdd(ckks: CkksContext, a: CkksOperand, b: CkksOperand): Uint8Array {
  return withBoth(ckks, a, b, (sum, other) => ckks.evaluator.addInplace(sum, other));
}

/** Multiplies, relinearises and rescales: one level deeper than the deeper factor. */
export function ckksMultiply(ckks: CkksContext, a: CkksOperand, b: CkksOperand, relinKey: RelinKeys): Uint8Array {
  const { evaluator } = ckks;
  return withBoth(ckks, a, b, (product, other, depth) => {
    evaluator.multiplyInplace(product, other);
    evaluator.relinearizeInplace(product, relinKey);
    evaluator.rescaleToNextInplace(product);
    product.setScale(scaleAt(ckks, depth + 1));
  });
}

/** Slot i + steps comes to slot i. */
export function ckksRotate(
  { seal, context, evaluator }: CkksContext,
  body: Uint8Array,
  steps: number,
  key: GaloisKeys,
): Uint8Array {
  return owning((own) => {
    const rotated = own(new seal.Ciphertext());
    rotated.loadFromArray(context, body);
    evaluator.rotateVectorInplace(rotated, steps, key);
    return saved(seal, rotated);
  });
}

/** Loads both at the depth of the deeper one, and saves the first after `combine`. */
function withBoth(
  ckks: CkksContext,
  a: CkksOperand,
  b: CkksOperand,
  combine: (first: Ciphertext, second: Ciphertext, depth: number) => void,
): Uint8Array {
  const { seal, context } = ckks;
  return owning((own) => {
    const depth = Math.max(a.depth, b.depth);
    const [first, second] = [a, b].map((operand) => {
      const loaded = own(new seal.Ciphertext());
      loaded.loadFromArray(context, operand.body);
      lower(ckks, loaded, operand.depth, depth);
      return loaded;
    }) as [Ciphertext, Ciphertext];
    combine(first, second, depth);
    return saved(seal, first);
  });
}

/** Brings a ciphertext down to a depth and to the scale that all have there. */
function lower(ckks: CkksContext, ciphertext: Ciphertext, from: number, to: number): void {
  if (from === to) return;
  const { seal, context, evaluator } = ckks;
  owning((own) => {
    for (let depth = from; depth < to - 1; depth++) evaluator.cipherModSwitchToNextInplace(ciphertext);
    const scale = (scaleAt(ckks, to) * (ckks.primes[to - 1] ?? 0)) / scaleAt(ckks, from);
    const one = own(new seal.Plaintext());
    own(new seal.CKKSEncoder(context)).encode(new Float64Array(SLOTS).fill(1), scale, one);
    evaluator.plainModSwitchToInplace(one, own(ciphertext.parmsId()));
    evaluator.multiplyPlainInplace(ciphertext, one);
    evaluator.rescaleToNextInplace(ciphertext);
    // The same but for the last bits of a double, which SEAL compares.
    ciphertext.setScale(scaleAt(ckks, to));
  });
}

/** The scale of every ciphertext of a depth. */
export function scaleAt({ scales }: Pick<CkksContext, 'scales'>, depth: number): number {
  const scale = scales[depth];
  if (scale === undefined) throw new RangeError('internal: no ciphertext is so deep');
  return scale;
}
