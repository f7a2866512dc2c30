import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { trust } from '@touchstone/core/api/admin/trust.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { sentenceFor } from '../../../lib/errors.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { USE_WORDS } from '../../../parts/trust/key-set-facts.ts';
import { OWN_SERVICE_KEY } from '../../../parts/trust/own-sets.ts';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { type StatusLook, StatusMark } from '../../../ui/status-mark.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

type OwnSet = OutputOf<typeof trust.ownService>['sets'][number];

const ownServiceQuery = queryOptions({
  queryKey: [OWN_SERVICE_KEY],
  queryFn: ({ signal }) => client.admin.trust.ownService({}, { signal }),
});

const STATES: Readonly<Record<OwnSet['state'], { readonly look: StatusLook; readonly label: string }>> = {
  current: { look: 'verified', label: 'Current' },
  retired: { look: 'skipped', label: 'Retired, still verifies' },
  revoked: { look: 'failed', label: 'Revoked' },
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

  if (error !== null)
    return <RequestError error={error} what="The service's key sets" onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-muted">Reading the service's key sets …</p>;
  // Pinned is said only of what a person was shown and accepted (decisions 12.6).
  const isEndorsed = ({ fingerprint, is_trusted }: OwnSet) =>
    is_trusted &&
    view.store.key_sets.some(({ key_set, held }) => key_set.fingerprint === fingerprint && held === 'endorsed');
  const pin = async (set: OwnSet) => {
    if ((await pinning.start(set.fingerprint)) === null) return;
    announce(`Edition ${set.serial} of this service's artifact set is pinned`);
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
    announce(`${set.keyset_id} is revoked`, 'assertive');
    await changed();
  };
  const failed = [pinning, exporting, revocation].find(({ state }) => state.status === 'failed')?.state;

  return (
    <Panel
      title="Key sets of this service"
      lead={
        <>
          On this machine, what the service, receipt and 3key sets signed is Verified as signed by its own service.
          Artifacts count when you pin their set here. Others compare these fingerprints and pin the sets they need.
        </>
      }
      aside={
        <Button size="small" icon={<Download aria-hidden size={14} />} onPress={() => void exportAll()}>
          Export the public sets
        </Button>
      }
    >
      <p className="text-muted">
        Read from the data folder <FileText text={data.data_dir} limit={300} />. The command{' '}
        <code>touchstone keys service</code> shows the same fingerprints.
      </p>
      {failed?.status === 'failed' && <ErrorState title="That did not work">{sentenceFor(failed.error)}</ErrorState>}
      <ul className="divide-y divide-line">
        {data.sets.map((set) => (
          <li key={set.fingerprint} aria-label={`Own set ${set.use}, edition ${set.serial}`} className="space-y-2 py-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <h3 className="flex-1 text-14">
                {USE_WORDS[set.use]}{' '}
                <span className="text-muted">
                  · <code>{set.use}</code>, edition {set.serial}
                </span>
              </h3>
              <StatusMark {...STATES[set.state]} size="small" />
            </div>
            <FactList>
              <Fact name="Fingerprint">
                <HashText value={set.fingerprint} label={`fingerprint of the ${set.use} set, edition ${set.serial}`} />
              </Fact>
              <Fact name="Valid">
                <TimeText value={set.not_before} /> to <TimeText value={set.not_after} />
              </Fact>
            </FactList>
            <div className="flex flex-wrap items-center gap-2">
              {set.use === 'artifact' && isEndorsed(set) && (
                <StatusMark look="verified" label="Trusted: endorsed by an earlier edition" size="small" />
              )}
              {set.use === 'artifact' && set.is_trusted && !isEndorsed(set) && (
                <StatusMark look="verified" label="Pinned on this machine" size="small" />
              )}
              {set.use === 'artifact' && set.state !== 'revoked' && (!set.is_trusted || isEndorsed(set)) && (
                <Button variant="primary" size="small" onPress={() => void pin(set)}>
                  Pin this artifact set
                </Button>
              )}
              {set.use !== 'enc' && (
                <Button variant="danger" size="small" onPress={() => setRevoking(set)}>
                  {set.state === 'revoked' ? 'Export the revocation' : 'Revoke'}
                </Button>
              )}
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
    </Panel>
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
      title="Revoke this service's key set for good"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      typedName={set.keyset_id}
      confirmLabel="Revoke and save the file"
      onConfirm={() => onRevoke(reason.trim() === '' ? 'No reason given.' : reason.trim())}
    >
      <p>
        Nothing that this set signed will be verified here any more, whatever date it states. A signed revocation is
        saved as a .pqrevoke.json file: give it to everybody who pinned the set. This cannot be taken back.
      </p>
      {set.state === 'current' && (
        <p>
          This is the current set: the service signs nothing with it afterwards. Rotate it to make the next edition.
        </p>
      )}
      <TextField label="Reason, for those who import the file" value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
