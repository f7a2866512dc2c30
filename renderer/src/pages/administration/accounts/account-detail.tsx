import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { AccountStatusBadge } from './account-columns.tsx';
import { ActForAccount } from './act-for.tsx';
import { AuditView } from './audit-view.tsx';
import { KeyList } from './key-list.tsx';
import { accountQuery } from './queries.ts';
import { TABS, useAccountsSearch } from './search.ts';
import { Terms } from './terms.tsx';
import { UsageView } from './usage-view.tsx';

/** One account under its address, so that it can be linked to. */
export function AccountDetail({ id }: { readonly id: string }) {
  const { search, setSearch } = useAccountsSearch();
  const account = useQuery(accountQuery(id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The row that had the focus is gone. Where the page itself was just opened, the frame has moved it already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  const data = account.data;
  return (
    <section aria-labelledby="account-heading" className="space-y-(--gap)">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="account-heading" ref={heading} tabIndex={-1} className="min-w-0 text-16 outline-none">
          {data === undefined ? id : <FileText text={data.email} />}
        </h2>
        {data !== undefined && <AccountStatusBadge status={data.status} />}
        {id === LOCAL_ACCOUNT && <Badge>the console's own</Badge>}
        <span className="grow" />
        {data !== undefined && <ActForAccount account={data} />}
      </div>
      {account.isPending && <p className="min-h-40 text-muted">Loading the account</p>}
      {account.error !== null && (
        <RequestError error={account.error} what="The account's data" onRetry={() => void account.refetch()} />
      )}
      {data !== undefined && (
        <Tabs
          label="Parts of the account"
          selected={search.tab ?? 'account'}
          onSelect={(tab) =>
            setSearch({
              tab: tab === 'account' ? undefined : TABS.find((known) => known === tab),
              key: undefined,
              action: undefined,
            })
          }
          tabs={[
            { id: 'account', title: 'Account', content: <Terms account={data} /> },
            { id: 'keys', title: 'API keys', content: <KeyList account={data} /> },
            { id: 'usage', title: 'Usage', content: <UsageView accountId={data.id} /> },
            { id: 'audit', title: 'Audit', content: <AuditView accountId={data.id} /> },
          ]}
        />
      )}
    </section>
  );
}
