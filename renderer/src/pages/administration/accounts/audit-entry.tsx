import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { type AuditEntry, actionWords, actorWords, detailLines } from './audit-words.ts';

/** One entry of the audit with its link to the entry before and its signature. */
export function AuditEntryDialog({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  return (
    <Dialog title={`Entry ${entry.position}`} isOpen onOpenChange={onClose} size="wide">
      <FactList>
        <Fact name="What">
          {actionWords(entry.action)} <code className="text-muted">({entry.action})</code>
        </Fact>
        <Fact name="Of">
          <FileText text={entry.subject} isMono />
        </Fact>
        <Fact name="By">{actorWords(entry.actor)}</Fact>
        {entry.account_id !== null && (
          <Fact name="Account">
            <code>{entry.account_id}</code>
          </Fact>
        )}
        <Fact name="Time">
          <TimeText value={entry.created_at} />
        </Fact>
        <Fact name="Details">
          <ul>
            {detailLines(entry.details).map((line) => (
              <li key={line}>
                <FileText text={line} />
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Entry before">
          {entry.previous === null ? (
            'none: this is the first'
          ) : (
            <HashText value={entry.previous} label="hash of the entry before" />
          )}
        </Fact>
        <Fact name="Signed under">
          <FileText text={entry.keyset_id} isMono />
        </Fact>
      </FactList>
      <LongValue value={entry.signature} label="signature" />
      <p>
        <CopyText value={JSON.stringify(entry, null, 2)} label="the whole entry as JSON" withText />
      </p>
    </Dialog>
  );
}
