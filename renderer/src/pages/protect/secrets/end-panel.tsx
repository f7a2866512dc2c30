import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { refreshSecrets } from './queries.ts';
import { STATE_WORDS } from './secret-items.ts';

type Act = 'delete' | 'restore' | 'destroy';

type Ended =
  | { readonly act: 'delete'; readonly versions: number; readonly until: string }
  | { readonly act: 'restore'; readonly versions: number; readonly status: SecretItem['status'] }
  | { readonly act: 'destroy'; readonly versions: number; readonly notice: string };

const FAILED: Readonly<Record<Act, string>> = {
  delete: 'Nothing was deleted',
  restore: 'Nothing was restored',
  destroy: 'Nothing was destroyed',
};

export interface EndPanelProps {
  readonly item: SecretItem;
  /** How many versions the secret has. */
  readonly versions: number;
  readonly isNewest: boolean;
}

/** Ends a secret, or one of its older versions: deletion for 30 days, restoring, destruction for good. */
export function EndPanel({ item, versions, isNewest }: EndPanelProps) {
  const [asking, setAsking] = useState<'delete' | 'destroy' | null>(null);
  const [last, setLast] = useState<Act>('delete');
  const announce = useAnnounce();
  const params = { params: { id: item.id } };
  const work = useWork(async (act: Act, signal): Promise<Ended> => {
    const { shield } = client.crypto;
    if (act === 'delete') {
      const answer = await shield.delete(params, { signal });
      return { act, versions: answer.versions, until: answer.restorable_until };
    }
    if (act === 'restore') {
      const answer = await shield.restore(params, { signal });
      return { act, versions: answer.versions, status: answer.status };
    }
    const answer = await shield.destroy(params, { signal });
    return { act, versions: answer.versions, notice: answer.notice };
  });
  const run = async (act: Act) => {
    setLast(act);
    if ((await work.start(act)) !== null) announce(DONE_WORDS[act], 'assertive');
    // Also after a refusal: what is shown may be out of date.
    await refreshSecrets();
  };
  const { status } = item;
  const isBusy = work.state.status === 'busy';
  const what =
    isNewest && versions > 1
      ? `this secret with all its ${formatCount(versions)} versions`
      : isNewest
        ? 'this secret'
        : `version ${item.version} alone`;
  return (
    <Panel title="Delete or destroy">
      {status === 'destroyed' ? (
        <p className="text-muted">The value is destroyed. Name, state and audit remain.</p>
      ) : (
        <>
          <p className="max-w-prose text-muted">
            {status === 'deleted'
              ? 'Within 30 days of the deletion everything can be restored; then the value is destroyed.'
              : 'A deletion can be taken back for 30 days. A destruction cannot.'}{' '}
            What is chosen here concerns {what}.
          </p>
          <div className="flex flex-wrap gap-2">
            {status === 'deleted' ? (
              <Button isDisabled={isBusy} onPress={() => void run('restore')}>
                Restore
              </Button>
            ) : (
              <Button variant="danger" isDisabled={isBusy} onPress={() => setAsking('delete')}>
                Delete
              </Button>
            )}
            <Button variant="danger" isDisabled={isBusy} onPress={() => setAsking('destroy')}>
              Destroy for good
            </Button>
          </div>
        </>
      )}
      <WorkStatus
        state={work.state}
        busyLabel="Asking the server"
        failedTitle={FAILED[last]}
        onCancel={work.cancel}
        units={1}
      />
      {work.state.status === 'done' && work.result !== null && <Outcome ended={work.result} />}
      <ConfirmDialog
        title={asking === 'destroy' ? 'Destroy the value for good' : 'Delete the secret'}
        isOpen={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        typedName={item.name}
        confirmLabel={asking === 'destroy' ? 'Destroy for good' : 'Delete'}
        onConfirm={() => asking !== null && void run(asking)}
      >
        <p>This concerns {what}.</p>
        <p>
          <strong>What breaks:</strong> programs that read it are refused with NOT_FOUND from the next request on;
          verifying and rotating it are refused too. The provider is not told: there the value stays valid until you
          withdraw it.
        </p>
        {asking === 'destroy' ? (
          <p>
            <strong>What is restorable:</strong> nothing. The key under which the value is encrypted is deleted. Backups
            that were made before still hold the value and its key: destroy them too, or rotate the secret at its
            provider. Name, state and audit remain.
          </p>
        ) : (
          <p>
            <strong>What is restorable:</strong> all of it, for 30 days. After that the value is destroyed for good;
            name, state and audit remain.
          </p>
        )}
      </ConfirmDialog>
    </Panel>
  );
}

const DONE_WORDS: Readonly<Record<Act, string>> = {
  delete: 'The secret is deleted',
  restore: 'The secret is restored',
  destroy: 'The value is destroyed',
};

function Outcome({ ended }: { readonly ended: Ended }) {
  const count = ended.versions === 1 ? '1 version' : `${formatCount(ended.versions)} versions`;
  return (
    <div role="status" className="space-y-1">
      <StatusMark
        look={ended.act === 'restore' ? 'verified' : 'pending'}
        label={`${DONE_WORDS[ended.act]} (${count})`}
      />
      {ended.act === 'delete' && (
        <p>
          It can be restored until <TimeText value={ended.until} />.
        </p>
      )}
      {ended.act === 'restore' && <p>{`It is ${STATE_WORDS[ended.status].toLowerCase()} again.`}</p>}
      {ended.act === 'destroy' && <p>{ended.notice}</p>}
    </div>
  );
}
