import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { ReactNode } from 'react';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { words } from '../../../words/protect/secrets.ts';

/** What is said where sealing a value went wrong; undefined where something else did, or nothing. */
export function sealingFailure(state: WorkState, title: string): ReactNode {
  const text = state.status === 'failed' ? sealingTrouble(state.error) : '';
  return text === '' ? undefined : <ErrorState title={title}>{text}</ErrorState>;
}

function sealingTrouble(error: unknown): string {
  if (error instanceof ApiFailure && error.code === 'INVALID_CIPHERTEXT') return words.trouble.changedKey;
  // The client of secrets throws it where no key is published, or the key fails the check of ML-KEM.
  return error instanceof TypeError ? words.trouble.noKey : '';
}
