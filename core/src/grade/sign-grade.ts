/** Proves and signs a grade (decisions, section 10): apart from verification, which reaches no code that proves or signs. */

import { canonicalBytes } from '../canonical-json.ts';
import { signThreeKey } from '../composite/sign-three-key.ts';
import type { ThreeKeyBytes } from '../composite/three-key.ts';
import { loadSha256Many } from '../hashing/sha256-many.ts';
import type { Random } from '../random.ts';
import type { Signer } from '../sign/family.ts';
import { prove } from '../stark/prove.ts';
import type { Dimensions, Letter } from '../stark/statements/code-grade/scoring.ts';
import { codeGradeProver } from '../stark/statements/code-grade/trace.ts';
import { formatIsoTime } from '../time.ts';
import { type Loss, lossesHash } from './losses.ts';
import { gradePublicInputs, type ProvenMembers, proofText } from './proof.ts';
import { GRADE_FORMAT, type GradeBody, type GradeFile, gradeMessage } from './record.ts';
import { RULES_VERSION } from './rules.ts';
import { saltHex } from './salt.ts';

export interface GradeFacts {
  readonly score: number;
  readonly grade: Letter;
  readonly dimensions: Dimensions;
  readonly losses: readonly Loss[];
  readonly fileRoot: string;
  readonly files: number;
}

export interface SignGradeOptions {
  readonly project: string;
  /** Milliseconds since 1970. */
  readonly date: number;
  /** The caller's to wipe. */
  readonly secretKeys: ThreeKeyBytes;
  readonly signer: Pick<Signer, 'sign'>;
  /** A cryptographically secure source. */
  readonly random: Random;
}

/** The file of a grade. */
export async function signGrade(
  { losses, fileRoot, ...facts }: GradeFacts,
  { project, date, secretKeys, signer, random }: SignGradeOptions,
): Promise<GradeFile> {
  await loadSha256Many();
  const witness = { scores: facts.dimensions };
  const { valueCommitment, salt } = codeGradeProver.commit(witness, random);
  const stated: ProvenMembers = {
    format: GRADE_FORMAT,
    score: facts.score,
    grade: facts.grade,
    dimensions: facts.dimensions,
    rules_version: RULES_VERSION,
    project,
    date: formatIsoTime(date),
    file_root: fileRoot,
    files: facts.files,
    losses_hash: lossesHash(losses),
    value_commitment: valueCommitment,
  };
  const inputs = gradePublicInputs(stated);
  const claim = codeGradeProver.claim(inputs, witness, salt);
  if (claim === null) throw new TypeError('internal: score and letter do not follow from the dimensions');
  const proof = prove(claim.instance, canonicalBytes(inputs), claim.trace, { random, profile: 'STANDARD' });
  const body: GradeBody = { ...stated, commitment_salt: saltHex(salt), proof: proofText(proof) };
  const { signature } = await signThreeKey(gradeMessage(body), secretKeys, signer, date);
  return { ...body, signature, losses };
}
