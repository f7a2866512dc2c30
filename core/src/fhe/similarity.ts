/**
 * Cosines over encrypted vectors (crypto, section 3): a CKKS ciphertext for each coordinate holds that coordinate of 2,048
 * vectors, so that a query in clear costs one product with a number and one sum for each coordinate, and no rotation. Whoever
 * computes needs no key; whoever has the key decrypts one ciphertext of scores for each 2,048 vectors.
 */
import type { Ciphertext, SecretKey } from 'node-seal/throws';
import { type FheContext, owning, saved } from './context.ts';
import { PREFIX_BYTES, type SchemeParameters } from './params.ts';

/** Two primes of 53 bits are the limit of 2024 for n = 4096. */
export const SIMILARITY: SchemeParameters = {
  id: 'similarity',
  scheme: 'CKKS',
  degree: 4096,
  primeBits: [53, 53],
  plainModulus: null,
};

export type SimilarityContext = FheContext<SchemeParameters>;

/** Vectors of a block: the slots of a ciphertext. */
export const BLOCK_VECTORS = 2_048;
/** What SEAL writes of a ciphertext: one prime is left to it. */
export const CIPHERTEXT_BYTES = PREFIX_BYTES + 2 * 4_096 * 8;

/** Scores have the product of both, of which 2^51 is the most that fits. */
const VECTOR_SCALE = 2 ** 29;
const QUERY_SCALE = 2 ** 21;
/** Coordinates are multiples of it: three times the noise away from each other, so that they decrypt to what was encrypted. */
const STEP = 2 ** -17;

/** A new secret key; the caller wipes it. */
export function similarityKey({ seal, context }: SimilarityContext): Uint8Array {
  return owning((own) => saved(seal, own(own(new seal.KeyGenerator(context)).secretKey())));
}

function loadedKey({ seal, context }: SimilarityContext, bytes: Uint8Array): SecretKey {
  const key = new seal.SecretKey();
  key.loadFromArray(context, bytes);
  return key;
}

/** Encrypts a block: 2,048 values of each coordinate in turn. Answers the ciphertexts behind each other. */
export function encryptBlock(fhe: SimilarityContext, secretKey: Uint8Array, columns: Float64Array): Uint8Array {
  const { seal, context } = fhe;
  return owning((own) => {
    const key = own(loadedKey(fhe, secretKey));
    const generator = own(new seal.KeyGenerator(context, key));
    const encryptor = own(new seal.Encryptor(context, own(generator.createPublicKey()), key));
    const encoder = own(new seal.CKKSEncoder(context));
    const plaintext = own(new seal.Plaintext());
    const ciphertext = own(new seal.Ciphertext());
    const dimensions = columns.length / BLOCK_VECTORS;
    const bodies = new Uint8Array(dimensions * CIPHERTEXT_BYTES);
    for (let at = 0; at < dimensions; at++) {
      const column = columns.slice(at * BLOCK_VECTORS, (at + 1) * BLOCK_VECTORS);
      for (let slot = 0; slot < BLOCK_VECTORS; slot++) column[slot] = STEP * Math.round((column[slot] ?? 0) / STEP);
      encoder.encode(column, VECTOR_SCALE, plaintext);
      encryptor.encryptSymmetric(plaintext, ciphertext);
      const body = saved(seal, ciphertext);
      if (body.length !== CIPHERTEXT_BYTES) throw new TypeError('internal: SEAL saved a ciphertext of another length');
      bodies.set(body, at * CIPHERTEXT_BYTES);
      column.fill(0);
    }
    return bodies;
  });
}

/** The values of a block as they were encrypted: for whoever changes it. The caller wipes them. */
export function decryptBlock(fhe: SimilarityContext, secretKey: Uint8Array, bodies: Uint8Array): Float64Array {
  const dimensions = bodies.length / CIPHERTEXT_BYTES;
  const columns = new Float64Array(dimensions * BLOCK_VECTORS);
  const parts = Array.from({ length: dimensions }, (_, at) =>
    bodies.subarray(at * CIPHERTEXT_BYTES, (at + 1) * CIPHERTEXT_BYTES),
  );
  for (const [at, column] of decrypted(fhe, secretKey, parts).entries()) {
    for (let slot = 0; slot < BLOCK_VECTORS; slot++) {
      columns[at * BLOCK_VECTORS + slot] = STEP * Math.round((column[slot] ?? 0) / STEP);
    }
    column.fill(0);
  }
  return columns;
}

/** The scores of blocks as they come: whoever answers them rounds. */
export function decryptScores(
  fhe: SimilarityContext,
  secretKey: Uint8Array,
  bodies: readonly Uint8Array[],
): readonly Float64Array[] {
  return decrypted(fhe, secretKey, bodies);
}

function decrypted(
  fhe: SimilarityContext,
  secretKey: Uint8Array,
  bodies: readonly Uint8Array[],
): readonly Float64Array[] {
  const { seal, context } = fhe;
  return owning((own) => {
    const decryptor = own(new seal.Decryptor(context, own(loadedKey(fhe, secretKey))));
    const encoder = own(new seal.CKKSEncoder(context));
    const ciphertext = own(new seal.Ciphertext());
    const plaintext = own(new seal.Plaintext());
    return bodies.map((body) => {
      ciphertext.loadFromArray(context, body);
      decryptor.decrypt(ciphertext, plaintext);
      const slots: unknown = encoder.decodeFloat64(plaintext);
      if (!(slots instanceof Float64Array)) throw new TypeError('internal: SEAL decoded something else than numbers');
      return slots;
    });
  });
}

/** Loads a block to compute with; whoever keeps it deletes it. */
export function loadBlock({ seal, context }: SimilarityContext, bodies: Uint8Array): readonly Ciphertext[] {
  return Array.from({ length: bodies.length / CIPHERTEXT_BYTES }, (_, at) => {
    const ciphertext = new seal.Ciphertext();
    ciphertext.loadFromArray(context, bodies.subarray(at * CIPHERTEXT_BYTES, (at + 1) * CIPHERTEXT_BYTES));
    return ciphertext;
  });
}

/** The encrypted scores of blocks for a query of length 1: a ciphertext for each block. */
export function scoreBlocks(
  { seal, context, evaluator }: SimilarityContext,
  blocks: readonly (readonly Ciphertext[])[],
  query: Float64Array,
): readonly Uint8Array[] {
  return owning((own) => {
    const encoder = own(new seal.CKKSEncoder(context));
    const factor = own(new seal.Plaintext());
    const product = own(new seal.Ciphertext());
    const sums = blocks.map(() => own(new seal.Ciphertext()));
    let isFirst = true;
    for (const [at, value] of query.entries()) {
      // SEAL refuses products with 0.
      if (Math.abs(value) * QUERY_SCALE < 1) continue;
      encoder.encode(new Float64Array(BLOCK_VECTORS).fill(value), QUERY_SCALE, factor);
      for (const [block, ciphertexts] of blocks.entries()) {
        const [sum, ciphertext] = [sums[block], ciphertexts[at]];
        if (sum === undefined || ciphertext === undefined) throw new RangeError('the query is of another length');
        evaluator.multiplyPlain(ciphertext, factor, isFirst ? sum : product);
        if (!isFirst) evaluator.addInplace(sum, product);
      }
      isFirst = false;
    }
    return sums.map((sum) => saved(seal, sum));
  });
}
