import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { type GatewayTarget, refreshKeys } from './queries.ts';

/** The administrator's permission for addresses in private networks, given after a warning and taken back at once. */
export function AllowPrivate({ target }: { readonly target: GatewayTarget }) {
  const [isAsking, setAsking] = useState(false);
  const project = useProjectId();
  const announce = useAnnounce();
  const work = useWork((isAllowed: boolean, signal) =>
    client.admin.gatewayTargets.update(
      {
        params: { target_id: target.target_id },
        // Another address than the one that was read here is refused.
        body: { allow_private: isAllowed, project_id: project, base_url: target.base_url },
      },
      { signal },
    ),
  );
  const change = async (isAllowed: boolean) => {
    if ((await work.start(isAllowed)) === null) return;
    announce(isAllowed ? 'Private addresses are allowed for this target' : 'Private addresses are refused again');
    await refreshKeys();
  };
  return (
    <>
      {target.allow_private ? (
        <Button size="small" aria-disabled={work.state.status === 'busy'} onPress={() => void change(false)}>
          Refuse private addresses
        </Button>
      ) : (
        <Button size="small" aria-disabled={work.state.status === 'busy'} onPress={() => setAsking(true)}>
          Allow private addresses
        </Button>
      )}
      {(work.state.status === 'failed' || work.state.status === 'busy') && (
        <div className="basis-full">
          <WorkStatus
            state={work.state}
            busyLabel="Changing the permission"
            failedTitle="The permission was not changed"
            onCancel={work.cancel}
            units={0}
          />
        </div>
      )}
      <ConfirmDialog
        title="Allow private addresses"
        isOpen={isAsking}
        onOpenChange={setAsking}
        typedName={target.target_id}
        confirmLabel="Allow them"
        onConfirm={() => void change(true)}
      >
        <p>
          From now on whoever may use this target reaches <code>{target.base_url}</code> through this server, also where
          it lies in a private network or on this machine, and by plain http where it names an IP address. Within the
          allowed paths, that is: {target.allowed_paths.join(', ')}
        </p>
        <p>
          Services inside a network often trust whoever can reach them. Allow this only if you know what answers there.
          Only an administrator can; the permission can be taken back at any time, ends when the address or the way the
          key is carried changes, and is recorded in the audit.
        </p>
      </ConfirmDialog>
    </>
  );
}
