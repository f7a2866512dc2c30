import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { trust } from '@touchstone/core/api/admin/trust.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { USE_WORDS } from '../../../parts/trust/key-set-facts.ts';
import { OWN_SERVICE_KEY } from '../../../parts/trust/own-sets.ts';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import { sentenceFor } from '../../../parts/work/error-sentence.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/check/trust.ts';

type OwnSet = OutputOf<typeof trust.ownService>['sets'][number];

const ownServiceQuery = queryOptions({
  queryKey: [OWN_SERVICE_KEY],
  queryFn: ({ signal }) => client.admin.trust.ownService({}, { signal }),
});

const { own } = words;
const STATES: Readonly<Record<OwnSet['state'], { readonly look: StatusLook; readonly label: string }>> = {
  current: { look: 'verified', label: own.states.current },
  retired: { look: 'skipped', label: own.states.retired },
  revoked: { look: 'failed', label: own.states.revoked },
};

/** The key sets of the service on this machine, read from its data folder: pin, give to others, revoke. */
export function OwnService({ trust: view }: { readonly trust: TrustStoreView }) {
  const { data, error, refetch } = useQuery(ownServiceQuery);
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [revoking, setRevoking] = useState<OwnSet | null>(null);
  const changed = async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: ownServiceQuery.queryKey }), view.synchronise()]);
  };
  const pinning = useWork((fingerprint: string, signal) =>
    client.admin.trust.pinOwn({ params: { fingerprint }, body: { pinned_by: 'console' } }, { signal }),
  );
  const exporting = useWork((_: null, signal) => client.signing.svcKey.publicKeys({}, { signal }));
  const revocation = useWork(({ fingerprint, reason }: { fingerprint: string; reason: string }, signal) =>
    client.admin.trust.revokeOwn({ params: { fingerprint }, body: { reason } }, { signal, timeoutMs: 60_000 }),
  );

  if (error !== null) return <RequestError error={error} what={own.what} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-muted">{own.loading}</p>;
  // Pinned is said only of what a person was shown and accepted (decisions 12.6).
  const isEndorsed = ({ fingerprint, is_trusted }: OwnSet) =>
    is_trusted &&
    view.store.key_sets.some(({ key_set, held }) => key_set.fingerprint === fingerprint && held === 'endorsed');
  const pin = async (set: OwnSet) => {
    if ((await pinning.start(set.fingerprint)) === null) return;
    announce(own.pinned(set.serial));
    await changed();
  };
  const exportAll = async () => {
    const sets = await exporting.start(null);
    if (sets !== null) downloadText('touchstone-service-keys.json', `${JSON.stringify(sets, null, 2)}\n`);
  };
  const revoke = async (set: OwnSet, reason: string) => {
    const file = await revocation.start({ fingerprint: set.fingerprint, reason });
    if (file === null) return;
    downloadText(`${set.keyset_id}.pqrevoke.json`, `${JSON.stringify(file, null, 2)}\n`);
    announce(own.revoked(set.keyset_id), 'assertive');
    await changed();
  };
  const failed = [pinning, exporting, revocation].find(({ state }) => state.status === 'failed')?.state;

  return (
    <Section
      title={own.title}
      lead={own.lead}
      aside={
        <Button size="small" icon={<Download aria-hidden size={14} />} onPress={() => void exportAll()}>
          {own.export}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-muted">
        {own.from(<FileText text={data.data_dir} limit={300} />, <code>touchstone keys service</code>)}
      </p>
      {failed?.status === 'failed' && <ErrorState title={own.failed}>{sentenceFor(failed.error)}</ErrorState>}
      <ul className="divide-y divide-line border-y border-line">
        {data.sets.map((set) => (
          <li
            key={set.fingerprint}
            aria-label={own.item(set.use, set.serial)}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3"
          >
            <ObjectTile kind="keySet" />
            <div className="space-y-2">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <h3 className="flex-1 basis-56 text-14">
                  {USE_WORDS[set.use]}{' '}
                  <span className="font-normal text-muted">
                    <code>{set.use}</code>
                    {own.edition(set.serial)}
                  </span>
                </h3>
                {set.use === 'artifact' && isEndorsed(set) && (
                  <StatusMark look="verified" label={own.isEndorsed} size="small" />
                )}
                {set.use === 'artifact' && set.is_trusted && !isEndorsed(set) && (
                  <StatusMark look="verified" label={own.isPinned} size="small" />
                )}
                <StatusMark {...STATES[set.state]} size="small" />
                {set.use === 'artifact' && set.state !== 'revoked' && (!set.is_trusted || isEndorsed(set)) && (
                  <Button variant="primary" size="small" onPress={() => void pin(set)}>
                    {own.pin}
                  </Button>
                )}
                {set.use !== 'enc' && (
                  <Button variant="danger" size="small" onPress={() => setRevoking(set)}>
                    {set.state === 'revoked' ? own.exportRevocation : own.revoke}
                  </Button>
                )}
              </div>
              <FactList>
                <Fact name={own.fingerprint}>
                  <HashText value={set.fingerprint} label={own.fingerprintOf(set.use, set.serial)} />
                </Fact>
                <Fact name={own.valid}>
                  {own.span(<TimeText value={set.not_before} />, <TimeText value={set.not_after} />)}
                </Fact>
              </FactList>
            </div>
          </li>
        ))}
      </ul>
      {revoking !== null && (
        <RevokeOwnDialog
          set={revoking}
          onClose={() => setRevoking(null)}
          onRevoke={(reason) => void revoke(revoking, reason)}
        />
      )}
    </Section>
  );
}

interface RevokeOwnDialogProps {
  readonly set: OwnSet;
  readonly onClose: () => void;
  readonly onRevoke: (reason: string) => void;
}

function RevokeOwnDialog({ set, onClose, onRevoke }: RevokeOwnDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      title={own.revokeTitle}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      typedName={set.keyset_id}
      confirmLabel={own.revokeConfirm}
      onConfirm={() => onRevoke(reason.trim() === '' ? words.revoke.noReason : reason.trim())}
    >
      <p>{own.revokeText}</p>
      {set.state === 'current' && <p>{own.revokeCurrent}</p>}
      <TextField label={own.reason} value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
