import { useQuery } from '@tanstack/react-query';
import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import type { KeyUse } from '@touchstone/core/keys/key-set.ts';
import { client } from '../../../lib/client.ts';
import { sentenceFor } from '../../../lib/errors.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { Fact } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { Facts } from './facts.tsx';

/** A key set of the service, as the service publishes it, and whether this machine has pinned it. */
export function ServiceKeySet({ id, use }: { readonly id: string; readonly use: KeyUse }) {
  const { store } = useTrustStore();
  const { data, error } = useQuery({
    queryKey: ['service-key-sets'],
    queryFn: ({ signal }) => client.signing.svcKey.publicKeys({}, { signal }),
  });
  const ofUse = data?.keysets.filter((keySet) => keySet.use === use) ?? [];
  const found = ofUse.find(({ keyset_id }) => keyset_id === id);
  const isPinned = heldByFingerprint(store, found?.fingerprint ?? '') !== undefined;
  return (
    <Facts>
      <Fact name="Key set">
        <FileText text={id} isMono />
        {found !== undefined && (
          <span className="text-muted">
            , serial {found.serial}, {found === ofUse[0] ? 'the current one' : 'retired'}
          </span>
        )}
      </Fact>
      {found !== undefined && (
        <>
          <Fact name="Valid until">
            <TimeText value={found.not_after} />
          </Fact>
          <Fact name="Fingerprint">
            <HashText value={found.fingerprint} label="key set fingerprint" />
            <span className="block text-muted">
              {isPinned
                ? 'Pinned in the trust store of this machine.'
                : 'Not pinned in the trust store of this machine: that these keys are the service’s own rests on its word.'}
            </span>
          </Fact>
        </>
      )}
      {error !== null && <Fact name="More about it">{sentenceFor(error)}</Fact>}
    </Facts>
  );
}
