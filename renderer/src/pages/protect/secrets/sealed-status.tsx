import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';

export interface SealedStatusProps {
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly units: number;
}

/** What stands under a form that sends a sealed value: `WorkStatus`, and what went wrong with the sealing itself. */
export function SealedStatus({ work: { state, cancel }, busyLabel, failedTitle, units }: SealedStatusProps) {
  const trouble = state.status === 'failed' ? sealingTrouble(state.error) : '';
  if (trouble !== '') return <ErrorState title={failedTitle}>{trouble} What you entered is still there.</ErrorState>;
  return <WorkStatus state={state} busyLabel={busyLabel} failedTitle={failedTitle} onCancel={cancel} units={units} />;
}

function sealingTrouble(error: unknown): string {
  if (error instanceof ApiFailure && error.code === 'INVALID_CIPHERTEXT') {
    return 'The server could not open the sealed value: its key may have changed in this moment. Send it again; it is sealed anew each time.';
  }
  // The client of secrets throws it where no key is published, or the key fails the check of ML-KEM.
  if (error instanceof TypeError)
    return 'The server has no usable key that a value could be sealed to. Nothing was sent.';
  return '';
}
