import type { SessionStart } from '../lib/client.ts';
import { sentenceFor } from '../parts/work/error-sentence.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { words } from '../words/app/frame.ts';

/** Says why signing in with the start token failed. Verification does not need it. */
export function SessionNotice({ start }: { readonly start: SessionStart | null }) {
  if (start?.kind !== 'refused') return null;
  return (
    <div className="mb-4">
      <ErrorState title={words.signInRefused.title}>
        {sentenceFor(start.error)} {words.signInRefused.text}
      </ErrorState>
    </div>
  );
}
