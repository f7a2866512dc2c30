import { type KeySet, keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { Download, Import } from 'lucide-react';
import { useState } from 'react';
import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { linesOf } from '../../../parts/trust/edition-words.ts';
import { USE_WORDS } from '../../../parts/trust/key-set-facts.ts';
import { KeySetImportDialog } from '../../../parts/trust/key-set-import.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { Edition } from './edition.tsx';
import { TrustHistory } from './history.tsx';
import { OwnService } from './own-service.tsx';
import { Revocations } from './revocations.tsx';
import { useStoreImport } from './store-import.tsx';
import { SyncNotice } from './sync-notice.tsx';

/** Whether the dialog for importing a key set is open. */
const readTrustSearch = addressReader({ import: Type.Literal(true) });

/** Trust: which key sets this machine goes by and why, the own service's sets, and which keys are revoked. */
export function TrustPage() {
  const trust = useTrustStore();
  const { search, setSearch } = useAddressOf('/trust', readTrustSearch);
  const setImporting = (isOpen: boolean) => setSearch({ import: isOpen ? true : undefined });
  const { key_sets: keySets, revocations } = trust.store;
  const [again, setAgain] = useState<KeySet | null>(null);
  const storeImport = useStoreImport(trust);

  return (
    <>
      <PageHeading
        title="Trust"
        lead="Signatures count only under key sets that a person pinned here, or that a pinned edition endorses. Nothing is trusted out of the box."
      >
        <Button
          icon={<Download aria-hidden size={16} />}
          isDisabled={keySets.length === 0 && revocations.length === 0}
          onPress={() => downloadText('trust-store.json', trustStoreText(trust.store))}
        >
          Export
        </Button>
        {storeImport.trigger}
        <Button variant="primary" icon={<Import aria-hidden size={16} />} onPress={() => setImporting(true)}>
          Import a key set
        </Button>
      </PageHeading>
      <div className="space-y-(--gap)">
        <SyncNotice trust={trust} />
        {storeImport.view}
        <Tabs
          label="Trust store"
          tabs={[
            {
              id: 'sets',
              title: `Key sets (${keySets.length})`,
              content:
                keySets.length === 0 ? (
                  <EmptyState
                    title="No key set is trusted yet"
                    actions={<Button onPress={() => setImporting(true)}>Import a key set</Button>}
                  >
                    A signed file is Inconclusive, "signer not trusted", until you import the key set of its issuer: a
                    .pqkeys.json file, whose fingerprint you compare with one from another source.
                  </EmptyState>
                ) : (
                  <ul className="space-y-(--gap)">
                    {linesOf(keySets).map((line) => (
                      <li key={line.key}>
                        <section
                          aria-label={`${line.principal}, ${line.use}`}
                          className="rounded border border-line bg-surface"
                        >
                          <h2 className="border-b border-line px-4 py-2 text-16">
                            <FileText text={line.principal} />{' '}
                            <span className="text-13 text-muted">
                              <FileText text={line.issuer} /> · {USE_WORDS[line.use]} ·{' '}
                              {line.editions.length === 1 ? '1 edition' : `${line.editions.length} editions`}
                            </span>
                          </h2>
                          <div className="divide-y divide-line">
                            {line.editions.map((entry) => (
                              <Edition
                                key={entry.key_set.fingerprint}
                                entry={entry}
                                trust={trust}
                                onImportAgain={setAgain}
                              />
                            ))}
                          </div>
                        </section>
                      </li>
                    ))}
                  </ul>
                ),
            },
            { id: 'own', title: 'Own service', content: <OwnService trust={trust} /> },
            {
              id: 'revocations',
              title: `Revoked keys (${revocations.length})`,
              content: (
                <Revocations
                  revocations={revocations}
                  keySetOf={(thumbprint) =>
                    keySets.find(({ key_set }) => key_set.keys.some((key) => keyThumbprint(key) === thumbprint))
                      ?.key_set
                  }
                />
              ),
            },
            { id: 'history', title: 'History', content: <TrustHistory store={trust.store} /> },
          ]}
        />
      </div>
      <KeySetImportDialog isOpen={search.import === true} onOpenChange={setImporting} />
      {again !== null && (
        <KeySetImportDialog
          key={again.fingerprint}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setAgain(null)}
          initial={{ name: 'trust store', text: JSON.stringify(again) }}
        />
      )}
    </>
  );
}
