import { UserRoundCog } from 'lucide-react';
import { actFor, useActingFor } from '../../../lib/session/acting-for.ts';
import { type ActingFor, LOCAL_PROJECT } from '../../../lib/session/acting-project.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { AccountRead } from './account-items.ts';

/** Switches the console to a project of the account; the frame then says so until it is switched back. */
export function ActForAccount({ account }: { readonly account: AccountRead }) {
  const switchTo = useSwitch();
  const { id: accountId, email } = account;
  const projects = account.projects.filter(({ id }) => id !== LOCAL_PROJECT);
  const only = projects[0];
  if (only === undefined) return null;
  if (projects.length === 1) {
    return (
      <Button
        icon={<UserRoundCog aria-hidden size={16} />}
        onPress={() => switchTo({ projectId: only.id, accountId, email })}
      >
        Act for this account
      </Button>
    );
  }
  return (
    <Menu
      label="Project to act for"
      trigger={<Button icon={<UserRoundCog aria-hidden size={16} />}>Act for this account</Button>}
      actions={projects.map(({ id }) => ({
        id,
        title: `Project ${id}`,
        onAction: () => switchTo({ projectId: id, accountId, email }),
      }))}
    />
  );
}

/** The same for one project, in the list of projects. */
export function ActForProject({ account, projectId }: { readonly account: AccountRead; readonly projectId: string }) {
  const acting = useActingFor();
  const switchTo = useSwitch();
  const isCurrent = projectId === (acting?.projectId ?? LOCAL_PROJECT);
  if (isCurrent) return <span className="text-muted">The console acts for it now.</span>;
  if (projectId === LOCAL_PROJECT) return null;
  return (
    <Button
      size="small"
      aria-label={`Act for it, project ${projectId}`}
      onPress={() => switchTo({ projectId, accountId: account.id, email: account.email })}
    >
      Act for it
    </Button>
  );
}

function useSwitch(): (wanted: ActingFor) => void {
  const announce = useAnnounce();
  return (wanted) => {
    actFor(wanted);
    announce(`The console now acts for ${wanted.email}, project ${wanted.projectId}`, 'assertive');
  };
}
