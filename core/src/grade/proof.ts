/**
 * The proof of a grade (security, S17): that score and letter follow from six committed scores, for exactly this file root,
 * version of the rules, project and date. Who is to learn the letter and not the scores is given the public inputs and the proof.
 */
import { fromBase64, toBase64 } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { commit, commitmentHex } from '../stark/commitment.ts';
import { codeGrade } from '../stark/statements/code-grade/air.ts';
import { committedScores } from '../stark/statements/code-grade/committed-scores.ts';
import { type StarkVerdict, verify } from '../stark/verify.ts';
import type { GradeBody } from './record.ts';
import { saltLanes } from './salt.ts';

const PREFIX = 'stark:';

/** What a record states before there is a proof of it. */
export type ProvenMembers = Omit<GradeBody, 'proof' | 'commitment_salt'>;

/** The public inputs: all that is stated but the scores, which are committed. */
export function gradePublicInputs({ dimensions: _, ...stated }: ProvenMembers): JsonObject {
  const { score, grade, rules_version, project, date, file_root, files, losses_hash, value_commitment } = stated;
  return {
    statement: codeGrade.id,
    value_commitment,
    score,
    grade,
    rules_version,
    project,
    date,
    file_root,
    files,
    losses_hash,
  };
}

/** `stark:` and the bytes of a proof in base64. */
export function proofText(proof: Uint8Array): string {
  return PREFIX + toBase64(proof);
}

/** Whether the proof of a record holds. Never throws. */
export function verifyGradeProof(record: GradeBody): StarkVerdict {
  const proof = record.proof.startsWith(PREFIX) ? fromBase64(record.proof.slice(PREFIX.length)) : null;
  if (proof === null) return { ok: false, code: 'undecodable', reason: 'it is not stark: and base64' };
  const inputs = gradePublicInputs(record);
  const instance = codeGrade.instanceOf(inputs);
  if (instance === null) return { ok: false, code: 'invalid', reason: 'no scores give this score and letter' };
  return verify(instance, canonicalBytes(inputs), proof, { accept: ['STANDARD', 'STRONG'] });
}

/** Whether the commitment of a record is the one to its dimensions. */
export function opensCommitment({ dimensions, value_commitment: stated, commitment_salt: salt }: GradeBody): boolean {
  const lanes = saltLanes(salt);
  return lanes !== null && commitmentHex(commit(committedScores(dimensions), lanes)) === stated;
}
