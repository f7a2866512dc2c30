import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { AccountDetail } from './account-detail.tsx';
import { AccountList } from './account-list.tsx';
import { AuditView } from './audit-view.tsx';
import { useListFacts } from './list-facts.tsx';
import { NewAccountSheet } from './new-account-sheet.tsx';
import { accountsQuery } from './queries.ts';
import { useAccountsSearch } from './search.ts';

/** Accounts: who may use this server, on which terms and with which keys, what was used, and who changed what. */
export function AccountsPage() {
  const { search } = useAccountsSearch();
  return search.account === undefined ? <AllAccounts /> : <AccountDetail key={search.account} id={search.account} />;
}

function AllAccounts() {
  const { search, setSearch } = useAccountsSearch();
  const accounts = useQuery(accountsQuery);
  const facts = useListFacts(accounts.data?.accounts);
  const open = (id: string, history?: 'push') =>
    setSearch(
      { account: id, tab: undefined, key: undefined, find: undefined, action: undefined, act: undefined },
      history,
    );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => setSearch({ act: 'new' }, 'push')}
        >
          {words.create.verb}
        </Button>
      }
    >
      <Tabs
        label={words.tabs.label}
        selected={search.view ?? 'accounts'}
        onSelect={(id) => setSearch({ view: id === 'audit' ? 'audit' : undefined, action: undefined, of: undefined })}
        tabs={[
          {
            id: 'accounts',
            title: words.tabs.accounts,
            content: <AccountList accounts={accounts} onOpen={(id) => open(id, 'push')} />,
          },
          { id: 'audit', title: words.tabs.audit, content: <AuditView accountId={null} /> },
        ]}
      />
      <NewAccountSheet
        isOpen={search.act === 'new'}
        onClose={() => setSearch({ act: undefined })}
        onCreated={(id) => open(id)}
      />
    </Page>
  );
}
