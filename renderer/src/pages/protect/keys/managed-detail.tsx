import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { KeyBlobs } from './key-blobs.tsx';
import { KeyMaterial } from './key-material.tsx';
import { isWorking, type ManagedKey } from './managed-items.ts';
import { KEY_STATES, ManagedState } from './managed-state.tsx';
import { Provenance } from './provenance.tsx';
import { managedKeysQuery } from './queries.ts';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import { useKeysSearch } from './search.ts';
import { TIER_WORDS } from './tiers.ts';

/** One managed key under its address, so that it can be linked to. */
export function ManagedDetail({ id }: { readonly id: string }) {
  const { setSearch } = useKeysSearch();
  const keys = useQuery(managedKeysQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The row that had the focus is gone. Where the page itself was just opened, the frame has moved it already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  const item = keys.data?.items.find(({ key_id }) => key_id === id);
  return (
    <section aria-labelledby="key-heading" className="space-y-(--gap)">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="key-heading" ref={heading} tabIndex={-1} className="min-w-0 text-16 outline-none">
          {item === undefined ? id : <FileText text={item.label} />}
        </h2>
        {item !== undefined && <ManagedState status={item.status} />}
        <span className="grow" />
        <Button onPress={() => setSearch({ key: undefined }, 'push')}>All keys</Button>
      </div>
      {keys.isPending && <p className="min-h-40 text-muted">Loading the key</p>}
      {keys.error !== null && <RequestError error={keys.error} what="The keys" onRetry={() => void keys.refetch()} />}
      {keys.data !== undefined && item === undefined && (
        <EmptyState title="This project has no key of that id">
          It may belong to another project, or the address is wrong: <code>{id}</code>
        </EmptyState>
      )}
      {item !== undefined && <OpenKey key={item.key_id} item={item} />}
    </section>
  );
}

function OpenKey({ item }: { readonly item: ManagedKey }) {
  const [act, setAct] = useState<'rotate' | 'revoke' | null>(null);
  const isUsable = isWorking(item);
  return (
    <>
      <Panel title="State" lead={KEY_STATES[item.status].means}>
        <KeyFacts item={item} />
        <div className="flex flex-wrap gap-2">
          {item.status === 'active' && <Button onPress={() => setAct('rotate')}>Rotate</Button>}
          {item.status !== 'revoked' && (
            <Button variant="danger" onPress={() => setAct('revoke')}>
              Revoke
            </Button>
          )}
        </div>
      </Panel>
      {isUsable && (
        <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
          <KeyMaterial keyId={item.key_id} />
          <KeyBlobs keyId={item.key_id} tier={item.tier} label={item.label} />
        </div>
      )}
      <Provenance id={item.key_id} />
      {act === 'rotate' && <RotateKey item={item} onClose={() => setAct(null)} />}
      {act === 'revoke' && <RevokeKey item={item} onClose={() => setAct(null)} />}
    </>
  );
}

function KeyFacts({ item }: { readonly item: ManagedKey }) {
  return (
    <FactList>
      <Fact name="Key id">
        <code>{item.key_id}</code> <CopyText value={item.key_id} label="key id" />
      </Fact>
      <Fact name="Tier">{TIER_WORDS[item.tier]}</Fact>
      <Fact name="Created">
        <TimeText value={item.created_at} />
      </Fact>
      <Fact name="Operations">{formatCount(item.total_operations)}</Fact>
      <Fact name="Last used">
        {item.last_used === null ? <span className="text-muted">never</span> : <TimeText value={item.last_used} />}
      </Fact>
      {item.grace_period_ends !== null && item.revoked_at === null && (
        <Fact name="Grace period ends">
          <TimeText value={item.grace_period_ends} />
        </Fact>
      )}
      {item.revoked_at !== null && (
        <Fact name="Revoked">
          <TimeText value={item.revoked_at} />
        </Fact>
      )}
      {item.rotated_from !== null && (
        <Fact name="Replaces">
          <KeyLink id={item.rotated_from} />
        </Fact>
      )}
      {item.rotated_to !== null && (
        <Fact name="Replaced by">
          <KeyLink id={item.rotated_to} />
        </Fact>
      )}
    </FactList>
  );
}

function KeyLink({ id }: { readonly id: string }) {
  const { setSearch } = useKeysSearch();
  return (
    <Button size="small" variant="quiet" className="-ms-2" onPress={() => setSearch({ key: id }, 'push')}>
      <code>{id}</code>
    </Button>
  );
}
