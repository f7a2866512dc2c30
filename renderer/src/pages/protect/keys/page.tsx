import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { HeldPage } from '../../../parts/page/leaving-question.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words as ceremonyWords } from '../../../words/protect/ceremony.ts';
import { words as gatewayWords } from '../../../words/protect/gateway.ts';
import { words as checkWords } from '../../../words/protect/key-checks.ts';
import { words } from '../../../words/protect/keys.ts';
import { BeginSheet } from './begin-sheet.tsx';
import { Ceremony } from './ceremony.tsx';
import { CheckList } from './check-list.tsx';
import { CreateSheet } from './create-sheet.tsx';
import { type EnrolledKey, EnrolSheet } from './enrol-sheet.tsx';
import { ManagedDetail } from './managed-detail.tsx';
import { ManagedList } from './managed-list.tsx';
import { managedKeysQuery, refreshKeys, targetsQuery, wrappedKeysQuery } from './queries.ts';
import { type Act, type TabId, useKeysSearch } from './search.ts';
import { TargetDetail } from './target-detail.tsx';
import { TargetList } from './target-list.tsx';
import { TargetSheet } from './target-sheet.tsx';
import { type CeremonyState, useCeremony } from './use-ceremony.ts';
import { WrapSheet } from './wrap-sheet.tsx';
import { WrappedDetail } from './wrapped-detail.tsx';
import { WrappedList } from './wrapped-list.tsx';

/** Keys: the life of managed keys, wrapped keys, the gateway, ceremonies. */
export function KeysPage() {
  const project = useProjectId();
  const locks = useLockCount();
  // Nothing of one project may stay on the screen under another one, and no secret in a window that was left alone.
  return <Keys key={`${project} ${locks}`} />;
}

function Keys() {
  // Shares that are still to be handed out must not be lost by opening a key, nor without a question by another page.
  const ceremony = useCeremony();
  return (
    <>
      <HeldPage isHeld={ceremony.hasShares} />
      <ListOrDetail ceremony={ceremony} />
    </>
  );
}

function ListOrDetail({ ceremony }: { readonly ceremony: CeremonyState }) {
  const { tab = 'managed', key, wrapped, target } = useKeysSearch().search;
  if (tab === 'managed' && key !== undefined) return <ManagedDetail key={key} id={key} />;
  if (tab === 'wrapped' && wrapped !== undefined) return <WrappedDetail key={wrapped} id={wrapped} />;
  if (tab === 'gateway' && target !== undefined) return <TargetDetail key={target} id={target} />;
  return <AllKeys ceremony={ceremony} />;
}

/** What a person most likely wants on each tab. */
const VERBS: Readonly<Record<TabId, readonly [act: Act, title: string]>> = {
  managed: ['create', words.create.verb],
  wrapped: ['wrap', words.wrap.verb],
  gateway: ['target', gatewayWords.target.verb],
  checks: ['enrol', checkWords.enrol.verb],
  ceremony: ['begin', ceremonyWords.begin.verb],
};

function AllKeys({ ceremony }: { readonly ceremony: CeremonyState }) {
  const { search, setSearch, act, close } = useKeysSearch();
  const tab = search.tab ?? 'managed';
  const [enrolled, setEnrolled] = useState<EnrolledKey | null>(null);
  const [verb, title] = VERBS[tab];
  const { tabs } = words;
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={useFacts()}
      action={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => act(verb)}>
          {title}
        </Button>
      }
      more={[refreshAction(refreshKeys)]}
    >
      <KeptTabs
        label={tabs.label}
        selected={tab}
        onSelect={(id) => setSearch({ tab: id === 'managed' ? undefined : id, q: undefined })}
        tabs={[
          { id: 'managed', title: tabs.managed, content: <ManagedList /> },
          { id: 'wrapped', title: tabs.wrapped, content: <WrappedList /> },
          { id: 'gateway', title: tabs.gateway, content: <TargetList /> },
          { id: 'checks', title: tabs.checks, content: <CheckList made={enrolled} /> },
          { id: 'ceremony', title: tabs.ceremony, content: <Ceremony ceremony={ceremony} /> },
        ]}
      />
      <CreateSheet
        isOpen={search.act === 'create' || search.act === 'sample'}
        isSample={search.act === 'sample'}
        onClose={close}
        onMade={(key) => setSearch({ act: undefined, key })}
      />
      <WrapSheet
        isOpen={search.act === 'wrap'}
        onClose={close}
        onMade={(wrapped) => setSearch({ act: undefined, wrapped })}
      />
      <TargetSheet
        before={null}
        isOpen={search.act === 'target' || search.act === 'sample-target'}
        isSample={search.act === 'sample-target'}
        onClose={close}
        onSaved={(target) => setSearch({ act: undefined, target })}
      />
      <EnrolSheet isOpen={search.act === 'enrol'} onClose={close} onMade={setEnrolled} />
      <BeginSheet ceremony={ceremony} isOpen={search.act === 'begin'} onClose={close} />
    </Page>
  );
}

const LOOKS = { active: null, rotated: 'pending', revoked: 'failed' } as const;

/** How many keys there are, and how they are: each number leads to its keys. */
function useFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useKeysSearch();
  const keys = useQuery(managedKeysQuery).data?.items;
  const wrapped = useQuery(wrappedKeysQuery).data?.items.length;
  const targets = useQuery(targetsQuery).data?.targets.length;
  if (keys === undefined || wrapped === undefined || targets === undefined) return undefined;
  if (keys.length + wrapped + targets === 0) return undefined;
  const { facts } = words;
  const state = (status: keyof typeof LOOKS): FactItem => {
    const label = facts[status];
    const count = keys.filter((key) => key.status === status).length;
    const look = LOOKS[status];
    if (count === 0) return { label, value: formatCount(count) };
    return {
      label,
      value: (
        <button
          type="button"
          aria-label={facts.show(label, formatCount(count))}
          onClick={() => setSearch({ state: status, tab: undefined, q: undefined })}
          className="-mx-1.5 inline-flex min-h-6 items-center rounded-sm px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken"
        >
          {look === null ? formatCount(count) : <StatusMark look={look} size="small" label={formatCount(count)} />}
        </button>
      ),
    };
  };
  return [
    state('active'),
    state('rotated'),
    state('revoked'),
    { label: facts.wrapped, value: formatCount(wrapped) },
    { label: facts.targets, value: formatCount(targets) },
  ];
}
