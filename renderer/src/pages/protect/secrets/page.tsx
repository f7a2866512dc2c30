import { Plus, RefreshCw } from 'lucide-react';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { AuditView } from './audit-view.tsx';
import { SecretDetail } from './detail.tsx';
import { SecretList } from './list.tsx';
import { refreshSecrets } from './queries.ts';
import { useSecretsSearch } from './search.ts';
import { StoreForm } from './store-form.tsx';

/** Secrets: store, find, read and rotate them, end them, and see who did. */
export function SecretsPage() {
  const { search, setSearch } = useSecretsSearch();
  const locks = useLockCount();
  const goToList = () => setSearch({ secret: undefined, view: undefined }, 'push');
  const goToStore = () => setSearch({ view: 'store' }, 'push');
  const open = (id: string) => setSearch({ secret: id, view: undefined }, 'push');
  useHeadingFocus(search.view === 'store' ? 'store' : 'list');

  if (search.secret !== undefined) {
    return (
      <>
        <PageHeading title="Secrets" lead="One secret: its value, its versions and what can be done with it.">
          <Button onPress={goToList}>All secrets</Button>
        </PageHeading>
        <SecretDetail key={locks} id={search.secret} />
      </>
    );
  }
  if (search.view === 'store') {
    return (
      <>
        <PageHeading title="Secrets">
          <Button onPress={goToList}>All secrets</Button>
        </PageHeading>
        <StoreForm key={locks} onStored={(id) => setSearch({ secret: id, view: undefined })} />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Secrets" lead="Passwords and API keys for your programs. Every access is logged and signed.">
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshSecrets()}>
          Refresh
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={goToStore}>
          Store a secret
        </Button>
      </PageHeading>
      <Tabs
        label="Secrets and their audit"
        selected={search.view ?? 'secrets'}
        onSelect={(id) => setSearch({ view: id === 'audit' ? 'audit' : undefined, action: undefined, of: undefined })}
        tabs={[
          { id: 'secrets', title: 'Secrets', content: <SecretList onOpen={open} onStore={goToStore} /> },
          { id: 'audit', title: 'Audit', content: <AuditView onOpenSecret={open} /> },
        ]}
      />
    </>
  );
}
