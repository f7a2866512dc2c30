import { Plus } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/record/health.ts';
import { AcceptSheet } from './accept-sheet.tsx';
import { Agreement } from './agreement.tsx';
import { useListFacts } from './list-facts.tsx';
import { OpenSheet } from './open-sheet.tsx';
import { useHealthSearch } from './search.ts';
import { SessionDetail } from './session-detail.tsx';
import { SessionList } from './session-list.tsx';

/** Health: the agreement, validation sessions with their locks, their signed events, attestations. */
export function HealthPage() {
  const { search } = useHealthSearch();
  return search.session === undefined ? <AllSessions /> : <SessionDetail key={search.session} id={search.session} />;
}

function AllSessions() {
  const { search, setSearch } = useHealthSearch();
  const facts = useListFacts();
  const act = (verb: 'open' | 'sample') => setSearch({ act: verb, contract: undefined }, 'push');
  const close = () => setSearch({ act: undefined });
  const show = (session: string, history: 'push' | 'replace') =>
    setSearch({ session, view: undefined, act: undefined, user: undefined, contract: undefined }, history);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => act('open')}>
          {words.open.verb}
        </Button>
      }
    >
      <Tabs
        label={words.tabs.label}
        selected={search.view ?? 'sessions'}
        onSelect={(id) => setSearch({ view: id === 'agreement' ? 'agreement' : undefined })}
        tabs={[
          {
            id: 'sessions',
            title: words.tabs.sessions,
            content: (
              <SessionList
                onOpen={(session) => show(session, 'push')}
                onNew={() => act('open')}
                onSample={() => act('sample')}
              />
            ),
          },
          { id: 'agreement', title: words.tabs.agreement, content: <Agreement /> },
        ]}
      />
      <OpenSheet
        act={search.act === 'open' || search.act === 'sample' ? search.act : null}
        onClose={close}
        onOpened={(session) => show(session, 'replace')}
      />
      {search.user !== undefined && (
        <AcceptSheet key={search.user} userId={search.user} isOpen={search.act === 'accept'} onClose={close} />
      )}
    </Page>
  );
}
