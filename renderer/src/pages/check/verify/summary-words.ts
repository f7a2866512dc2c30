/** What is said of many files, on the page, on paper and to screen readers. Not checked is never said as passed. */
import type { Row, Summary } from '../../../parts/verification/batch.ts';
import { type Look, OUTCOMES } from '../../../parts/verification/meaning.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import { words } from '../../../words/check/verify.ts';

export interface Headline {
  readonly label: string;
  readonly word: string;
  readonly look: Look;
}

const { batch } = words;

/** The first thing to say of the files; null where there are none. */
export function headlineOf({ worst, counts, notVerified }: Summary): Headline | null {
  if (worst === null) return null;
  const isRunning = counts.WAITING > 0;
  // Nothing worse was found, but nothing speaks for these files either.
  if (worst === 'WAITING' || worst === 'CANCELLED') {
    const label = isRunning ? batch.soFar : batch.worst;
    return { label, word: batch.notVerified(notVerified), look: 'inconclusive' };
  }
  return { label: isRunning ? batch.worstSoFar : batch.worst, word: outcomeWord(worst), look: outcomeLook(worst) };
}

/** How many files there are, and how many of them were not verified where the headline does not say it. */
export function countsWords({ total, worst, notVerified, demo }: Summary, leftOut: number): string {
  const isSaid = worst === 'WAITING' || worst === 'CANCELLED';
  return [
    words.files(total),
    ...(notVerified > 0 && !isSaid ? [batch.notVerified(notVerified)] : []),
    ...(demo > 0 ? [batch.underDemo(demo)] : []),
    ...(leftOut > 0 ? [batch.leftOut(leftOut)] : []),
  ].join(', ');
}

/** What a screen reader hears when no file waits any more. */
export function outcomeSentence(rows: readonly Row[], summary: Summary): string {
  const [row] = rows;
  const { heard } = batch;
  if (rows.length === 1 && row !== undefined) {
    if (row.facts !== null) return heard.outcome(OUTCOMES[row.facts.outcome].word, row.facts.sentence);
    // The reason stands on the page as an alert, which is read out by itself.
    return heard.notVerified;
  }
  const { worst, total, counts, notVerified } = summary;
  const open = notVerified > 0 ? heard.open(notVerified) : '';
  if (worst === null || worst === 'WAITING' || worst === 'CANCELLED') return `${heard.files(total)}${open}`;
  const worstWords = heard.worst(outcomeWord(worst), counts[worst]);
  return `${heard.files(total)} ${worstWords}${worst === 'ERROR' ? '' : open}`;
}
