/** Judges one file: read within bounds, then handed to the verifier that core has for its kind. */
import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { refuseTooLarge, verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { liboqsBackend } from '@touchstone/core/sign/liboqs-backend.ts';
import { type NodeCrypto, nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { readBounded, type Target } from './files.ts';
import { receiptTooLarge, unreadable } from './unreadable.ts';

export interface JudgeOptions {
  readonly kind: 'artifact' | 'receipt';
  readonly trust: TrustStore;
  /** Milliseconds since 1970; one time for all files of a run. */
  readonly now: number;
  /** Whether this file is one of many. */
  readonly isBatch: boolean;
  /** The payload of a receipt. */
  readonly data?: Uint8Array;
}

export interface Judged {
  readonly report: VerificationReport;
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

const verifiers = new Map<boolean, SignatureVerifier>();

/** OpenSSL where this Node has the algorithms (24), liboqs for FALCON, noble elsewhere; only the verifying half leaves this module. */
function verifierFor(isBatch: boolean): SignatureVerifier {
  const known = verifiers.get(isBatch);
  if (known !== undefined) return known;
  const backends = [nodeBackend(isBatch ? sameThreadCrypto : nodeCrypto), liboqsBackend()];
  const verifier = createSignatureProvider(backends, systemRandom);
  verifiers.set(isBatch, verifier);
  return verifier;
}

/** Never rejects for anything that a path or a file can hold. */
export async function judgeFile(target: Target, options: JudgeOptions): Promise<Judged> {
  const about = { fileName: target.path, now: options.now, product: PRODUCT };
  if ('fault' in target) return { report: unreadable(options.kind, target.fault, about), document: null };
  const file = readBounded(target.path);
  if (!file.ok) {
    if ('fault' in file) return { report: unreadable(options.kind, file.fault, about), document: null };
    const refuse = options.kind === 'artifact' ? refuseTooLarge : receiptTooLarge;
    return { report: refuse(file.tooLarge, about), document: null };
  }
  const common = { ...about, trust: options.trust, verifier: verifierFor(options.isBatch) };
  if (options.kind === 'artifact') return verifyArtifact(file.bytes, common);
  const { verifyReceipt } = await import('@touchstone/core/receipt/verify.ts');
  return verifyReceipt(file.bytes, options.data === undefined ? common : { ...common, data: options.data });
}
