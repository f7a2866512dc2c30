import type { SessionStart } from '../lib/client.ts';
import { sentenceFor } from '../lib/errors.ts';
import { ErrorState } from '../ui/error-state.tsx';

/** Says why signing in with the start token failed. Verification does not need it. */
export function SessionNotice({ start }: { readonly start: SessionStart | null }) {
  if (start?.kind !== 'refused') return null;
  return (
    <div className="mb-4">
      <ErrorState title="This window could not sign in to the embedded server">
        {sentenceFor(start.error)} A start link works once and for ten minutes. Verification works without signing in.
      </ErrorState>
    </div>
  );
}
