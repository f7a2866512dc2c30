import { type StatusLook, StatusMark } from '../../ui/status-mark.tsx';
import type { SignatureState } from './chain-messages.ts';

/** What is known of an entry's signature. `null`: the worker has not looked at it yet, or could not. */
export function SignatureMark({ state }: { readonly state: SignatureState | null }) {
  const [look, label]: readonly [StatusLook, string] =
    state === 'holds'
      ? ['verified', 'Holds']
      : state === 'fails'
        ? ['failed', 'Does not hold']
        : state === 'unknown-key'
          ? ['inconclusive', 'Unknown key set']
          : ['skipped', 'Not checked'];
  return <StatusMark look={look} size="small" label={label} />;
}
