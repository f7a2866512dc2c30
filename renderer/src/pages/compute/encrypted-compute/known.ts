/** What is known of a ciphertext without any key: what its envelope says (docs/formats.md). */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { type Bounded, bfvProduct, bfvSum, noiseBits } from '@touchstone/core/fhe/bounds.ts';
import { type FheHeader, isCiphertext, readForm } from '@touchstone/core/fhe/envelope.ts';
import { MAX_DEPTH, PARAMETERS, type ParameterId } from '@touchstone/core/fhe/params.ts';

export interface Known {
  readonly parameters: ParameterId;
  /** 16 hexadecimal digits. */
  readonly keyId: string;
  readonly depth: number;
  /** How many more products may be nested, as far as can be told; values of CKKS that grow may end it sooner. */
  readonly left: number;
  /** How many values it answers. */
  readonly values: number;
  /** Bits of noise that the bound of BFV has counted, and how many it may count. Null for CKKS, whose bound is masked. */
  readonly noise: { readonly counted: number; readonly most: number } | null;
  readonly bytes: number;
}

/** Null for what is no ciphertext of this service's form. */
export function knownOf(ciphertext: string): Known | null {
  const bytes = fromBase64(ciphertext);
  const read = bytes === null ? null : readForm(bytes);
  if (bytes === null || read === null || !isCiphertext(read.header.kind)) return null;
  const { parameters, keyId, depth, values } = read.header;
  const { noise } = PARAMETERS[parameters];
  return {
    parameters,
    keyId,
    depth,
    left: noise === null ? MAX_DEPTH - depth : productsLeft(parameters, boundedOf(read.header)),
    values,
    noise: noise === null ? null : { counted: noiseBits(read.header.bound), most: noise.capacity },
    bytes: bytes.length,
  };
}

export function boundedOf({ depth, values, bound }: Pick<FheHeader, 'depth' | 'values' | 'bound'>): Bounded {
  return { depth, values, bits: noiseBits(bound) };
}

/** How often a ciphertext can be squared. */
function productsLeft(parameters: ParameterId, first: Bounded): number {
  let count = 0;
  for (let at = bfvProduct(parameters, first, first); at !== null; at = bfvProduct(parameters, at, at)) count++;
  return count;
}

/**
 * The depth of a sum or product before it is asked for; null where the service will refuse it. For CKKS it may refuse more:
 * how large values have grown is known to the service alone.
 */
export function depthOf(act: 'add' | 'multiply', a: Known, b: Known): number | null {
  if (a.noise === null || b.noise === null) {
    const depth = Math.max(a.depth, b.depth) + (act === 'multiply' ? 1 : 0);
    return depth <= MAX_DEPTH ? depth : null;
  }
  const [first, second] = [a, b].map(({ depth, values, noise }) => ({ depth, values, bits: noise?.counted ?? 0 }));
  if (first === undefined || second === undefined) return null;
  return (act === 'add' ? bfvSum : bfvProduct)(a.parameters, first, second)?.depth ?? null;
}
