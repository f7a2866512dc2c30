import { useEffect } from 'react';
import { useAnnounce } from '../../ui/live-region.tsx';
import { OUTCOMES } from './meaning.ts';
import type { FullResult } from './messages.ts';

/** Says the outcome when it is there or changes: failures at once, everything else when the reader pauses. */
export function useOutcomeAnnouncement(full: FullResult | null): void {
  const announce = useAnnounce();
  const outcome = full?.report.outcome;
  const sentence = full?.report.sentence;
  useEffect(() => {
    if (outcome === undefined || sentence === undefined) return;
    announce(`${OUTCOMES[outcome].word}. ${sentence}`, outcome === 'FAILED' ? 'assertive' : 'polite');
  }, [announce, outcome, sentence]);
}
