import { useQuery } from '@tanstack/react-query';
import { heldByFingerprint } from '@touchstone/core/keys/editions.ts';
import { useState } from 'react';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { words } from '../../../words/issue/sign.ts';
import { Hybrid } from './hybrid.tsx';
import { MlDsa } from './ml-dsa.tsx';
import { MlKem } from './ml-kem.tsx';
import { useSignSearch } from './search.ts';
import { serviceKeySetsQuery } from './service-key-set.tsx';
import { ThreeFamily } from './three-family.tsx';

/** Sign: the signing service and the signature and key-encapsulation operations, by hand. */
export function SignPage() {
  const { search, setSearch } = useSignSearch();
  const locks = useLockCount();
  const { tabs } = words;
  return (
    <Page title={words.title} lead={words.lead} facts={useFacts()}>
      <KeptTabs
        key={locks}
        label={tabs.label}
        selected={search.tab}
        onSelect={(tab) => setSearch({ tab })}
        tabs={[
          { id: 'three-family', title: tabs.threeKey, content: <ThreeFamily /> },
          {
            id: 'hybrid',
            title: tabs.hybrid,
            content: <Hybrid schemeName={search.scheme} onScheme={(scheme) => setSearch({ scheme })} />,
          },
          { id: 'ml-dsa', title: tabs.mlDsa, content: <MlDsa /> },
          { id: 'ml-kem', title: tabs.mlKem, content: <MlKem /> },
        ]}
      />
    </Page>
  );
}

/** The key set that the service signs with now. */
function useFacts(): readonly FactItem[] | undefined {
  const { store } = useTrustStore();
  const [now] = useState(Date.now);
  const current = useQuery(serviceKeySetsQuery).data?.keysets.find(({ use }) => use === '3key');
  if (current === undefined) return undefined;
  const { facts } = words;
  const isPinned = heldByFingerprint(store, current.fingerprint) !== undefined;
  return [
    { label: facts.keySet, value: <FileText text={current.keyset_id} isMono /> },
    { label: facts.edition, value: current.serial },
    { label: facts.until, value: <AgoText value={current.not_after} now={now} /> },
    { label: facts.trust, value: isPinned ? facts.pinned : facts.notPinned },
  ];
}
