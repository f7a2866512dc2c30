import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import type { SignatureState } from '../../../parts/chain/chain-jobs.ts';
import { SignatureMark } from '../../../parts/chain/signature-mark.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/secrets.ts';
import type { SecretAuditItem } from './audit-walk.ts';
import { actorWords } from './audit-words.ts';

export interface AuditEntryDialogProps {
  readonly entry: SecretAuditItem;
  readonly state: SignatureState | null;
  readonly onOpenSecret: (id: string) => void;
  readonly onClose: () => void;
}

/** One entry of the audit with its link to the entry before and its signature. */
export function AuditEntryDialog({ entry, state, onOpenSecret, onClose }: AuditEntryDialogProps) {
  const { secret_id: secretId } = entry;
  const { entry: texts } = words.audit;
  return (
    <Dialog title={texts.title(entry.position)} isOpen onOpenChange={onClose} size="wide">
      <FactList>
        <Fact name={texts.what}>
          {words.audit.actions[entry.action]} <code className="text-muted">({entry.action})</code>
        </Fact>
        <Fact name={texts.result}>{entry.result === 'success' ? texts.success : texts.failure}</Fact>
        <Fact name={texts.secret}>
          {secretId === null ? (
            texts.noSecret
          ) : (
            <>
              <code className="text-13 break-all">{secretId}</code> <CopyText value={secretId} label={texts.secretId} />
            </>
          )}
        </Fact>
        <Fact name={texts.by}>
          {actorWords(entry)}
          {entry.ip_address !== '' && texts.from(<FileText text={entry.ip_address} isMono />)}
        </Fact>
        <Fact name={texts.time}>
          <TimeText value={entry.created_at} />
        </Fact>
        <Fact name={texts.cost}>{unitsText(entry.units_consumed)}</Fact>
        <Fact name={texts.before}>
          {entry.previous_hash === null ? (
            texts.first
          ) : (
            <HashText value={entry.previous_hash} label={texts.beforeHash} />
          )}
        </Fact>
        <Fact name={texts.keySet}>
          <FileText text={entry.keyset_id} isMono />
        </Fact>
        <Fact name={texts.signature}>
          <SignatureMark state={state} />
        </Fact>
      </FactList>
      <LongValue value={entry.dilithium_sig} label={texts.signatureLabel} />
      <div className="flex flex-wrap gap-2">
        <CopyText value={JSON.stringify(entry, null, 2)} label={texts.json} withText />
        {secretId !== null && (
          <Button size="small" onPress={() => onOpenSecret(secretId)}>
            {texts.openSecret}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
