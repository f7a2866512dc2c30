/** The verdict about blocks as sentences. */
import { formatCount } from '../../../lib/format.ts';
import { FAULT_WORDS, type LedgerReport, type Signer } from './check/report.ts';

/** The set that importing would help; null where the signer is trusted, or revoked. */
export function signerToTrust(signers: readonly Pick<Signer, 'keySetId' | 'state'>[]): string | null {
  return signers.find(({ state }) => state === 'published' || state === 'unknown')?.keySetId ?? null;
}

/** What the verdict means, in words. */
export function chainSentence(report: LedgerReport): string {
  const { brokenAt, blocks, anchors, firstHeight, outcome, checks } = report;
  const hold = blocks === 1 ? 'holds' : 'hold';
  const count = `${formatCount(blocks)} ${blocks === 1 ? 'block' : 'blocks'} with ${formatCount(anchors)} ${anchors === 1 ? 'anchor' : 'anchors'}`;
  if (brokenAt !== null) {
    const before = blocks === 0 ? 'No block before it was looked at.' : `${count} before it ${hold}.`;
    return `Block ${formatCount(brokenAt.height)} does not hold: ${FAULT_WORDS[brokenAt.fault]}. ${before}`;
  }
  if (blocks === 0) return 'There is no block yet: nothing was anchored, so there is nothing to verify.';
  const part =
    blocks > 1 && firstHeight !== null && firstHeight > 1 ? `, from block ${formatCount(firstHeight)} on,` : '';
  const held = `${count}${part} ${hold}: ${checkedParts(report)}.`;
  const finding = checks.find(({ status }) => status === (outcome === 'FAILED' ? 'failed' : 'pending'));
  return outcome === 'VERIFIED' || finding === undefined ? held : `${held} ${finding.sentence}`;
}

const PARTS = [
  ['integrity.links', 'links'],
  ['integrity.roots', 'Merkle roots'],
  ['signature.headers', 'signatures'],
] as const;

/** What passed, as `links, Merkle roots and signatures`. */
function checkedParts({ checks }: LedgerReport): string {
  const passed = PARTS.filter(([id]) => checks.some((check) => check.id === id && check.status === 'passed'));
  const words = passed.map(([, word]) => word);
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
