/** The same proof before two verifiers: core/src/stark, and the Python that was written from docs/formats.md. */
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes, isJsonObject } from '@touchstone/core/canonical-json.ts';
import type { ProfileName } from '@touchstone/core/stark/options.ts';
import { instanceOf } from '@touchstone/core/stark/statements.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { runPython } from '../../independent-verifier/python.ts';

export interface Case {
  readonly what: string;
  /** The text of the public inputs. */
  readonly text: string;
  readonly proof: Uint8Array;
  readonly profiles?: readonly ProfileName[];
}

interface Answer {
  readonly outcome: string;
  readonly reason: string;
}

const BOTH: readonly ProfileName[] = ['STANDARD', 'STRONG'];

/** The step of the page at which a proof fails, by the words of verify.ts. */
const STEPS: readonly (readonly [string, RegExp])[] = [
  ['1', /^the profile/],
  ['2', /^the proof of work/],
  ['3', /^the constraints/],
  ['4', /^the rows/],
  ['6', /^a layer/],
  ['7', /^the final polynomial/],
];

/** `valid`, `undecodable`, `foreign`, or `invalid` with the step. */
export function ourVerdict({ text, proof, profiles = BOTH }: Case): string {
  const parsed = parseStrictJson(utf8(text));
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'undecodable';
  const instance = instanceOf(parsed.value);
  if (instance === null) return 'foreign';
  const verdict = verify(instance, canonicalBytes(parsed.value), proof, { accept: profiles });
  if (verdict.ok) return 'valid';
  const step = STEPS.find(([, words]) => words.test(verdict.reason))?.[0] ?? verdict.reason;
  return verdict.code === 'undecodable' ? verdict.code : `invalid at ${step}`;
}

/** One process for all cases: it takes longer to start than to judge. */
export function pythonVerdicts(cases: readonly Case[]): readonly string[] {
  const lines = cases.map(({ text, proof, profiles = BOTH }) =>
    JSON.stringify({ inputs: text, proof: toBase64(proof), profiles }),
  );
  return answersTo(lines).map(({ outcome, reason }) => (outcome === 'invalid' ? `invalid at ${reason[0]}` : outcome));
}

/** The outcomes alone, for files. */
export function pythonOutcomes(files: readonly string[]): readonly string[] {
  return answersTo(files.map((file) => JSON.stringify({ file }))).map(({ outcome }) => outcome);
}

function answersTo(lines: readonly string[]): readonly Answer[] {
  const answers = runPython('verify_proofs.py', lines.join('\n')).trimEnd().split('\n');
  if (answers.length !== lines.length) throw new RangeError('not one answer for each case');
  return answers.map((line): Answer => JSON.parse(line));
}
