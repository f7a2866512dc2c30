/** Verifies one anchor: what it is called, that it is in its block, and who signed that block. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { fromHex } from '@touchstone/core/bytes.ts';
import { type AnchorEntry, entryBytes, networkOf, transactionId } from '@touchstone/core/ledger/anchor.ts';
import type { LedgerHeader } from '@touchstone/core/ledger/block.ts';
import { verifyInclusion } from '@touchstone/core/receipt/merkle-batch.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import type { Check } from '@touchstone/core/verdict/verification-report.ts';
import { words } from '../../../../words/record/ledger-checks.ts';
import {
  countingJudge,
  doubtChecks,
  isAboutSigner,
  type LedgerKeys,
  type LedgerOutcome,
  NO_TIME,
  outcomeOf,
  type SignerState,
} from './report.ts';

/** What the server says about an anchor. */
export interface StatedAnchor {
  readonly entry: AnchorEntry;
  readonly txHash: string;
  /** Null until a block has taken it in. */
  readonly proof: {
    readonly header: LedgerHeader;
    readonly signature: string;
    readonly index: number;
    readonly size: number;
    /** Sibling hashes, hex, from the leaf upwards. */
    readonly path: readonly string[];
  } | null;
}

export interface AnchorReport {
  readonly outcome: LedgerOutcome;
  readonly signer: { readonly keySetId: string; readonly state: SignerState } | null;
  readonly checks: readonly Check[];
}

export async function judgeAnchor(
  chain: ChainName,
  { entry, txHash, proof }: StatedAnchor,
  keys: LedgerKeys,
  verifier: SignatureVerifier,
  now: number,
): Promise<AnchorReport> {
  const isNamed = transactionId(chain, entry) === txHash && entry.network === networkOf(chain);
  const checks: Check[] = [
    {
      id: 'integrity.transaction',
      group: 'integrity',
      status: isNamed ? 'passed' : 'failed',
      sentence: isNamed ? words.anchor.named : words.anchor.misnamed,
      expected: transactionId(chain, entry),
      found: txHash,
      ...(isNamed ? {} : { reason: 'TRANSACTION' }),
    },
  ];
  if (proof === null) {
    const sentence = words.anchor.waiting;
    checks.push({ id: 'integrity.inclusion', group: 'integrity', status: 'pending', sentence }, NO_TIME);
    return { outcome: outcomeOf(checks), signer: null, checks };
  }
  const { header } = proof;
  const isIn = isIncluded(entry, proof);
  checks.push({
    id: 'integrity.inclusion',
    group: 'integrity',
    status: isIn ? 'passed' : 'failed',
    sentence: isIn ? words.anchor.included(header.height) : words.anchor.notIncluded(header.height),
    ...(isIn ? {} : { reason: 'INCLUSION' }),
  });
  const { judge, signers } = countingJudge(keys, verifier, now);
  const judged = await judge(header, proof.signature);
  checks.push({
    id: 'signature.header',
    group: 'signature',
    status: judged === 'invalid' ? 'failed' : isAboutSigner(judged) ? 'not_performed' : 'passed',
    sentence: words.anchor.header,
    ...(judged === 'invalid' ? { reason: 'SIGNATURE' } : {}),
    ...(isAboutSigner(judged) ? { reason: words.unknownSigner, restsOn: 'trust.signer' } : {}),
  });
  const signer = signers()[0] ?? null;
  const isKnown = signer?.state === 'pinned' || signer?.state === 'own';
  checks.push({
    id: 'trust.signer',
    group: 'trust',
    status: isKnown ? 'passed' : judged === 'invalid' ? 'not_performed' : 'pending',
    sentence: words.signers[signer?.state ?? 'pinned'],
    found: header.keyset_id,
    ...(isKnown ? {} : { reason: judged === 'invalid' ? words.invalidSignature : 'NOT_PINNED' }),
    ...(judged === 'invalid' ? { restsOn: 'signature.header' } : {}),
  });
  if (judged !== 'valid' && judged !== 'invalid') checks.push(...doubtChecks([{ code: judged, blocks: 1 }]));
  checks.push(NO_TIME);
  return {
    outcome: outcomeOf(checks),
    signer: signer === null ? null : { keySetId: signer.keySetId, state: signer.state },
    checks,
  };
}

function isIncluded(entry: AnchorEntry, proof: NonNullable<StatedAnchor['proof']>): boolean {
  const { header, index, size, path } = proof;
  const root = fromHex(header.anchors_root);
  const hashes = path.map((hash) => fromHex(hash) ?? new Uint8Array(0));
  const isItsPlace = entry.position === header.first_position + index && size === header.anchors;
  return (
    root !== null &&
    isItsPlace &&
    entry.network === header.network &&
    verifyInclusion(entryBytes(entry), { index, size, path: hashes }, root)
  );
}
