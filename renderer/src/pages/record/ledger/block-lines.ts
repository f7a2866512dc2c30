/** The pictures and verdicts of the ledger as lines of text. */
import { formatTime } from '../../../lib/format.ts';
import type { TextLines } from '../../../parts/page/text-lines.ts';
import { checkLines } from '../../../parts/report/report-lines.ts';
import { words } from '../../../words/record/ledger.ts';
import type { LedgerReport } from './check/report.ts';
import type { BlockItem, ChainState } from './queries.ts';
import { chainSentence } from './verdict-words.ts';

const { text } = words;

/** Blocks, each with what it names. */
export function blockLines(blocks: readonly BlockItem[]): TextLines {
  return blocks.map(({ height, anchors, created_at, hash, previous }) => ({
    text: text.block(height, anchors, timeOf(created_at)),
    lines: [text.hash(hash), ...(previous === null ? [] : [text.previous(previous)])],
  }));
}

/** Chains in the order that they are shown in. */
export function chainLines(chains: readonly ChainState[]): TextLines {
  return chains.map(({ chain, height, anchors, pending, last_block_at, head }) => ({
    text: text.chain(words.chains[chain], height, anchors, pending),
    lines: [
      ...(last_block_at === null ? [] : [text.last(timeOf(last_block_at))]),
      ...(head === null ? [] : [text.head(head)]),
    ],
  }));
}

/** What a walk over blocks found, below its verdict. */
export function chainReportLines(report: LedgerReport): TextLines {
  const { head, restores, checks, chain } = report;
  return [
    chainSentence(report),
    ...restores.map(({ height, restoredAt }) => text.restored(timeOf(restoredAt), height, words.chains[chain])),
    ...(head === null ? [] : [text.headOf(head.height, head.hash)]),
    checkLines(checks),
  ];
}

function timeOf(time: string): string {
  return formatTime(time)?.utc ?? time;
}
