/** Judges one file: read within bounds, then handed to the verifier that core has for its kind. */
import type { AgentFileKind, AgentReport, VerifyAgentOptions } from '@touchstone/core/agent/report.ts';
import type { SubjectKind, VerificationReport } from '@touchstone/core/artifact/report.ts';
import { refuseTooLarge, verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { readBounded, type Target } from './files.ts';
import { agentFileUnreadable, tooLarge, unreadable } from './unreadable.ts';
import type { Verifier } from './verifier.ts';

const AGENT_KINDS: readonly string[] = ['node', 'session', 'log'] satisfies AgentFileKind[];
export type FileKind = SubjectKind | AgentFileKind;

export function isAgentKind(kind: FileKind): kind is AgentFileKind {
  return AGENT_KINDS.includes(kind);
}

export interface JudgeOptions {
  readonly kind: FileKind;
  readonly trust: TrustStore;
  /** Milliseconds since 1970; one time for all files of a run. */
  readonly now: number;
  /** The payload of a receipt or of a 3-key signature. */
  readonly data?: Uint8Array;
}

/** What a run over one file may use besides. */
export interface SingleRun {
  /** Threads for the signatures of a long session. */
  readonly jobs: number;
  /** The program file that the threads run. */
  readonly entry: string;
  readonly onProgress: (done: number, total: number) => void;
}

export interface Judged {
  readonly report: VerificationReport | AgentReport;
  readonly document: JsonObject | null;
}

/** Never rejects for anything that a path or a file can hold. `run` where this is the only file. */
export async function judgeFile(
  target: Target,
  options: JudgeOptions,
  verifier: Verifier,
  run?: SingleRun,
): Promise<Judged> {
  const { kind } = options;
  if (isAgentKind(kind)) {
    return { report: await judgeAgentFile(kind, target, options, verifier, run), document: null };
  }
  const about = { fileName: target.path, now: options.now, product: PRODUCT };
  if ('fault' in target) return { report: unreadable(kind, target.fault, about), document: null };
  const file = readBounded(target.path);
  if (!file.ok) {
    if ('fault' in file) return { report: unreadable(kind, file.fault, about), document: null };
    const { tooLarge: size } = file;
    return { report: kind === 'artifact' ? refuseTooLarge(size, about) : tooLarge(kind, size, about), document: null };
  }
  const common = { ...about, trust: options.trust, verifier };
  if (kind === 'artifact') return verifyArtifact(file.bytes, common);
  const withPayload = options.data === undefined ? common : { ...common, data: options.data };
  return kind === 'receipt'
    ? (await import('@touchstone/core/receipt/verify.ts')).verifyReceipt(file.bytes, withPayload)
    : (await import('@touchstone/core/composite/verify-file.ts')).verifyThreeKeyFile(file.bytes, withPayload);
}

/** Files from which on the signatures of a session are worth threads of their own: some hundred nodes. */
const MANY_NODES_BYTES = 2 * 1024 * 1024;

async function judgeAgentFile(
  kind: AgentFileKind,
  target: Target,
  { trust, now }: JudgeOptions,
  own: Verifier,
  run: SingleRun | undefined,
): Promise<AgentReport> {
  const about = { fileName: target.path, now, product: PRODUCT };
  if ('fault' in target) return agentFileUnreadable(kind, target.fault, 0, about);
  const { MAX_BUNDLE_BYTES } = await import('@touchstone/core/agent/bundle.ts');
  const limit = kind === 'session' ? MAX_BUNDLE_BYTES : MAX_FILE_BYTES;
  const file = readBounded(target.path, limit);
  if (!file.ok) {
    return 'fault' in file
      ? agentFileUnreadable(kind, file.fault, 0, about)
      : agentFileUnreadable(kind, `The file is larger than ${limit} bytes.`, file.tooLarge, about);
  }
  const isWorthThreads =
    kind === 'session' && run !== undefined && run.jobs > 1 && file.bytes.length > MANY_NODES_BYTES;
  // Node 24 verifies on its own threads; older ones have no ML-DSA, and one thread would take minutes.
  const isSlow = isWorthThreads && (await own.backendFor('ML-DSA-65')) === 'noble';
  const pool = isSlow ? (await import('./signature-pool.ts')).createSignaturePool(own, run.jobs, run.entry) : null;
  const options: VerifyAgentOptions = {
    ...about,
    trust,
    verifier: pool?.verifier ?? own,
    ...(run === undefined ? {} : { onProgress: run.onProgress }),
  };
  try {
    return await verifyAgentFile(kind, file.bytes, options);
  } finally {
    await pool?.close();
  }
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
  }
}
