import { type StatusLook, StatusMark } from '../../ui/status-mark.tsx';
import { words } from '../../words/parts/chain.ts';
import type { SignatureState } from './chain-jobs.ts';

const LOOKS: Readonly<Record<SignatureState, StatusLook>> = {
  holds: 'verified',
  fails: 'failed',
  'unknown-key': 'inconclusive',
};

/** What is known of an entry's signature. `null`: the worker has not looked at it yet, or could not. */
export function SignatureMark({ state }: { readonly state: SignatureState | null }) {
  const look = state === null ? 'skipped' : LOOKS[state];
  return <StatusMark look={look} size="small" label={words.signatures[state ?? 'unchecked']} />;
}
