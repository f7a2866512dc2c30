/** Judges one file: read within bounds, then handed to the verifier that core has for its kind. */
import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { AgentFileKind, AgentReport, VerifyAgentOptions } from '@touchstone/core/agent/report.ts';
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { refuseTooLarge, verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { type NodeCrypto, nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider, type SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { readBounded, type Target } from './files.ts';
import { agentFileUnreadable, receiptTooLarge, unreadable } from './unreadable.ts';

export const AGENT_KINDS: readonly AgentFileKind[] = ['node', 'session', 'log'];
export type FileKind = VerificationReport['kind'] | AgentFileKind;

export interface JudgeOptions {
  readonly kind: FileKind;
  readonly trust: TrustStore;
  /** Milliseconds since 1970; one time for all files of a run. */
  readonly now: number;
  /** Whether this file is one of many. */
  readonly isBatch: boolean;
  /** The payload of a receipt. */
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

/** Required, not imported: an import of this module evaluates all its getters, which costs 6 ms. */
const nodeCrypto: typeof import('node:crypto') = createRequire(import.meta.url)('node:crypto');

/**
 * In a run over many files every thread has a file of its own: there a verification that moves to libuv's pool would only
 * take another file's processor. For one file the pool lets the three signatures run side by side.
 */
const sameThreadCrypto: typeof nodeCrypto = Object.create(nodeCrypto, {
  verify: {
    value: (...[algorithm, data, key, signature, callback]: VerifyArguments) => {
      let valid: boolean;
      try {
        valid = nodeCrypto.verify(algorithm, data, key, signature);
      } catch (error) {
        return callback(error as Error, false);
      }
      callback(null, valid);
    },
  },
});

type VerifyArguments = Parameters<NodeCrypto['verify']> & [unknown, Uint8Array, KeyObject, Uint8Array, unknown];

const verifiers = new Map<boolean, SignatureProvider>();

/** OpenSSL where this Node has the algorithms (24), liboqs for FALCON, noble elsewhere; only the verifying half leaves this module. */
function verifierFor(isBatch: boolean): SignatureProvider {
  const known = verifiers.get(isBatch);
  if (known !== undefined) return known;
  const backends = [nodeBackend(isBatch ? sameThreadCrypto : nodeCrypto), liboqsBackend()];
  const verifier = createSignatureProvider(backends, systemRandom);
  verifiers.set(isBatch, verifier);
  return verifier;
}

/** The verifying half for this thread. */
export function ownVerifier(): SignatureVerifier {
  return verifierFor(true);
}

/** Never rejects for anything that a path or a file can hold. `run` where this is the only file. */
export async function judgeFile(target: Target, options: JudgeOptions, run?: SingleRun): Promise<Judged> {
  const { kind } = options;
  if (kind !== 'artifact' && kind !== 'receipt') {
    return { report: await judgeAgentFile(kind, target, options, run), document: null };
  }
  const about = { fileName: target.path, now: options.now, product: PRODUCT };
  if ('fault' in target) return { report: unreadable(kind, target.fault, about), document: null };
  const file = readBounded(target.path);
  if (!file.ok) {
    if ('fault' in file) return { report: unreadable(kind, file.fault, about), document: null };
    const refuse = kind === 'artifact' ? refuseTooLarge : receiptTooLarge;
    return { report: refuse(file.tooLarge, about), document: null };
  }
  const common = { ...about, trust: options.trust, verifier: verifierFor(options.isBatch) };
  if (kind === 'artifact') return verifyArtifact(file.bytes, common);
  const { verifyReceipt } = await import('@touchstone/core/receipt/verify.ts');
  return verifyReceipt(file.bytes, options.data === undefined ? common : { ...common, data: options.data });
}

/** Files from which on the signatures of a session are worth threads of their own: some hundred nodes. */
const MANY_NODES_BYTES = 2 * 1024 * 1024;

async function judgeAgentFile(
  kind: AgentFileKind,
  target: Target,
  { trust, now, isBatch }: JudgeOptions,
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
  const provider = verifierFor(isBatch);
  const isWorthThreads =
    kind === 'session' && run !== undefined && run.jobs > 1 && file.bytes.length > MANY_NODES_BYTES;
  // Node 24 verifies on its own threads; older ones have no ML-DSA, and one thread would take minutes.
  const isSlow = isWorthThreads && (await provider.backendFor('ML-DSA-65')) === 'noble';
  const pool = isSlow ? (await import('./signature-pool.ts')).createSignaturePool(provider, run.jobs, run.entry) : null;
  const options: VerifyAgentOptions = {
    ...about,
    trust,
    verifier: pool?.verifier ?? provider,
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
