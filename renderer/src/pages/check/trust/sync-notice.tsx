import { sentenceFor } from '../../../lib/errors.ts';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import type { WaitingChange } from '../../../parts/trust/trust-mirror.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusIcon } from '../../../ui/status-mark.tsx';

/** Whether the server has what is shown here; nothing where it has. */
export function SyncNotice({ trust }: { readonly trust: TrustStoreView }) {
  const { status, problem, waiting, fault, discard, synchronise } = trust;
  const refused = waiting.filter(({ refusal }) => refusal !== null);
  const unsent = waiting.length - refused.length;
  return (
    <>
      {fault !== null && (
        <ErrorState title="This browser's copy of the trust store cannot be read">
          {fault} It is treated as empty until the server's copy replaces it.
        </ErrorState>
      )}
      {refused.map((change) => (
        <ErrorState key={change.id} title="The server refused a change that was made here">
          <FileText text={`${titleOf(change)}: ${change.refusal ?? ''}`} />{' '}
          <Button size="small" onPress={() => discard(change.id)}>
            Discard the change
          </Button>
        </ErrorState>
      ))}
      {status === 'failed' && (
        <ErrorState title="The trust store could not be synchronised" onRetry={() => void synchronise()}>
          {sentenceFor(problem)} What is shown is the copy of this window; verification goes by it.
        </ErrorState>
      )}
      {(status === 'local' || status === 'signed_out') && (
        <p className="flex items-center gap-2 text-muted">
          <StatusIcon look="skipped" />
          {status === 'local'
            ? 'The server is stopped: this is the copy of this window. Verification goes by it. Keep the window open until the server runs again: changes that wait go with it.'
            : 'This window is not signed in to the server: this is the copy of this window. Verification goes by it.'}
          {unsent > 0 && ` ${unsent === 1 ? 'One change' : `${unsent} changes`} will be sent later.`}
        </p>
      )}
    </>
  );
}

function titleOf({ change }: WaitingChange): string {
  switch (change.kind) {
    case 'pin':
      return `Trusting ${change.key_set.keyset_id}, edition ${change.key_set.serial}`;
    case 'unpin':
      return `Removing the key set ${change.fingerprint.slice(0, 16)}`;
    case 'revoke':
      return `Revoking the key ${change.thumbprint}`;
  }
}
