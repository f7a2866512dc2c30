/**
 * ffSampling (specification 1.2, algorithm 11) over a tree (algorithm 9) that is computed on the way and not kept, as noble and
 * the reference's "dynamic" signing do it.
 */
import { type Doubles, merge, split, splitReal } from './falcon-fft.ts';
import type { Gram } from './falcon-key.ts';
import { type FalconSet, MOST_SIGMA } from './falcon-sets.ts';
import type { KernelFunction } from './instance.ts';

/** Sets an array of doubles aside. */
export type Allocate = (length: number) => Doubles;

/** A pair of polynomials of n coefficients: the targets and the sampled points. */
export interface Pair {
  readonly t0: Doubles;
  readonly t1: Doubles;
  readonly z0: Doubles;
  readonly z1: Doubles;
}

/** What a node of n coefficients computes with; `half` and `gram` are those of its children. */
interface Node {
  readonly factor: Doubles;
  readonly d11: Doubles;
  readonly half: Pair;
  readonly gram: Gram;
  /** Null where the children have two coefficients. */
  readonly child: Node | null;
}

export function allocatePair(allocate: Allocate, degree: number): Pair {
  return { t0: allocate(degree), t1: allocate(degree), z0: allocate(degree), z1: allocate(degree) };
}

function allocateNode(allocate: Allocate, degree: number): Node {
  const half = degree / 2;
  const g00 = allocate(half / 2);
  return {
    factor: allocate(degree),
    d11: allocate(half),
    half: allocatePair(allocate, half),
    // Splitting a self-adjoint polynomial gives a matrix with one polynomial twice on its diagonal.
    gram: { g00, g01: allocate(half), g11: g00 },
    child: half > 2 ? allocateNode(allocate, half) : null,
  };
}

/** Samples z near t under a Gram matrix: polynomials of the set's degree, as transforms. */
export type FfSampling = (pair: Pair, gram: Gram) => void;

/**
 * Over the kernel's `sampleZ`. The sampling throws RangeError where a leaf of the tree is out of the range that it has for a good
 * key.
 */
export function ffSamplingOver(
  { logDegree, inverseSigma, leastSigma }: FalconSet,
  allocate: Allocate,
  sampleZ: KernelFunction,
): FfSampling {
  const root = allocateNode(allocate, 2 ** logDegree);
  const target = allocate(2);
  const inverseOfLeaf = allocate(1);

  /** Samples at two leaves of one value, whose sigma' is that of algorithm 4, line 7. */
  function sampleLeaf(value: number, targets: Doubles, integers: Doubles): void {
    const inverse = Math.sqrt(value) * inverseSigma;
    const sigma = 1 / inverse;
    if (!(sigma >= leastSigma && sigma <= MOST_SIGMA)) throw new RangeError('the secret key has a leaf out of range');
    inverseOfLeaf[0] = inverse;
    sampleZ(inverseOfLeaf.byteOffset, targets.byteOffset, integers.byteOffset);
  }

  /** The last two levels: two coefficients are one complex value, and each of them is a leaf's. */
  function sampleLeaves({ t0, t1, z0, z1 }: Pair, { g00, g01, g11 }: Gram): void {
    const inverse = 1 / (g00[0] ?? 0);
    const re = (g01[0] ?? 0) * inverse;
    const im = (g01[1] ?? 0) * inverse;
    sampleLeaf((g11[0] ?? 0) - (re * (g01[0] ?? 0) + im * (g01[1] ?? 0)), t1, z1);
    const dRe = (t1[0] ?? 0) - (z1[0] ?? 0);
    const dIm = (t1[1] ?? 0) - (z1[1] ?? 0);
    target[0] = (t0[0] ?? 0) + (re * dRe + im * dIm);
    target[1] = (t0[1] ?? 0) + (re * dIm - im * dRe);
    sampleLeaf(g00[0] ?? 0, target, z0);
  }

  function sample(node: Node | null, pair: Pair, gram: Gram): void {
    if (node === null) {
      sampleLeaves(pair, gram);
      return;
    }
    const { t0, t1, z0, z1 } = pair;
    const { factor, d11, half, gram: below, child } = node;
    decompose(gram, factor, d11);
    splitReal(d11, below.g00, below.g01);
    split(t1, half.t0, half.t1);
    sample(child, half, below);
    merge(half.z0, half.z1, z1);
    addMultiple(t0, t1, z1, factor);
    splitReal(gram.g00, below.g00, below.g01);
    split(factor, half.t0, half.t1);
    sample(child, half, below);
    merge(half.z0, half.z1, z0);
  }

  return (pair, gram) => sample(root, pair, gram);
}

/** Algorithm 8: L10 to `factor`, D11 to `d11`. */
function decompose({ g00, g01, g11 }: Gram, factor: Doubles, d11: Doubles): void {
  const half = g00.length;
  for (let i = 0; i < half; i++) {
    const j = i + half;
    const inverse = 1 / (g00[i] ?? 0);
    const gRe = g01[i] ?? 0;
    const gIm = g01[j] ?? 0;
    const re = gRe * inverse;
    const im = gIm * inverse;
    d11[i] = (g11[i] ?? 0) - (re * gRe + im * gIm);
    factor[i] = re;
    factor[j] = -im;
  }
}

/** Line 10: t0 + (t1 - z1) L10, to where L10 was. */
function addMultiple(t0: Doubles, t1: Doubles, z1: Doubles, factor: Doubles): void {
  const half = factor.length >> 1;
  for (let i = 0; i < half; i++) {
    const j = i + half;
    const dRe = (t1[i] ?? 0) - (z1[i] ?? 0);
    const dIm = (t1[j] ?? 0) - (z1[j] ?? 0);
    const lRe = factor[i] ?? 0;
    const lIm = factor[j] ?? 0;
    factor[i] = (t0[i] ?? 0) + (lRe * dRe - lIm * dIm);
    factor[j] = (t0[j] ?? 0) + (lRe * dIm + lIm * dRe);
  }
}
