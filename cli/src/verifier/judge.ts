/** Judges one file: read within bounds, recognised, then handed to the verifier that core has for its kind. */

import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { unreadableFile } from '@touchstone/core/file-kinds/unreadable-file.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import type { VerifyAgentOptions } from '@touchstone/core/verdict/agent-report.ts';
import { type Fault, internalFault } from '@touchstone/core/verdict/unreadable.ts';
import {
  type AgentFileKind,
  type AgentReport,
  type FileKind,
  isAgentFileKind,
  type VerificationReport,
} from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { readBounded } from '../files/bounded-read.ts';
import { evidenceIn } from '../files/evidence-files.ts';
import { KEY_SETS_ELSEWHERE, KIND_NAMES } from './kinds.ts';
import type { Target } from './targets.ts';
import type { Verifier } from './verifier.ts';

/** Equal to core's `MAX_BUNDLE_BYTES`. A test compares the two, since importing it would load that verifier. */
export const MAX_SESSION_BYTES = 1024 * 1024 * 1024;

export interface JudgeOptions {
  /** What all files are to be; null where each is recognised by its content. */
  readonly kind: FileKind | null;
  readonly trust: Trust;
  /** Milliseconds since 1970; one time for all files of a run. */
  readonly now: number;
  /** The payload of a receipt or of a 3-key signature. */
  readonly data?: Uint8Array;
  /** The folder with the files that an artifact attests. */
  readonly evidence?: string;
}

/** What a run over one file may use besides. */
export interface SingleRun {
  /** Threads for the signatures of a long session. */
  readonly jobs: number;
  /** The program file that the threads run. */
  readonly entry: string;
  readonly onProgress: (done: number, total: number) => void;
}

/** The report on a file of none of the kinds. */
export interface UnknownFileReport extends Omit<VerificationReport, 'kind'> {
  readonly kind: 'unknown';
}

export type AnyReport = VerificationReport | AgentReport | UnknownFileReport;

export interface JudgedFile {
  readonly report: AnyReport;
  readonly document: JsonObject | null;
}

/** Never rejects, whatever a path or a file holds (security, S39). `run` where this is the only file. */
export async function judgeFile(
  target: Target,
  options: JudgeOptions,
  verifier: Verifier,
  run?: SingleRun,
): Promise<JudgedFile> {
  try {
    return await judge(target, options, verifier, run);
  } catch (error) {
    return notJudged(target.path, options, internalFault(error, 0));
  }
}

/** The report on a file that was not judged, for the reason in `fault`. */
export function notJudged(fileName: string, { kind, now }: JudgeOptions, fault: Fault): JudgedFile {
  const about = { fileName, now, product: PRODUCT };
  const report: AnyReport =
    kind === null
      ? { ...unreadableFile('artifact', fault, about), kind: 'unknown' }
      : unreadableFile(kind, fault, about);
  return { report, document: null };
}

async function judge(
  target: Target,
  options: JudgeOptions,
  verifier: Verifier,
  run: SingleRun | undefined,
): Promise<JudgedFile> {
  const refuse = (fault: Fault, kind = options.kind) => notJudged(target.path, { ...options, kind }, fault);
  if ('fault' in target) return refuse({ code: 'READ', sentence: target.fault });
  const isLimited = options.kind !== null && options.kind !== 'session';
  const file = readBounded(target.path, isLimited ? MAX_FILE_BYTES : MAX_SESSION_BYTES);
  if (!file.ok) {
    return refuse('fault' in file ? { code: 'READ', sentence: file.fault } : tooLarge(options.kind, file.tooLarge));
  }
  const { bytes } = file;
  if (options.kind === null) {
    const found = await recognised(bytes);
    return typeof found === 'string'
      ? judgeAs(found, bytes, target, options, verifier, run)
      : refuse({ code: 'FORMAT', sentence: found.sentence, size: bytes.length });
  }
  const judged = await judgeAs(options.kind, bytes, target, options, verifier, run);
  if (judged.report.outcome !== 'INPUT_ERROR' || judged.report.code !== 'FORMAT') return judged;
  return {
    ...judged,
    report: { ...judged.report, sentence: await withHint(judged.report.sentence, bytes, options.kind) },
  };
}

/** The kind of a file, or what to say of one that is none. */
async function recognised(bytes: Uint8Array): Promise<FileKind | { readonly sentence: string }> {
  const { recognise } = await import('@touchstone/core/file-kinds/recognise.ts');
  const found = recognise(bytes);
  if (found.kind === 'key_set') return { sentence: `This is a key set: ${KEY_SETS_ELSEWHERE}.` };
  if (found.kind === 'other') return { sentence: `${found.hint.title} ${found.hint.help}` };
  return found.kind;
}

