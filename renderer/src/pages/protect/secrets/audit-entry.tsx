import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import type { SignatureState } from '../../../parts/chain/chain-messages.ts';
import { SignatureMark } from '../../../parts/chain/signature-mark.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { SecretAuditItem } from './audit-walk.ts';
import { ACTION_WORDS, actorWords } from './audit-words.ts';

export interface AuditEntryDialogProps {
  readonly entry: SecretAuditItem;
  readonly state: SignatureState | null;
  readonly onOpenSecret: (id: string) => void;
  readonly onClose: () => void;
}

/** One entry of the audit with its link to the entry before and its signature. */
export function AuditEntryDialog({ entry, state, onOpenSecret, onClose }: AuditEntryDialogProps) {
  const { secret_id: secretId } = entry;
  return (
    <Dialog title={`Entry ${entry.position}`} isOpen onOpenChange={onClose} size="wide">
      <FactList>
        <Fact name="What">
          {ACTION_WORDS[entry.action]} <code className="text-muted">({entry.action})</code>
        </Fact>
        <Fact name="Result">{entry.result === 'success' ? 'done' : 'refused or failed'}</Fact>
        <Fact name="Secret">
          {secretId === null ? (
            'none: this entry is about the chain itself'
          ) : (
            <>
              <code className="text-13 break-all">{secretId}</code> <CopyText value={secretId} label="secret id" />
            </>
          )}
        </Fact>
        <Fact name="By">
          {actorWords(entry)}
          {entry.ip_address !== '' && (
            <>
              , from <FileText text={entry.ip_address} isMono />
            </>
          )}
        </Fact>
        <Fact name="Time">
          <TimeText value={entry.created_at} />
        </Fact>
        <Fact name="Consumed">{unitsText(entry.units_consumed)}</Fact>
        <Fact name="Entry before">
          {entry.previous_hash === null ? (
            'none: this is the first'
          ) : (
            <HashText value={entry.previous_hash} label="hash of the entry before" />
          )}
        </Fact>
        <Fact name="Signed under">
          <FileText text={entry.keyset_id} isMono />
        </Fact>
        <Fact name="Signature">
          <SignatureMark state={state} />
        </Fact>
      </FactList>
      <LongValue value={entry.dilithium_sig} label="signature" />
      <div className="flex flex-wrap gap-2">
        <CopyText value={JSON.stringify(entry, null, 2)} label="the whole entry as JSON" withText />
        {secretId !== null && (
          <Button size="small" onPress={() => onOpenSecret(secretId)}>
            Open the secret
          </Button>
        )}
      </div>
    </Dialog>
  );
}
