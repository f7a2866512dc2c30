import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import type { AccountRead } from './account-items.ts';
import { refreshAccounts } from './queries.ts';

/** Suspends an account, or lets it work again; the address is typed first. */
export function AccountStatusChange({ account }: { readonly account: AccountRead }) {
  const [isAsking, setAsking] = useState(false);
  const announce = useAnnounce();
  const work = useWork((status: 'active' | 'suspended', signal) =>
    client.admin.accounts.update({ params: { id: account.id }, body: { status } }, { signal }),
  );
  const isActive = account.status === 'active';
  const keys = account.projects.reduce((sum, { active_keys }) => sum + active_keys, 0);
  const keyWords = keys === 1 ? 'its one API key' : `its ${formatCount(keys)} API keys`;

  const confirm = async () => {
    const changed = await work.start(isActive ? 'suspended' : 'active');
    if (changed === null) return;
    announce(isActive ? `${account.email} is suspended` : `${account.email} is active again`, 'assertive');
    await refreshAccounts();
  };
  if (account.id === LOCAL_ACCOUNT) {
    return <p className="text-muted">The console itself works with this account; it cannot be suspended.</p>;
  }
  return (
    <div className="space-y-3">
      {isActive ? (
        <StatusMark look="verified" label="Active" size="small" />
      ) : (
        <StatusMark look="failed" label="Suspended: all its keys are refused" size="small" />
      )}
      <div>
        <Button variant={isActive ? 'danger' : 'secondary'} onPress={() => setAsking(true)}>
          {isActive ? 'Suspend the account' : 'Activate the account'}
        </Button>
      </div>
      <WorkStatus
        state={work.state}
        busyLabel="Changing the account"
        failedTitle="The account was not changed"
        onCancel={work.cancel}
        units={0}
      />
      <ConfirmDialog
        title={isActive ? 'Suspend the account' : 'Activate the account'}
        isOpen={isAsking}
        onOpenChange={setAsking}
        typedName={account.email}
        confirmLabel={isActive ? 'Suspend it' : 'Activate it'}
        onConfirm={() => void confirm()}
      >
        {isActive ? (
          <>
            <p>
              From the next request on,{' '}
              {keys === 0 ? 'keys of this account are' : `${keyWords} ${keys === 1 ? 'is' : 'are'}`} refused with
              INVALID_KEY. Programs and agents that use them stop working, and no new key can be issued.
            </p>
            <p>
              Nothing is deleted: projects, receipts, artifacts, units and keys stay, and receipts can still be read by
              their names. Activating the account restores all of it.
            </p>
          </>
        ) : (
          <p>
            From the next request on,{' '}
            {keys === 0 ? 'new keys can be issued' : `${keyWords} ${keys === 1 ? 'works' : 'work'}`} again, with the
            scopes, plan and units that the account has now. Keys that were revoked stay revoked.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}
