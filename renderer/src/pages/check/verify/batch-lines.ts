/** What many files came to, as lines of text. */
import type { TextLines } from '../../../parts/page/text-lines.ts';
import { outcomeOf, ROW_OUTCOMES, type Row, type Summary } from '../../../parts/verification/batch.ts';
import { notPerformed } from '../../../parts/verification/batch-export.ts';
import { outcomeWord } from '../../../parts/verification/outcome-words.ts';
import { words } from '../../../words/check/verify.ts';
import { countsWords, headlineOf } from './summary-words.ts';

const { print } = words;

/** The worst first; under each outcome its files with their reasons. */
export function batchLines(rows: readonly Row[], summary: Summary, leftOut: number): TextLines {
  const headline = headlineOf(summary);
  const files = Map.groupBy(rows, outcomeOf);
  return [
    ...(headline === null ? [] : [print.headline(headline.label, headline.word)]),
    countsWords(summary, leftOut),
    ...ROW_OUTCOMES.filter((outcome) => summary.counts[outcome] > 0).map((outcome) => ({
      text: print.outcome(outcomeWord(outcome), summary.counts[outcome]),
      lines: (files.get(outcome) ?? []).map((row) => print.file(row.name, row.facts?.sentence ?? notPerformed(row))),
    })),
  ];
}
