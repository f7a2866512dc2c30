import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AccountDetail } from './account-detail.tsx';
import { AccountList } from './account-list.tsx';
import { AuditView } from './audit-view.tsx';
import { OpenAccount } from './open-account.tsx';
import { accountsQuery, refreshAccounts } from './queries.ts';
import { useAccountsSearch } from './search.ts';

/** What the address held for the account that was open. */
const NOTHING_OPEN = { tab: undefined, key: undefined, find: undefined, action: undefined } as const;

/** Accounts: who may use this server, on which terms and with which keys, what was used, and who changed what. */
export function AccountsPage() {
  const { search, setSearch } = useAccountsSearch();
  const accounts = useQuery(accountsQuery);
  const [isOpening, setOpening] = useState(false);
  const open = (id: string) => setSearch({ account: id, ...NOTHING_OPEN }, 'push');

  if (search.account !== undefined) {
    return (
      <>
        <PageHeading title="Accounts" lead="One account: its terms, its projects and keys, and what it used.">
          <Button onPress={() => setSearch({ account: undefined, ...NOTHING_OPEN }, 'push')}>All accounts</Button>
        </PageHeading>
        <AccountDetail key={search.account} id={search.account} />
      </>
    );
  }
  return (
    <>
      <PageHeading
        title="Accounts"
        lead="Who may use this server, with which plan, units and API keys, and who changed what."
      >
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshAccounts()}>
          Refresh
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setOpening(true)}>
          Open an account
        </Button>
      </PageHeading>
      <Tabs
        label="Accounts and audit"
        selected={search.view ?? 'accounts'}
        onSelect={(id) => setSearch({ view: id === 'audit' ? 'audit' : undefined, action: undefined, of: undefined })}
        tabs={[
          {
            id: 'accounts',
            title: accounts.data === undefined ? 'Accounts' : `Accounts (${accounts.data.total})`,
            content: <AccountList accounts={accounts} onOpen={open} />,
          },
          { id: 'audit', title: 'Audit', content: <AuditView accountId={null} /> },
        ]}
      />
      <OpenAccount isOpen={isOpening} onOpenChange={setOpening} onOpened={open} />
    </>
  );
}
