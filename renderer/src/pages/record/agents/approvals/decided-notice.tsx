import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { type Decided, STATE_WORDS } from './approval-items.ts';

/** What the last decision did; it stays until it is dismissed or another one is made. */
export function DecidedNotice({ decided, onDismiss }: { readonly decided: Decided; readonly onDismiss: () => void }) {
  const { approval, nodeId, state } = decided;
  const { word, look } = STATE_WORDS[state];
  const place = useRef<HTMLDivElement>(null);
  // The card that was decided on moves away, and with it the button to which the dialog would give the focus back.
  useEffect(() => place.current?.focus(), []);
  return (
    <div
      ref={place}
      role="status"
      tabIndex={-1}
      className="flex items-start gap-3 rounded border border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 flex-1 space-y-1">
        <StatusMark look={look} label={`The decision is recorded: ${word.toLowerCase()}`} size="small" />
        {approval.summary !== '' && (
          <p>
            <FileText text={approval.summary} limit={200} />
          </p>
        )}
        <p className="text-13 text-muted">
          Receipt <code className="text-13 break-all">{nodeId}</code> <CopyText value={nodeId} label="receipt id" />
        </p>
      </div>
      <IconButton size="small" label="Dismiss" icon={<X aria-hidden size={14} />} onPress={onDismiss} />
    </div>
  );
}
