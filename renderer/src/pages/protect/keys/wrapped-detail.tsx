import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import { svcKey } from '@touchstone/core/api/signing/svc-key.ts';
import { LockOpen, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { isWorking } from './managed-items.ts';
import { MaterialText } from './material-text.tsx';
import { Provenance } from './provenance.tsx';
import { managedKeysQuery, refreshKeys, type WrappedKey } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { TIER_WORDS } from './tiers.ts';
import { HOLDER_WORDS } from './wrapped-items.ts';

/** One wrapped key: its facts, unwrapping, a new envelope, its history. */
export function WrappedDetail({ id, item }: { readonly id: string; readonly item: WrappedKey | null }) {
  const { setSearch } = useKeysSearch();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section aria-labelledby="wrapped-heading" className="space-y-(--gap)">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="wrapped-heading" ref={heading} tabIndex={-1} className="min-w-0 text-16 outline-none">
          <code>{id}</code>
        </h2>
        <span className="grow" />
        <Button onPress={() => setSearch({ wrapped: undefined }, 'push')}>All wrapped keys</Button>
      </div>
      {item === null ? (
        <EmptyState title="This project has no wrapped key of that id">
          It may belong to another project, or the address is wrong.
        </EmptyState>
      ) : (
        <>
          <Envelope item={item} />
          <Provenance id={item.wrapped_key_id} />
        </>
      )}
    </section>
  );
}

function Envelope({ item }: { readonly item: WrappedKey }) {
  const id = item.wrapped_key_id;
  const announce = useAnnounce();
  const { setSearch } = useKeysSearch();
  const unwrapping = useWork((wrappedKeyId: string, signal) =>
    client.signing.svcKey.unwrap({ body: { wrapped_key_id: wrappedKeyId } }, { signal }),
  );
  const renewing = useWork((wrappedKeyId: string, signal) =>
    client.crypto.key.rotateEnvelope({ body: { wrapped_key_id: wrappedKeyId } }, { signal }),
  );
  useOnLock(unwrapping.reset);
  const unwrap = async () => {
    if ((await unwrapping.start(id)) === null) return;
    announce('The material is here, masked');
    void refreshKeys();
  };
  const renew = async () => {
    const renewed = await renewing.start(id);
    if (renewed === null) return;
    announce(`The envelope has version ${renewed.new_envelope_version} now`);
    await refreshKeys();
  };
  const isOurs = item.holder === 'service';
  const keys = useQuery(managedKeysQuery);
  const obeyed = keys.data?.items.find(({ key_id }) => key_id === item.key_id);
  return (
    <Panel title="Envelope">
      <FactList>
        <Fact name="Id">
          <code>{id}</code> <CopyText value={id} label="wrapped key id" />
        </Fact>
        <Fact name="Version">
          <span data-testid="envelope-version">{item.envelope_version}</span>
        </Fact>
        <Fact name="Tier">{TIER_WORDS[item.wrapping_tier]}</Fact>
        <Fact name="Who opens it">{HOLDER_WORDS[item.holder]}</Fact>
        <Fact name="Obeys">
          {item.key_id === null ? (
            <span className="text-muted">no managed key</span>
          ) : (
            <Button
              size="small"
              variant="quiet"
              className="-ms-2"
              onPress={() => setSearch({ tab: undefined, key: item.key_id ?? undefined }, 'push')}
            >
              <code>{item.key_id}</code>
            </Button>
          )}
        </Fact>
        <Fact name="Created">
          <TimeText value={item.created_at} />
        </Fact>
        <Fact name="Envelope renewed">
          {item.rotated_at === null ? <span className="text-muted">never</span> : <TimeText value={item.rotated_at} />}
        </Fact>
      </FactList>
      {obeyed !== undefined && !isWorking(obeyed) && (
        <p className="text-inconclusive">
          The key that it obeys is {obeyed.status}: it can be neither unwrapped nor given a new envelope.
        </p>
      )}
      {isOurs ? (
        <>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<LockOpen aria-hidden size={16} />}
              aria-disabled={unwrapping.state.status === 'busy'}
              onPress={() => void unwrap()}
            >
              Unwrap ({unitsText(svcKey.unwrap.units)})
            </Button>
            {unwrapping.result !== null && <Button onPress={unwrapping.reset}>Forget it here</Button>}
            <Button
              icon={<RefreshCw aria-hidden size={16} />}
              aria-disabled={renewing.state.status === 'busy'}
              onPress={() => void renew()}
            >
              Renew the envelope ({unitsText(key.rotateEnvelope.units)})
            </Button>
          </div>
          <p className="max-w-prose text-13 text-muted">
            A new envelope helps against an old one that leaked without its data key; it does not help where the
            material is known already. The id stays valid.
          </p>
        </>
      ) : (
        <p className="text-muted">
          It was wrapped to the public key of a recipient: only he can open it and renew its envelope.
        </p>
      )}
      <WorkStatus
        state={unwrapping.state}
        busyLabel="Unwrapping"
        failedTitle="The key was not unwrapped"
        onCancel={unwrapping.cancel}
        units={svcKey.unwrap.units}
      />
      {unwrapping.result !== null && <MaterialText value={unwrapping.result.key_material} label="Unwrapped material" />}
      <WorkStatus
        state={renewing.state}
        busyLabel="Renewing the envelope"
        failedTitle="The envelope was not renewed"
        onCancel={renewing.cancel}
        units={key.rotateEnvelope.units}
      />
    </Panel>
  );
}
