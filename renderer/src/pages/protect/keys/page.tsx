import { RefreshCw } from 'lucide-react';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Ceremony } from './ceremony.tsx';
import { Devices } from './devices.tsx';
import { Gateway } from './gateway.tsx';
import { ManagedDetail } from './managed-detail.tsx';
import { ManagedList } from './managed-list.tsx';
import { refreshKeys } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { Webhooks } from './webhooks.tsx';
import { WrappedList } from './wrapped-list.tsx';

/** Keys: the life of managed keys, wrapped keys, the gateway, webhooks, ceremonies, device credentials. */
export function KeysPage() {
  const { search, setSearch } = useKeysSearch();
  const project = useProjectId();
  const locks = useLockCount();
  return (
    <>
      <PageHeading
        title="Keys"
        lead="Key material that the server guards for this project, what was done with it, and keys that people hold together or in their devices."
      >
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshKeys()}>
          Refresh
        </Button>
      </PageHeading>
      <KeptTabs
        // Nothing of one project may stay on the screen under another one, and no secret in a window that was left alone.
        key={`${project} ${locks}`}
        label="Kinds of keys"
        selected={search.tab ?? 'managed'}
        onSelect={(tab) => setSearch({ tab: tab === 'managed' ? undefined : tab, q: undefined, delivery: undefined })}
        tabs={[
          {
            id: 'managed',
            title: 'Managed keys',
            content: search.key === undefined ? <ManagedList /> : <ManagedDetail key={search.key} id={search.key} />,
          },
          { id: 'wrapped', title: 'Wrapped keys', content: <WrappedList /> },
          { id: 'gateway', title: 'Gateway', content: <Gateway /> },
          { id: 'webhooks', title: 'Webhooks', content: <Webhooks /> },
          { id: 'ceremony', title: 'Ceremony', content: <Ceremony /> },
          { id: 'devices', title: 'Device credentials', content: <Devices /> },
        ]}
      />
    </>
  );
}
