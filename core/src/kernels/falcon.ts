/**
 * Signing with FALCON (specification 1.2) over native doubles, which are IEEE 754 binary64 and rounded after each operation: the
 * polynomials here, hash and sampler in WebAssembly, on one memory. The signatures are those of noble and of the reference
 * implementation, byte for byte.
 */
import { type Doubles, multiply, transform, transformBack } from './falcon-fft.ts';
import { type Basis, type Gram, gramOf, readBasis } from './falcon-key.ts';
import { writeFalconModule } from './falcon-module.ts';
import { degreeOf, type FalconSet, Q } from './falcon-sets.ts';
import { falconStream } from './falcon-stream.ts';
import { allocatePair, ffSamplingOver } from './falcon-tree.ts';
import { instantiate, supported } from './instance.ts';
import { type Shake256, shake256Over } from './shake256.ts';

/** With FALCON-1024 one in a thousand is too long, with FALCON-512 fewer; the norm is hardly ever too large. */
const MOST_ATTEMPTS = 32;
/** The largest multiple of q below 2^16. */
const FIVE_Q = 5 * Q;
/** What is sampled is an integer, and rounding leaves less than a millionth of it. */
const MOST_DISTANCE = 2 ** -10;

export interface Falcon {
  /** The whole memory. Outside a call it holds no secret. */
  readonly memory: Uint8Array;
  /**
   * A padded signature by an encoded secret key of the right length. The nonce has 40 bytes and is part of the signature, the
   * seed has 48 bytes and is secret. Throws for a secret key that is none.
   */
  sign(secretKey: Uint8Array, message: Uint8Array, nonce: Uint8Array, seed: Uint8Array): Uint8Array;
}

/** Algorithm 3, to coefficients. */
function hashToPoint(shake: Shake256, nonce: Uint8Array, message: Uint8Array, to: Doubles): void {
  shake.absorb(nonce, message);
  for (let i = 0; i < to.length; ) {
    const value = (shake.next() << 8) | shake.next();
    if (value < FIVE_Q) to[i++] = value % Q;
  }
}

/** Algorithm 17 of -`s`, whose coefficients are integers. False where it does not fit. */
function compress(s: Doubles, to: Uint8Array): boolean {
  let buffer = 0;
  let length = 0;
  let at = 0;
  for (let i = 0; i < s.length; i++) {
    const value = -(s[i] ?? 0);
    const size = Math.abs(value);
    const zeros = size >> 7;
    if (zeros > 15) return false;
    buffer = (((buffer << 8) | (value < 0 ? 128 : 0) | (size & 127)) << (zeros + 1)) | 1;
    for (length += 9 + zeros; length >= 8; length -= 8) {
      if (at === to.length) return false;
      to[at++] = buffer >>> (length - 8);
    }
    buffer &= 255;
  }
  if (length > 0) {
    if (at === to.length) return false;
    to[at++] = buffer << (8 - length);
  }
  to.fill(0, at);
  return true;
}

/** A parameter set in an instance of its own. */
export async function createFalcon(
  set: FalconSet,
  module = supported((hasVectors) => writeFalconModule(set, hasVectors)),
): Promise<Falcon> {
  const { bytes, places } = module;
  const { memory, functionOf } = await instantiate(bytes);
  const degree = degreeOf(set);
  let free = places.doubles;
  function allocate(length: number): Doubles {
    const doubles = new Float64Array(memory.buffer, free, length);
    free += doubles.byteLength;
    return doubles;
  }
  const point = allocate(degree);
  const basis: Basis = {
    g: allocate(degree),
    minusF: allocate(degree),
    bigG: allocate(degree),
    minusBigF: allocate(degree),
  };
  const gram: Gram = { g00: allocate(degree / 2), g01: allocate(degree), g11: allocate(degree / 2) };
  const pair = allocatePair(allocate, degree);
  const shake = shake256Over(memory, places.sponge, functionOf('permute'));
  const stream = falconStream(memory, places, shake);
  const ffSampling = ffSamplingOver(set, allocate, functionOf('sampleZ'));

  /** Algorithm 10, lines 3 to 9: the coefficients of -s2 in `t1`; true where (s1, s2) is short. */
  function attempt(): boolean {
    const { t0, t1, z0, z1 } = pair;
    z0.set(point);
    transform(z0);
    multiply(z0, basis.minusBigF, t0, false);
    multiply(z0, basis.minusF, t1, false);
    for (let i = 0; i < degree; i++) {
      t0[i] = (t0[i] ?? 0) * (1 / Q);
      t1[i] = (t1[i] ?? 0) * (-1 / Q);
    }
    stream.reseed();
    ffSampling(pair, gram);
    multiply(z0, basis.g, t0, false);
    multiply(z1, basis.bigG, t0, true);
    multiply(z0, basis.minusF, t1, false);
    multiply(z1, basis.minusBigF, t1, true);
    transformBack(t0);
    transformBack(t1);
    let norm = 0;
    let farthest = 0;
    for (let i = 0; i < degree; i++) {
      const first = Math.round(t0[i] ?? 0);
      const second = Math.round(t1[i] ?? 0);
      farthest = Math.max(farthest, Math.abs((t0[i] ?? 0) - first), Math.abs((t1[i] ?? 0) - second));
      norm += ((point[i] ?? 0) - first) ** 2 + second ** 2;
      t1[i] = second;
    }
    if (!(farthest < MOST_DISTANCE)) throw new RangeError('internal: a sampled point is not of the lattice');
    return norm <= set.bound;
  }

  return {
    memory,

    sign(secretKey, message, nonce, seed) {
      const signature = new Uint8Array(set.signatureBytes);
      signature[0] = 0x30 + set.logDegree;
      signature.set(nonce, 1);
      const compressed = signature.subarray(1 + nonce.length);
      try {
        hashToPoint(shake, nonce, message, point);
        readBasis(set, secretKey, basis);
        gramOf(basis, gram);
        shake.absorb(seed);
        stream.clear();
        for (let count = 0; count < MOST_ATTEMPTS; count++) {
          if (attempt() && compress(pair.t1, compressed)) return signature;
        }
        throw new RangeError('internal: no short signature was found');
      } finally {
        memory.fill(0, places.work);
      }
    },
  };
}
