import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { type AuditEntry, actionWords, actorWords, detailLines } from './audit-words.ts';

/** One entry of the audit with its link to the entry before and its signature. */
export function AuditEntryDialog({ entry, onClose }: { readonly entry: AuditEntry; readonly onClose: () => void }) {
  const { details: texts } = words.audit;
  return (
    <Dialog title={texts.title(entry.position)} isOpen onOpenChange={onClose} size="wide">
      <FactList>
        <Fact name={texts.action}>
          {actionWords(entry.action)} <code className="text-muted">({entry.action})</code>
        </Fact>
        <Fact name={texts.subject}>
          <FileText text={entry.subject} isMono />
        </Fact>
        <Fact name={texts.by}>{actorWords(entry.actor)}</Fact>
        {entry.account_id !== null && (
          <Fact name={texts.account}>
            <code>{entry.account_id}</code>
          </Fact>
        )}
        <Fact name={texts.time}>
          <TimeText value={entry.created_at} />
        </Fact>
        <Fact name={texts.details}>
          <ul>
            {detailLines(entry.details).map((line) => (
              <li key={line}>
                <FileText text={line} />
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={texts.before}>
          {entry.previous === null ? texts.first : <HashText value={entry.previous} label={texts.beforeHash} />}
        </Fact>
        <Fact name={texts.keySet}>
          <FileText text={entry.keyset_id} isMono />
        </Fact>
      </FactList>
      <LongValue value={entry.signature} label={texts.signature} />
      <p>
        <CopyText value={JSON.stringify(entry, null, 2)} label={texts.json} withText />
      </p>
    </Dialog>
  );
}
