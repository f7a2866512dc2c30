import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { Copy, Eye, KeyRound, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/protect/keys.ts';
import { isWorking } from './managed-items.ts';
import { MaterialSheet } from './material-sheet.tsx';
import { Provenance } from './provenance.tsx';
import { managedKeysQuery, refreshKeys, type WrappedKey, wrappedKeysQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { TIER_WORDS } from './tiers.ts';
import { HOLDER_WORDS } from './wrapped-items.ts';

const ALL = [
  { title: words.title, to: '/keys' },
  { title: words.tabs.wrapped, to: '/keys', search: { tab: 'wrapped' } },
];

/** One wrapped key under its address: its facts, unwrapping, a new envelope, its history. */
export function WrappedDetail({ id }: { readonly id: string }) {
  const keys = useQuery(wrappedKeysQuery);
  const item = keys.data?.items.find(({ wrapped_key_id }) => wrapped_key_id === id);
  const { wrapped, detail } = words;
  if (item !== undefined) return <WrappedKeyPage item={item} />;
  return (
    <Page title={wrapped.one} crumbs={ALL} place={id}>
      {keys.isPending && <p className="min-h-40 text-muted">{wrapped.loading}</p>}
      {keys.error !== null && (
        <RequestError error={keys.error} what={wrapped.what} onRetry={() => void keys.refetch()} />
      )}
      {keys.data !== undefined && (
        <EmptyState title={wrapped.missing}>
          <p>{detail.missingText(<code>{id}</code>)}</p>
        </EmptyState>
      )}
    </Page>
  );
}

function WrappedKeyPage({ item }: { readonly item: WrappedKey }) {
  const id = item.wrapped_key_id;
  const { setSearch } = useKeysSearch();
  const copy = useCopy();
  const renewal = useRenewal(item);
  const { wrapped } = words;
  const obeyed = item.key_id;
  const isOurs = item.holder === 'service';
  return (
    <Page
      title={id}
      place={id}
      crumbs={ALL}
      object="key"
      facts={useFacts(item)}
      action={
        isOurs && (
          <Button
            variant="primary"
            icon={<RefreshCw aria-hidden size={15} />}
            aria-disabled={renewal.state.status === 'busy'}
            onPress={renewal.start}
          >
            {wrapped.renew}
          </Button>
        )
      }
      more={[
        ...(obeyed === null
          ? []
          : [
              {
                id: 'key',
                title: wrapped.openKey,
                icon: <KeyRound aria-hidden size={15} />,
                onAction: () => setSearch({ tab: undefined, wrapped: undefined, key: obeyed }, 'push'),
              },
            ]),
        {
          id: 'copy',
          title: words.copyId,
          icon: <Copy aria-hidden size={15} />,
          onAction: () => void copy(id, wrapped.idLabel),
        },
      ]}
    >
      <div className="space-y-8">
        <WorkStatus
          state={renewal.state}
          busyLabel={wrapped.renewing}
          failedTitle={wrapped.notRenewed}
          onCancel={renewal.cancel}
          units={key.rotateEnvelope.units}
        />
        <Obedience item={item} />
        {isOurs ? <WrappedMaterial id={id} /> : <p className="text-muted">{wrapped.recipientNote}</p>}
        <Provenance id={id} />
      </div>
    </Page>
  );
}

function useRenewal({ wrapped_key_id }: WrappedKey) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) =>
    client.crypto.key.rotateEnvelope({ body: { wrapped_key_id: id } }, { signal }),
  );
  const renew = async () => {
    const renewed = await work.start(wrapped_key_id);
    if (renewed === null) return;
    announce(words.wrapped.renewedTo(renewed.new_envelope_version));
    await refreshKeys();
  };
  return { state: work.state, cancel: work.cancel, start: () => void renew() };
}

function useFacts(item: WrappedKey): readonly FactItem[] {
  const [opened] = useState(Date.now);
  const now = Math.max(opened, Date.now());
  const { wrapped } = words;
  return [
    {
      label: wrapped.versionLabel,
      value: <span data-testid="envelope-version">{item.envelope_version}</span>,
    },
    { label: wrapped.tier, value: TIER_WORDS[item.wrapping_tier] },
    { label: wrapped.holder, value: HOLDER_WORDS[item.holder] },
    {
      label: wrapped.renewed,
      value: item.rotated_at === null ? words.never : <AgoText value={item.rotated_at} now={now} />,
    },
    { label: wrapped.created, value: <AgoText value={item.created_at} now={now} /> },
  ];
}

/** The managed key whose status this one obeys; said where that one does not work any more. */
function Obedience({ item }: { readonly item: WrappedKey }) {
  const keys = useQuery(managedKeysQuery);
  const obeyed = keys.data?.items.find(({ key_id }) => key_id === item.key_id);
  if (obeyed === undefined || isWorking(obeyed)) return null;
  return <p className="text-inconclusive">{words.wrapped.unusable(words.states[obeyed.status])}</p>;
}

/** The material under the envelope: shown in a sheet. */
function WrappedMaterial({ id }: { readonly id: string }) {
  const announce = useAnnounce();
  const { search, act, close } = useKeysSearch();
  const work = useWork((wrapped_key_id: string, signal) =>
    client.signing.svcKey.unwrap({ body: { wrapped_key_id } }, { signal }),
  );
  useOnLock(work.reset);
  const { wrapped, material } = words;
  const { units } = svcKey.unwrap;
  const unwrap = async () => {
    if ((await work.start(id)) === null) return;
    announce(material.done);
    void refreshKeys();
  };
  return (
    <Section
      title={material.title}
      aside={
        <span className="text-13 text-muted">
          {wrapped.costs(unitsText(units), unitsText(key.rotateEnvelope.units))}
        </span>
      }
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-sunken p-1.5 ps-3">
        <p className="min-w-40 flex-1">
          <span aria-hidden="true" className="me-3 tracking-widest text-muted">
            ••••••••••••
          </span>
          <span className="text-13 text-muted">{material.masked}</span>
        </p>
        <Button
          icon={<Eye aria-hidden size={15} />}
          onPress={() => {
            act('material');
            void unwrap();
          }}
        >
          {wrapped.unwrap}
        </Button>
      </div>
      <p className="mt-2 max-w-prose text-13 text-muted">{wrapped.renewNote}</p>
      <MaterialSheet
        title={wrapped.unwrapTitle}
        isOpen={search.act === 'material'}
        onClose={() => {
          work.reset();
          close();
        }}
        material={work.result?.key_material ?? null}
        label={wrapped.material}
        work={work}
        busyLabel={wrapped.unwrapping}
        failedTitle={wrapped.notUnwrapped}
        units={units}
        cost={words.cost(unitsText(units))}
        onFetch={() => void unwrap()}
      />
    </Section>
  );
}
