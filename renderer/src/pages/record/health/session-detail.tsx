import { useQuery } from '@tanstack/react-query';
import type { SessionState } from '@touchstone/core/health/session.ts';
import { Anchor, Copy, LockOpen, PenLine, Plus } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow, useSeenNow } from '../../../lib/window/use-now.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/record/health.ts';
import { AttestSheet } from './attest-sheet.tsx';
import { Attested } from './attested.tsx';
import { EventList } from './event-list.tsx';
import { EventSheet } from './event-sheet.tsx';
import { LockState } from './lock-state.tsx';
import { sessionsQuery } from './queries.ts';
import { ReleaseSheet } from './release-sheet.tsx';
import { useHealthSearch } from './search.ts';
import { type SessionItem, stateNow } from './session-items.ts';

const ALL = [{ title: words.title, to: '/health' }];

/** One session under its address: its lock, its events, what can be done while it is open. */
export function SessionDetail({ id }: { readonly id: string }) {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const item = data?.items.find(({ session_id }) => session_id === id);
  if (item !== undefined) return <Session item={item} />;
  const { detail } = words;
  return (
    <Page title={words.one} crumbs={ALL} place={id}>
      {isPending ? (
        <p className="min-h-40 text-muted">{detail.loading}</p>
      ) : error !== null ? (
        <RequestError error={error} what={words.list.what} onRetry={() => void refetch()} />
      ) : (
        <EmptyState title={detail.missing} icon={<ObjectSign kind="validation" />}>
          <p>{detail.missingText(<code>{id}</code>)}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function Session({ item }: { readonly item: SessionItem }) {
  const { search, setSearch } = useHealthSearch();
  const state = useSeenNow((now) => stateNow(item, now), 1_000);
  const now = useNow(15_000);
  const { detail } = words;
  const close = () => setSearch({ act: undefined });
  const sheet = (act: typeof search.act) => ({ item, state, isOpen: search.act === act, onClose: close });
  return (
    <Page
      title={item.contract_id}
      place={item.session_id}
      crumbs={ALL}
      object="validation"
      state={<LockState item={item} />}
      lead={state === 'open' ? undefined : words.over[state]}
      facts={[
        { label: detail.user, value: <FileText text={item.user_id} limit={100} /> },
        { label: detail.opened, value: <AgoText value={item.opened_at} now={now} /> },
        {
          label: item.released_at === null ? detail.ends : detail.released,
          value: <AgoText value={item.released_at ?? item.expires_at} now={now} />,
        },
        { label: detail.events, value: formatCount(item.events) },
        { label: detail.attestations, value: formatCount(item.attestations) },
      ]}
      action={<PrimaryAction item={item} state={state} />}
      more={useVerbs(item, state)}
    >
      <div className="space-y-8">
        {search.tx !== undefined && <Attested key={search.tx} tx={search.tx} chain={search.chain} />}
        <EventList item={item} />
        <Details item={item} />
      </div>
      <EventSheet {...sheet('event')} />
      <AttestSheet {...sheet('attest')} onAttested={(tx, chain) => setSearch({ act: undefined, tx, chain })} />
      <ReleaseSheet {...sheet('release')} />
    </Page>
  );
}

interface VerbProps {
  readonly item: SessionItem;
  readonly state: SessionState;
}

/** The result of an open session is attested; on the contract of one that is over, another is opened. */
function PrimaryAction({ item, state }: VerbProps) {
  const { setSearch } = useHealthSearch();
  if (state === 'open') {
    return (
      <Button
        variant="primary"
        icon={<Anchor aria-hidden size={15} />}
        onPress={() => setSearch({ act: 'attest' }, 'push')}
      >
        {words.attest.verb}
      </Button>
    );
  }
  const { contract_id: contract, user_id: user } = item;
  const openAnother = () =>
    setSearch({ session: undefined, tx: undefined, chain: undefined, act: 'open', contract, user }, 'push');
  return (
    <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={openAnother}>
      {words.detail.newOne}
    </Button>
  );
}

function useVerbs(item: SessionItem, state: SessionState): readonly MenuAction[] {
  const { setSearch } = useHealthSearch();
  const copy = useCopy();
  const copyId: MenuAction = {
    id: 'copy',
    title: words.detail.copyId,
    icon: <Copy aria-hidden size={15} />,
    onAction: () => void copy(item.session_id, words.detail.idLabel),
  };
  if (state !== 'open') return [copyId];
  return [
    {
      id: 'event',
      title: words.event.verb,
      icon: <PenLine aria-hidden size={15} />,
      onAction: () => setSearch({ act: 'event' }, 'push'),
    },
    {
      id: 'release',
      title: words.release.verb,
      icon: <LockOpen aria-hidden size={15} />,
      onAction: () => setSearch({ act: 'release' }, 'push'),
    },
    copyId,
  ];
}

function Details({ item }: { readonly item: SessionItem }) {
  const { detail } = words;
  return (
    <Section title={detail.details}>
      <FactList>
        <Fact name={detail.opened}>
          <TimeText value={item.opened_at} />
        </Fact>
        <Fact name={item.released_at === null ? detail.ends : detail.released}>
          <TimeText value={item.released_at ?? item.expires_at} />
        </Fact>
        <Fact name={detail.id}>
          <code className="text-13 break-all">{item.session_id}</code>{' '}
          <CopyText value={item.session_id} label={detail.idLabel} />
        </Fact>
        {item.head_hash !== null && (
          <Fact name={detail.head}>
            <HashText value={item.head_hash} label={detail.headLabel} />
          </Fact>
        )}
      </FactList>
    </Section>
  );
}
