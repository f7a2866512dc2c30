import { Plus, RefreshCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { Agreement } from './agreement.tsx';
import { OpenSession } from './open-session.tsx';
import { refreshHealth } from './queries.ts';
import { useHealthSearch } from './search.ts';
import { SessionDetail } from './session-detail.tsx';
import { SessionList } from './session-list.tsx';

/** Health: the agreement, validation sessions with their locks, their signed events, attestations. */
export function HealthPage() {
  const { search, setSearch } = useHealthSearch();
  const goToList = () => setSearch({ session: undefined, view: undefined }, 'push');
  const goToNew = () => setSearch({ view: 'open' }, 'push');
  const show = (session: string, history: 'push' | 'replace' = 'push') =>
    setSearch({ session, view: undefined }, history);
  useHeadingFocus(search.view === 'open' ? 'open' : 'list');

  if (search.session !== undefined) {
    return (
      <>
        <PageHeading title="Health" lead="One validation session: its lock, its events and its attestations.">
          <Button onPress={goToList}>All sessions</Button>
        </PageHeading>
        <SessionDetail key={search.session} id={search.session} />
      </>
    );
  }
  if (search.view === 'open') {
    return (
      <>
        <PageHeading title="Health">
          <Button onPress={goToList}>All sessions</Button>
        </PageHeading>
        <OpenSession onOpened={(session) => show(session, 'replace')} />
      </>
    );
  }
  return (
    <>
      <PageHeading
        title="Health"
        lead="Sessions in which health data is validated: one at a time on a contract, with a signed record of what was touched."
      >
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshHealth()}>
          Refresh
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={goToNew}>
          Open a session
        </Button>
      </PageHeading>
      <Tabs
        label="Sessions and agreement"
        selected={search.view ?? 'sessions'}
        onSelect={(id) => setSearch({ view: id === 'agreement' ? 'agreement' : undefined })}
        tabs={[
          { id: 'sessions', title: 'Sessions', content: <SessionList onOpen={show} onNew={goToNew} /> },
          { id: 'agreement', title: 'Agreement', content: <Agreement /> },
        ]}
      />
    </>
  );
}
