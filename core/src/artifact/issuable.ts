/** Whether an artifact is worth issuing: what every verifier would refuse, whoever signs it, is not written. */
import { utf8 } from '../bytes.ts';
import { EMPTY_TRUST_STORE } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { parseStrictJson } from '../strict-json.ts';
import { OUTCOME_WORDS } from '../verdict/outcome-words.ts';
import { verifyArtifact } from './verify.ts';

interface Judge {
  readonly verifier: SignatureVerifier;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly product: { readonly name: string; readonly version: string };
}

/**
 * Why the text of a new artifact is not to be issued, as the rest of a sentence after "Not built:"; null where it may be. A pillar
 * that reports FAIL does not count here: whether that is issued, a person decides.
 */
export async function unissuable(text: string, judge: Judge): Promise<string | null> {
  // A signing request carries the artifact one level deeper.
  const enclosed = parseStrictJson(`[${text}]`);
  if (!enclosed.ok) return `no request to sign this artifact could be read. ${enclosed.message}`;
  const { report } = await verifyArtifact(utf8(text), { ...judge, fileName: 'artifact', trust: EMPTY_TRUST_STORE });
  const { outcome, code, sentence } = report;
  if ((outcome !== 'FAILED' && outcome !== 'INPUT_ERROR') || code === 'PILLAR_FAILED') return null;
  const why = report.checks.find(({ status }) => status === 'failed');
  const named = code === undefined ? '' : `, ${code}`;
  return `the artifact would be ${OUTCOME_WORDS[outcome]}${named}. ${why?.sentence ?? sentence}`;
}
