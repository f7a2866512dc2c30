import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { ReactNode } from 'react';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { words } from '../../../words/record/health.ts';

const REFUSALS: Readonly<Record<string, string>> = words.refusals;

/** What a session's own refusals mean and how to go on; undefined for all others, of which the usual is said. */
export function sessionFailure(state: WorkState, failedTitle: string): ReactNode {
  const code = state.status === 'failed' && state.error instanceof ApiFailure ? state.error.code : null;
  const meaning = code === null ? undefined : REFUSALS[code];
  return meaning === undefined ? undefined : <ErrorState title={failedTitle}>{meaning}</ErrorState>;
}
