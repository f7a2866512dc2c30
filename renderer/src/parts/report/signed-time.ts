import type { AnyReport } from '../verification/messages.ts';

/**
 * Whether valid signatures cover the time that the file states. Those of a receipt always do; those of an artifact only where
 * the presentation binds it; those of files of agents and of a 3-key signature never.
 */
export function isTimeSigned({ outcome, kind, not_covered }: AnyReport): boolean {
  return outcome === 'VERIFIED' && (kind === 'artifact' || kind === 'receipt') && !not_covered.includes('issued_at');
}
