/** The list of signature families. A family's code is loaded at its first use, so that verifying one loads no other. */
import type { SignatureAlgorithm, SignatureFamily } from './family.ts';

interface FamilyModule {
  readonly parameterSets: readonly SignatureFamily[];
}

interface FamilyRow {
  /** What the family's algorithm names begin with; no name begins with two of them. */
  readonly prefix: string;
  readonly load: () => Promise<FamilyModule>;
}

export const FAMILIES: readonly FamilyRow[] = [
  { prefix: 'Ed25519', load: () => import('./ed25519.ts') },
  { prefix: 'ML-DSA-', load: () => import('./ml-dsa.ts') },
  { prefix: 'SLH-DSA-', load: () => import('./slh-dsa.ts') },
  { prefix: 'FALCON-', load: () => import('./falcon.ts') },
];

/** The parameter set of an algorithm, in noble. Throws TypeError for a name that no family has. */
export async function familyOf(algorithm: SignatureAlgorithm): Promise<SignatureFamily> {
  const row = FAMILIES.find(({ prefix }) => algorithm.startsWith(prefix));
  const family = (await row?.load())?.parameterSets.find((set) => set.algorithm === algorithm);
  if (family === undefined) throw new TypeError(`no signature family is called ${algorithm}`);
  return family;
}
