/** What is said of many files, on the page, on paper and to screen readers. Not checked is never said as passed. */
import { formatCount } from '../../../lib/format.ts';
import type { Row, Summary } from '../../../parts/verification/batch.ts';
import { type Look, OUTCOMES } from '../../../parts/verification/meaning.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';

export interface Headline {
  readonly label: string;
  readonly word: string;
  readonly look: Look;
}

/** `1 file`, `1,502 files`. */
export function filesWords(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`;
}

/** The first thing to say of the files; null where there are none. */
export function headlineOf({ worst, counts, notVerified }: Summary): Headline | null {
  if (worst === null) return null;
  const isRunning = counts.WAITING > 0;
  // Nothing worse was found, but nothing speaks for these files either.
  if (worst === 'WAITING' || worst === 'CANCELLED') {
    const label = isRunning ? 'So far' : 'Worst outcome';
    return { label, word: `${formatCount(notVerified)} not verified`, look: 'inconclusive' };
  }
  const label = isRunning ? 'Worst outcome so far' : 'Worst outcome';
  return { label, word: outcomeWord(worst), look: outcomeLook(worst) };
}

/** How many files there are, how many of them were not verified where the headline does not say it, and the exit code. */
export function countsWords({ total, worst, notVerified, exitCode, demo }: Summary, leftOut: number): string {
  const isSaid = worst === 'WAITING' || worst === 'CANCELLED';
  return [
    filesWords(total),
    ...(notVerified > 0 && !isSaid ? [`${formatCount(notVerified)} not verified`] : []),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(demo > 0 ? [`${formatCount(demo)} under demo keys`] : []),
    ...(leftOut > 0 ? [`${formatCount(leftOut)} left out because they are not .json`] : []),
  ].join(', ');
}

/** What a screen reader hears when no file waits any more. */
export function outcomeSentence(rows: readonly Row[], summary: Summary): string {
  const [row] = rows;
  if (rows.length === 1 && row !== undefined) {
    if (row.facts !== null) return `${OUTCOMES[row.facts.outcome].word}. ${row.facts.sentence}`;
    // The reason stands on the page as an alert, which is read out by itself.
    return 'Not verified.';
  }
  const { worst, total, counts, notVerified } = summary;
  const open = notVerified > 0 ? ` ${filesWords(notVerified)} not verified.` : '';
  if (worst === null || worst === 'WAITING' || worst === 'CANCELLED') return `${filesWords(total)}.${open}`;
  const worstWords = `Worst outcome: ${outcomeWord(worst)}, ${filesWords(counts[worst])}.`;
  return `${filesWords(total)}. ${worstWords}${worst === 'ERROR' ? '' : open}`;
}
