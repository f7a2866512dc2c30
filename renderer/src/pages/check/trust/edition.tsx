import { EDITION_STATE_WORDS, editionState } from '@touchstone/core/keys/edition-state.ts';
import { heldByFingerprint, heldEditions, revocationOf } from '@touchstone/core/keys/editions.ts';
import { algorithmOf, type KeySet, keyThumbprint, type PublicJwk } from '@touchstone/core/keys/key-set.ts';
import type { StoredKeySet } from '@touchstone/core/keys/trust.ts';
import { untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { type ReactNode, useState } from 'react';
import { downloadText } from '../../../lib/window/download.ts';
import { KeySetDetails } from '../../../parts/trust/key-set-details.tsx';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import { EDITION_WORDS } from '../../../parts/verification/meaning.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

const KEY_COLUMNS = [
  { id: 'algorithm', title: 'Algorithm' },
  { id: 'thumbprint', title: 'Thumbprint' },
  { id: 'state', title: 'State' },
] as const;

export interface EditionProps {
  readonly entry: StoredKeySet;
  readonly trust: TrustStoreView;
  readonly onImportAgain: (keySet: KeySet) => void;
}

/** One edition of the trust store: what it is, who vouches for it, its keys, and what can be done. */
export function Edition({ entry, trust, onImportAgain }: EditionProps) {
  const { key_set: keySet } = entry;
  const [isRemoving, setRemoving] = useState(false);
  const [revoking, setRevoking] = useState<PublicJwk | null>(null);
  const announce = useAnnounce();
  const state = editionState(trust.store, entry, Date.now());
  const { look, word } = EDITION_WORDS[state];
  const resting = isRemoving ? restingOn(trust.store, keySet.fingerprint) : [];
  return (
    <article aria-label={`Key set ${keySet.keyset_id}`} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="flex-1 text-14">
          Edition {keySet.serial}{' '}
          <span className="text-muted">
            · <FileText text={keySet.keyset_id} />
          </span>
        </h3>
        <StatusMark look={look} label={word} size="small" />
      </div>
      <div className="mt-2 space-y-3">
        {state !== 'current' && <p className="text-muted">State: {EDITION_STATE_WORDS[state]}.</p>}
        <KeySetDetails keySet={keySet} />
        <div>
          <h4 className="text-13 text-muted">Fingerprint</h4>
          <HashText value={keySet.fingerprint} label={`fingerprint of ${keySet.keyset_id}`} />
        </div>
        <p className="text-muted">
          <Provenance entry={entry} trust={trust} />
        </p>
        <Disclosure title={keySet.keys.length === 1 ? 'Its key' : `Its ${keySet.keys.length} keys`}>
          <Table caption={`Keys of ${keySet.keyset_id}`} columns={KEY_COLUMNS}>
            {keySet.keys.map((key) => (
              <Row key={key.kid}>
                <Cell isHeader noWrap>
                  {algorithmOf(key)}
                </Cell>
                <Cell>
                  <HashText value={keyThumbprint(key)} label={`thumbprint of the ${algorithmOf(key)} key`} />
                </Cell>
                <Cell>
                  {revocationOf(trust.store, keySet, key) !== undefined ? (
                    <StatusMark look="failed" label="Revoked" size="small" />
                  ) : (
                    <Button variant="danger" size="small" onPress={() => setRevoking(key)}>
                      Revoke
                    </Button>
                  )}
                </Cell>
              </Row>
            ))}
          </Table>
        </Disclosure>
        <div className="flex flex-wrap gap-2">
          <Button
            onPress={() => downloadText(`${fileName(keySet)}.pqkeys.json`, `${JSON.stringify(keySet, null, 2)}\n`)}
          >
            Export
          </Button>
          {entry.untrusted === undefined ? (
            <Button variant="danger" onPress={() => setRemoving(true)}>
              Remove trust
            </Button>
          ) : (
            <Button onPress={() => onImportAgain(keySet)}>Compare and trust again</Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        title="Remove trust in this key set"
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        typedName={keySet.keyset_id}
        confirmLabel="Remove trust"
        onConfirm={() => {
          void trust.unpin(keySet.fingerprint);
          announce(`${keySet.keyset_id} is not trusted any more`);
        }}
      >
        <p>
          Files signed under this set will be Inconclusive. No key is revoked: you can compare the fingerprint and trust
          the set again. Revocations of its keys stay.
        </p>
        {resting.length > 0 && (
          <p>
            Trust ends too in {resting.map(({ serial }) => `edition ${serial}`).join(', ')}, which only this edition's
            endorsement supports.
          </p>
        )}
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

/** Who compared the fingerprint, or which edition vouches for the set, and who withdrew trust. */
function Provenance({ entry, trust }: Pick<EditionProps, 'entry' | 'trust'>): ReactNode {
  const { at, by, source, untrusted } = entry;
  const endorser =
    entry.held === 'endorsed'
      ? trust.store.key_sets.find(({ key_set }) => key_set.fingerprint === entry.endorsed_by)?.key_set
      : undefined;
  return (
    <>
      {entry.held === 'pinned' ? (
        <>
          Pinned by <FileText text={by} />
        </>
      ) : (
        <>
          Endorsed by {endorser === undefined ? 'another edition' : `edition ${endorser.serial}`}, not pinned; taken in
          by <FileText text={by} />
        </>
      )}
      , <TimeText value={at} />, from <FileText text={source} />
      {untrusted !== undefined && (
        <>
          . Trust removed by <FileText text={untrusted.by} />, <TimeText value={untrusted.at} />
        </>
      )}
    </>
  );
}

/** The editions that stop counting together with this one. */
function restingOn(store: TrustStoreView['store'], fingerprint: string): readonly KeySet[] {
  const after = untrustKeySet(store, fingerprint, { at: Date.now(), by: '' });
  if (!after.ok) return [];
  return heldEditions(store)
    .map((held) => held.keySet)
    .filter((one) => one.fingerprint !== fingerprint && heldByFingerprint(after.store, one.fingerprint) === undefined);
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
function fileName({ keyset_id: id, serial }: KeySet): string {
  const readable = id.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100);
  return serial === 1 ? readable : `${readable}-${serial}`;
}
