/**
 * What this window found out about blocks of the embedded ledger. The walk itself is core's `verifyChain`; here its verdict
 * becomes check rows, and the signer's trust is stated apart from the signature: a service that vouches for itself is no proof.
 */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { headerHash, type LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { judgeUnder } from '@touchstone/core/ledger/judge-signature.ts';
import {
  type BlockFault,
  type ChainVerdict,
  DOUBT_WORDS,
  type DoubtfulBlocks,
  type JudgeSignature,
  type SignatureJudgement,
  verifyChain,
} from '@touchstone/core/ledger/verify-chain.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { Check } from '@touchstone/core/verdict/verification-report.ts';
import { words } from '../../../../words/record/ledger-checks.ts';

/** The key sets that a walk goes by. */
export interface LedgerKeys {
  /** What the service says its own sets are; nobody else vouches for them. */
  readonly published: readonly KeySet[];
  /** What this machine has pinned and revoked, and the sets of its own service. */
  readonly trust: Trust;
}

/** A head that the console saw earlier. */
export interface KeptHead {
  readonly height: number;
  readonly hash: string;
  /** When it was seen, ISO 8601. */
  readonly at: string;
}

/**
 * `pinned`: the trust store holds the set. `own`: it is one of the service on this machine. `published`: only a service says
 * that the set is its own.
 */
export type SignerState = 'pinned' | 'own' | 'published' | 'revoked' | 'unknown';

export interface Signer {
  readonly keySetId: string;
  readonly state: SignerState;
  readonly blocks: number;
}

export interface Restore {
  readonly height: number;
  readonly restoredAt: string;
}

export type LedgerOutcome = 'VERIFIED' | 'PENDING' | 'FAILED';

export interface LedgerReport {
  readonly chain: ChainName;
  readonly outcome: LedgerOutcome;
  /** Blocks that hold, and their anchors. */
  readonly blocks: number;
  readonly anchors: number;
  readonly firstHeight: number | null;
  readonly head: ChainVerdict['head'];
  readonly brokenAt: ChainVerdict['brokenAt'];
  readonly signers: readonly Signer[];
  readonly restores: readonly Restore[];
  readonly checks: readonly Check[];
}

export interface WalkOptions {
  readonly keys: LedgerKeys;
  readonly verifier: SignatureVerifier;
  /** The clock of this computer, milliseconds since 1970. */
  readonly now: number;
  /** Whether the first block has to be block 1. */
  readonly isWhole: boolean;
  readonly kept: KeptHead | null;
  /** Whether the last block given is the newest that there is; a single block is not. */
  readonly isToTip: boolean;
}

/** Walks blocks up to the first that does not hold. */
export async function walkLedger(
  chain: ChainName,
  blocks: AsyncIterable<LedgerBlock> | Iterable<LedgerBlock>,
  { keys, verifier, now, isWhole, kept, isToTip }: WalkOptions,
): Promise<LedgerReport> {
  const { judge, signers } = countingJudge(keys, verifier, now);
  const restores: Restore[] = [];
  let keptHash: string | null = null;
  async function* observed(): AsyncGenerator<LedgerBlock> {
    for await (const block of blocks) {
      const { restored, height } = block.header;
      if (restored !== null) restores.push({ height, restoredAt: restored.restored_at });
      if (height === kept?.height) keptHash = headerHash(block.header);
      yield block;
    }
  }
  const verdict = await verifyChain(chain, observed(), judge, isWhole);
  const found = signers();
  const checks = [
    ...blockChecks(verdict, isWhole),
    signerCheck(verdict, found),
    ...doubtChecks(verdict.doubts),
    ...(kept === null || !verdict.intact || !isToTip ? [] : [keptCheck(kept, keptHash, verdict, restores)]),
    ...scopeChecks(verdict, isWhole, isToTip),
  ];
  const { brokenAt, head, firstHeight, blocks: held, anchors } = verdict;
  return {
    chain,
    outcome: outcomeOf(checks),
    blocks: held,
    anchors,
    firstHeight,
    head,
    brokenAt,
    signers: found,
    restores,
    checks,
  };
}

/** The worst finding decides. What is not performed by nature decides nothing. */
export function outcomeOf(checks: readonly Check[]): LedgerOutcome {
  if (checks.some(({ status }) => status === 'failed')) return 'FAILED';
  return checks.some(({ status }) => status === 'pending') ? 'PENDING' : 'VERIFIED';
}

/** Pinned sets decide where they know the signer, then those of the own service, else those that a service publishes. */
export function countingJudge(keys: LedgerKeys, verifier: SignatureVerifier, now: number) {
  const held = heldEditions(keys.trust);
  const setsOf = (isOwn: boolean) =>
    held.filter(({ entry }) => (entry.held === 'own_service') === isOwn).map(({ keySet }) => keySet);
  const pinned = setsOf(false);
  const own = setsOf(true);
  const byPinned = judgeUnder(pinned, keys.trust, verifier, now);
  const byOwn = judgeUnder(own, keys.trust, verifier, now);
  const byPublished = judgeUnder(keys.published, keys.trust, verifier, now);
  const counts = new Map<string, Signer>();
  const add = (keySetId: string, state: SignerState) => {
    const key = `${state} ${keySetId}`;
    counts.set(key, { keySetId, state, blocks: (counts.get(key)?.blocks ?? 0) + 1 });
  };
  const judge: JudgeSignature = async (header, signature) => {
    const first = await byPinned(header, signature);
    const second = first === NOT_TRUSTED ? await byOwn(header, signature) : first;
    const judged = second === NOT_TRUSTED ? await byPublished(header, signature) : second;
    const id = header.keyset_id;
    if (judged === NOT_TRUSTED) add(id, 'unknown');
    else if (judged === 'KEY_REVOKED') add(id, 'revoked');
    else if (judged !== 'invalid') {
      add(id, first !== NOT_TRUSTED ? 'pinned' : second !== NOT_TRUSTED ? 'own' : 'published');
    }
    return judged;
  };
  return { judge, signers: (): readonly Signer[] => [...counts.values()] };
}

const NOT_TRUSTED = 'SIGNER_NOT_TRUSTED';

/** Whether a doubt is about who signed; the others are about when. */
export function isAboutSigner(code: SignatureJudgement): boolean {
  return code === NOT_TRUSTED || code === 'KEY_REVOKED';
}

/** What is known of the times at which blocks were signed: nothing where all count. */
export function doubtChecks(doubts: readonly DoubtfulBlocks[]): readonly Check[] {
  return doubts
    .filter(({ code }) => !isAboutSigner(code))
    .map(({ code, blocks }) => ({
      id: `validity.headers.${code.toLowerCase()}`,
      group: 'validity',
      status: 'pending',
      sentence: words.doubtful(blocks, DOUBT_WORDS[code]),
      reason: code,
    }));
}

const LINKS = 'integrity.links';
const ROOTS = 'integrity.roots';
const HEADERS = 'signature.headers';

const CHECK_OF: Readonly<Record<BlockFault, string>> = {
  NETWORK: LINKS,
  HEIGHT: LINKS,
  LINK: LINKS,
  TIME: LINKS,
  LEDGER: LINKS,
  POSITION: ROOTS,
  ROOT: ROOTS,
  SIGNATURE: HEADERS,
};

const BLOCK_CHECKS = [
  { id: LINKS, group: 'integrity', sentence: words.links },
  { id: ROOTS, group: 'integrity', sentence: words.roots },
  { id: HEADERS, group: 'signature', sentence: words.headers },
] as const;

function blockChecks(verdict: ChainVerdict, isWhole: boolean): readonly Check[] {
  const { brokenAt, blocks, doubts } = verdict;
  const untrusted = doubts.reduce((sum, one) => sum + (isAboutSigner(one.code) ? one.blocks : 0), 0);
  const broken = brokenAt === null ? null : CHECK_OF[brokenAt.fault];
  return BLOCK_CHECKS.map(({ id, group, sentence }): Check => {
    const left = (reason: string, restsOn?: string): Check => ({
      id,
      group,
      status: 'not_performed',
      sentence,
      reason,
      ...(restsOn === undefined ? {} : { restsOn }),
    });
    if (brokenAt !== null && broken !== null) {
      const { height, fault } = brokenAt;
      if (id !== broken) return left(words.stopped(height, blocks), broken);
      return { id, group, status: 'failed', sentence: words.notHold(height, fault), reason: fault };
    }
    if (blocks === 0) return left(words.noBlock);
    if (id === LINKS && blocks === 1 && !isWhole) return left(words.oneBlock);
    if (id === HEADERS && untrusted > 0) {
      return left(words.unknownHeaders(untrusted, blocks), 'trust.signer');
    }
    return { id, group, status: 'passed', sentence };
  });
}

function signerCheck({ blocks }: ChainVerdict, signers: readonly Signer[]): Check {
  const at = { id: 'trust.signer', group: 'trust' } as const;
  if (blocks === 0) {
    return { ...at, status: 'not_performed', sentence: words.signers.pinned, reason: words.noBlockHolds };
  }
  const worst = (['revoked', 'unknown', 'published'] as const).find((state) => signers.some((s) => s.state === state));
  if (worst === undefined) {
    const isOwn = signers.some(({ state }) => state === 'own');
    return { ...at, status: 'passed', sentence: words.signers[isOwn ? 'own' : 'pinned'], found: idsOf(signers) };
  }
  const found = idsOf(signers.filter(({ state }) => state === worst));
  return { ...at, status: 'pending', sentence: words.signers[worst], found };
}

function idsOf(signers: readonly Signer[]): string {
  return signers.map(({ keySetId, blocks }) => `${keySetId} (${blocks})`).join(', ');
}

function keptCheck(
  kept: KeptHead,
  hash: string | null,
  { firstHeight, head }: ChainVerdict,
  restores: readonly Restore[],
): Check {
  const at = { id: 'integrity.kept_head', group: 'integrity' } as const;
  const values = { expected: kept.hash, ...(hash === null ? {} : { found: hash }) };
  const { height } = kept;
  if (hash === kept.hash) return { ...at, status: 'passed', sentence: words.kept.same(height), ...values };
  if (firstHeight !== null && height < firstHeight) {
    return { ...at, status: 'not_performed', sentence: words.kept.outside(height), reason: words.kept.beginsLater };
  }
  const seen = parseIsoTime(kept.at) ?? Number.POSITIVE_INFINITY;
  if (restores.some(({ restoredAt }) => (parseIsoTime(restoredAt) ?? 0) > seen)) {
    return { ...at, status: 'pending', sentence: words.kept.restored(height), ...values };
  }
  const sentence = hash === null ? words.kept.gone(height, head?.height ?? 0) : words.kept.changed(height);
  return { ...at, status: 'failed', sentence, reason: 'HEAD', ...values };
}

function scopeChecks({ firstHeight }: ChainVerdict, isWhole: boolean, isToTip: boolean): readonly Check[] {
  return [
    ...(isWhole ? [] : [notPerformed('earlier_blocks', words.earlier(firstHeight ?? 1), words.notRead)]),
    NO_TIME,
    ...(isToTip ? [notPerformed('cut_tail', words.cutTail, words.noCutTail)] : []),
  ];
}

function notPerformed(name: string, sentence: string, reason: string): Check {
  return { id: `scope.${name}`, group: 'scope', status: 'not_performed', sentence, reason };
}

/** Independent time is never checked: there is no witness but the service. */
export const NO_TIME: Check = notPerformed('independent_time', words.time, words.noTime);
