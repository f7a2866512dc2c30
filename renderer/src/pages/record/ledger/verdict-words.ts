/** The verdict about blocks as sentences. */
import { words } from '../../../words/record/ledger-checks.ts';
import type { LedgerReport, Signer } from './check/report.ts';

/** The set that importing would help; null where the signer is trusted, or revoked. */
export function signerToTrust(signers: readonly Pick<Signer, 'keySetId' | 'state'>[]): string | null {
  return signers.find(({ state }) => state === 'published' || state === 'unknown')?.keySetId ?? null;
}

/** What the verdict means, in words. */
export function chainSentence(report: LedgerReport): string {
  const { brokenAt, blocks, anchors, firstHeight, outcome, checks } = report;
  const { verdict } = words;
  if (brokenAt !== null) {
    const before = blocks === 0 ? verdict.noneBefore : verdict.before(blocks, anchors);
    return `${words.notHold(brokenAt.height, brokenAt.fault)} ${before}`;
  }
  if (blocks === 0) return verdict.none;
  const from = blocks > 1 && firstHeight !== null && firstHeight > 1 ? firstHeight : null;
  const held = verdict.held(blocks, anchors, from, checkedParts(report));
  const finding = checks.find(({ status }) => status === (outcome === 'FAILED' ? 'failed' : 'pending'));
  return outcome === 'VERIFIED' || finding === undefined ? held : `${held} ${finding.sentence}`;
}

const PARTS = [
  ['integrity.links', words.verdict.parts.links],
  ['integrity.roots', words.verdict.parts.roots],
  ['signature.headers', words.verdict.parts.headers],
] as const;

/** What passed, as `links, Merkle roots and signatures`. */
function checkedParts({ checks }: LedgerReport): string {
  const passed = PARTS.filter(([id]) => checks.some((check) => check.id === id && check.status === 'passed'));
  const names = passed.map(([, name]) => name);
  return names.length < 2 ? names.join('') : words.verdict.and(names.slice(0, -1).join(', '), names.at(-1) ?? '');
}
