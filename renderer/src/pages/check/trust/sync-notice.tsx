import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import type { WaitingChange } from '../../../parts/trust/trust-mirror.ts';
import { sentenceFor } from '../../../parts/work/error-sentence.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/trust.ts';

const { sync } = words;

/** Whether the server has what is shown here; nothing where it has. */
export function SyncNotice({ trust }: { readonly trust: TrustStoreView }) {
  const { status, problem, waiting, fault, discard, synchronise } = trust;
  const refused = waiting.filter(({ refusal }) => refusal !== null);
  const unsent = waiting.length - refused.length;
  return (
    <>
      {fault !== null && <ErrorState title={sync.fault}>{sync.faultText(fault)}</ErrorState>}
      {refused.map((change) => (
        <ErrorState key={change.id} title={sync.refused}>
          <FileText text={sync.change(titleOf(change), change.refusal ?? '')} />{' '}
          <Button size="small" onPress={() => discard(change.id)}>
            {sync.discard}
          </Button>
        </ErrorState>
      ))}
      {status === 'failed' && (
        <ErrorState title={sync.failed} onRetry={() => void synchronise()}>
          {sync.failedText(sentenceFor(problem))}
        </ErrorState>
      )}
      {(status === 'local' || status === 'signed_out') && (
        <p className="flex items-center gap-2 text-muted">
          <StatusIcon look="skipped" />
          <span>
            {status === 'local' ? sync.local : sync.signedOut}
            {unsent > 0 && sync.unsent(unsent)}
          </span>
        </p>
      )}
    </>
  );
}

function titleOf({ change }: WaitingChange): string {
  switch (change.kind) {
    case 'pin':
      return sync.pin(change.key_set.keyset_id, change.key_set.serial);
    case 'unpin':
      return sync.unpin(change.fingerprint.slice(0, 16));
    case 'revoke':
      return sync.revoke(change.thumbprint);
  }
}
