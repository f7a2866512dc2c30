import { useQuery } from '@tanstack/react-query';
import { type KeySet, keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { Download, FolderInput, Import } from 'lucide-react';
import { useState } from 'react';
import { downloadText } from '../../../parts/download/download.ts';
import { Page } from '../../../parts/page/page.tsx';
import { KeySetImportSheet } from '../../../parts/trust/key-set-import.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { sampleKeySetQuery } from '../../../parts/verification/examples.ts';
import { Button } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/check/trust.ts';
import { TrustHistory } from './history.tsx';
import { KeySetPage } from './key-set-page.tsx';
import { KeySetTable } from './key-set-table.tsx';
import { storeFacts } from './list-facts.tsx';
import { OwnService } from './own-service.tsx';
import { Revocations } from './revocations.tsx';
import { TRUST_TABS, useTrustSearch } from './search.ts';
import { useStoreImport } from './store-import.tsx';
import { SyncNotice } from './sync-notice.tsx';

/** Trust: which key sets this machine goes by and why, the own service's sets, and which keys are revoked. */
export function TrustPage() {
  const { search } = useTrustSearch();
  const [again, setAgain] = useState<KeySet | null>(null);
  return (
    <>
      {search.set === undefined ? <TrustStorePage /> : <KeySetPage fingerprint={search.set} onImportAgain={setAgain} />}
      {again !== null && (
        <KeySetImportSheet
          key={again.fingerprint}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAgain(null)}
          initial={{ name: words.set.againSource, text: JSON.stringify(again) }}
        />
      )}
    </>
  );
}

function TrustStorePage() {
  const trust = useTrustStore();
  const { search, setSearch } = useTrustSearch();
  const [now] = useState(Date.now);
  const setImporting = (isOpen: boolean) => setSearch({ import: isOpen ? true : undefined });
  const sample = useQuery({ ...sampleKeySetQuery, enabled: search.import === 'sample' });
  const { key_sets: keySets, revocations } = trust.store;
  const storeImport = useStoreImport(trust);
  const isEmpty = keySets.length === 0 && revocations.length === 0;
  const save = {
    id: 'export',
    title: words.exportStore,
    icon: <Download aria-hidden size={15} />,
    onAction: () => downloadText('trust-store.json', trustStoreText(trust.store)),
  };
  const load = {
    id: 'import',
    title: words.importStore,
    icon: <FolderInput aria-hidden size={15} />,
    onAction: storeImport.choose,
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={keySets.length === 0 ? undefined : storeFacts(trust.store, now)}
      action={
        <Button variant="primary" icon={<Import aria-hidden size={16} />} onPress={() => setImporting(true)}>
          {words.import}
        </Button>
      }
      more={isEmpty ? [load] : [load, save]}
    >
      <div className="space-y-(--gap)">
        <SyncNotice trust={trust} />
        {storeImport.view}
        <Tabs
          label={words.tabs.label}
          selected={search.tab ?? 'sets'}
          onSelect={(id) => {
            const tab = TRUST_TABS.find((known) => known === id);
            setSearch({ tab: tab === 'sets' ? undefined : tab });
          }}
          tabs={[
            {
              id: 'sets',
              title: words.tabs.sets(keySets.length),
              content: (
                <KeySetTable
                  store={trust.store}
                  now={now}
                  onImport={() => setImporting(true)}
                  onSample={() => setSearch({ import: 'sample' })}
                />
              ),
            },
            { id: 'own', title: words.tabs.own, content: <OwnService trust={trust} /> },
            {
              id: 'revoked',
              title: words.tabs.revoked(revocations.length),
              content: (
                <Revocations
                  now={now}
                  revocations={revocations}
                  keySetOf={(thumbprint) =>
                    keySets.find(({ key_set }) => key_set.keys.some((key) => keyThumbprint(key) === thumbprint))
                      ?.key_set
                  }
                />
              ),
            },
            { id: 'history', title: words.tabs.history, content: <TrustHistory store={trust.store} now={now} /> },
          ]}
        />
      </div>
      <KeySetImportSheet isOpen={search.import === true} onOpenChange={setImporting} />
      {sample.data !== undefined && (
        <KeySetImportSheet isOpen={search.import === 'sample'} onOpenChange={setImporting} initial={sample.data} />
      )}
    </Page>
  );
}
