import { Plus } from 'lucide-react';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { AuditView } from './audit-view.tsx';
import { SecretDetail } from './detail.tsx';
import { SecretList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { useSecretsSearch } from './search.ts';
import { StoreSheet } from './store-sheet.tsx';

/** Secrets: store, find, read and rotate them, end them, and see who did. */
export function SecretsPage() {
  const { search } = useSecretsSearch();
  // Whatever held a secret goes with each lock.
  const locks = useLockCount();
  return search.secret === undefined ? <AllSecrets key={locks} /> : <SecretDetail key={locks} id={search.secret} />;
}

function AllSecrets() {
  const { search, setSearch } = useSecretsSearch();
  const facts = useListFacts();
  const store = (act: 'store' | 'sample') => setSearch({ act }, 'push');
  const open = (id: string) => setSearch({ secret: id, view: undefined }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => store('store')}>
          {words.store.verb}
        </Button>
      }
    >
      <Tabs
        label={words.tabs.label}
        selected={search.view ?? 'secrets'}
        onSelect={(id) => setSearch({ view: id === 'audit' ? 'audit' : undefined, action: undefined, of: undefined })}
        tabs={[
          {
            id: 'secrets',
            title: words.tabs.secrets,
            content: <SecretList onOpen={open} onStore={() => store('store')} onSample={() => store('sample')} />,
          },
          { id: 'audit', title: words.tabs.audit, content: <AuditView onOpenSecret={open} /> },
        ]}
      />
      <StoreSheet
        act={search.act === 'store' || search.act === 'sample' ? search.act : null}
        onClose={() => setSearch({ act: undefined })}
        onStored={(id) => setSearch({ act: undefined, secret: id, view: undefined })}
      />
    </Page>
  );
}
