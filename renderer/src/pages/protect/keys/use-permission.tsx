import { client } from '../../../lib/client.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useWork, type Work } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/protect/gateway.ts';
import { type GatewayTarget, refreshKeys } from './queries.ts';

export interface Permission {
  readonly state: Work<boolean, unknown>['state'];
  readonly cancel: () => void;
  /** True where the server has done it. */
  readonly allow: () => Promise<boolean>;
  readonly refuse: () => void;
}

/** The administrator's permission for addresses in private networks: given after a warning, taken back at once. */
export function usePermission(target: GatewayTarget): Permission {
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
    if ((await work.start(isAllowed)) === null) return false;
    announce(isAllowed ? words.isolation.allowed : words.isolation.refused);
    await refreshKeys();
    return true;
  };
  return {
    state: work.state,
    cancel: work.cancel,
    allow: () => change(true),
    refuse: () => void change(false),
  };
}

export function PermissionStatus({ permission: { state, cancel } }: { readonly permission: Permission }) {
  const { busy, failed } = words.isolation;
  return <WorkStatus state={state} busyLabel={busy} failedTitle={failed} onCancel={cancel} units={0} />;
}
