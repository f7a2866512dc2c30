/** Judges one file's bytes: recognises it and hands it to the verifier that core has for its kind. Runs in a worker. */

import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { verifyNode } from '@touchstone/core/agent/verify-node.ts';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { verifyThreeKeyFile } from '@touchstone/core/composite/verify-file.ts';
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import { verifyGrade } from '@touchstone/core/grade/verify.ts';
import { parseKeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { verifyLog } from '@touchstone/core/log/verify-log.ts';
import { verifyProof } from '@touchstone/core/privacy/verify-proof.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { type AgentOutline, outlineOf as reportOutlineOf } from '@touchstone/core/report/agent-outline.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { verifyStatementFile } from '@touchstone/core/statement/verify.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { VerifyAgentOptions } from '@touchstone/core/verdict/agent-report.ts';
import { reportJson } from '@touchstone/core/verdict/verification-json.ts';
import { type AgentFileKind, type AgentReport, isAgentFileKind } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { type StatedFacts, statedFacts } from './facts.ts';
import { type AnyReport, type FileResult, isAgentReport, MAX_TREE_BYTES, type RowFacts } from './messages.ts';
import { outlineOf } from './outline.ts';

export interface JudgeOptions {
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** Wall clock, milliseconds since 1970. */
  readonly now: number;
  /** Monotonic clock in milliseconds, for the time that a file took. */
  readonly elapsed: () => number;
  /** Whether the parsed file and what it states are wanted beside the report. */
  readonly full: boolean;
  /** What a receipt was made for, or a 3-key signature over; without it that check is not made. */
  readonly payload?: Uint8Array | null;
  /** Whether a large file is wanted whole beside the report, not only its outline. */
  readonly whole?: boolean;
  /** Told how many nodes of a session were judged, now and then. */
  readonly onProgress?: (done: number, total: number) => void;
}

export async function judge(bytes: Uint8Array, options: JudgeOptions): Promise<FileResult> {
  const started = options.elapsed();
  const recognised = recognise(bytes);
  if (recognised.kind === 'key_set') return judgeKeySet(bytes);
  const { fileName, trust, verifier, now, payload = null, whole = false } = options;
  const verification = { fileName, trust, verifier, now, product: PRODUCT };
  const withPayload = payload === null ? verification : { ...verification, data: payload };
  const { report, document } = isAgentFileKind(recognised.kind)
    ? await judgeAgentFile(recognised.kind, bytes, options, verification)
    : recognised.kind === 'receipt'
      ? await verifyReceipt(bytes, withPayload)
      : recognised.kind === 'signature'
        ? await verifyThreeKeyFile(bytes, withPayload)
        : await verifyArtifact(bytes, verification);
  const facts = recognised.kind === 'artifact' ? statedFacts(document) : null;
  const isOutline = bytes.length > MAX_TREE_BYTES && !whole && document !== null;
  return {
    kind: 'judged',
    row: rowFacts(report, facts, options.elapsed() - started),
    packedReport: new Uint8Array(utf8(reportJson(report))),
    full: options.full
      ? {
          report,
          facts,
          hint: recognised.kind === 'other' ? recognised.hint : null,
          document: isOutline ? outlineOf(document) : document,
          isOutline,
          agentOutline: isAgentReport(report) ? agentOutlineOf(report, bytes) : null,
        }
      : null,
  };
}

const AGENT_VERIFIERS: Readonly<
  Record<AgentFileKind, (bytes: Uint8Array, options: VerifyAgentOptions) => Promise<AgentReport>>
> = {
  session: verifySession,
  node: verifyNode,
  log: verifyLog,
  proof: verifyProof,
  grade: verifyGrade,
  statement: verifyStatementFile,
};

function agentOutlineOf({ kind, outcome, broken }: AgentReport, bytes: Uint8Array): AgentOutline | null {
  return outcome === 'INPUT_ERROR' ? null : reportOutlineOf(kind, bytes, broken?.index ?? null);
}

/** Beside the report the parsed file, where that is wanted and small enough to be looked through as a tree. */
async function judgeAgentFile(
  kind: AgentFileKind,
  bytes: Uint8Array,
  { full, onProgress }: Pick<JudgeOptions, 'full' | 'onProgress'>,
  verification: VerifyAgentOptions,
): Promise<{ readonly report: AgentReport; readonly document: JsonObject | null }> {
  const report = await AGENT_VERIFIERS[kind](
    bytes,
    onProgress === undefined ? verification : { ...verification, onProgress },
  );
  if (!full || bytes.length > MAX_TREE_BYTES) return { report, document: null };
  const parsed = parseStrictJson(bytes);
  return { report, document: parsed.ok && isJsonObject(parsed.value) ? parsed.value : null };
}

function judgeKeySet(bytes: Uint8Array): FileResult {
  const parsed = parseKeySet(bytes);
  if (!parsed.ok) return { kind: 'broken_key_set', field: parsed.field, message: parsed.message };
  return { kind: 'key_set', keySet: parsed.keySet };
}

function rowFacts(report: AnyReport, facts: StatedFacts | null, durationMs: number): RowFacts {
  return {
    outcome: report.outcome,
    code: report.code ?? null,
    sentence: report.sentence,
    subject: short(isAgentReport(report) ? subjectOf(report) : facts?.subjectName),
    issuer: short(isAgentReport(report) ? agentOf(report) : facts?.issuerName),
    principal: short(facts?.issuerPrincipal),
    cycle: short(facts?.cycleId),
    claimedVerdict: short(report.claimed_verdict),
    demo: report.demo,
    durationMs,
  };
}

/** What such a file is about: a session, a receipt, a log, a claim or a project. */
function subjectOf({ subject }: AgentReport): string | null {
  const id = subject.node_id ?? subject.session_id ?? subject.log_id ?? subject.statement ?? subject.project;
  return id === undefined ? null : String(id);
}

function agentOf({ subject }: AgentReport): string | null {
  return subject.agent_id === undefined ? null : String(subject.agent_id);
}

/** Characters of a stated text that a row keeps: a hundred thousand rows must stay light whatever files state. */
const ROW_TEXT = 512;

function short(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.length > ROW_TEXT ? `${text.slice(0, ROW_TEXT)}…` : text;
}