/** The sentence on a file that is not of the kind that was asked for, with the command that fits. */
async function withHint(sentence: string, bytes: Uint8Array, kind: FileKind): Promise<string> {
  if (bytes.length > MAX_FILE_BYTES) return sentence;
  const found = await recognised(bytes);
  if (found === kind) return sentence;
  if (typeof found !== 'string') return `${sentence} ${found.sentence}`;
  return `${sentence} This is ${KIND_NAMES[found]}: use pq-verify ${found}.`;
}

function tooLarge(kind: FileKind | null, size: number): Fault {
  const limit = kind === 'session' || kind === null ? MAX_SESSION_BYTES : MAX_FILE_BYTES;
  return {
    code: 'FORMAT',
    sentence: 'This file could not be checked: it is larger than a verifier accepts.',
    check: {
      sentence: 'The file is larger than a verifier accepts.',
      expected: `at most ${limit} bytes`,
      found: `${size} bytes`,
    },
    size,
  };
}

async function judgeAs(
  kind: FileKind,
  bytes: Uint8Array,
  { path: fileName }: Target,
  { trust, now, data, evidence }: JudgeOptions,
  verifier: Verifier,
  run: SingleRun | undefined,
): Promise<JudgedFile> {
  const common = { fileName, now, product: PRODUCT, trust, verifier };
  if (isAgentFileKind(kind)) {
    return { report: await judgeAgentFile(kind, bytes, common, verifier, run), document: null };
  }
  if (kind === 'artifact') {
    if (evidence === undefined) return verifyArtifact(bytes, common);
    return verifyArtifact(bytes, { ...common, evidence: evidenceIn(evidence) });
  }
  const withPayload = data === undefined ? common : { ...common, data };
  return kind === 'receipt'
    ? (await import('@touchstone/core/receipt/verify.ts')).verifyReceipt(bytes, withPayload)
    : (await import('@touchstone/core/composite/verify-file.ts')).verifyThreeKeyFile(bytes, withPayload);
}

/** Files from which on the signatures of a session are worth threads of their own: some hundred nodes by noble. */
const MANY_NODES_BYTES = 2 * 1024 * 1024;
/** liboqs is that many times as fast as noble. */
const FASTER = 10;

async function judgeAgentFile(
  kind: AgentFileKind,
  bytes: Uint8Array,
  common: VerifyAgentOptions,
  own: Verifier,
  run: SingleRun | undefined,
): Promise<AgentReport> {
  const isWorthThreads = kind === 'session' && run !== undefined && run.jobs > 1 && bytes.length > MANY_NODES_BYTES;
  // Node 24 verifies on its own threads; older ones have no ML-DSA.
  const isSlow = isWorthThreads && isSlowBy(await own.backendFor('ML-DSA-65'), bytes.length);
  const pool = isSlow ? (await import('./signature-pool.ts')).createSignaturePool(own, run.jobs, run.entry) : null;
  const options: VerifyAgentOptions = {
    ...common,
    verifier: pool?.verifier ?? own,
    ...(run === undefined ? {} : { onProgress: run.onProgress }),
  };
  try {
    return await verifyAgentFile(kind, bytes, options);
  } finally {
    await pool?.close();
  }
}

function isSlowBy(backend: string, length: number): boolean {
  return backend === 'noble' || (backend === 'liboqs' && length > FASTER * MANY_NODES_BYTES);
}

async function verifyAgentFile(
  kind: AgentFileKind,
  bytes: Uint8Array,
  options: VerifyAgentOptions,
): Promise<AgentReport> {
  switch (kind) {
    case 'session':
      return (await import('@touchstone/core/agent/verify-bundle.ts')).verifySession(bytes, options);
    case 'node':
      return (await import('@touchstone/core/agent/verify-node.ts')).verifyNode(bytes, options);
    case 'log':
      return (await import('@touchstone/core/log/verify-log.ts')).verifyLog(bytes, options);
    case 'proof':
      return (await import('@touchstone/core/privacy/verify-proof.ts')).verifyProof(bytes, options);
    case 'grade':
      return (await import('@touchstone/core/grade/verify.ts')).verifyGrade(bytes, options);
    case 'statement':
      return (await import('@touchstone/core/statement/verify.ts')).verifyStatementFile(bytes, options);
  }
}
