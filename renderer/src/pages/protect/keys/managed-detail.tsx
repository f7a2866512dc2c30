import { useQuery } from '@tanstack/react-query';
import { Copy, Lock, LockOpen, RotateCw, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/protect/keys.ts';
import { DecryptDataSheet, NO_BLOB } from './decrypt-data-sheet.tsx';
import { EncryptDataSheet } from './encrypt-data-sheet.tsx';
import { KeyMaterial } from './key-material.tsx';
import { isWorking, type ManagedKey } from './managed-items.ts';
import { StateBadge } from './managed-state.tsx';
import { Provenance } from './provenance.tsx';
import { managedKeysQuery, wrappedKeysQuery } from './queries.ts';
import { RevokeSheet } from './revoke-sheet.tsx';
import { RotateSheet } from './rotate-sheet.tsx';
import { type Act, useKeysSearch } from './search.ts';
import { TIER_WORDS } from './tiers.ts';

const ALL = [{ title: words.title, to: '/keys' }];

/** One managed key under its address, so that it can be linked to. */
export function ManagedDetail({ id }: { readonly id: string }) {
  const keys = useQuery(managedKeysQuery);
  const item = keys.data?.items.find(({ key_id }) => key_id === id);
  const { detail } = words;
  if (item !== undefined) return <ManagedKeyPage item={item} />;
  return (
    <Page title={words.one} crumbs={ALL} place={id}>
      {keys.isPending && <p className="min-h-40 text-muted">{detail.loading}</p>}
      {keys.error !== null && (
        <RequestError error={keys.error} what={words.list.what} onRetry={() => void keys.refetch()} />
      )}
      {keys.data !== undefined && (
        <EmptyState title={detail.missing}>
          <p>{detail.missingText(<code>{id}</code>)}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function ManagedKeyPage({ item }: { readonly item: ManagedKey }) {
  const { search, setSearch, close } = useKeysSearch();
  const [blob, setBlob] = useState(NO_BLOB);
  const sheet = (act: Act) => ({ isOpen: search.act === act, onClose: close });
  return (
    <Page
      title={item.label === '' ? item.key_id : item.label}
      place={item.key_id}
      crumbs={ALL}
      object="key"
      state={<StateBadge status={item.status} />}
      lead={item.status === 'active' ? undefined : words.meanings[item.status]}
      facts={useFacts(item)}
      action={<PrimaryAction item={item} />}
      more={useVerbs(item)}
    >
      <div className="space-y-8">
        {isWorking(item) && <KeyMaterial keyId={item.key_id} {...sheet('material')} />}
        <Details item={item} />
        <Provenance id={item.key_id} />
      </div>
      <RotateSheet {...sheet('rotate')} item={item} onRotated={(key) => setSearch({ key, act: undefined })} />
      <RevokeSheet {...sheet('revoke')} item={item} />
      <EncryptDataSheet
        {...sheet('encrypt')}
        item={item}
        onUse={(made) => {
          setBlob(made);
          setSearch({ act: 'decrypt' });
        }}
      />
      <DecryptDataSheet {...sheet('decrypt')} item={item} blob={[blob, setBlob]} />
    </Page>
  );
}

function useFacts(item: ManagedKey): readonly FactItem[] {
  const [opened] = useState(Date.now);
  const now = Math.max(opened, Date.now());
  const { detail } = words;
  const ends: FactItem =
    item.revoked_at !== null
      ? { label: detail.revoked, value: <AgoText value={item.revoked_at} now={now} /> }
      : item.grace_period_ends !== null
        ? { label: detail.graceEnds, value: <AgoText value={item.grace_period_ends} now={now} /> }
        : { label: detail.ends, value: detail.noEnd };
  return [
    { label: detail.tier, value: TIER_WORDS[item.tier] },
    { label: detail.operations, value: formatCount(item.total_operations) },
    {
      label: detail.used,
      value: item.last_used === null ? words.never : <AgoText value={item.last_used} now={now} />,
    },
    ends,
  ];
}

/** What a person most likely wants in the state that the key is in. */
function PrimaryAction({ item }: { readonly item: ManagedKey }) {
  const { setSearch, act } = useKeysSearch();
  const successor = item.rotated_to;
  if (item.status === 'active') {
    return (
      <Button variant="primary" icon={<RotateCw aria-hidden size={15} />} onPress={() => act('rotate')}>
        {words.rotate.verb}
      </Button>
    );
  }
  if (successor === null) return null;
  return (
    <Button onPress={() => setSearch({ key: successor, act: undefined }, 'push')}>{words.detail.openSuccessor}</Button>
  );
}

/** The verbs of a key, as far as its state allows them. */
function useVerbs(item: ManagedKey): readonly MenuAction[] {
  const { act } = useKeysSearch();
  const copy = useCopy();
  const data = [
    {
      id: 'encrypt',
      title: words.blobs.encrypt,
      icon: <Lock aria-hidden size={15} />,
      onAction: () => act('encrypt'),
    },
    {
      id: 'decrypt',
      title: words.blobs.decrypt,
      icon: <LockOpen aria-hidden size={15} />,
      onAction: () => act('decrypt'),
    },
  ];
  const revoke = {
    id: 'revoke',
    title: words.revoke.verb,
    icon: <ShieldX aria-hidden size={15} />,
    isDanger: true,
    onAction: () => act('revoke'),
  };
  return [
    ...(isWorking(item) ? data : []),
    {
      id: 'copy',
      title: words.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(item.key_id, words.detail.idLabel),
    },
    ...(item.status === 'revoked' ? [] : [revoke]),
  ];
}

function Details({ item }: { readonly item: ManagedKey }) {
  const wrapped = useQuery(wrappedKeysQuery);
  const dependants = wrapped.data?.items.filter(({ key_id }) => key_id === item.key_id).length ?? 0;
  const { detail } = words;
  return (
    <Section title={detail.details}>
      <FactList>
        <Fact name={detail.id}>
          <code className="text-13 break-all">{item.key_id}</code>{' '}
          <CopyText value={item.key_id} label={detail.idLabel} />
        </Fact>
        <Fact name={detail.created}>
          <TimeText value={item.created_at} />
        </Fact>
        {item.revoked_at === null && item.grace_period_ends !== null && (
          <Fact name={detail.graceEnds}>
            <TimeText value={item.grace_period_ends} />
          </Fact>
        )}
        {item.revoked_at !== null && (
          <Fact name={detail.revoked}>
            <TimeText value={item.revoked_at} />
          </Fact>
        )}
        {item.rotated_from !== null && (
          <Fact name={detail.replaces}>
            <KeyLink id={item.rotated_from} />
          </Fact>
        )}
        {item.rotated_to !== null && (
          <Fact name={detail.replacedBy}>
            <KeyLink id={item.rotated_to} />
          </Fact>
        )}
        {dependants > 0 && <Fact name={detail.wrapped}>{detail.wrappedCount(dependants)}</Fact>}
      </FactList>
    </Section>
  );
}

function KeyLink({ id }: { readonly id: string }) {
  const { setSearch } = useKeysSearch();
  return (
    <Button
      size="small"
      variant="quiet"
      className="-ms-2"
      onPress={() => setSearch({ key: id, act: undefined }, 'push')}
    >
      <code>{id}</code>
    </Button>
  );
}
