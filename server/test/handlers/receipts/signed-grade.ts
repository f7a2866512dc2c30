/** Grades as `touchstone grade` makes them, signed with a server's own 3key set. */
import { signThreeKey } from '@touchstone/core/composite/sign-three-key.ts';
import type { ThreeKeyBytes } from '@touchstone/core/composite/three-key.ts';
import { type GradeBody, type GradeRecord, gradeMessage, publicGrade } from '@touchstone/core/grade/record.ts';
import { type GradeFacts, signGrade } from '@touchstone/core/grade/sign-grade.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createServerSigner } from '../../../src/crypto/signer.ts';
import type { KeySets } from '../../../src/key-sets/key-sets.ts';

const FAMILIES = ['Ed25519', 'ML-DSA-65', 'FALCON-512'] as const;
const signer = createServerSigner();

function withKeys<T>(keySets: KeySets, action: (keys: ThreeKeyBytes) => Promise<T>): Promise<T> {
  return keySets.withSecrets('3key', (_keySet, secrets) => {
    const entries = FAMILIES.map((family) => [family, secrets.get(family)]);
    return action(Object.fromEntries(entries) as unknown as ThreeKeyBytes);
  });
}

/** A grade of nothing in particular: 92, A. */
export const FACTS: GradeFacts = {
  score: 92,
  grade: 'A',
  dimensions: {
    code_quality: 95,
    security_posture: 90,
    architecture: 87,
    performance: 96,
    compliance: 95,
    maintenance_risk: 85,
  },
  losses: [],
  fileRoot: '0'.repeat(64),
  files: 1,
};

/** A record with its proof. `date` in milliseconds since 1970. */
export function gradeRecord(
  keySets: KeySets,
  date: number,
  { project = 'example', facts = FACTS }: { readonly project?: string; readonly facts?: GradeFacts } = {},
): Promise<GradeRecord> {
  return withKeys(keySets, async (secretKeys) =>
    publicGrade(await signGrade(facts, { project, date, secretKeys, signer, random: systemRandom })),
  );
}

/** Signs members as they are, also those that no grade has. */
export function signedAgain(keySets: KeySets, body: GradeBody): Promise<GradeRecord> {
  return withKeys(keySets, async (secretKeys) => {
    const { signature } = await signThreeKey(gradeMessage(body), secretKeys, signer, 0);
    return { ...body, signature };
  });
}
