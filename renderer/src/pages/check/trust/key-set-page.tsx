import { Link } from '@tanstack/react-router';
import { editionState } from '@touchstone/core/keys/edition-state.ts';
import { heldByFingerprint, heldEditions, revocationOf } from '@touchstone/core/keys/editions.ts';
import { algorithmOf, type KeySet, keyThumbprint, type PublicJwk } from '@touchstone/core/keys/key-set.ts';
import type { StoredKeySet } from '@touchstone/core/keys/trust.ts';
import { untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { Download, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { downloadText } from '../../../parts/download/download.ts';
import { Page } from '../../../parts/page/page.tsx';
import { linesOf } from '../../../parts/trust/edition-words.ts';
import { KeySetDetails } from '../../../parts/trust/key-set-details.tsx';
import { USE_WORDS } from '../../../parts/trust/key-set-facts.ts';
import { type TrustStoreView, useTrustStore } from '../../../parts/trust/trust.ts';
import { EDITION_WORDS } from '../../../parts/verification/meaning.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/check/trust.ts';
import { AcceptedBy, endorserOf } from './key-set-table.tsx';
import { SyncNotice } from './sync-notice.tsx';

const ALL = [{ title: words.title, to: '/trust' }];
const { keyColumns } = words.set;
const KEY_COLUMNS = [
  { id: 'algorithm', title: keyColumns.algorithm },
  { id: 'state', title: keyColumns.state, folded: 'corner' },
  { id: 'thumbprint', title: keyColumns.thumbprint },
] as const;

export interface KeySetPageProps {
  readonly fingerprint: string;
  readonly onImportAgain: (keySet: KeySet) => void;
}

/** One edition of the trust store under its address: what it is, who vouches for it, its keys, and what can be done. */
export function KeySetPage({ fingerprint, onImportAgain }: KeySetPageProps) {
  const trust = useTrustStore();
  const entry = trust.store.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint);
  if (entry !== undefined)
    return <KnownKeySet key={fingerprint} entry={entry} trust={trust} onImportAgain={onImportAgain} />;
  return (
    <Page title={words.set.one} crumbs={ALL} place={fingerprint}>
      <p className="min-h-40 text-muted">
        {words.set.missing}{' '}
        <Link to="/trust" className="text-accent underline underline-offset-4">
          {words.set.toList}
        </Link>
      </p>
    </Page>
  );
}

interface KnownKeySetProps {
  readonly entry: StoredKeySet;
  readonly trust: TrustStoreView;
  readonly onImportAgain: (keySet: KeySet) => void;
}

function KnownKeySet({ entry, trust, onImportAgain }: KnownKeySetProps) {
  const { key_set: keySet, untrusted } = entry;
  const { store } = trust;
  const [isRemoving, setRemoving] = useState(false);
  const [now] = useState(Date.now);
  const announce = useAnnounce();
  const state = editionState(store, entry, Date.now());
  const { look, word } = EDITION_WORDS[state];
  const line = linesOf(store.key_sets).find(({ editions }) => editions.includes(entry))?.editions ?? [entry];
  const resting = isRemoving ? restingOn(store, keySet.fingerprint) : [];
  const { facts, states } = words.set;
  const save = () => downloadText(`${fileName(keySet)}.pqkeys.json`, `${JSON.stringify(keySet, null, 2)}\n`);
  const saveIcon = <Download aria-hidden size={15} />;
  return (
    <Page
      title={keySet.keyset_id}
      place={keySet.fingerprint}
      crumbs={ALL}
      object="keySet"
      state={
        <>
          <StatusMark look={look} label={word} size="small" />
          {keySet.demo === true && <Badge tone="inconclusive">{words.set.demo}</Badge>}
        </>
      }
      lead={states[state] === '' ? undefined : states[state]}
      facts={[
        { label: facts.issuer, value: <FileText text={keySet.issuer} limit={100} /> },
        { label: facts.use, value: USE_WORDS[keySet.use] },
        {
          label: facts.edition,
          value: facts.editionOf(keySet.serial, line[0]?.key_set.serial ?? keySet.serial),
        },
        { label: facts.until, value: <AgoText value={keySet.not_after} now={now} /> },
        {
          label: facts.by,
          value: (
            <span>
              <AcceptedBy entry={entry} store={store} />
            </span>
          ),
        },
      ]}
      action={
        untrusted === undefined ? (
          <Button icon={saveIcon} onPress={save}>
            {words.set.export}
          </Button>
        ) : (
          <Button variant="primary" onPress={() => onImportAgain(keySet)}>
            {words.set.again}
          </Button>
        )
      }
      more={
        untrusted === undefined
          ? [
              {
                id: 'remove',
                title: words.set.remove,
                icon: <ShieldOff aria-hidden size={15} />,
                isDanger: true,
                onAction: () => setRemoving(true),
              },
            ]
          : [{ id: 'export', title: words.set.export, icon: saveIcon, onAction: save }]
      }
    >
      <div className="space-y-8">
        <SyncNotice trust={trust} />
        <Section title={words.set.fingerprint}>
          <HashText value={keySet.fingerprint} label={words.set.fingerprintOf(keySet.keyset_id)} />
        </Section>
        <Keys entry={entry} trust={trust} />
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <Section title={words.set.details}>
            <KeySetDetails keySet={keySet} />
          </Section>
          <div className="space-y-8">
            <Section title={words.set.acceptance}>
              <Acceptance entry={entry} store={store} />
            </Section>
            {line.length > 1 && <Editions line={line} entry={entry} store={store} />}
          </div>
        </div>
      </div>
      <ConfirmDialog
        title={words.remove.title}
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        typedName={keySet.keyset_id}
        confirmLabel={words.set.remove}
        onConfirm={() => {
          void trust.unpin(keySet.fingerprint);
          announce(words.remove.done(keySet.keyset_id));
        }}
      >
        <p>{words.remove.text}</p>
        {resting.length > 0 && <p>{words.remove.resting(resting.map(({ serial }) => serial))}</p>}
      </ConfirmDialog>
    </Page>
  );
}

function Keys({ entry: { key_set: keySet }, trust }: Pick<KnownKeySetProps, 'entry' | 'trust'>) {
  const [revoking, setRevoking] = useState<PublicJwk | null>(null);
  const announce = useAnnounce();
  const { set } = words;
  return (
    <Section title={set.keys(keySet.keys.length)}>
      <Table caption={set.keysOf(keySet.keyset_id)} columns={KEY_COLUMNS}>
        {keySet.keys.map((key) => {
          const algorithm = algorithmOf(key);
          return (
            <Row key={key.kid}>
              <Cell isHeader noWrap>
                {algorithm}
              </Cell>
              <Cell noWrap>
                {revocationOf(trust.store, keySet, key) !== undefined ? (
                  <StatusMark look="failed" label={set.revoked} size="small" />
                ) : (
                  <Button
                    variant="danger"
                    size="small"
                    aria-label={set.revokeOne(algorithm)}
                    onPress={() => setRevoking(key)}
                  >
                    {set.revoke}
                  </Button>
                )}
              </Cell>
              <Cell>
                <HashText value={keyThumbprint(key)} label={set.thumbprintOf(algorithm)} />
              </Cell>
            </Row>
          );
        })}
      </Table>
      {revoking !== null && (
        <RevokeDialog
          name={`${keySet.keyset_id}/${algorithmOf(revoking)}`}
          onClose={() => setRevoking(null)}
          onRevoke={(reason) => {
            void trust.revoke(keyThumbprint(revoking), reason);
            announce(words.revoke.done(algorithmOf(revoking)), 'assertive');
          }}
        />
      )}
    </Section>
  );
}

interface InStore {
  readonly entry: StoredKeySet;
  readonly store: TrustStoreView['store'];
}

/** Who compared the fingerprint, or which edition vouches for the set, and who withdrew trust. */
function Acceptance({ entry, store }: InStore): ReactNode {
  const { at, by, source, untrusted } = entry;
  const texts = [
    <FileText key="by" text={by} />,
    <TimeText key="at" value={at} />,
    <FileText key="from" text={source} />,
  ] as const;
  return (
    <>
      <p>
        {entry.held === 'pinned'
          ? words.set.pinned(...texts)
          : words.set.endorsed(endorserOf(entry, store)?.serial, ...texts)}
      </p>
      {untrusted !== undefined && (
        <p>{words.set.removed(<FileText text={untrusted.by} />, <TimeText value={untrusted.at} />)}</p>
      )}
    </>
  );
}

/** The editions of one issuer and principal for one use, the latest first. */
function Editions({ line, entry, store }: InStore & { readonly line: readonly StoredKeySet[] }) {
  return (
    <Section title={words.set.editions}>
      <ul className="divide-y divide-line border-y border-line">
        {line.map((other) => {
          const { look, word } = EDITION_WORDS[editionState(store, other, Date.now())];
          const name = words.set.editionName(other.key_set.serial);
          return (
            <li key={other.key_set.fingerprint} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1">
                {other === entry ? (
                  <span className="font-medium">{name}</span>
                ) : (
                  <Link
                    to="/trust"
                    search={{ set: other.key_set.fingerprint }}
                    className="font-medium text-accent underline underline-offset-4"
                  >
                    {name}
                  </Link>
                )}{' '}
                <span className="text-13 text-muted">
                  {other === entry ? words.set.shown : <FileText text={other.key_set.keyset_id} limit={100} />}
                </span>
              </span>
              <StatusMark look={look} label={word} size="small" />
            </li>
          );
        })}
      </ul>
    </Section>
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
  const { revoke } = words;
  return (
    <ConfirmDialog
      title={revoke.title}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      typedName={name}
      confirmLabel={revoke.confirm}
      onConfirm={() => onRevoke(reason.trim() === '' ? revoke.noReason : reason.trim())}
    >
      <p>{revoke.text}</p>
      <TextField label={revoke.reason} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}

/** A name that every file system takes. */
function fileName({ keyset_id: id, serial }: KeySet): string {
  const readable = id.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100);
  return serial === 1 ? readable : `${readable}-${serial}`;
}
