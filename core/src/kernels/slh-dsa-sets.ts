/** The parameter sets of SLH-DSA: FIPS 205, table 2. In all of them lg w is 4. */
export interface SlhDsaSet {
  readonly hash: 'SHA2' | 'SHAKE';
  /** Bytes of a hash. */
  readonly n: number;
  /** Layers of trees, and the height of each: h = d h'. */
  readonly d: number;
  readonly treeHeight: number;
  /** Height and number of the FORS trees. */
  readonly a: number;
  readonly k: number;
}

/** n, d, h', a, k. */
const SIZES: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  '128s': [16, 7, 9, 12, 14],
  '128f': [16, 22, 3, 6, 33],
  '192s': [24, 7, 9, 14, 17],
  '192f': [24, 22, 3, 8, 33],
  '256s': [32, 8, 8, 14, 22],
  '256f': [32, 17, 4, 9, 35],
};

/** The set of a name such as `SLH-DSA-SHA2-128s`; undefined for another name. */
export function slhDsaSet(name: string): SlhDsaSet | undefined {
  const [, hash, size] = /^SLH-DSA-(SHA2|SHAKE)-(\d+[sf])$/.exec(name) ?? [];
  const sizes = size !== undefined && Object.hasOwn(SIZES, size) ? SIZES[size] : undefined;
  if (sizes === undefined || (hash !== 'SHA2' && hash !== 'SHAKE')) return undefined;
  const [n, d, treeHeight, a, k] = sizes;
  return { hash, n, d, treeHeight, a, k };
}

/** Winternitz parameter, and the digits of a hash's checksum: FIPS 205, section 5. */
export const W = 16;
export const CHECKSUM_DIGITS = 3;

export const chainsOf = ({ n }: SlhDsaSet): number => 2 * n + CHECKSUM_DIGITS;

/** Bytes of R, the FORS signature, and for each layer the WOTS+ signature and the path. */
export function signatureBytes(set: SlhDsaSet): number {
  const { n, d, treeHeight, a, k } = set;
  return (1 + k * (a + 1) + d * (chainsOf(set) + treeHeight)) * n;
}
