/** The parameter sets of FALCON: specification 1.2, table 3.3. */
export interface FalconSet {
  readonly logDegree: 9 | 10;
  /** Bits of a coefficient of f and g in an encoded secret key (section 3.11.5); those of F have 8. */
  readonly smallBits: 5 | 6;
  /** 1 / sigma, where the reference rounds it. */
  readonly inverseSigma: number;
  readonly leastSigma: number;
  /** Floor of beta squared. */
  readonly bound: number;
  /** Bytes of a padded signature. */
  readonly signatureBytes: number;
}

const SETS: Readonly<Record<string, FalconSet>> = {
  'FALCON-512': {
    logDegree: 9,
    smallBits: 6,
    inverseSigma: 0.006033669668157724,
    leastSigma: 1.2778336969128337,
    bound: 34_034_726,
    signatureBytes: 666,
  },
  'FALCON-1024': {
    logDegree: 10,
    smallBits: 5,
    inverseSigma: 0.005938645309533116,
    leastSigma: 1.298280334344292,
    bound: 70_265_242,
    signatureBytes: 1280,
  },
};

/** The set of a name; undefined for another name. */
export function falconSet(name: string): FalconSet | undefined {
  return Object.hasOwn(SETS, name) ? SETS[name] : undefined;
}

export const degreeOf = ({ logDegree }: FalconSet): number => 2 ** logDegree;

/** The modulus q. */
export const Q = 12_289;

/** The largest standard deviation of the sampler (section 3.9.1). */
export const MOST_SIGMA = 1.8205;

/**
 * Doubles that signing computes with: the point, the basis, the Gram matrix, targets and points, and for the nodes of a path down
 * the tree 4 1/4 times their degrees, which add up to less than 8 1/2 times the whole one.
 */
export const workDoubles = (set: FalconSet): number => (1 + 4 + 2 + 4 + 8.5) * degreeOf(set) + 3;
