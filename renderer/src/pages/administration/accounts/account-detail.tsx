import { useQuery } from '@tanstack/react-query';
import { PLANS } from '@touchstone/core/api/plans.ts';
import { Ban, CircleCheck, Copy, Plus, SlidersHorizontal } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { LOCAL_ACCOUNT } from '../../../lib/session/acting-project.ts';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/accounts.ts';
import { AccountStatusBadge } from './account-columns.tsx';
import type { AccountRead } from './account-items.ts';
import { AccountOverview } from './account-overview.tsx';
import { useActForAccount } from './act-for.tsx';
import { AuditView } from './audit-view.tsx';
import { KeyDetail } from './key-detail.tsx';
import { KeyList } from './key-list.tsx';
import { NewKeySheet } from './new-key-sheet.tsx';
import { accountQuery } from './queries.ts';
import { TABS, useAccountsSearch } from './search.ts';
import { SuspendSheet } from './suspend-sheet.tsx';
import { TermsSheet } from './terms-sheet.tsx';
import { UsageView } from './usage-view.tsx';

const ALL = [{ title: words.title, to: '/accounts' }];

/** One account under its address, or one of its API keys. */
export function AccountDetail({ id }: { readonly id: string }) {
  const { search } = useAccountsSearch();
  const account = useQuery(accountQuery(id));
  const { data } = account;
  if (data !== undefined) {
    if (search.key === undefined) return <Account account={data} />;
    return <KeyDetail key={search.key} account={data} id={search.key} />;
  }
  return (
    <Page title={words.one} crumbs={ALL} place={id}>
      {account.error === null ? (
        <p className="min-h-40 text-muted">{words.detail.loading}</p>
      ) : (
        <RequestError error={account.error} what={words.detail.what} onRetry={() => void account.refetch()} />
      )}
    </Page>
  );
}

function Account({ account }: { readonly account: AccountRead }) {
  const { search, setSearch } = useAccountsSearch();
  const { detail } = words;
  const isSuspended = account.status === 'suspended';
  const close = () => setSearch({ act: undefined });
  const keys = account.projects.reduce((sum, { active_keys }) => sum + active_keys, 0);
  return (
    <Page
      title={account.email}
      place={account.id}
      crumbs={ALL}
      object="account"
      state={
        <>
          <AccountStatusBadge status={account.status} />
          {account.id === LOCAL_ACCOUNT && <Badge>{detail.own}</Badge>}
        </>
      }
      lead={isSuspended ? detail.suspended : undefined}
      facts={[
        { label: detail.plan, value: PLANS[account.plan].title },
        { label: detail.credits, value: formatCount(account.credits) },
        { label: detail.keys, value: formatCount(keys) },
        { label: detail.projects, value: formatCount(account.projects.length) },
        { label: detail.opened, value: <AgoText value={account.created_at} now={Date.now()} /> },
      ]}
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          isDisabled={isSuspended}
          onPress={() => setSearch({ act: 'new-key' }, 'push')}
        >
          {words.newKey.verb}
        </Button>
      }
      more={useVerbs(account)}
    >
      <Tabs
        label={detail.tabs.label}
        selected={search.tab ?? 'account'}
        onSelect={(tab) =>
          setSearch({
            tab: tab === 'account' ? undefined : TABS.find((known) => known === tab),
            action: undefined,
          })
        }
        tabs={[
          { id: 'account', title: detail.tabs.account, content: <AccountOverview account={account} /> },
          { id: 'keys', title: detail.tabs.keys, content: <KeyList account={account} /> },
          { id: 'usage', title: detail.tabs.usage, content: <UsageView account={account} /> },
          { id: 'audit', title: detail.tabs.audit, content: <AuditView accountId={account.id} /> },
        ]}
      />
      {/* What was changed elsewhere meanwhile begins a new form. */}
      <TermsSheet
        key={`${account.plan} ${account.credits}`}
        account={account}
        isOpen={search.act === 'terms'}
        onClose={close}
      />
      <SuspendSheet key={account.status} account={account} isOpen={search.act === 'suspend'} onClose={close} />
      <NewKeySheet
        account={account}
        act={search.act === 'new-key' || search.act === 'sample-key' ? search.act : null}
        onClose={close}
        onStored={(key) => setSearch({ act: undefined, tab: 'keys', key })}
      />
    </Page>
  );
}

/** The verbs of an account. */
function useVerbs(account: AccountRead): readonly MenuAction[] {
  const { setSearch } = useAccountsSearch();
  const copy = useCopy();
  const actFor = useActForAccount(account);
  const isActive = account.status === 'active';
  return [
    {
      id: 'terms',
      title: words.terms.verb,
      icon: <SlidersHorizontal aria-hidden size={15} />,
      onAction: () => setSearch({ act: 'terms' }, 'push'),
    },
    ...actFor,
    {
      id: 'copy',
      title: words.detail.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(account.id, words.detail.idLabel),
    },
    // The console itself works with this account.
    ...(account.id === LOCAL_ACCOUNT
      ? []
      : [
          {
            id: 'suspend',
            title: isActive ? words.suspend.suspend : words.suspend.activate,
            icon: isActive ? <Ban aria-hidden size={15} /> : <CircleCheck aria-hidden size={15} />,
            isDanger: isActive,
            onAction: () => setSearch({ act: 'suspend' }, 'push'),
          },
        ]),
  ];
}
