import { useQuery } from '@tanstack/react-query';
import { SCOPES } from '@touchstone/core/api/plans.ts';
import { Copy, RotateCw, ShieldX, SlidersHorizontal } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountRead } from './account-items.ts';
import { KeyChangeSheet } from './key-change-sheet.tsx';
import { isWorking } from './key-items.ts';
import { KeyNames } from './key-names.tsx';
import { KeyRevokeSheet } from './key-revoke-sheet.tsx';
import { KeyRotateSheet } from './key-rotate-sheet.tsx';
import { KeyState } from './key-state.tsx';
import { endingWithQuery, type KeyItem, keysQuery } from './queries.ts';
import { scopesText } from './scope-words.ts';
import { useAccountsSearch } from './search.ts';

export interface KeyDetailProps {
  readonly account: AccountRead;
  readonly id: string;
}

/** One API key of an account under its address. */
export function KeyDetail({ account, id }: KeyDetailProps) {
  const keys = useQuery(keysQuery(account.id));
  const item = keys.data?.items.find(({ key_id }) => key_id === id);
  if (item !== undefined) return <Key account={account} item={item} />;
  return (
    <Page title={words.keys.one} crumbs={crumbsOf(account)} place={id}>
      {keys.error !== null ? (
        <RequestError error={keys.error} what={words.keys.what} onRetry={() => void keys.refetch()} />
      ) : keys.isFetching ? (
        <p className="min-h-40 text-muted">{words.keys.loading}</p>
      ) : (
        <ErrorState title={words.keys.missing}>{words.keys.missingText}</ErrorState>
      )}
    </Page>
  );
}

function crumbsOf({ id, email }: AccountRead) {
  return [
    { title: words.title, to: '/accounts' },
    { title: email, to: '/accounts', search: { account: id, tab: 'keys' } },
  ];
}

function Key({ account, item }: { readonly account: AccountRead; readonly item: KeyItem }) {
  const { search, setSearch } = useAccountsSearch();
  const { key } = words;
  const sheet = (act: typeof search.act) => ({
    isOpen: search.act === act,
    onClose: () => setSearch({ act: undefined }),
    item,
  });
  return (
    <Page
      title={item.label === '' ? words.keys.unnamed : item.label}
      place={item.key_id}
      crumbs={crumbsOf(account)}
      object="apiKey"
      state={<KeyState status={item.status} />}
      lead={item.status === 'rotated' ? key.rotated : undefined}
      facts={[
        {
          label: key.id,
          value: (
            <>
              <code className="text-13 font-normal">{item.key_id}</code>
              <CopyText value={item.key_id} label={key.idLabel} />
            </>
          ),
        },
        { label: key.scopes, value: scopesInBrief(item.scopes) },
        {
          label: key.expires,
          value: item.expires_at === null ? words.keys.never : <AgoText value={item.expires_at} now={Date.now()} />,
        },
        { label: key.created, value: <AgoText value={item.created_at} now={Date.now()} /> },
      ]}
      action={
        item.status === 'active' && (
          <Button
            variant="primary"
            icon={<RotateCw aria-hidden size={15} />}
            onPress={() => setSearch({ act: 'rotate-key' }, 'push')}
          >
            {words.keyRotate.verb}
          </Button>
        )
      }
      more={useVerbs(item)}
    >
      <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
        <Details item={item} onOpen={(id) => setSearch({ key: id }, 'push')} />
        <Below item={item} />
      </div>
      <KeyChangeSheet key={JSON.stringify([item.scopes, item.label])} {...sheet('change-key')} />
      <KeyRotateSheet {...sheet('rotate-key')} onStored={(id) => setSearch({ act: undefined, key: id })} />
      <KeyRevokeSheet {...sheet('revoke-key')} />
    </Page>
  );
}

/** The verbs of a key, as far as its state allows them. */
function useVerbs(item: KeyItem): readonly MenuAction[] {
  const { setSearch } = useAccountsSearch();
  const copy = useCopy();
  const change = {
    id: 'change',
    title: words.keyChange.verb,
    icon: <SlidersHorizontal aria-hidden size={15} />,
    onAction: () => setSearch({ act: 'change-key' }, 'push'),
  };
  const revoke = {
    id: 'revoke',
    title: words.keyRevoke.verb,
    icon: <ShieldX aria-hidden size={15} />,
    isDanger: true,
    onAction: () => setSearch({ act: 'revoke-key' }, 'push'),
  };
  return [
    ...(item.status === 'revoked' ? [] : [change]),
    {
      id: 'copy',
      title: words.key.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(item.key_id, words.key.idLabel),
    },
    ...(isWorking(item) ? [revoke] : []),
  ];
}

/** Many scopes would fill the strip: their number then, and the names under the details. */
function scopesInBrief(scopes: KeyItem['scopes']): string {
  return scopes === '*' || scopes.length <= 3 ? scopesText(scopes) : words.key.scopeCount(scopes.length, SCOPES.length);
}

interface DetailsProps {
  readonly item: KeyItem;
  readonly onOpen: (id: string) => void;
}

function Details({ item, onOpen }: DetailsProps) {
  const { key } = words;
  const { rotated_to: next } = item;
  return (
    <Section title={key.details}>
      <FactList>
        <Fact name={key.label}>
          {item.label === '' ? <span className="text-muted">{words.keys.none}</span> : <FileText text={item.label} />}
        </Fact>
        <Fact name={key.scopes}>{scopesText(item.scopes)}</Fact>
        <Fact name={key.project}>
          <code className="text-13">{item.project_id}</code>{' '}
          <CopyText value={item.project_id} label={key.projectLabel} />
        </Fact>
        <Fact name={key.maker}>
          {item.created_by === null ? (
            <span className="text-muted">{key.noMaker}</span>
          ) : (
            <>
              <code className="text-13">{item.created_by}</code>{' '}
              <CopyText value={item.created_by} label={key.makerLabel} />
            </>
          )}
        </Fact>
        <Fact name={key.created}>
          <TimeText value={item.created_at} />
        </Fact>
        <Fact name={key.expires}>
          {item.expires_at === null ? words.keys.never : <TimeText value={item.expires_at} />}
        </Fact>
        {item.revoked_at !== null && (
          <Fact name={key.revoked}>
            <TimeText value={item.revoked_at} />
          </Fact>
        )}
        {next !== null && (
          <Fact name={key.replacedBy}>
            <code className="text-13">{next}</code>{' '}
            <Button size="small" onPress={() => onOpen(next)}>
              {key.openReplacement}
            </Button>
          </Fact>
        )}
      </FactList>
    </Section>
  );
}

/** The keys that end with this one. */
function Below({ item }: { readonly item: KeyItem }) {
  const { key } = words;
  const below = useQuery(endingWithQuery(item.key_id));
  const working = below.data?.items.filter(isWorking) ?? [];
  return (
    <Section title={key.below} lead={key.belowLead}>
      {below.error !== null && (
        <RequestError error={below.error} what={key.belowWhat} onRetry={() => void below.refetch()} />
      )}
      {below.isPending && <p className="text-muted">{key.belowLoading}</p>}
      {below.data !== undefined && working.length === 0 && (
        <p className="text-muted">{below.data.isWhole ? key.belowNone : key.belowNoneOfRead}</p>
      )}
      {working.length > 0 && <KeyNames items={working} />}
      {below.data !== undefined && working.length > 0 && !below.data.isWhole && (
        <p className="text-muted">{key.belowCut}</p>
      )}
    </Section>
  );
}
