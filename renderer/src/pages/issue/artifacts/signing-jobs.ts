/** What the signing worker does: checks a request as its signers will, and an answer before any of it is sent. It is handed no key. */
import { type Artifact, isPendingSlot, SLOTS, type Slot } from '@touchstone/core/artifact/artifact.ts';
import {
  applyAnswer,
  type CeremonyResult,
  foreignAnswer,
  readAnswer,
  requestSigning,
  reviewRequest,
  type SigningAnswer,
} from '@touchstone/core/artifact/ceremony.ts';
import { readArtifact } from '@touchstone/core/artifact/schema.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { words } from '../../../words/issue/artifact-signing.ts';

export interface RequestJob {
  readonly kind: 'request';
  /** The text of the artifact's file. */
  readonly artifact: string;
  readonly keySet: KeySet;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface AnswerJob {
  readonly kind: 'answer';
  readonly artifact: string;
  /** The text of the answer's file. */
  readonly answer: string;
  /** The sets under which the server takes signatures. */
  readonly keySets: readonly KeySet[];
  readonly now: number;
}

export type SigningJob = RequestJob | AnswerJob;

export interface SlotSignature {
  readonly slot: Slot;
  /** base64 */
  readonly signature: string;
}

export interface SigningResults {
  /** The text of the request's file. */
  readonly request: CeremonyResult<string>;
  /** The verified signatures that the artifact does not have yet. */
  readonly answer: CeremonyResult<readonly SlotSignature[]>;
}

export async function runSigningJob(
  job: SigningJob,
  verifier: SignatureVerifier,
): Promise<SigningResults[keyof SigningResults]> {
  const artifact = artifactOf(job.artifact);
  const judge = { verifier, now: job.now, product: PRODUCT };
  if (job.kind === 'answer') return checkAnswer(job, artifact, judge);
  const made = requestSigning(artifact, job.keySet, job.now);
  if (!made.ok) return made;
  const text = `${JSON.stringify(made.value, null, 2)}\n`;
  const reviewed = await reviewRequest(utf8(text), judge);
  return reviewed.ok ? { ok: true, value: text } : reviewed;
}

async function checkAnswer(
  { answer: text, keySets }: AnswerJob,
  artifact: Artifact,
  judge: Parameters<typeof applyAnswer>[3],
): Promise<SigningResults['answer']> {
  const read = readAnswer(text);
  if (!read.ok) return read;
  const foreign = foreignAnswer(artifact, read.value);
  if (foreign !== null) return foreign;
  const { key_set_fingerprint: fingerprint } = read.value;
  const keySet = keySets.find((each) => each.fingerprint === fingerprint);
  if (keySet === undefined) {
    return { ok: false, field: 'key_set_fingerprint', message: words.answer.unknownSet(fingerprint) };
  }
  const left = missingOf(artifact, read.value);
  if (left.length === 0) return { ok: true, value: left };
  const signatures = Object.fromEntries(left.map(({ slot, signature }) => [slot, signature]));
  const applied = await applyAnswer(artifact, { ...read.value, signatures }, keySet, judge);
  return applied.ok ? { ok: true, value: left } : applied;
}

/** What of an answer is not in the artifact yet: part of it may have been sent before. */
function missingOf(artifact: Artifact, { signatures }: SigningAnswer): readonly SlotSignature[] {
  return SLOTS.flatMap((slot) => {
    const signature = signatures[slot];
    const present = artifact.signatures[slot];
    // What marks an empty slot is no signature, also where an answer says it.
    const isThere = !isPendingSlot(present) && signature === present;
    return signature === undefined || isThere ? [] : [{ slot, signature }];
  });
}

function artifactOf(text: string): Artifact {
  const parsed = parseStrictJson(text);
  const result = parsed.ok ? readArtifact(parsed.value) : null;
  if (result?.ok !== true) throw new TypeError('the server answered with something that is no artifact');
  return result.artifact;
}
