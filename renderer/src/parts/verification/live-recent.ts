/** The recent verifications of this window. Apart from `live-session.ts`, so that showing them starts no workers. */
import { useSyncExternalStore } from 'react';
import { consoleState } from '../../lib/state/live-state.ts';
import { type RecentVerification, RecentVerifications } from './recent.ts';

export const recentVerifications = new RecentVerifications(consoleState);
consoleState.onArrival('recent_verifications', () => recentVerifications.reload());

/** The newest first. */
export function useRecentVerifications(): readonly RecentVerification[] {
  return useSyncExternalStore(recentVerifications.subscribe, recentVerifications.snapshot);
}
