/**
 * Verifies a chain of blocks, one after the other, without network and clock. It reads like the list of rules in
 * `docs/formats.md`. What it cannot show: that the clock of the service was right, and that no newer block was cut off.
 */
import type { ChainName } from '../api/common.ts';
import { parseIsoTime } from '../time.ts';
import { SIGNER_DOUBTS, type SignerDoubt } from '../verdict/conclusion.ts';
import { networkOf } from './anchor.ts';
import { anchorsRoot, headerHash, type LedgerBlock, type LedgerHeader } from './block.ts';

/** What is wrong with a block; codes are never reused. */
export type BlockFault =
  /** It belongs to another chain. */
  | 'NETWORK'
  /** Its height does not follow: a block was removed, inserted or moved. */
  | 'HEIGHT'
  /** It does not name the hash of the block before: that one was changed, or this one moved. */
  | 'LINK'
  /** It is older than the block before. */
  | 'TIME'
  /** Another ledger goes on without saying that it was restored, or a mark that does not fit. */
  | 'LEDGER'
  /** Its anchors do not go on where those before ended, or are not as many as it says. */
  | 'POSITION'
  /** Its anchors are not those that the root covers. */
  | 'ROOT'
  /** The header is not signed by the key set that it names. */
  | 'SIGNATURE';

/** Whether a header is signed; a doubt where nothing is concluded about its signer or its time, and the block holds. */
export type SignatureJudgement = 'valid' | 'invalid' | SignerDoubt;
export type JudgeSignature = (header: LedgerHeader, signature: string) => Promise<SignatureJudgement>;

/** Blocks that hold and from which nothing is concluded, for one reason. */
export interface DoubtfulBlocks {
  readonly code: SignerDoubt;
  readonly blocks: number;
}

/** The doubts in words, as the end of a sentence. */
export const DOUBT_WORDS: Readonly<Record<SignerDoubt, string>> = {
  KEY_REVOKED: 'the key that signed is revoked',
  SIGNER_NOT_TRUSTED: 'the key set that signed is not trusted here',
  KEY_SUPERSEDED: 'the key set that signed was superseded at the stated time',
  KEY_NOT_VALID: 'the key set that signed was not valid at the stated time',
  TIME_AHEAD: "the stated time lies ahead of this computer's clock",
};

export interface ChainVerdict {
  readonly intact: boolean;
  /** Blocks that hold: all, or those before the first that does not. */
  readonly blocks: number;
  readonly anchors: number;
  /** Where the walk began: 1, or the first block of an export. */
  readonly firstHeight: number | null;
  readonly brokenAt: { readonly height: number; readonly fault: BlockFault } | null;
  /** The first decides; empty where every signature counts. */
  readonly doubts: readonly DoubtfulBlocks[];
  readonly head: { readonly height: number; readonly hash: string } | null;
}

/**
 * Walks blocks in the order given, up to the first that does not hold. `isWhole` demands that the first is block 1; a part
 * begins where it begins, and what came before is not judged.
 */
export async function verifyChain(
  chain: ChainName,
  blocks: AsyncIterable<LedgerBlock> | Iterable<LedgerBlock>,
  judge: JudgeSignature,
  isWhole: boolean,
): Promise<ChainVerdict> {
  let before: LedgerHeader | null = null;
  let head: ChainVerdict['head'] = null;
  let firstHeight: number | null = null;
  let count = 0;
  let anchors = 0;
  const doubtful = new Map<SignerDoubt, number>();
  for await (const block of blocks) {
    const { header } = block;
    const fault = structuralFault(chain, block, before, head?.hash ?? null, isWhole || before !== null);
    const signed = fault === null ? await judge(header, block.signature) : 'valid';
    const found = fault ?? (signed === 'invalid' ? 'SIGNATURE' : null);
    if (found !== null) {
      // A block that was moved states another height than the place where it stands.
      const height = before === null ? (isWhole ? 1 : header.height) : before.height + 1;
      const brokenAt = { height, fault: found };
      return { intact: false, blocks: count, anchors, firstHeight, brokenAt, doubts: doubtsOf(doubtful), head };
    }
    if (signed !== 'valid' && signed !== 'invalid') doubtful.set(signed, (doubtful.get(signed) ?? 0) + 1);
    firstHeight ??= header.height;
    count++;
    anchors += block.anchors.length;
    before = header;
    head = { height: header.height, hash: headerHash(header) };
  }
  return { intact: true, blocks: count, anchors, firstHeight, brokenAt: null, doubts: doubtsOf(doubtful), head };
}

function doubtsOf(counts: ReadonlyMap<SignerDoubt, number>): readonly DoubtfulBlocks[] {
  return SIGNER_DOUBTS.map((code) => ({ code, blocks: counts.get(code) ?? 0 })).filter(({ blocks }) => blocks > 0);
}

function structuralFault(
  chain: ChainName,
  { header, anchors }: LedgerBlock,
  before: LedgerHeader | null,
  previous: string | null,
  isLinked: boolean,
): BlockFault | null {
  if (header.network !== networkOf(chain)) return 'NETWORK';
  if (isLinked) {
    if (header.height !== (before?.height ?? 0) + 1) return 'HEIGHT';
    if (header.previous !== previous) return 'LINK';
    if (isEarlier(header.created_at, before?.created_at)) return 'TIME';
    if (!goesOn(header, before)) return 'LEDGER';
    const next = before === null ? 1 : before.first_position + before.anchors;
    if (header.first_position !== next) return 'POSITION';
  } else if ((header.height === 1) !== (header.previous === null)) {
    return 'LINK';
  }
  if (header.anchors !== anchors.length) return 'POSITION';
  const isInPlace = anchors.every(
    ({ network, position }, index) => network === header.network && position === header.first_position + index,
  );
  if (!isInPlace) return 'POSITION';
  return header.anchors_root === anchorsRoot(anchors) ? null : 'ROOT';
}

function isEarlier(time: string, before: string | undefined): boolean {
  const at = parseIsoTime(time);
  if (at === null) return true;
  return before !== undefined && at < (parseIsoTime(before) ?? Number.POSITIVE_INFINITY);
}

/** The same ledger, or another one whose first block says that it was restored from what went before. */
function goesOn(header: LedgerHeader, before: LedgerHeader | null): boolean {
  const { restored, ledger_id: id } = header;
  if (before === null) return restored === null || restored.previous_ledger_id === null;
  if (restored === null) return id === before.ledger_id;
  return id !== before.ledger_id && restored.previous_ledger_id === before.ledger_id;
}
