import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { compactBase64 } from './base64-text.ts';

export interface MlKemCompareProps {
  readonly sent: string;
  readonly onSent: (secret: string) => void;
  readonly received: string;
  readonly onReceived: (secret: string) => void;
}

/** Compares two shared secrets without showing them. */
export function MlKemCompare({ sent, onSent, received, onReceived }: MlKemCompareProps) {
  return (
    <Panel
      title="Compare the shared secrets"
      lead="What the two forms above made stands here already. Nothing of it is shown or sent."
    >
      <div className="grid gap-3 min-[700px]:grid-cols-2">
        <LockingSecretField label="Secret of the sender" value={sent} onChange={onSent} />
        <LockingSecretField label="Secret of the receiver" value={received} onChange={onReceived} />
      </div>
      <p role="status" data-testid="secrets-compared">
        <Comparison sent={compactBase64(sent)} received={compactBase64(received)} />
      </p>
    </Panel>
  );
}

function Comparison({ sent, received }: { readonly sent: string; readonly received: string }) {
  if (sent === '' || received === '') return <span className="text-muted">Nothing to compare yet</span>;
  if (sent === received) return <StatusMark look="verified" label="equal" />;
  return <StatusMark look="failed" label="different" />;
}
