import { UserRoundCog } from 'lucide-react';
import { actFor, useActingFor } from '../../../lib/session/acting-for.ts';
import { type ActingFor, LOCAL_PROJECT } from '../../../lib/session/acting-project.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountRead } from './account-items.ts';

/** The verb that switches the console to an account with one project; of several, one is chosen in their list. */
export function useActForAccount({ id: accountId, email, projects }: AccountRead): readonly MenuAction[] {
  const switchTo = useSwitch();
  const [only, ...others] = projects;
  if (only === undefined || only.id === LOCAL_PROJECT || others.length > 0) return [];
  return [
    {
      id: 'act-for',
      title: words.act.verb,
      icon: <UserRoundCog aria-hidden size={15} />,
      onAction: () => switchTo({ projectId: only.id, accountId, email }),
    },
  ];
}

/** The same for one project, in the list of projects. */
export function ActForProject({ account, projectId }: { readonly account: AccountRead; readonly projectId: string }) {
  const acting = useActingFor();
  const switchTo = useSwitch();
  const isCurrent = projectId === (acting?.projectId ?? LOCAL_PROJECT);
  if (isCurrent) return <span className="text-muted">{words.act.current}</span>;
  if (projectId === LOCAL_PROJECT) return null;
  return (
    <Button
      size="small"
      aria-label={words.act.verbOf(projectId)}
      onPress={() => switchTo({ projectId, accountId: account.id, email: account.email })}
    >
      {words.act.one}
    </Button>
  );
}

/** The frame then says for whom the console acts, until it is switched back. */
function useSwitch(): (wanted: ActingFor) => void {
  const announce = useAnnounce();
  return (wanted) => {
    actFor(wanted);
    announce(words.act.done(wanted.email, wanted.projectId), 'assertive');
  };
}
