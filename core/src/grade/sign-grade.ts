/** Signs a grade (decisions, section 10): apart from verification, which reaches no signing code. */
import { signThreeKey } from '../composite/sign-three-key.ts';
import type { ThreeKeyBytes } from '../composite/three-key.ts';
import type { Signer } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import { type Loss, lossesHash } from './losses.ts';
import { GRADE_FORMAT, type GradeBody, type GradeFile, gradeMessage } from './record.ts';
import { RULES_VERSION } from './rules.ts';
import type { Dimensions, Letter } from './scoring.ts';

export interface GradeFacts {
  readonly score: number;
  readonly grade: Letter;
  readonly dimensions: Dimensions;
  readonly losses: readonly Loss[];
  readonly fileRoot: string;
  readonly files: number;
}

/** The file of a grade. `date` in milliseconds since 1970; `secretKeys` stay the caller's to wipe. */
export async function signGrade(
  { losses, fileRoot, ...facts }: GradeFacts,
  { project, date }: { readonly project: string; readonly date: number },
  secretKeys: ThreeKeyBytes,
  signer: Pick<Signer, 'sign'>,
): Promise<GradeFile> {
  const body: GradeBody = {
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
  };
  const { signature } = await signThreeKey(gradeMessage(body), secretKeys, signer, date);
  return { ...body, signature, losses };
}
