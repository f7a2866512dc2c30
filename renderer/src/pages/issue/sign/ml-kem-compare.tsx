import { LockingSecretField } from '../../../parts/secret/locking-secret-field.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/sign.ts';
import { compactBase64 } from './base64-text.ts';

const { mlKem: texts } = words;

export interface MlKemCompareProps {
  readonly sent: string;
  readonly onSent: (secret: string) => void;
  readonly received: string;
  readonly onReceived: (secret: string) => void;
}

/** Compares two shared secrets without showing them. */
export function MlKemCompare({ sent, onSent, received, onReceived }: MlKemCompareProps) {
  return (
    <Panel title={texts.compare} lead={texts.compareLead}>
      <div className="grid gap-3 min-[700px]:grid-cols-2">
        <LockingSecretField label={texts.sent} value={sent} onChange={onSent} />
        <LockingSecretField label={texts.received} value={received} onChange={onReceived} />
      </div>
      <p role="status" data-testid="secrets-compared">
        <Comparison sent={compactBase64(sent)} received={compactBase64(received)} />
      </p>
    </Panel>
  );
}

function Comparison({ sent, received }: { readonly sent: string; readonly received: string }) {
  if (sent === '' || received === '') return <span className="text-muted">{texts.nothing}</span>;
  if (sent === received) return <StatusMark look="verified" label={texts.equal} />;
  return <StatusMark look="failed" label={texts.different} />;
}
