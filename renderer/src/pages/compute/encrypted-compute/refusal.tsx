import type { ReactNode } from 'react';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { refusalOf } from './operations.ts';

/** What a refused step means and what to do; undefined where a failure has no word of its own here. */
export function refusalOfWork(state: WorkState): ReactNode {
  const reason = state.status === 'failed' ? refusalOf(state.error) : null;
  if (reason === null) return undefined;
  const { title, text, code } = words.refusals[reason];
  return (
    <ErrorState title={title}>
      {text}
      {code !== null && <code className="mt-1 block text-12">{code}</code>}
    </ErrorState>
  );
}
