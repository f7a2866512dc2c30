import { algorithmOf, keyThumbprint, type PublicJwk } from '@touchstone/core/keys/key-set.ts';
import { isRevoked, type PinnedKeySet } from '@touchstone/core/keys/trust.ts';
import { useState } from 'react';
import { downloadText } from '../../lib/download.ts';
import { type Validity, validityOf } from '../../lib/key-set-facts.ts';
import type { TrustStoreView } from '../../lib/trust.ts';
import { KeySetDetails } from '../../parts/key-set-details.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { HashText } from '../../ui/hash-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { type StatusLook, StatusMark } from '../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';

const VALIDITY: Record<Validity, { readonly look: StatusLook; readonly label: string }> = {
  valid: { look: 'verified', label: 'Valid now' },
  not_yet: { look: 'pending', label: 'Not valid yet' },
  over: { look: 'inconclusive', label: 'Validity is over' },
  revoked: { look: 'failed', label: 'Revoked' },
  partly_revoked: { look: 'failed', label: 'Holds a revoked key' },
};

const KEY_COLUMNS = [
  { id: 'algorithm', title: 'Algorithm' },
  { id: 'thumbprint', title: 'Thumbprint' },
  { id: 'state', title: 'State' },
] as const;

export interface PinnedSetProps {
  readonly pinned: PinnedKeySet;
  readonly trust: TrustStoreView;
}

/** One trusted key set: what it is, who compared it, its keys, and what can be done. */
export function PinnedSet({ pinned, trust }: PinnedSetProps) {
  const { key_set: keySet } = pinned;
  const [isRemoving, setRemoving] = useState(false);
  const [revoking, setRevoking] = useState<PublicJwk | null>(null);
  const announce = useAnnounce();
  const { look, label } = VALIDITY[validityOf(keySet, trust.store, Date.now())];
  return (
    <article aria-label={`Key set ${keySet.keyset_id}`} className="rounded border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 className="flex-1 text-base">
          <FileText text={keySet.keyset_id} />
        </h2>
        <StatusMark look={look} label={label} size="small" />
      </div>
      <div className="space-y-3 px-4 py-3">
        <KeySetDetails keySet={keySet} />
        <div>
          <h3 className="text-[0.8125rem] text-muted">Fingerprint</h3>
          <HashText value={keySet.fingerprint} label={`fingerprint of ${keySet.keyset_id}`} />
        </div>
        <p className="text-muted">
          Compared by <FileText text={pinned.pinned_by} />, <TimeText value={pinned.pinned_at} />, from{' '}
          <FileText text={pinned.source} />
        </p>
        <Disclosure title={keySet.keys.length === 1 ? 'Its key' : `Its ${keySet.keys.length} keys`}>
          <Table caption={`Keys of ${keySet.keyset_id}`} columns={KEY_COLUMNS}>
            {keySet.keys.map((key) => {
              const thumbprint = keyThumbprint(key);
              return (
                <Row key={key.kid}>
                  <Cell isHeader noWrap>
                    {algorithmOf(key)}
                  </Cell>
                  <Cell>
                    <HashText value={thumbprint} label={`thumbprint of the ${algorithmOf(key)} key`} />
                  </Cell>
                  <Cell>
                    {isRevoked(trust.store, thumbprint) ? (
                      <StatusMark look="failed" label="Revoked" size="small" />
                    ) : (
                      <Button variant="danger" size="small" onPress={() => setRevoking(key)}>
                        Revoke
                      </Button>
                    )}
                  </Cell>
                </Row>
              );
            })}
          </Table>
        </Disclosure>
        <div className="flex flex-wrap gap-2">
          <Button
            onPress={() =>
              downloadText(`${fileName(keySet.keyset_id)}.pqkeys.json`, `${JSON.stringify(keySet, null, 2)}\n`)
            }
          >
            Export
          </Button>
          <Button variant="danger" onPress={() => setRemoving(true)}>
            Stop trusting
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title="Stop trusting this key set"
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        typedName={keySet.keyset_id}
        confirmLabel="Stop trusting"
        onConfirm={() => {
          void trust.unpin(keySet.fingerprint);
          announce(`${keySet.keyset_id} is not trusted any more`);
        }}
      >
        <p>
          Files signed under this set will show as pending, "signer not trusted". You can import the set again and
          compare its fingerprint anew. Revocations of its keys stay.
        </p>
      </ConfirmDialog>
      {revoking !== null && (
        <RevokeDialog
          name={`${keySet.keyset_id}/${algorithmOf(revoking)}`}
          onClose={() => setRevoking(null)}
          onRevoke={(reason) => {
            void trust.revoke(keyThumbprint(revoking), reason);
            announce(`The ${algorithmOf(revoking)} key is revoked`, 'assertive');
          }}
        />
      )}
    </article>
  );
}

interface RevokeDialogProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly onRevoke: (reason: string) => void;
}

function RevokeDialog({ name, onClose, onRevoke }: RevokeDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title="Revoke this key for good"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      typedName={name}
      confirmLabel="Revoke for good"
      onConfirm={() => onRevoke(reason.trim() === '' ? 'No reason given.' : reason.trim())}
    >
      <p>
        No file signed with this key will be verified on this machine any more, whatever date it states. A revocation
        cannot be taken back; it also holds when the key set is removed and imported again.
      </p>
      <TextField label="Reason, for those who read the trust store" value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

/** A name that every file system takes. */
function fileName(text: string): string {
  return text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100);
}
