/** Judges one file's bytes: recognises it and hands it to the verifier that core has for its kind. Runs in a worker. */
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type StatedFacts, statedFacts } from './facts.ts';
import { type FileResult, MAX_TREE_BYTES, type RowFacts } from './messages.ts';
import { outlineOf } from './outline.ts';
import { recognise } from './recognise.ts';

export interface JudgeOptions {
  readonly fileName: string;
  readonly trust: TrustStore;
  readonly verifier: SignatureVerifier;
  /** Wall clock, milliseconds since 1970. */
  readonly now: number;
  /** Monotonic clock in milliseconds, for the time that a file took. */
  readonly elapsed: () => number;
  /** Whether the parsed file and what it states are wanted beside the report. */
  readonly full: boolean;
  /** The payload that a receipt was made for; without it that check is not performed. */
  readonly payload?: Uint8Array | null;
  /** Whether a large file is wanted whole beside the report, not only its outline. */
  readonly whole?: boolean;
}

export async function judge(bytes: Uint8Array, options: JudgeOptions): Promise<FileResult> {
  const started = options.elapsed();
  const recognised = recognise(bytes);
  if (recognised.kind === 'key_set') return judgeKeySet(bytes);
  const { fileName, trust, verifier, now, payload = null, whole = false } = options;
  const verification = { fileName, trust, verifier, now, product: PRODUCT };
  const { report, document } =
    recognised.kind === 'receipt'
      ? await verifyReceipt(bytes, payload === null ? verification : { ...verification, data: payload })
      : await verifyArtifact(bytes, verification);
  const facts = recognised.kind === 'artifact' ? statedFacts(document) : null;
  const isOutline = bytes.length > MAX_TREE_BYTES && !whole && document !== null;
  return {
    kind: 'judged',
    row: rowFacts(report, facts, options.elapsed() - started),
    packedReport: new Uint8Array(utf8(JSON.stringify(report))),
    full: options.full
      ? {
          report,
          facts,
          hint: recognised.kind === 'other' ? recognised.hint : null,
          document: isOutline ? outlineOf(document) : document,
          isOutline,
        }
      : null,
  };
}

function judgeKeySet(bytes: Uint8Array): FileResult {
  const parsed = parseKeySet(bytes);
  if (!parsed.ok) return { kind: 'broken_key_set', field: parsed.field, message: parsed.message };
  return { kind: 'key_set', keySet: parsed.keySet };
}

function rowFacts(report: VerificationReport, facts: StatedFacts | null, durationMs: number): RowFacts {
  return {
    outcome: report.outcome,
    code: report.code ?? null,
    sentence: report.sentence,
    subject: short(facts?.subjectName),
    issuer: short(facts?.issuerName),
    principal: short(facts?.issuerPrincipal),
    cycle: short(facts?.cycleId),
    claimedVerdict: short(report.claimed_verdict),
    demo: report.demo,
    durationMs,
  };
}

/** Characters of a stated text that a row keeps: a hundred thousand rows must stay light whatever files state. */
const ROW_TEXT = 512;

function short(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.length > ROW_TEXT ? `${text.slice(0, ROW_TEXT)}…` : text;
}
