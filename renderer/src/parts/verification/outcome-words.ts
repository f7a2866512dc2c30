import { words } from '../../words/parts/verification.ts';
import type { RowOutcome } from './batch.ts';
import { type Look, OUTCOMES, type OutcomeWords } from './meaning.ts';

/** Rows without a verdict: never one of the outcomes, never their looks. */
const UNJUDGED: Readonly<Record<'ERROR' | 'WAITING' | 'CANCELLED', OutcomeWords>> = {
  ERROR: { word: words.unjudged.ERROR, look: 'skipped' },
  WAITING: { word: words.unjudged.WAITING, look: 'skipped' },
  CANCELLED: { word: words.unjudged.CANCELLED, look: 'skipped' },
};

export function outcomeLook(outcome: RowOutcome): Look {
  return wordsOf(outcome).look;
}

export function outcomeWord(outcome: RowOutcome): string {
  return wordsOf(outcome).word;
}

function wordsOf(outcome: RowOutcome): OutcomeWords {
  return outcome === 'ERROR' || outcome === 'WAITING' || outcome === 'CANCELLED'
    ? UNJUDGED[outcome]
    : OUTCOMES[outcome];
}
