import { queryOptions, useQuery } from '@tanstack/react-query';
import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import type { KeyUse } from '@touchstone/core/keys/key-set.ts';
import { client } from '../../../lib/client.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { sentenceFor } from '../../../parts/work/error-sentence.ts';
import { Fact } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/sign.ts';
import { Facts } from './facts.tsx';

const { threeKey: texts } = words;

export const serviceKeySetsQuery = queryOptions({
  queryKey: ['service-key-sets'],
  queryFn: ({ signal }) => client.signing.svcKey.publicKeys({}, { signal }),
});

/** A key set of the service, as the service publishes it, and whether this machine has pinned it. */
export function ServiceKeySet({ id, use }: { readonly id: string; readonly use: KeyUse }) {
  const { store } = useTrustStore();
  const { data, error } = useQuery(serviceKeySetsQuery);
  const ofUse = data?.keysets.filter((keySet) => keySet.use === use) ?? [];
  const found = ofUse.find(({ keyset_id }) => keyset_id === id);
  const isPinned = heldByFingerprint(store, found?.fingerprint ?? '') !== undefined;
  return (
    <Facts>
      <Fact name={texts.keySet}>
        <FileText text={id} isMono />
        {found !== undefined && (
          <span className="text-muted">
            {', '}
            {texts.edition(found.serial, found === ofUse[0])}
          </span>
        )}
      </Fact>
      {found !== undefined && (
        <>
          <Fact name={texts.until}>
            <TimeText value={found.not_after} />
          </Fact>
          <Fact name={texts.fingerprint}>
            <HashText value={found.fingerprint} label={texts.fingerprintLabel} />
            <span className="block text-muted">{isPinned ? texts.pinned : texts.notPinned}</span>
          </Fact>
        </>
      )}
      {error !== null && <Fact name={texts.unknown}>{sentenceFor(error)}</Fact>}
    </Facts>
  );
}
