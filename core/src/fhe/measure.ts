/** Measures SEAL with some parameters, in the thread that calls: a cost model is fitted to it. */
import type { Ciphertext, Plaintext } from 'node-seal/throws';
import { type FheContext, openContext, owning, type Seal } from './context.ts';
import type { Times } from './cost-model.ts';
import { SCALE_BITS, type SchemeParameters } from './params.ts';

/** Each call is repeated so often, and the median counts. */
const REPEATS = 5;

/**
 * Microseconds. The context is made for it and deleted afterwards.
 *
 * @param now milliseconds, with fractions
 */
export function measureSet(seal: Seal, parameters: SchemeParameters, now: () => number): Times {
  const fhe = openContext(seal, parameters);
  try {
    return timesOf(fhe, now);
  } finally {
    fhe.evaluator.delete();
    fhe.context.delete();
  }
}

function timesOf({ seal, context, evaluator, parameters }: FheContext<SchemeParameters>, now: () => number): Times {
  const median = (action: () => void) => medianOn(now, () => null, action);
  return owning((own) => {
    const generator = own(new seal.KeyGenerator(context));
    const encryptor = own(new seal.Encryptor(context, own(generator.createPublicKey())));
    const decryptor = own(new seal.Decryptor(context, own(generator.secretKey())));
    const plaintext = own(new seal.Plaintext());
    const isBfv = parameters.scheme === 'BFV';
    const primes = parameters.primeBits.length;
    if (isBfv) encodeBfv(seal, context, parameters.degree, plaintext);
    else {
      // With one prime for the data, the scales of both factors have to share it.
      const scale = 2 ** (primes > 2 ? SCALE_BITS : 25);
      const values = Float64Array.from({ length: parameters.degree / 2 }, (_, at) => (at % 7) - 3);
      own(new seal.CKKSEncoder(context)).encode(values, scale, plaintext);
    }
    const fresh = own(new seal.Ciphertext());
    const opened = own(new seal.Plaintext());
    const encrypt = median(() => encryptor.encrypt(plaintext, fresh));
    const decrypt = median(() => decryptor.decrypt(fresh, opened));
    const onCopies = (action: (copy: Ciphertext) => void) => medianOn(now, () => own(fresh.copy()), action);
    const canMultiply = isBfv ? primes > 1 : primes > 2;
    const relin = canMultiply ? own(generator.createRelinKeys()) : null;
    return {
      encrypt,
      decrypt,
      multiply:
        relin === null
          ? 0
          : onCopies((copy) => {
              evaluator.multiplyInplace(copy, fresh);
              evaluator.relinearizeInplace(copy, relin);
              if (!isBfv) evaluator.rescaleToNextInplace(copy);
            }),
      multiplyPlain: onCopies((copy) => evaluator.multiplyPlainInplace(copy, plaintext)),
      add: onCopies((copy) => evaluator.addInplace(copy, fresh)),
    };
  });
}

function encodeBfv(seal: Seal, context: FheContext['context'], degree: number, plaintext: Plaintext): void {
  owning((own) => {
    const values = BigInt64Array.from({ length: degree }, (_, at) => BigInt((at % 1_001) - 500));
    own(new seal.BatchEncoder(context)).encode(values, plaintext);
  });
}

/** What is prepared does not count. */
function medianOn<T>(now: () => number, prepare: () => T, action: (prepared: T) => void): number {
  const times = Array.from({ length: REPEATS + 1 }, () => {
    const prepared = prepare();
    const start = now();
    action(prepared);
    return (now() - start) * 1_000;
  });
  // The first one warms up.
  return times.slice(1).sort((a, b) => a - b)[REPEATS >> 1] ?? 0;
}
